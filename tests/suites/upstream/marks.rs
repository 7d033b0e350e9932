//! The origin that each picture's file names, and the C2PA manifests of vendors' files, which are kept.

use std::io::Cursor;

use bytes::Bytes;
use http::Method;
use image::{ImageDecoder, ImageFormat, ImageReader};
use serde_json::{Value, json};
use store::State;
use tests::upstream::Act;

use crate::{
    references::References,
    support::{begin, download, picture},
    world::{UpstreamWorld, one_of_each, with},
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
    let world = UpstreamWorld::start(one_of_each()).await;
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
        let by_model = json!({ "model": "gemini", "format": format });
        let lettered = make(by_model.clone()).await;
        assert_eq!(source_of(&lettered).await, "compositeWithTrainedAlgorithmicMedia");
        let painted = make(references.body(with(by_model, json!({ "lettering": "model" })))).await;
        assert_eq!(source_of(&painted).await, "trainedAlgorithmicMedia");
        let placed = json!({ "model": "composer", "format": format, "imageIds": [painted["thumbnailId"]] });
        assert_eq!(
            source_of(&make(placed).await).await,
            "compositeWithTrainedAlgorithmicMedia"
        );
    }
    world.end().await;
}

/// A C2PA manifest store: a superbox of the type `c2pa` with nothing but its description.
const MANIFEST: &[u8] = b"\0\0\0\x26jumb\0\0\0\x1ejumdc2pa\0\x11\0\x10\x80\0\0\xaa\0\x38\x9b\x71\x03c2pa\0";

/// A vendor's picture with this manifest, in a segment after the beginning of a JPEG.
fn signed(manifest: &[u8]) -> Bytes {
    let length = u16::try_from(2 + 8 + manifest.len()).unwrap().to_be_bytes();
    let segment = [b"\xff\xeb", length.as_slice(), b"JP\0\x01\0\0\0\x01", manifest].concat();
    let mut file = picture((1344, 768), 120, ImageFormat::Jpeg).to_vec();
    file.splice(2..2, segment);
    file.into()
}

#[tokio::test]
async fn the_manifest_of_a_vendors_file_is_kept_beside_the_picture() {
    let world = UpstreamWorld::start(one_of_each()).await;
    let organization = world.organization().await;
    let plain = picture((1344, 768), 120, ImageFormat::Jpeg);
    for (file, expected) in [(signed(MANIFEST), true), (plain, false), (signed(b"none"), false)] {
        world.gemini.script(move |_, _| Act::SucceedWith(file.clone()));
        let begun = begin(&organization, json!({ "model": "gemini", "format": "jpeg" })).await;
        let status = begun.end(&world.service).await;
        let thumbnail = &status["thumbnails"][0];
        assert_eq!(thumbnail["reproducibility"]["c2pa"], expected, "{status}");

        let progress = begun.progress(&world.service).await;
        let State::Completed(made) = &progress.thumbnails[0].state else {
            panic!("{progress:?}");
        };
        let bucket = &world.service.resources().bucket;
        let kept = match &made.manifest_key {
            Some(key) => bucket.get(key).await.unwrap(),
            None => None,
        };
        assert_eq!(kept.as_deref(), expected.then_some(MANIFEST));

        // It is deleted with the picture.
        let keys: Vec<String> = made.object_keys().map(str::to_owned).collect();
        // The picture, its preview and its plate, and the manifest.
        assert_eq!(keys.len(), if expected { 4 } else { 3 });
        let client = &organization.client;
        let path = format!("/api/v1/generations/{}", begun.id);
        client.operate(client.request(Method::DELETE, &path, "")).await.data();
        for key in keys {
            assert_eq!(bucket.get(&key).await.unwrap(), None, "{key}");
        }
    }
    world.end().await;
}
