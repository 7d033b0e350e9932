//! References that a caller creates through the tools. Their stored files are downloaded again for comparison.

use bytes::Bytes;
use serde_json::{Value, json};
use tests::Client;

use crate::{
    logs::CANARY,
    support::{call, data_url, download},
};

/// A person with two photos, two images and an inspiration.
pub(crate) struct References {
    /// The ids as fields of a generation's request body.
    names: Value,
    /// The id of the record and the stored file of each picture, in the order in which models receive them.
    pub(crate) pictures: Vec<(String, Bytes)>,
}

impl References {
    pub(crate) async fn upload(client: &Client) -> Self {
        let mut pictures = Vec::new();
        let photos = json!([data_url(10), data_url(20)]);
        let person = json!({ "name": format!("Kim {CANARY}"), "imageUrls": photos });
        let person = call(client, "create_person", person).await;
        for photo in person["photos"].as_array().unwrap() {
            pictures.push((id(&person, "personId"), download(photo).await));
        }
        let mut images = Vec::new();
        for (name, tone) in [("Logo", 30), ("Can", 40)] {
            let body = json!({ "imageUrl": data_url(tone), "name": format!("{name} {CANARY}") });
            let image = call(client, "upload_image", body).await;
            pictures.push((id(&image, "imageId"), download(&image).await));
            images.push(image["imageId"].clone());
        }
        let style = json!({ "imageUrl": data_url(50), "name": "Flat and bright" });
        let style = call(client, "create_inspiration", style).await;
        pictures.push((id(&style, "inspirationId"), download(&style).await));
        let names = json!({
            "imageIds": images,
            "inspirationIds": [style["inspirationId"]],
            "personIds": [person["personId"]],
        });
        Self { names, pictures }
    }

    /// The request body `body` with these references.
    pub(crate) fn body(&self, body: Value) -> Value {
        crate::world::with(body, self.names.clone())
    }

    /// The ids of the records without repetition, in the order in which models receive them.
    pub(crate) fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.pictures.iter().map(|(id, _)| id.clone()).collect();
        ids.dedup();
        ids
    }
}

fn id(view: &Value, name: &str) -> String {
    view[name].as_str().expect("an id").to_owned()
}
