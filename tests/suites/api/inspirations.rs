//! Style inspirations and their sources.

use contract::Plan;
use image::{DynamicImage, GenericImageView, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use tests::{Client, web};

use crate::{
    pictures::{assert_colour, assert_drawn, data, drawn, encoded, picture_of, png},
    support::{call, grant, idle, number, objects, rich, same_amount},
};

const TOOL: &str = "create_inspiration";

pub(crate) async fn create(client: &Client, body: Value) -> Value {
    call(client, TOOL, body).await
}

fn colour(view: &Value, index: usize) -> &str {
    view["palette"][index].as_str().unwrap()
}

/// The ids of list_inspirations, newest first.
pub(crate) async fn ids(client: &Client, body: Value) -> Vec<Value> {
    let data = call(client, "list_inspirations", body).await;
    assert_eq!(data["nextCursor"], Value::Null);
    let shown = data["inspirations"].as_array().unwrap();
    shown.iter().map(|view| view["inspirationId"].clone()).collect()
}

/// The address of a video on the fake YouTube, whose site answers with `answer`.
fn youtube(id: &str, answer: &Value) -> String {
    let question = format!("/youtube?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D{id}");
    web().show_at(&question, answer.to_string().as_bytes());
    format!("https://youtu.be/{id}")
}

/// The address of a video on the fake Vimeo.
fn vimeo(id: u32, answer: &Value) -> String {
    let question = format!("/vimeo?width=1280&url=https%3A%2F%2Fvimeo.com%2F{id}");
    web().show_at(&question, answer.to_string().as_bytes());
    format!("https://vimeo.com/{id}")
}

#[tokio::test]
async fn only_the_owner_sees_the_source_url_of_a_public_inspiration() {
    let (organization, other) = (rich(idle()).await, rich(idle()).await);
    let url = web().show("shared.png", &png());
    let body = json!({ "imageUrl": url, "name": "Shared", "visibility": "public" });
    let shared = create(&organization.client, body).await;
    let shown = json!({ "inspirationId": shared["inspirationId"] });
    for (client, expected) in [(&organization.client, json!(url)), (&other.client, Value::Null)] {
        let view = call(client, "get_inspiration", shown.clone()).await;
        assert_eq!(view["sourceUrl"], expected);
    }
    call(&organization.client, "delete_inspiration", shown).await;
}

#[tokio::test]
async fn an_inspiration_is_stored_described_and_charged() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let url = web().show("style.png", &png());
    let mut view = create(client, json!({ "imageUrl": url, "name": "Two halves" })).await;
    assert_drawn(&picture_of(&view).await);
    assert_eq!(view["sourceUrl"], url);
    for (name, most) in [("description", 500), ("category", 50)] {
        let text = view[name].as_str().unwrap();
        assert!((1..=most).contains(&text.chars().count()), "{name}: {text}");
    }
    let category = view["category"].as_str().unwrap();
    assert_eq!(category, category.to_lowercase());
    let history = call(client, "get_credit_history", json!({ "limit": 1 })).await;
    let entry = &history["transactions"][0];
    assert_eq!(
        (&entry["type"], &entry["tool"], &entry["generationId"]),
        (&json!("charge"), &json!(TOOL), &Value::Null)
    );
    same_amount(number(&entry["amount"]), -0.1);
    same_amount(client.balance().await, 99.9);
    let shown = call(
        client,
        "get_inspiration",
        json!({ "inspirationId": view["inspirationId"] }),
    )
    .await;
    for name in [
        "name",
        "description",
        "category",
        "palette",
        "sourceUrl",
        "createdAt",
        "owned",
        "visibility",
    ] {
        assert_eq!(shown[name], view[name], "{name}");
    }
    for name in [
        "inspirationId",
        "description",
        "category",
        "palette",
        "url",
        "sourceUrl",
        "urlExpiresAt",
        "createdAt",
    ] {
        view[name] = "…".into();
    }
    insta::assert_json_snapshot!(view, @r#"
    {
      "balance": 99.9,
      "category": "…",
      "contentType": "image/png",
      "cost": 0.1,
      "createdAt": "…",
      "description": "…",
      "height": 48,
      "inspirationId": "…",
      "name": "Two halves",
      "owned": true,
      "palette": "…",
      "recipe": false,
      "sizeBytes": 142,
      "sourceUrl": "…",
      "url": "…",
      "urlExpiresAt": "…",
      "visibility": "private",
      "width": 64
    }
    "#);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn the_palette_has_the_dominant_colours_of_the_picture() {
    let organization = rich(idle()).await;
    let stripes = RgbImage::from_fn(100, 40, |x, _| match x {
        0..50 => Rgb([20, 60, 220]),
        50..80 => Rgb([200, 30, 30]),
        _ => Rgb([250, 240, 20]),
    });
    let source = web().show("a.png", &encoded(&stripes.into(), ImageFormat::Png));
    let view = create(&organization.client, json!({ "imageUrl": source })).await;
    let palette = view["palette"].as_array().unwrap();
    assert_eq!(palette.len(), 5);
    for expected in [[20, 60, 220], [200, 30, 30], [250, 240, 20]] {
        let near = palette.iter().any(|shown| {
            let value = u32::from_str_radix(&shown.as_str().unwrap()[1..], 16).unwrap();
            let [_, red, green, blue] = value.to_be_bytes();
            let close = |(one, other): (u8, u8)| one.abs_diff(other) < 24;
            [red, green, blue].into_iter().zip(expected).all(close)
        });
        assert!(near, "{expected:?} is not in {palette:?}");
    }
    // A picture with a single colour has a palette, too.
    let plain = DynamicImage::from(RgbImage::from_pixel(8, 8, Rgb([200, 30, 30])));
    let source = web().show("a.png", &encoded(&plain, ImageFormat::Png));
    let view = create(&organization.client, json!({ "imageUrl": source })).await;
    assert_eq!(colour(&view, 0), "#c81e1e");
}

#[tokio::test]
async fn an_uploaded_image_is_copied() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let source = web().show("Sunset%20beach.webp", &encoded(&drawn(90, 30), ImageFormat::WebP));
    let image = call(client, "upload_image", json!({ "imageUrl": source })).await;
    for visibility in ["private", "public"] {
        let body = json!({ "imageId": image["imageId"], "visibility": visibility });
        let view = create(client, body.clone()).await;
        assert_eq!((&view["width"], &view["height"]), (&json!(90), &json!(30)));
        assert_eq!(view["sourceUrl"], Value::Null);
        assert_eq!(view["name"], "Sunset beach");
        assert_drawn(&picture_of(&view).await);
    }
    let shown = ids(client, json!({})).await;
    call(client, "delete_image", json!({ "imageId": image["imageId"] })).await;
    for id in shown {
        let view = call(client, "get_inspiration", json!({ "inspirationId": id })).await;
        assert_drawn(&picture_of(&view).await);
    }
    let before = client.balance().await;
    let answer = client.call(TOOL, json!({ "imageId": image["imageId"] })).await;
    assert_eq!(
        answer.failure("NOT_FOUND"),
        &json!({ "resource": "image", "id": image["imageId"] })
    );
    same_amount(client.balance().await, before);
}

#[tokio::test]
async fn a_data_url_has_no_source_url() {
    let organization = rich(idle()).await;
    let view = create(&organization.client, json!({ "imageUrl": data() })).await;
    assert_eq!(view["sourceUrl"], Value::Null);
    assert!(!view["name"].as_str().unwrap().is_empty());
    assert_drawn(&picture_of(&view).await);
}

#[tokio::test]
async fn the_preview_of_a_page_is_used() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let folder = web().folder();
    web().show_at(&format!("{folder}preview.png?a=1&b=2"), &png());
    let page = "<!doctype html><title>Cats - Site</title><meta property='og:title' content='Ten funny cats'>
        <meta property='og:image' content='preview.png?a=1&amp;b=2'><p>Watch!";
    let url = web().show_at(&format!("{folder}watch"), page.as_bytes());
    let moved = web().lead(&web().folder(), &url);
    for url in [url, moved] {
        let view = create(client, json!({ "videoUrl": url })).await;
        assert_eq!(
            (&view["sourceUrl"], &view["name"]),
            (&json!(url), &json!("Ten funny cats"))
        );
        assert_drawn(&picture_of(&view).await);
    }
    same_amount(client.balance().await, 99.8);
}

#[tokio::test]
async fn the_largest_preview_of_youtube_is_used() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    for (id, has_largest) in [("aaaaaaaaaa1", true), ("aaaaaaaaaa2", false)] {
        let folder = web().folder();
        let small = web().show_at(
            &format!("{folder}hqdefault.jpg"),
            &encoded(&drawn(48, 36), ImageFormat::Jpeg),
        );
        if has_largest {
            web().show_at(
                &format!("{folder}maxresdefault.jpg"),
                &encoded(&drawn(128, 72), ImageFormat::Jpeg),
            );
        }
        let url = youtube(id, &json!({ "title": "Never give up", "thumbnail_url": small }));
        let view = create(client, json!({ "videoUrl": url })).await;
        let size = if has_largest { (128, 72) } else { (48, 36) };
        let picture = picture_of(&view).await;
        assert_eq!(picture.dimensions(), size);
        assert_colour(&picture, size.0 / 4, size.1 / 2, [200, 30, 30]);
        assert_eq!(
            (&view["sourceUrl"], &view["name"]),
            (&json!(url), &json!("Never give up"))
        );
    }
}

#[tokio::test]
async fn the_preview_of_vimeo_is_used() {
    let organization = rich(idle()).await;
    let picture = web().show("video.jpg", &encoded(&drawn(128, 72), ImageFormat::Jpeg));
    let url = vimeo(
        76_979_871,
        &json!({ "title": "The new player", "thumbnail_url": picture }),
    );
    let view = create(&organization.client, json!({ "videoUrl": url })).await;
    assert_drawn(&picture_of(&view).await);
    assert_eq!(
        (&view["sourceUrl"], &view["name"]),
        (&json!(url), &json!("The new player"))
    );
}

#[tokio::test]
async fn an_unusable_video_is_reported_and_costs_nothing() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let page = |content: &str| {
        web().show(
            "page",
            format!("<meta property=og:image content='{content}'>").as_bytes(),
        )
    };
    let broken = web().show("broken.png", &png()[..40]);
    for (source, message) in [
        (web().show("a.png", &png()), "pass it as `imageUrl`"),
        (
            web().show("page", b"<!doctype html><p>Nothing to see"),
            "not a page that names a preview picture",
        ),
        (web().show("page", b""), "not a page that names a preview picture"),
        (web().url("/nowhere"), "404"),
        (page("/nowhere.png"), "preview picture that answers with status 404"),
        (page(&broken), "preview picture that is damaged"),
        (
            page("http://127.0.0.1:1/a.png"),
            "preview picture that leads to an address that is not public",
        ),
        (data(), "must be an http or https URL"),
        ("my holidays".to_owned(), "not a URL"),
        ("http://192.168.0.1/".to_owned(), "not public"),
        ("https://www.youtube.com/@someone".to_owned(), "but not of a video"),
        ("https://vimeo.com/staffpicks".to_owned(), "but not of a video"),
        ("https://youtu.be/aaaaaaaaaa3".to_owned(), "private or does not exist"),
        (
            youtube("aaaaaaaaaa4", &json!({ "title": "A" })),
            "names no preview picture",
        ),
        (
            youtube("aaaaaaaaaa5", &json!({ "thumbnail_url": web().url("/nowhere.jpg") })),
            "preview picture that answers with status 404",
        ),
        (
            vimeo(5, &json!({ "thumbnail_url": "http://127.0.0.1:1/a.jpg" })),
            "preview picture that leads to an address that is not public",
        ),
    ] {
        let answer = client.call(TOOL, json!({ "videoUrl": source })).await;
        assert_eq!(answer.issues(), ["videoUrl"], "{source}");
        let told = answer.failure("VALIDATION_ERROR")["issues"][0]["message"]
            .as_str()
            .unwrap();
        assert!(told.contains(message), "{source}: {told}");
    }
    // An error in a picture has the path of its parameter.
    let answer = client.call(TOOL, json!({ "imageUrl": broken })).await;
    assert_eq!(answer.issues(), ["imageUrl"]);
    same_amount(client.balance().await, 100.0);
    assert!(objects(idle(), organization.id).await.is_empty());
    assert!(ids(client, json!({})).await.is_empty());
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn nothing_is_fetched_if_the_balance_is_too_low() {
    let organization = idle().organization(Plan::Pro, 0).await;
    grant(idle(), &organization, 9).await;
    let url = web().show("style.png", &png());
    for body in [json!({ "imageUrl": url }), json!({ "videoUrl": url })] {
        let answer = organization.client.call(TOOL, body).await;
        same_amount(number(&answer.failure("INSUFFICIENT_CREDITS")["required"]), 0.1);
    }
    // Unknown ids are reported before an insufficient balance.
    let answer = organization.client.call(TOOL, json!({ "imageId": "img_x" })).await;
    answer.failure("NOT_FOUND");
    assert_eq!(web().asked(&url), 0);
    assert!(objects(idle(), organization.id).await.is_empty());
}

#[tokio::test]
async fn given_texts_replace_generated_texts() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let source = web().show("sunset.png", &png());
    let said = json!({
        "imageUrl": source, "name": "  Retro  wave ", "description": " Like 1985. ", "category": "  Äsport & GAMING ",
    });
    let view = create(client, said).await;
    assert_eq!(view["name"], "Retro  wave");
    assert_eq!(view["description"], "Like 1985.");
    assert_eq!(view["category"], "äsport & gaming");
    // Blank and null parameters are generated.
    let blank = json!({ "imageUrl": source, "name": " ", "description": null, "category": "" });
    let made = create(client, blank).await;
    let bare = create(client, json!({ "imageUrl": source })).await;
    for name in ["name", "description", "category", "palette"] {
        assert_eq!(made[name], bare[name]);
        assert!(name == "palette" || !bare[name].as_str().unwrap().is_empty(), "{name}");
    }
    assert_eq!(bare["name"], "Sunset");
    for (name, most) in [("name", 100), ("description", 500), ("category", 50)] {
        let longest = "ö".repeat(most);
        let view = create(client, json!({ "imageUrl": data(), name: longest })).await;
        assert_eq!(view[name], longest);
        let url = web().show("a.png", &png());
        let answer = client.call(TOOL, json!({ "imageUrl": url, name: longest + "ö" })).await;
        assert_eq!(answer.issues(), [name]);
        assert_eq!(web().asked(&url), 0);
    }
}
