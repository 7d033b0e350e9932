//! Generations that tests write directly through the store, without calling a tool.

use contract::{Amount, AspectRatio, GenerationId, ImageFormat, OrganizationId, ThumbnailId};
use store::{Generation, NewGeneration, Store};

/// The id of the default model.
pub const MODEL: &str = "composer";

/// A generation with `count` thumbnails. The first thumbnail has the seed `seed`.
pub fn draft(store: &Store, organization: OrganizationId, count: u32, seed: u32) -> NewGeneration {
    let ids = store.ids();
    let unit = Amount::thumbnails(1);
    NewGeneration {
        generation: Generation {
            id: GenerationId::from_uuid(ids.uuid()),
            organization,
            tool: "generate_thumbnail".to_owned(),
            prompt: Some("A lighthouse".to_owned()),
            enhanced_prompt: None,
            title: None,
            model: MODEL.to_owned(),
            seed,
            aspect_ratio: AspectRatio::default(),
            format: ImageFormat::default(),
            resolution: contract::Resolution::P720,
            max_bytes: None,
            references: Vec::new(),
            edit: None,
            notes: Vec::new(),
            thumbnails: (0..count).map(|_| ThumbnailId::from_uuid(ids.uuid())).collect(),
            unit_cost: unit,
            cost: unit * count,
            metadata: contract::input::Metadata::default(),
            webhook_url: None,
            created_at: store.clock().now(),
        },
        inherited: Vec::new(),
        waiting_limit: u64::MAX,
    }
}
