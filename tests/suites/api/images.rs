//! Reference images: uploading, finding, deleting.

use contract::Plan;
use image::{GenericImageView, GrayImage, ImageFormat};
use serde_json::{Value, json};
use tests::{Client, web};

use crate::{
    pictures::{assert_drawn, data, data_url, drawn, encoded, half_transparent, picture_of, png},
    support::{call, download, grant, idle, number, objects, rich, same_amount},
};

const TOOL: &str = "upload_image";

async fn upload(client: &Client, body: Value) -> Value {
    call(client, TOOL, body).await
}

/// The comparable part of an image's view: URLs differ in each response.
fn lasting(view: &Value) -> Value {
    let mut view = view.clone();
    let fields = view.as_object_mut().unwrap();
    for name in ["url", "urlExpiresAt", "cost", "balance"] {
        fields.remove(name);
    }
    view
}

async fn listed(client: &Client) -> Vec<Value> {
    let data = call(client, "list_images", json!({})).await;
    assert_eq!(data["nextCursor"], Value::Null);
    data["images"].as_array().unwrap().clone()
}

#[tokio::test]
async fn an_upload_is_stored_described_and_charged() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let mut view = upload(client, json!({ "imageUrl": data(), "name": "  Our logo " })).await;
    assert_drawn(&picture_of(&view).await);
    let description = view["description"].as_str().unwrap();
    assert!((1..=500).contains(&description.chars().count()), "{description}");
    assert_eq!(description, description.trim());
    let history = call(client, "get_credit_history", json!({ "limit": 1 })).await;
    let entry = &history["transactions"][0];
    assert_eq!(
        (&entry["type"], &entry["tool"], &entry["generationId"]),
        (&json!("charge"), &json!(TOOL), &Value::Null)
    );
    same_amount(number(&entry["amount"]), -0.05);
    same_amount(number(&entry["balanceAfter"]), 99.95);
    assert!(!entry["description"].as_str().unwrap().is_empty());
    same_amount(client.balance().await, 99.95);
    for name in [
        "imageId",
        "description",
        "url",
        "urlExpiresAt",
        "sizeBytes",
        "createdAt",
    ] {
        view[name] = "…".into();
    }
    insta::assert_json_snapshot!(view, @r#"
    {
      "balance": 99.95,
      "contentType": "image/png",
      "cost": 0.05,
      "createdAt": "…",
      "description": "…",
      "height": 48,
      "imageId": "…",
      "logo": true,
      "name": "Our logo",
      "preflight": null,
      "sizeBytes": "…",
      "url": "…",
      "urlExpiresAt": "…",
      "width": 64
    }
    "#);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn an_image_may_come_from_the_web() {
    let organization = rich(idle()).await;
    let url = web().show("logo.txt", &png());
    let moved = web().lead(&(web().folder() + "moved.png"), &url);
    let view = upload(&organization.client, json!({ "imageUrl": format!(" {url} ") })).await;
    assert_drawn(&picture_of(&view).await);
    assert_eq!(view["name"], "logo");
    assert_eq!(web().asked(&url), 1);
    let view = upload(&organization.client, json!({ "imageUrl": moved })).await;
    assert_drawn(&picture_of(&view).await);
    assert_eq!(view["name"], "moved", "the name is that of the URL that was given");
}

#[tokio::test]
async fn an_image_without_a_name_gets_its_file_name() {
    let organization = rich(idle()).await;
    let long = "ä".repeat(100);
    let longer = format!("{}.png", "a".repeat(120));
    for (source, given, name) in [
        (data(), json!(null), "Image"),
        (data(), json!("   "), "Image"),
        (data(), json!(" My  logo\u{a0}"), "My  logo"),
        (data(), json!("Cafe\u{301}"), "Caf\u{e9}"),
        (data(), json!(long), &*long),
        (data(), json!(format!("  {long}  ")), &long),
        (web().show("", &png()), json!(null), "Image"),
        (web().show("cat.jpeg", &png()), json!(null), "cat"),
        (web().show("cat.jpeg", &png()), json!(""), "cat"),
        (web().show("cat.jpeg", &png()), json!("Dog"), "Dog"),
        (
            web().show("My%20cat%20%C3%A9.final.png?size=1", &png()),
            json!(null),
            "My cat é.final",
        ),
        (web().show("photo", &png()), json!(null), "photo"),
        (web().show(&longer, &png()), json!(null), &longer[..100]),
    ] {
        let body = json!({ "imageUrl": source, "name": given });
        let view = upload(&organization.client, body).await;
        assert_eq!(view["name"], name, "{given}");
        let shown = call(&organization.client, "get_image", json!({ "imageId": view["imageId"] })).await;
        assert_eq!(shown["name"], name);
    }
    let url = web().show("cat.png", &png());
    let body = json!({ "imageUrl": url, "name": "ä".repeat(101) });
    assert_eq!(organization.client.call(TOOL, body).await.issues(), ["name"]);
    assert_eq!(web().asked(&url), 0);
}

#[tokio::test]
async fn an_image_keeps_its_format_and_is_at_most_2048_pixels_long() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    for (format, content_type) in [
        (ImageFormat::Png, "image/png"),
        (ImageFormat::Jpeg, "image/jpeg"),
        (ImageFormat::WebP, "image/webp"),
        (ImageFormat::Gif, "image/png"),
    ] {
        for ((width, height), stored) in [
            ((3000, 1500), (2048, 1024)),
            ((1, 1), (1, 1)),
            ((300, 2048), (300, 2048)),
            ((30, 2049), (30, 2048)),
        ] {
            let file = encoded(&drawn(width, height), format);
            let view = upload(client, json!({ "imageUrl": web().show("a", &file) })).await;
            assert_eq!(view["contentType"], content_type);
            let picture = picture_of(&view).await;
            assert_eq!(picture.dimensions(), stored, "{format:?}");
            if width > 1 {
                assert_drawn(&picture);
            }
        }
    }
}

#[tokio::test]
async fn transparency_is_kept() {
    let organization = rich(idle()).await;
    for format in [ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        for side in [64, 2100] {
            let source = web().show("a", &encoded(&half_transparent(side), format));
            let view = upload(&organization.client, json!({ "imageUrl": source })).await;
            let picture = picture_of(&view).await;
            let (width, height) = picture.dimensions();
            let alpha = |x: u32| picture.get_pixel(x, height / 2).0[3];
            assert_eq!((alpha(width / 4), alpha(width * 3 / 4)), (0, 255), "{format:?} {side}");
        }
    }
}

#[tokio::test]
async fn nothing_is_fetched_if_the_balance_is_too_low() {
    let organization = idle().organization(Plan::Pro, 0).await;
    let client = &organization.client;
    grant(idle(), &organization, 4).await;
    let url = web().show("logo.png", &png());
    let answer = client.call(TOOL, json!({ "imageUrl": url })).await;
    let details = answer.failure("INSUFFICIENT_CREDITS");
    same_amount(number(&details["required"]), 0.05);
    same_amount(number(&details["available"]), 0.04);
    assert_eq!(web().asked(&url), 0);
    assert!(objects(idle(), organization.id).await.is_empty());
    grant(idle(), &organization, 1).await;
    let view = upload(client, json!({ "imageUrl": url })).await;
    assert_eq!((number(&view["balance"]), web().asked(&url)), (0.0, 1));
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn concurrent_uploads_do_not_exceed_the_balance() {
    let organization = idle().organization(Plan::Enterprise, 0).await;
    let client = &organization.client;
    grant(idle(), &organization, 17).await;
    let calls = (0..8).map(|_| client.call(TOOL, json!({ "imageUrl": data() })));
    let answers = futures_util::future::join_all(calls).await;
    let (made, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 200);
    assert_eq!(made.len(), 3);
    for answer in refused {
        same_amount(number(&answer.failure("INSUFFICIENT_CREDITS")["available"]), 0.02);
    }
    same_amount(client.balance().await, 0.02);
    assert_eq!(listed(client).await.len(), 3);
    // The objects of the refused calls are deleted.
    assert_eq!(objects(idle(), organization.id).await.len(), 3);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn an_unusable_source_is_reported_and_costs_nothing() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let file = png();
    let (here, nowhere) = (web().show("here.png", &file), web().url("/nowhere.png"));
    let (folder, port) = (
        web().folder(),
        here.split(':').nth(2).unwrap().split('/').next().unwrap(),
    );
    let mut far = here.clone();
    for step in 0..4 {
        far = web().lead(&format!("{folder}{step}"), &far);
    }
    let inward = web().lead(&format!("{folder}inward"), "http://127.0.0.1:9/latest");
    let large = web().show("large.png", &[&file[..], &vec![0; 10_000_001 - file.len()]].concat());
    let data_large = data_url(&[&file[..], &vec![0; 4_000_001 - file.len()]].concat());
    let wide = encoded(&GrayImage::new(8000, 5001).into(), ImageFormat::Png);
    for (source, message) in [
        ("example".to_owned(), "not a URL"),
        ("logo.png".to_owned(), "path of a file"),
        ("iVBORw0KGgoAAAA".to_owned(), "data:image/png;base64,"),
        ("ftp://example.com/a.png".to_owned(), "scheme `ftp`"),
        ("https://me:secret@example.com/a.png".to_owned(), "user name"),
        ("http://".to_owned(), "no host"),
        ("data:image/png;base64".to_owned(), "comma"),
        ("data:image/png;base64,?".to_owned(), "base64"),
        ("data:,".to_owned(), "empty"),
        (data_large, "4 MB"),
        (nowhere, "404"),
        (far, "redirects more than 3 times"),
        (inward, "not public"),
        ("http://127.0.0.1:1/".to_owned(), "not public"),
        (format!("http://localhost:{port}/"), "not public"),
        (format!("http://[::ffff:127.0.0.1]:{port}/"), "not public"),
        ("http://169.254.169.254/latest/meta-data/".to_owned(), "not public"),
        ("http://10.0.0.1/".to_owned(), "not public"),
        (large, "10 MB"),
        (web().show("page.png", b"<!doctype html><p>Not found"), "HTML"),
        (web().show("text.png", b"What is this?"), "looks like text"),
        (web().show("empty.png", b""), "empty"),
        (web().show("short.png", &file[..file.len() / 2]), "damaged"),
        (web().show("wide.png", &wide), "40 megapixels"),
    ] {
        let answer = client.call(TOOL, json!({ "imageUrl": source })).await;
        let start: String = source.chars().take(100).collect();
        assert_eq!(answer.issues(), ["imageUrl"], "{start}");
        let told = answer.failure("VALIDATION_ERROR")["issues"][0]["message"]
            .as_str()
            .unwrap();
        assert!(told.to_lowercase().contains(&message.to_lowercase()), "{start}: {told}");
    }
    same_amount(client.balance().await, 100.0);
    assert!(listed(client).await.is_empty());
    assert!(objects(idle(), organization.id).await.is_empty());
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn the_largest_sources_are_accepted() {
    let organization = rich(idle()).await;
    let file = png();
    let padded = |length: usize| [&file[..], &vec![0; length - file.len()]].concat();
    for source in [web().show("a.png", &padded(10_000_000)), data_url(&padded(4_000_000))] {
        let view = upload(&organization.client, json!({ "imageUrl": source })).await;
        // Data after the picture in its file are not kept.
        assert!(view["sizeBytes"].as_u64().unwrap() < 10_000);
        assert_drawn(&picture_of(&view).await);
    }
}

#[tokio::test]
async fn a_source_that_does_not_respond_times_out() {
    let organization = rich(idle()).await;
    let began = tokio::time::Instant::now();
    let body = json!({ "name": "Kim", "imageUrls": [web().silent(), data(), web().silent(), web().silent()] });
    let answer = organization.client.call("create_person", body).await;
    assert_eq!(answer.issues(), ["imageUrls[0]", "imageUrls[2]", "imageUrls[3]"]);
    // All sources together have ten seconds.
    let took = began.elapsed().as_secs_f64();
    assert!((9.5..15.0).contains(&took), "{took}");
    assert!(objects(idle(), organization.id).await.is_empty());
}

#[tokio::test]
async fn the_list_shows_all_images_newest_first() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    assert_eq!(listed(client).await, Vec::<Value>::new());
    let mut uploaded = Vec::new();
    for name in ["one", "two", "three"] {
        uploaded.insert(0, upload(client, json!({ "imageUrl": data(), "name": name })).await);
    }
    let expected: Vec<Value> = uploaded.iter().map(lasting).collect();
    let shown = listed(client).await;
    assert_eq!(shown.iter().map(lasting).collect::<Vec<_>>(), expected);
    for view in &shown {
        assert_drawn(&picture_of(view).await);
        let one = call(client, "get_image", json!({ "imageId": view["imageId"] })).await;
        assert_eq!(lasting(&one), lasting(view));
        assert_drawn(&picture_of(&one).await);
    }
    let found = call(client, "search_images", json!({})).await;
    assert_eq!(found["images"].as_array().unwrap().len(), 3);
    assert_eq!(found["nextCursor"], Value::Null);
}

#[tokio::test]
async fn deleting_an_image_deletes_its_file() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let kept = upload(client, json!({ "imageUrl": data(), "name": "kept" })).await;
    let view = upload(client, json!({ "imageUrl": data(), "name": "gone" })).await;
    assert_eq!(objects(idle(), organization.id).await.len(), 2);
    let body = json!({ "imageId": view["imageId"] });
    let deleted = call(client, "delete_image", body.clone()).await;
    assert_eq!(deleted, json!({ "imageId": view["imageId"], "deleted": true }));
    let unknown = json!({ "resource": "image", "id": view["imageId"] });
    for tool in ["delete_image", "get_image"] {
        assert_eq!(client.call(tool, body.clone()).await.failure("NOT_FOUND"), &unknown);
    }
    assert_eq!(download(view["url"].as_str().unwrap()).await.status(), 404);
    let shown = listed(client).await;
    assert_eq!(shown.iter().map(lasting).collect::<Vec<_>>(), [lasting(&kept)]);
    let found = call(client, "search_images", json!({ "query": "gone" })).await;
    assert_eq!(found["images"], json!([]));
    let left = objects(idle(), organization.id).await;
    assert!(
        left.len() == 1 && left[0].contains(kept["imageId"].as_str().unwrap()),
        "{left:?}"
    );
    picture_of(&kept).await;
    // The price is not refunded.
    same_amount(client.balance().await, 99.9);
}

#[tokio::test]
async fn only_one_of_concurrent_deletions_finds_the_image() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let view = upload(client, json!({ "imageUrl": data() })).await;
    let calls = (0..5).map(|_| client.call("delete_image", json!({ "imageId": view["imageId"] })));
    let answers = futures_util::future::join_all(calls).await;
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(done, 1);
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        answer.failure("NOT_FOUND");
    }
}

#[tokio::test]
async fn an_unknown_image_id_is_not_found() {
    let organization = rich(idle()).await;
    let person = call(&organization.client, "create_person", json!({ "name": "Kim" })).await;
    for tool in ["get_image", "delete_image"] {
        for id in [
            "",
            "x",
            "img_",
            "IMG_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
            " img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
            "img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
            "ins_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
            person["personId"].as_str().unwrap(),
        ] {
            let answer = organization.client.call(tool, json!({ "imageId": id })).await;
            assert_eq!(answer.failure("NOT_FOUND"), &json!({ "resource": "image", "id": id }));
        }
    }
}
