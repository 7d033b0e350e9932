//! Previews of finished thumbnails.

use std::time::Duration;

use image::{RgbImage, imageops::FilterType};
use serde_json::{Value, json};
use store::{FinishedPicture, LeaseOutcome, Settled};
use tests::shared;

use crate::{
    generation::{finish, picture, pro},
    support::{download, idle, insert_generation, status},
};

/// Downloads the preview of a thumbnail.
async fn preview(thumbnail: &Value) -> RgbImage {
    let response = download(thumbnail["previewUrl"].as_str().unwrap()).await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "image/jpeg");
    assert!(response.body().len() <= 60_000, "{}", response.body().len());
    let format = image::ImageFormat::Jpeg;
    image::load_from_memory_with_format(response.body(), format)
        .unwrap()
        .into_rgb8()
}

/// The mean difference of the channels of two pictures of the same size.
fn difference(one: &RgbImage, other: &RgbImage) -> f64 {
    assert_eq!(one.dimensions(), other.dimensions());
    let differences = one.iter().zip(other.iter()).map(|(one, other)| one.abs_diff(*other));
    differences.map(f64::from).sum::<f64>() / one.len() as f64
}

#[tokio::test]
async fn a_finished_thumbnail_has_a_small_jpeg_of_the_same_picture() {
    let organization = pro(shared()).await;
    for (shape, width, height) in [
        ("16:9", 480, 270),
        ("9:16", 270, 480),
        ("1:1", 480, 480),
        ("4:3", 480, 360),
    ] {
        let body = json!({ "prompt": "A cat on a roof", "title": "Cat!", "aspectRatio": shape, "count": 2 });
        let view = finish(&organization.client, body).await;
        for thumbnail in view["thumbnails"].as_array().unwrap() {
            let preview = preview(thumbnail).await;
            assert_eq!(preview.dimensions(), (width, height), "{shape}");
            let full = image::load_from_memory(&picture(thumbnail).await).unwrap().into_rgb8();
            let small = image::imageops::resize(&full, width, height, FilterType::CatmullRom);
            let difference = difference(&preview, &small);
            assert!(difference < 4.0, "{shape}: {difference}");
        }
    }
}

#[tokio::test]
async fn the_bucket_reads_a_preview_by_its_url_and_no_other_object() {
    let organization = pro(shared()).await;
    let view = finish(&organization.client, json!({ "prompt": "A red kite" })).await;
    let thumbnail = &view["thumbnails"][0];
    let bucket = &shared().resources().bucket;
    let url = thumbnail["previewUrl"].as_str().unwrap();
    let read = bucket.preview_at(url).await.unwrap().unwrap();
    assert_eq!(&read, download(url).await.body());
    let other = thumbnail["url"].as_str().unwrap();
    for foreign in [
        other,
        "",
        "https://example.com/a-preview.jpg",
        &url.replacen("-1-preview", "-2-preview", 1),
    ] {
        assert_eq!(bucket.preview_at(foreign).await.unwrap(), None, "{foreign}");
    }
}

#[tokio::test]
async fn a_thumbnail_of_an_earlier_version_has_neither_preview_nor_preflight() {
    let service = idle();
    let organization = pro(service).await;
    let generation = insert_generation(service, organization.id, |_| {}).await;
    let store = service.store();
    let until = store.clock().now().plus(Duration::from_secs(30));
    let leased = store.lease(organization.id, generation, 0, until).await.unwrap();
    let LeaseOutcome::Leased(lease) = leased else {
        panic!("the thumbnail is leased by somebody else");
    };
    let made = FinishedPicture::new("a-picture".to_owned(), 9, store.clock().now());
    assert_eq!(store.complete(&lease, made).await.unwrap(), Settled::Done);
    let view = status(&organization.client, &json!(generation)).await;
    let thumbnail = &view["thumbnails"][0];
    assert!(thumbnail["url"].is_string(), "{thumbnail}");
    assert!(
        thumbnail["previewUrl"].is_null() && thumbnail["preflight"].is_null(),
        "{thumbnail}"
    );
}
