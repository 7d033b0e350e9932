//! The records of the cases.

use contract::Plan;
use serde_json::{Value, json};
use tests::{Organization, Service};

use crate::support::{generate, put_image, put_inspiration, put_person, put_picture, status};

/// The records that a call may refer to, all of one organization.
pub(crate) struct Records {
    pub(crate) owner: Organization,
    pub(crate) generation: Value,
    pub(crate) prompt: Value,
    pub(crate) thumbnail: Value,
    pub(crate) image: String,
    pub(crate) inspiration: String,
    pub(crate) person: String,
}

impl Records {
    pub(crate) async fn new(service: &Service, thumbnails: u32) -> Self {
        let owner = service.organization(Plan::Pro, thumbnails).await;
        let started = generate(&owner.client, json!({ "prompt": "A red bicycle" })).await;
        let shown = status(&owner.client, &started["generationId"]).await;
        let object = put_picture(service).await;
        Self {
            generation: started["generationId"].clone(),
            prompt: started["promptId"].clone(),
            thumbnail: shown["thumbnails"][0]["thumbnailId"].clone(),
            image: put_image(service, owner.id, &object).await.to_string(),
            inspiration: put_inspiration(service, owner.id, &object).await.to_string(),
            person: put_person(service, owner.id).await.to_string(),
            owner,
        }
    }
}
