//! Inspirations with a recipe, and the series of thumbnails that follow it.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use tests::{Organization, Service, shared};

use crate::{
    generation::{finish, pro},
    inspirations::create,
    pictures::data,
    support::call,
};

/// The recipe that the record of a thumbnail has.
async fn recipe(service: &Service, organization: &Organization, thumbnail: &Value) -> Value {
    let id = thumbnail["thumbnailId"].as_str().unwrap().parse().unwrap();
    let found = service.store().thumbnail(organization.id, id).await.unwrap().unwrap();
    serde_json::from_str(found.picture().unwrap().recipe.as_deref().unwrap()).unwrap()
}

/// The inspiration that is made from the thumbnail of a new generation, and the thumbnail.
async fn first(organization: &Organization, body: Value, visibility: &str) -> (Value, Value) {
    let thumbnail = finish(&organization.client, body).await["thumbnails"][0].clone();
    let body = json!({ "thumbnailId": thumbnail["thumbnailId"], "visibility": visibility });
    (create(&organization.client, body).await, thumbnail)
}

#[tokio::test]
async fn thumbnails_with_the_inspiration_of_a_thumbnail_are_a_series_for_everybody() {
    let service = shared();
    let (owner, other) = (pro(service).await, pro(service).await);
    let body = json!({ "prompt": "a teapot", "title": "Tea at five", "seed": 4 });
    let (inspiration, thumbnail) = first(&owner, body, "public").await;
    let wanted = recipe(service, &owner, &thumbnail).await;
    let id = &inspiration["inspirationId"];
    for organization in [&owner, &other] {
        let shown = call(&organization.client, "get_inspiration", json!({ "inspirationId": id })).await;
        assert_eq!((&inspiration["recipe"], &shown["recipe"]), (&json!(true), &json!(true)));
        let body = json!({
            "prompt": "a violin in an empty hall", "title": "The last song", "seed": 77, "count": 2,
            "inspirationIds": [id],
        });
        let episodes = finish(&organization.client, body).await;
        let notes = episodes["notes"].to_string();
        assert!(!notes.contains("layout"), "{notes}");
        for episode in episodes["thumbnails"].as_array().unwrap() {
            let own = recipe(service, organization, episode).await;
            for part in [
                "layout",
                "subject",
                "family",
                "palette",
                "emphasis",
                "background",
                "ornaments",
            ] {
                assert_eq!(own[part], wanted[part], "{part}");
            }
        }
    }
}

#[tokio::test]
async fn an_inspiration_of_a_picture_has_no_recipe() {
    let organization = pro(shared()).await;
    let picture = create(&organization.client, json!({ "imageUrl": data() })).await;
    assert_eq!(picture["recipe"], false);
    let listed = call(&organization.client, "list_inspirations", json!({})).await;
    assert_eq!(listed["inspirations"][0]["recipe"], false);
}

#[tokio::test]
async fn an_episode_that_its_layout_cannot_show_has_a_note() {
    let organization = pro(shared()).await;
    let body = json!({ "prompt": "a lighthouse in a storm", "title": "The last keeper", "seed": 0, "count": 10 });
    let made = finish(&organization.client, body).await;
    let mut origins = BTreeMap::new();
    for thumbnail in made["thumbnails"].as_array().unwrap() {
        let recipe = recipe(shared(), &organization, thumbnail).await;
        origins.insert(recipe["layout"].as_str().unwrap().to_owned(), &thumbnail["thumbnailId"]);
    }
    let mut noted = 0;
    // The tool takes ten requests a minute.
    for (layout, thumbnail) in origins.into_iter().take(8) {
        let body = json!({ "thumbnailId": thumbnail, "visibility": "private" });
        let inspiration = create(&organization.client, body).await;
        let body = json!({
            "prompt": "a robot in a factory", "title": "Robots take over the night shift in every single factory",
            "seed": 7, "inspirationIds": [inspiration["inspirationId"]],
        });
        let episode = finish(&organization.client, body).await;
        let note = format!(
            "The inspiration's layout “{layout}” cannot show this thumbnail, so composer used the most similar layout \
             that can."
        );
        let has_layout = recipe(shared(), &organization, &episode["thumbnails"][0]).await["layout"] == layout.as_str();
        let has_note = episode["notes"].as_array().unwrap().contains(&json!(note));
        assert_eq!(has_note, !has_layout, "{layout}: {}", episode["notes"]);
        noted += usize::from(has_note);
    }
    assert!(noted > 0, "every layout can show the episode");
}
