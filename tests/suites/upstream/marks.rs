//! What every picture says of its origin.

use std::io::Cursor;

use image::{ImageDecoder, ImageReader};
use serde_json::{Value, json};

use crate::{
    references::References,
    support::{begin, download},
    world::{World, one_of_each, with},
};

const VOCABULARY: &str = "http://cv.iptc.org/newscodes/digitalsourcetype/";

/// The kind of source in the file of a thumbnail.
async fn source_of(thumbnail: &Value) -> String {
    let file = download(thumbnail).await;
    let reader = ImageReader::new(Cursor::new(&file)).with_guessed_format().unwrap();
    let packet = reader.into_decoder().unwrap().xmp_metadata().unwrap();
    let packet = String::from_utf8(packet.expect("a packet")).unwrap();
    assert!(packet.contains("xmp:CreatorTool=\"Thumbnails "), "{packet}");
    for secret in ["lighthouse", "gen_", "thm_", "org_"] {
        assert!(!packet.contains(secret), "{packet}");
    }
    let (_, after) = packet.split_once(VOCABULARY).expect("a kind of source");
    after.split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn every_picture_says_whether_a_model_painted_it() {
    let world = World::start(one_of_each()).await;
    for format in ["png", "jpeg", "webp"] {
        // An organization may make ten calls a minute.
        let organization = world.organization().await;
        let references = References::upload(&organization.client).await;
        let make = async |body: Value| {
            let body = with(json!({ "prompt": "A lighthouse" }), body);
            let status = begin(&organization, body).await.end(&world.service).await;
            assert_eq!(status["status"], "completed", "{status}");
            status["thumbnails"][0].clone()
        };
        let style = references.body(json!({}))["inspirationIds"].clone();
        let drawn = json!({ "model": "composer", "format": format });
        assert_eq!(source_of(&make(drawn.clone()).await).await, "algorithmicMedia");
        // The look of an inspiration is not a part of the picture.
        let styled = with(drawn.clone(), json!({ "inspirationIds": style }));
        assert_eq!(source_of(&make(styled).await).await, "algorithmicMedia");
        assert_eq!(source_of(&make(references.body(drawn)).await).await, "composite");
        let by_model = references.body(json!({ "model": "gemini", "format": format }));
        let painted = make(by_model).await;
        assert_eq!(source_of(&painted).await, "trainedAlgorithmicMedia");
        let placed = json!({ "model": "composer", "format": format, "imageIds": [painted["thumbnailId"]] });
        assert_eq!(
            source_of(&make(placed).await).await,
            "compositeWithTrainedAlgorithmicMedia"
        );
    }
    world.end().await;
}
