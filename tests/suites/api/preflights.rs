//! The checks of finished thumbnails and of images.

use contract::Plan;
use serde_json::{Value, json};
use tests::shared;

use crate::{
    generation::{finish, pro},
    pictures::{data_url, encoded},
    support::{call, generate, idle, put_image, put_picture, status},
};

/// The checks that every picture has.
const USUAL: [&str; 7] = [
    "file_size",
    "dimensions",
    "duration_badge",
    "progress_bar",
    "light_theme",
    "dark_theme",
    "clutter",
];
const OF_WORDS: [&str; 3] = ["word_height", "word_contrast", "word_count"];

fn checks(preflight: &Value) -> &Vec<Value> {
    preflight["checks"].as_array().unwrap_or_else(|| panic!("{preflight}"))
}

fn ids(preflight: &Value) -> Vec<&str> {
    checks(preflight)
        .iter()
        .map(|check| check["id"].as_str().unwrap())
        .collect()
}

fn check<'a>(preflight: &'a Value, id: &str) -> &'a Value {
    checks(preflight).iter().find(|check| check["id"] == id).unwrap()
}

/// Checks what holds for every preflight of a picture of this size.
#[track_caller]
fn is_sound(preflight: &Value, (width, height): (u64, u64)) {
    let all_ok = checks(preflight).iter().all(|check| check["ok"] == true);
    assert_eq!(preflight["ok"], all_ok, "{preflight}");
    for check in checks(preflight) {
        assert!(check["value"].is_number() && check["limit"].is_number(), "{check}");
        assert!(
            check["message"].as_str().is_some_and(|message| message.ends_with('.')),
            "{check}"
        );
        for place in check["boxes"].as_array().unwrap() {
            let end = |start: &str, length: &str| place[start].as_u64().unwrap() + place[length].as_u64().unwrap();
            assert!(end("x", "width") <= width && end("y", "height") <= height, "{check}");
        }
    }
}

#[tokio::test]
async fn a_finished_thumbnail_is_measured_and_the_composers_words_are_known() {
    let organization = pro(shared()).await;
    for (shape, resolution, size) in [
        ("16:9", "720p", (1280, 720)),
        ("9:16", "1080p", (1080, 1920)),
        ("16:9", "2160p", (3840, 2160)),
    ] {
        let body = json!({
            "prompt": "a cat on a roof", "title": "Why cats win", "aspectRatio": shape, "resolution": resolution, "seed": 5,
        });
        let view = finish(&organization.client, body).await;
        let thumbnail = &view["thumbnails"][0];
        let preflight = &thumbnail["preflight"];
        is_sound(preflight, size);
        let mut expected = [&USUAL[..], &OF_WORDS].concat();
        let mut found = ids(preflight);
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{shape} {resolution}");
        assert_eq!(check(preflight, "word_count")["value"], 3);
        assert_eq!(check(preflight, "file_size")["value"], thumbnail["sizeBytes"]);
        for id in [
            "file_size",
            "dimensions",
            "word_height",
            "word_contrast",
            "duration_badge",
        ] {
            assert_eq!(check(preflight, id)["ok"], true, "{shape} {resolution} {preflight}");
        }
    }
}

#[tokio::test]
async fn thumbnails_of_a_generation_are_compared_with_each_other() {
    let organization = pro(shared()).await;
    let view = finish(
        &organization.client,
        json!({ "prompt": "a red kite", "count": 3, "seed": 7 }),
    )
    .await;
    for thumbnail in view["thumbnails"].as_array().unwrap() {
        let sameness = check(&thumbnail["preflight"], "sameness");
        assert_eq!(sameness["ok"], true, "{sameness}");
    }
    // Without its siblings a picture has the same results, except for the likeness to them.
    let alone = finish(&organization.client, json!({ "prompt": "a red kite", "seed": 8 })).await;
    let mut among = view["thumbnails"][1]["preflight"]["checks"].clone();
    among.as_array_mut().unwrap().retain(|check| check["id"] != "sameness");
    assert_eq!(alone["thumbnails"][0]["preflight"]["checks"], among);
}

#[tokio::test]
async fn notes_name_the_checks_that_a_composed_thumbnail_fails() {
    let organization = pro(shared()).await;
    let titled = async |title: &str| {
        let body = json!({ "prompt": "A rocket launch over the sea at dawn", "title": title, "count": 2 });
        finish(&organization.client, body).await
    };
    let view = titled("We have liftoff").await;
    for thumbnail in view["thumbnails"].as_array().unwrap() {
        assert_eq!(thumbnail["preflight"]["ok"], true, "{}", thumbnail["preflight"]);
    }
    assert_eq!(view["notes"], json!([]));
    let view = titled("We have liftoff and now we wait for it to land").await;
    let word_count = check(&view["thumbnails"][0]["preflight"], "word_count");
    assert_eq!(word_count["ok"], false);
    let limit = word_count["limit"].as_u64().unwrap();
    let message = word_count["message"]
        .as_str()
        .unwrap()
        .replace("`limit`", &limit.to_string());
    let note = format!("Thumbnails 0, 1 do not pass the check word_count of `preflight`. {message}");
    assert!(
        view["notes"].as_array().unwrap().contains(&json!(note)),
        "{}",
        view["notes"]
    );
}

#[tokio::test]
async fn a_thumbnail_that_is_not_finished_has_no_preflight() {
    let organization = pro(idle()).await;
    let started = generate(&organization.client, json!({ "prompt": "a red kite" })).await;
    let view = status(&organization.client, &started["generationId"]).await;
    assert!(view["thumbnails"][0]["preflight"].is_null());
}

/// A `data:` URL of a picture of this size with a light square.
fn source(width: u32, height: u32) -> String {
    let is_light = |x: u32, y: u32| x.abs_diff(width / 2) < height / 4 && y.abs_diff(height / 2) < height / 4;
    let colour = |x, y| if is_light(x, y) { [250, 220, 60] } else { [30, 60, 120] };
    let picture = image::RgbImage::from_fn(width, height, |x, y| image::Rgb(colour(x, y)));
    data_url(&encoded(&picture.into(), image::ImageFormat::Png))
}

#[tokio::test]
async fn an_image_is_measured_if_it_has_the_shape_of_a_thumbnail() {
    let organization = idle().organization(Plan::Pro, 5).await;
    let client = &organization.client;
    for (width, height, is_measured) in [
        (1280, 720, true),
        (647, 360, false),
        (642, 360, true),
        (720, 1280, false),
    ] {
        let body = json!({ "imageUrl": source(width, height), "name": "A picture" });
        let uploaded = call(client, "upload_image", body.clone()).await;
        let preflight = &uploaded["preflight"];
        assert_eq!(preflight.is_object(), is_measured, "{width}×{height}: {preflight}");
        let shown = call(client, "get_image", json!({ "imageId": uploaded["imageId"] })).await;
        assert_eq!(shown["preflight"], *preflight);
        if !is_measured {
            continue;
        }
        is_sound(preflight, (width.into(), height.into()));
        assert_eq!(ids(preflight), USUAL);
        assert_eq!(check(preflight, "dimensions")["ok"], height >= 720);
        assert_eq!(check(preflight, "file_size")["value"], uploaded["sizeBytes"]);
        let again = call(client, "upload_image", body).await;
        assert_eq!(again["preflight"], *preflight);
    }
}

#[tokio::test]
async fn a_repeated_upload_has_the_same_preflight() {
    let organization = idle().organization(Plan::Pro, 5).await;
    let body = json!({ "imageUrl": source(640, 360) });
    let first = organization
        .client
        .call_once("upload_image", "once", body.clone())
        .await;
    let again = organization.client.call_once("upload_image", "once", body).await;
    assert!(first.data()["preflight"].is_object());
    assert_eq!(first.bytes, again.bytes);
}

#[tokio::test]
async fn an_image_of_an_earlier_version_has_no_preflight() {
    let organization = idle().organization(Plan::Pro, 5).await;
    let object = put_picture(idle()).await;
    let id = put_image(idle(), organization.id, &object).await;
    let shown = call(&organization.client, "get_image", json!({ "imageId": id })).await;
    assert!(shown["preflight"].is_null());
}
