//! Reference persons and their photos.

use contract::Plan;
use image::{GenericImageView, ImageFormat};
use serde_json::{Value, json};
use tests::{Client, web};

use crate::{
    pictures::{assert_drawn, data, data_url, drawn, encoded, picture_of, png},
    support::{call, download, idle, objects, put_image, rich, same_amount},
};

const TOOL: &str = "create_person";

async fn create(client: &Client, body: Value) -> Value {
    call(client, TOOL, body).await
}

async fn upload(client: &Client, width: u32) -> Value {
    let source = data_url(&encoded(&drawn(width, 20), ImageFormat::Png));
    call(client, "upload_image", json!({ "imageUrl": source })).await["imageId"].clone()
}

async fn listed(client: &Client) -> Vec<Value> {
    let data = call(client, "list_persons", json!({})).await;
    assert_eq!(data["nextCursor"], Value::Null);
    data["persons"].as_array().unwrap().clone()
}

/// The widths of a person's photos, after comparing each photo with its file.
async fn widths(view: &Value) -> Vec<u32> {
    let mut widths = Vec::new();
    for photo in view["photos"].as_array().unwrap() {
        let picture = picture_of(photo).await;
        assert_drawn(&picture);
        widths.push(picture.width());
    }
    widths
}

/// The matte in the file of a stored JPEG. The composer needs it to cut the person out. `None` if the file has none.
async fn matte(view: &Value) -> Option<Vec<u8>> {
    let file = download(view["url"].as_str().unwrap()).await.into_body();
    let at = file.windows(6).position(|bytes| bytes == b"matte\0")?;
    let length = u16::from_be_bytes([file[at - 2], file[at - 1]]);
    Some(file[at..at - 2 + usize::from(length)].to_vec())
}

#[tokio::test]
async fn a_person_without_photos_has_only_a_name() {
    let organization = idle().organization(Plan::Pro, 0).await;
    let client = &organization.client;
    for body in [
        json!({ "name": "  Kim \u{a0}" }),
        json!({ "name": "Kim", "imageUrls": [] }),
        json!({ "name": "Kim", "imageUrls": null, "imageIds": [] }),
    ] {
        let mut view = create(client, body).await;
        let shown = call(client, "get_person", json!({ "personId": view["personId"] })).await;
        assert_eq!(shown, view);
        view["personId"] = "…".into();
        view["createdAt"] = "…".into();
        insta::allow_duplicates! {
            insta::assert_json_snapshot!(view, @r#"
            {
              "createdAt": "…",
              "name": "Kim",
              "personId": "…",
              "photos": []
            }
            "#);
        }
    }
    let longest = "ü".repeat(100);
    assert_eq!(create(client, json!({ "name": longest })).await["name"], longest);
    let answer = client.call(TOOL, json!({ "name": longest + "ü" })).await;
    assert_eq!(answer.issues(), ["name"]);
}

#[tokio::test]
async fn photos_come_from_up_to_five_sources_in_the_order_given() {
    let organization = idle().organization(Plan::Pro, 0).await;
    let client = &organization.client;
    for count in 1..=5 {
        let sources: Vec<String> = (0..count)
            .map(|index| {
                let file = encoded(&drawn(20 + index, 20), ImageFormat::Png);
                if index % 2 == 0 {
                    data_url(&file)
                } else {
                    web().show("photo.png", &file)
                }
            })
            .collect();
        let view = create(client, json!({ "name": "Kim", "imageUrls": sources })).await;
        let expected: Vec<u32> = (20..20 + count).collect();
        assert_eq!(widths(&view).await, expected);
        let shown = call(client, "get_person", json!({ "personId": view["personId"] })).await;
        assert_eq!(widths(&shown).await, expected);
    }
    // The same source twice makes two photos.
    let view = create(client, json!({ "name": "Kim", "imageUrls": [data(), data()] })).await;
    assert_eq!(widths(&view).await, [64, 64]);
    let url = web().show("photo.png", &png());
    let answer = client
        .call(
            TOOL,
            json!({ "name": "Kim", "imageUrls": [url, url, url, url, url, url] }),
        )
        .await;
    assert_eq!(answer.issues(), ["imageUrls"]);
    assert_eq!(web().asked(&url), 0);
    same_amount(client.balance().await, 0.0);
    let history = call(client, "get_credit_history", json!({})).await;
    assert_eq!(history["transactions"], json!([]));
    assert_eq!(objects(idle(), organization.id).await.len(), 17);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn photos_are_at_most_2048_pixels_long() {
    let organization = rich(idle()).await;
    let source = data_url(&encoded(&drawn(3000, 30), ImageFormat::Gif));
    let view = create(&organization.client, json!({ "name": "Kim", "imageUrls": [source] })).await;
    let picture = picture_of(&view["photos"][0]).await;
    assert_eq!(picture.dimensions(), (2048, 20));
}

#[tokio::test]
async fn photos_from_uploaded_images_are_copies() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let mut images = Vec::new();
    for width in [20, 21, 22, 23, 24, 25] {
        images.push(upload(client, width).await);
    }
    let ids = [&images[3], &images[1], &images[4], &images[0], &images[2]];
    let view = create(client, json!({ "name": "Kim", "imageIds": ids })).await;
    assert_eq!(widths(&view).await, [23, 21, 24, 20, 22]);
    let answer = client.call(TOOL, json!({ "name": "Kim", "imageIds": images })).await;
    assert_eq!(answer.issues(), ["imageIds"]);
    for image in &images {
        call(client, "delete_image", json!({ "imageId": image })).await;
    }
    let view = call(client, "get_person", json!({ "personId": view["personId"] })).await;
    assert_eq!(widths(&view).await, [23, 21, 24, 20, 22]);
    // Only the images were charged.
    same_amount(client.balance().await, 99.7);
}

#[tokio::test]
async fn a_photo_of_a_person_is_stored_with_a_matte() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let source = data_url(include_bytes!(
        "../../../shared/studio/examples/references/astronaut.jpg"
    ));
    let image = call(client, "upload_image", json!({ "imageUrl": source })).await;
    let of_image = matte(&image).await;
    assert!(of_image.as_ref().is_some_and(|segment| segment.len() > 1_000));
    for body in [
        json!({ "name": "Eileen", "imageUrls": [source] }),
        json!({ "name": "Eileen", "imageIds": [image["imageId"]] }),
    ] {
        let person = create(client, body).await;
        assert_eq!(matte(&person["photos"][0]).await, of_image);
    }
    let nobody = data_url(&encoded(&drawn(64, 48), ImageFormat::Jpeg));
    let person = create(client, json!({ "name": "Kim", "imageUrls": [nobody] })).await;
    assert_eq!(matte(&person["photos"][0]).await, None);
}

#[tokio::test]
async fn missing_images_are_named() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let image = upload(client, 20).await;
    let stranger = rich(idle()).await;
    let foreign = upload(&stranger.client, 20).await;
    let details = async |ids: Value| {
        let answer = client.call(TOOL, json!({ "name": "Kim", "imageIds": ids })).await;
        answer.failure("NOT_FOUND").clone()
    };
    assert_eq!(details(json!(["x"])).await, json!({ "resource": "image", "id": "x" }));
    assert_eq!(
        details(json!([image, foreign, "x"])).await,
        json!({ "resource": "image", "id": foreign, "missing": [
            { "path": "imageIds[1]", "id": foreign },
            { "path": "imageIds[2]", "id": "x" },
        ] })
    );
    assert!(listed(client).await.is_empty());
    assert_eq!(objects(idle(), organization.id).await.len(), 1);
}

#[tokio::test]
async fn images_that_are_deleted_before_they_are_copied_are_named() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let image = upload(client, 20).await;
    let vanished = put_image(idle(), organization.id, "no/such/object.png").await;
    let another = put_image(idle(), organization.id, "no/such/picture.png").await;
    for (ids, missing) in [
        (json!([vanished]), None),
        (
            json!([vanished, image, another]),
            Some(json!([
                { "path": "imageIds[0]", "id": vanished },
                { "path": "imageIds[2]", "id": another },
            ])),
        ),
    ] {
        let answer = client.call(TOOL, json!({ "name": "Kim", "imageIds": ids })).await;
        let details = answer.failure("NOT_FOUND");
        assert_eq!(
            (&details["resource"], &details["id"]),
            (&json!("image"), &json!(vanished))
        );
        assert_eq!(details.get("missing"), missing.as_ref());
    }
    assert!(listed(client).await.is_empty());
    assert_eq!(objects(idle(), organization.id).await.len(), 1);
}

#[tokio::test]
async fn all_unusable_sources_are_reported_together() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let good = web().show("photo.png", &png());
    for (sources, paths) in [
        (
            json!([good, web().show("page", b"<html>"), data(), web().url("/nowhere")]),
            &["imageUrls[1]", "imageUrls[3]"][..],
        ),
        (
            json!(["http://127.0.0.1:1/", "data:,", good]),
            &["imageUrls[0]", "imageUrls[1]"],
        ),
        // Nothing is fetched unless all sources have the form of a source.
        (json!(["photo.png", good, web().url("/nowhere")]), &["imageUrls[0]"]),
        (
            json!(["http://127.0.0.1:1/", "data:,", good, "ftp://x/", "http://"]),
            &["imageUrls[3]", "imageUrls[4]"],
        ),
        (
            json!(["http://127.0.0.1:1/", good, "ftp://x/", ""]),
            &["imageUrls[3]", "imageUrls[2]"],
        ),
    ] {
        let answer = client.call(TOOL, json!({ "name": "Kim", "imageUrls": sources })).await;
        assert_eq!(answer.issues(), paths, "{sources}");
    }
    // The first `data:` URL that exceeds the limit of their sum has the error for all further ones.
    let padded = |length: usize| data_url(&[png(), vec![0; length]].concat());
    let (large, small) = (padded(3_900_000), padded(105_000));
    let body = json!({ "name": "Kim", "imageUrls": ["x", large, good, small, small] });
    let answer = client.call(TOOL, body).await;
    assert_eq!(answer.issues(), ["imageUrls[0]", "imageUrls[3]"]);
    let message = answer.failure("VALIDATION_ERROR")["issues"][1]["message"]
        .as_str()
        .unwrap();
    assert!(message.contains("4 MB"), "{message}");
    assert!(listed(client).await.is_empty());
    assert!(objects(idle(), organization.id).await.is_empty());
}

#[tokio::test]
async fn the_list_shows_all_persons_newest_first() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    assert!(listed(client).await.is_empty());
    let mut ids = Vec::new();
    for (name, sources) in [
        ("Kim", json!([])),
        ("Alex", json!([data()])),
        ("Robin", json!([data(), data()])),
    ] {
        let view = create(client, json!({ "name": name, "imageUrls": sources })).await;
        ids.insert(
            0,
            (view["personId"].clone(), json!(name), sources.as_array().unwrap().len()),
        );
    }
    let shown = listed(client).await;
    let actual: Vec<(Value, Value, usize)> = shown
        .iter()
        .map(|view| {
            let photos = view["photos"].as_array().unwrap().len();
            (view["personId"].clone(), view["name"].clone(), photos)
        })
        .collect();
    assert_eq!(actual, ids);
    for view in &shown {
        assert!(widths(view).await.iter().all(|width| *width == 64));
    }
}

#[tokio::test]
async fn deleting_a_person_deletes_all_photos() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let kept = create(client, json!({ "name": "Kim", "imageUrls": [data()] })).await;
    let view = create(client, json!({ "name": "Alex", "imageUrls": [data(), data()] })).await;
    assert_eq!(objects(idle(), organization.id).await.len(), 3);
    let body = json!({ "personId": view["personId"] });
    let deleted = call(client, "delete_person", body.clone()).await;
    assert_eq!(deleted, json!({ "personId": view["personId"], "deleted": true }));
    for tool in ["delete_person", "get_person"] {
        let answer = client.call(tool, body.clone()).await;
        assert_eq!(
            answer.failure("NOT_FOUND"),
            &json!({ "resource": "person", "id": view["personId"] })
        );
    }
    for photo in view["photos"].as_array().unwrap() {
        assert_eq!(download(photo["url"].as_str().unwrap()).await.status(), 404);
    }
    assert_eq!(objects(idle(), organization.id).await.len(), 1);
    let shown = listed(client).await;
    assert!(shown.len() == 1 && shown[0]["personId"] == kept["personId"]);
    assert_eq!(widths(&shown[0]).await, [64]);
}
