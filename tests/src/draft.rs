//! Generations that tests write directly through the store, without calling a tool.

use contract::{GenerationId, OrganizationId, ThumbnailId, tools::GenerateThumbnail};
use store::{Generation, NewGeneration, Store};

/// The id of the default model.
pub const MODEL: &str = "composer";

/// A generation with `count` thumbnails. The first thumbnail has the seed `seed`.
pub fn draft(store: &Store, organization: OrganizationId, count: u32, seed: u32) -> NewGeneration {
    let ids = store.ids();
    NewGeneration {
        generation: Generation {
            prompt: Some("A lighthouse".to_owned()),
            ..Generation::new::<GenerateThumbnail>(
                GenerationId::from_uuid(ids.uuid()),
                organization,
                MODEL,
                seed,
                (0..count).map(|_| ThumbnailId::from_uuid(ids.uuid())).collect(),
                store.clock().now(),
            )
        },
        inherited: Vec::new(),
        waiting_limit: u64::MAX,
    }
}
