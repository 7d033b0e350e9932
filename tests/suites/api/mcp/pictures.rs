//! The pictures in a result: links, and the size of a message with many of them.

use base64::{Engine, prelude::BASE64_STANDARD};
use contract::Plan;
use serde_json::{Value, json};
use tests::{Mcp, Revision, shared};

use crate::{
    cases::Records,
    record_pages::{IMAGES, PERSONS, insert},
    support::{download, idle, rich},
};

const NEW: Revision = Revision::V2026_07_28;

/// Every object in the data that has a URL, in the order of the data.
fn pictures(data: &Value) -> Vec<&Value> {
    match data {
        Value::Array(items) => items.iter().flat_map(pictures).collect(),
        Value::Object(fields) if fields.contains_key("urlExpiresAt") => vec![data],
        Value::Object(fields) => fields.values().flat_map(pictures).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn every_picture_in_the_data_has_a_link() {
    let records = Records::new(idle(), 10).await;
    let client = &records.owner.client;
    let mut linked = 0;
    for (tool, arguments) in [
        ("list_images", json!({})),
        ("get_image", json!({ "imageId": records.image })),
        ("search_images", json!({})),
        ("list_inspirations", json!({})),
        ("get_inspiration", json!({ "inspirationId": records.inspiration })),
        ("list_persons", json!({})),
        ("get_person", json!({ "personId": records.person })),
        ("get_credits", json!({})),
    ] {
        for revision in Revision::ALL {
            let answer = Mcp::new(client, revision).call(tool, arguments.clone()).await;
            let links = answer.items("resource_link");
            if revision == Revision::V2025_03_26 {
                assert!(links.is_empty());
                continue;
            }
            let pictures = pictures(answer.data());
            linked += links.len();
            assert!(
                links
                    .iter()
                    .map(|link| &link["uri"])
                    .eq(pictures.iter().map(|one| &one["url"]))
            );
            for (link, picture) in links.iter().zip(pictures) {
                assert_eq!(link["mimeType"], picture["contentType"]);
                assert_eq!(link["size"], picture["sizeBytes"]);
                assert!(!link["name"].as_str().unwrap().is_empty());
            }
        }
    }
    assert!(linked >= 15, "{linked}");
}

#[tokio::test]
async fn a_finished_thumbnail_has_a_link_to_its_picture() {
    let organization = shared().organization(Plan::Pro, 5).await;
    let mcp = Mcp::new(&organization.client, NEW);
    let arguments = json!({ "prompt": "A lighthouse", "count": 2, "format": "webp" });
    let made = mcp.call("generate_thumbnail", arguments).await;
    assert!(made.items("resource_link").is_empty());
    let generation = &made.data()["generationId"];
    organization.client.wait(generation).await;
    let status = mcp
        .call("get_generation_status", json!({ "generationId": generation }))
        .await;
    let links = status.items("resource_link");
    assert_eq!(links.len(), 2);
    for (link, thumbnail) in links.iter().zip(status.data()["thumbnails"].as_array().unwrap()) {
        assert_eq!(link["uri"], thumbnail["url"]);
        assert_eq!(link["name"], thumbnail["thumbnailId"]);
        assert_eq!(link["mimeType"], "image/webp");
        let picture = download(link["uri"].as_str().unwrap()).await;
        assert_eq!(link["size"], picture.body().len());
    }
}

#[tokio::test]
async fn a_status_has_previews_of_the_first_finished_thumbnails() {
    let organization = shared().organization(Plan::Pro, 6).await;
    let client = &organization.client;
    let arguments = json!({ "prompt": "A lighthouse in a storm", "count": 6 });
    let made = client.call("generate_thumbnail", arguments).await;
    let generation = &made.data()["generationId"];
    client.wait(generation).await;
    for revision in Revision::ALL {
        let mcp = Mcp::new(client, revision);
        let status = mcp
            .call("get_generation_status", json!({ "generationId": generation }))
            .await;
        let previews = status.items("image");
        assert!((3..=4).contains(&previews.len()), "{}", previews.len());
        let base64: Vec<&str> = previews.iter().map(|item| item["data"].as_str().unwrap()).collect();
        assert!(base64.iter().map(|data| data.len()).sum::<usize>() <= 300_000);
        for (data, thumbnail) in base64.iter().zip(status.data()["thumbnails"].as_array().unwrap()) {
            let bytes = BASE64_STANDARD.decode(data).unwrap();
            let stored = download(thumbnail["previewUrl"].as_str().unwrap()).await;
            assert_eq!(bytes, stored.body().as_ref());
            let picture = image::load_from_memory_with_format(&bytes, image::ImageFormat::Jpeg).unwrap();
            assert_eq!(picture.width().max(picture.height()), 480);
        }
        assert!(previews.iter().all(|item| item["mimeType"] == "image/jpeg"));
        // A list has links alone.
        let listed = mcp.call("list_generations", json!({})).await;
        assert!(listed.items("image").is_empty());
    }
}

#[tokio::test]
async fn a_page_ends_before_its_message_is_too_large() {
    // Each of these characters takes six bytes as data, and seven as text.
    let text = "\u{1}".repeat(500);
    for list in [IMAGES, PERSONS] {
        let organization = rich(idle()).await;
        let mcp = Mcp::new(&organization.client, NEW);
        let expected = insert(idle(), organization.id, list, 1000, &text).await;
        let (mut found, mut cursor, mut largest) = (Vec::new(), Value::Null, 0);
        loop {
            let page = mcp.call(list.tool, json!({ "cursor": cursor })).await;
            largest = largest.max(page.bytes.len());
            // The response of a Lambda has the message as a string, and at most 6 MB.
            let response = json!({ "statusCode": 200, "body": String::from_utf8_lossy(&page.bytes) });
            assert!(response.to_string().len() < 6_000_000, "{}", response.to_string().len());
            let items = page.data()[list.items].as_array().unwrap();
            found.extend(items.iter().map(|item| item[list.id].as_str().unwrap().to_owned()));
            cursor = page.data()["nextCursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(found, expected);
        assert!((4_000_000..5_500_000).contains(&largest), "{}: {largest}", list.tool);
    }
}
