//! The resolution of pictures, and the largest file.

use contract::{Amount, Plan};
use serde_json::{Value, json};
use tests::shared;

use crate::{
    generation::{finish, picture, pro},
    support::{generate, idle, number, same_amount, status},
};

/// The size of the only picture of a finished generation, in pixels, and of its file in bytes. The response and the
/// file must agree.
async fn measured(view: &Value) -> ((u32, u32), usize) {
    let thumbnail = &view["thumbnails"][0];
    let file = picture(thumbnail).await;
    let decoded = image::load_from_memory(&file).unwrap();
    let size = (decoded.width(), decoded.height());
    assert_eq!(
        json!([thumbnail["width"], thumbnail["height"]]),
        json!([size.0, size.1])
    );
    assert_eq!(thumbnail["sizeBytes"], file.len());
    (size, file.len())
}

#[tokio::test]
async fn each_resolution_has_its_size_for_the_same_price() {
    let organization = pro(shared()).await;
    for (resolution, shape, size, most) in [
        ("720p", "16:9", (1280, 720), 2_000_000),
        ("1080p", "16:9", (1920, 1080), 2_000_000),
        ("1080p", "9:16", (1080, 1920), 2_000_000),
        ("1080p", "1:1", (1620, 1620), 2_000_000),
        ("2160p", "16:9", (3840, 2160), 20_000_000),
        ("2160p", "4:3", (4320, 3240), 20_000_000),
    ] {
        let body = json!({ "prompt": "A cat on a roof", "aspectRatio": shape, "resolution": resolution });
        let view = finish(&organization.client, body).await;
        assert_eq!(
            (&view["resolution"], &view["maxBytes"]),
            (&json!(resolution), &json!(most))
        );
        same_amount(number(&view["cost"]), 1.0);
        let (found, bytes) = measured(&view).await;
        assert_eq!(found, size, "{resolution} {shape}");
        assert!(bytes <= most, "{resolution} {shape}: {bytes}");
        assert_eq!(view["notes"], json!([]));
    }
}

#[tokio::test]
async fn a_file_is_never_larger_than_asked_for() {
    let organization = pro(shared()).await;
    for (format, resolution, max_bytes) in [
        ("png", "720p", 100_000),
        ("jpeg", "720p", 100_000),
        ("webp", "1080p", 250_000),
        ("png", "2160p", 400_000),
        ("jpeg", "2160p", 100_000),
    ] {
        let body = json!({
            "prompt": "A cat on a roof", "title": "Why cats win",
            "format": format, "resolution": resolution, "maxBytes": max_bytes,
        });
        let view = finish(&organization.client, body).await;
        assert_eq!(
            (&view["status"], &view["maxBytes"]),
            (&json!("completed"), &json!(max_bytes)),
            "{format} {resolution}: {view}"
        );
        let (_, bytes) = measured(&view).await;
        assert!(bytes <= max_bytes, "{format} {resolution}: {bytes} of {max_bytes}");
    }
}

#[tokio::test]
async fn a_variation_inherits_the_resolution_and_the_limit_of_the_file() {
    let service = idle();
    let organization = service.organization(Plan::Pro, 100).await;
    let client = &organization.client;
    let shown = async |tool: &str, body: Value| {
        let started = client.call(tool, body).await.data().clone();
        let view = status(client, &started["generationId"]).await;
        (
            started["promptId"].clone(),
            json!([view["resolution"], view["maxBytes"]]),
        )
    };
    let original = json!({ "prompt": "A kite", "resolution": "1080p", "maxBytes": 150_000 });
    let (named, told) = shown("generate_thumbnail", original).await;
    assert_eq!(told, json!(["1080p", 150_000]));
    for (changes, expected) in [
        (json!({}), json!(["1080p", 150_000])),
        (
            json!({ "resolution": null, "maxBytes": null }),
            json!(["1080p", 150_000]),
        ),
        (json!({ "resolution": "2160p" }), json!(["2160p", 150_000])),
        (json!({ "maxBytes": 50_000_000 }), json!(["1080p", 50_000_000])),
    ] {
        let mut body = changes;
        body["promptId"] = named.clone();
        assert_eq!(shown("generate_variation", body).await.1, expected);
    }
    // A limit that the original left to the default is the default again.
    let (unlimited, told) = shown("generate_thumbnail", json!({ "prompt": "A kite" })).await;
    assert_eq!(told, json!(["720p", 2_000_000]));
    for (resolution, most) in [("1080p", 2_000_000), ("2160p", 20_000_000)] {
        let body = json!({ "promptId": unlimited, "resolution": resolution });
        assert_eq!(shown("generate_variation", body).await.1, json!([resolution, most]));
    }
}

#[tokio::test]
async fn the_limits_of_max_bytes_are_accepted() {
    let service = idle();
    let organization = service.organization(Plan::Pro, 5).await;
    for max_bytes in [json!(100_000), json!(50_000_000), json!(100_000.0)] {
        generate(
            &organization.client,
            json!({ "prompt": "A kite", "maxBytes": max_bytes }),
        )
        .await;
    }
    same_amount(organization.client.balance().await, 2.0);
    let balance = service.store().balance(organization.id).await.unwrap();
    assert_eq!(balance.balance, Amount::thumbnails(2));
}
