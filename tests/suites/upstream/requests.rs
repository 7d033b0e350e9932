//! The requests to the vendors, checked more strictly than the fakes check them.

use bytes::Bytes;
use serde_json::{Value, json};
use tests::upstream::{Field, Seen, gemini::Part};

use crate::{
    logs::CANARY,
    references::References,
    support::{self, begin},
    world::{KEYS, UpstreamWorld, model, with},
};

/// The aspect ratios of thumbnails.
const SHAPES: [&str; 4] = ["16:9", "9:16", "1:1", "4:3"];

/// Makes a thumbnail, expects success, and returns the last request to the vendor.
async fn sent(world: &UpstreamWorld, body: Value, seen: impl Fn(&UpstreamWorld) -> Vec<Seen>) -> Seen {
    let organization = world.organization().await;
    sent_with(world, &organization, body, seen).await
}

async fn sent_with(
    world: &UpstreamWorld,
    organization: &tests::Organization,
    body: Value,
    seen: impl Fn(&UpstreamWorld) -> Vec<Seen>,
) -> Seen {
    let status = begin(organization, body).await.end(&world.service).await;
    assert_eq!(status["status"], "completed", "{status}");
    seen(world).pop().expect("a request")
}

fn key(of: &str) -> &'static str {
    let found = KEYS.into_iter().find(|(name, _)| *name == of);
    found.expect("a key").1
}

/// Asserts that the prompt numbers the pictures in the order in which they are sent.
fn assert_told(text: &str) {
    for phrase in [
        format!("Images 1 and 2 show \"Kim {CANARY}\"."),
        format!("OBJECTS: Image 4 is \"Can {CANARY}\"."),
        format!("LOGOS: Image 3 is \"Logo {CANARY}\"."),
        "STYLE: Image 5 sets mood".to_owned(),
        format!("PICTURE: {}", support::prompt()),
        "Print exactly \"Storm\"".to_owned(),
        "SHAPE: 16:9 (1280 by 720 pixels)".to_owned(),
    ] {
        assert!(text.contains(&phrase), "no {phrase} in {text}");
    }
}

#[tokio::test]
async fn gemini_receives_the_text_and_then_the_pictures_in_the_order_of_their_numbers() {
    let upstream = "gemini-nano-banana-2.1";
    let large = json!({ "generationConfig": { "imageConfig": { "imageSize": "2K" } } });
    let seeds = json!({ "capabilities": { "seed": true }, "referenceOptions": { "serviceTier": "standard" } });
    let world = UpstreamWorld::start(json!([
        model("gemini", "plain", upstream),
        with(model("gemini", "large", upstream), json!({ "options": large })),
        with(model("gemini", "seeded", upstream), seeds),
    ]))
    .await;
    let seen = |world: &UpstreamWorld| world.gemini.seen();
    for shape in SHAPES {
        let request = sent(&world, json!({ "model": "plain", "aspectRatio": shape }), seen).await;
        assert_eq!(request.path, format!("/v1beta/models/{upstream}:generateContent"));
        assert_eq!(request.header("x-goog-api-key"), Some(key("GEMINI_API_KEY")));
        assert_eq!(request.header("authorization"), None);
        let expected = json!({ "responseModalities": ["IMAGE"], "imageConfig": { "aspectRatio": shape } });
        assert_eq!(request.json()["generationConfig"], expected);
        assert!(matches!(&request.parts()[..], [Part::Text(_)]));
    }
    let request = sent(&world, json!({ "model": "large" }), seen).await;
    let expected = json!({ "aspectRatio": "16:9", "imageSize": "2K" });
    assert_eq!(request.json()["generationConfig"]["imageConfig"], expected);
    // Gemini's seed is a signed 32-bit number, so the highest bit is dropped. Consecutive seeds stay different.
    for (seed, expected) in [(u32::MAX, i32::MAX), (6, 6), (7, 7)] {
        let request = sent(&world, json!({ "model": "seeded", "seed": seed }), seen).await;
        assert_eq!(request.json()["generationConfig"]["seed"], json!(expected));
        assert_eq!(request.json()["serviceTier"], Value::Null);
    }

    let organization = world.organization().await;
    let references = References::upload(&organization.client).await;
    let body = references.body(
        json!({ "model": "seeded", "title": "Storm", "lettering": "model", "metadata": { "channel": "own data" } }),
    );
    let request = sent_with(&world, &organization, body, seen).await;
    assert_eq!(request.json()["serviceTier"], "standard");
    assert!(
        !request.json().to_string().contains("own data"),
        "metadata are not for models"
    );
    let mut parts = request.parts().into_iter();
    let Some(Part::Text(text)) = parts.next() else {
        panic!("the first part must be the text");
    };
    assert_told(&text);
    let pictures: Vec<_> = references.pictures.iter().map(|(_, bytes)| bytes.clone()).collect();
    let expected = pictures.into_iter().map(|bytes| Part::Picture {
        mime_type: "image/png".to_owned(),
        bytes,
    });
    assert_eq!(parts.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    world.end().await;
}

#[tokio::test]
async fn openai_is_asked_for_the_nearest_size_that_the_model_supports() {
    let any = json!({ "capabilities": { "sizes": ["any"] }, "options": { "quality": "low", "n": null } });
    let world = UpstreamWorld::start(json!([
        model("openai", "three", "gpt-image-2"),
        with(model("openai", "any", "gpt-image-2"), any),
    ]))
    .await;
    let seen = |world: &UpstreamWorld| world.openai.seen();
    let usual = ["1536x1024", "1024x1536", "1024x1024", "1536x1024"];
    let exact = ["1280x720", "720x1280", "1088x1088", "1440x1088"];
    for (id, sizes) in [("three", usual), ("any", exact)] {
        for (shape, size) in SHAPES.into_iter().zip(sizes) {
            let request = sent(&world, json!({ "model": id, "aspectRatio": shape }), seen).await;
            assert_eq!(request.path, "/v1/images/generations");
            let bearer = format!("Bearer {}", key("OPENAI_API_KEY"));
            assert_eq!(request.header("authorization"), Some(bearer.as_str()));
            let mut body = request.json();
            let prompt = body["prompt"].take();
            assert!(prompt.as_str().unwrap().contains(&support::prompt()));
            let expected = match id {
                "three" => json!({ "model": "gpt-image-2", "prompt": null, "n": 1, "size": size }),
                _ => json!({ "model": "gpt-image-2", "prompt": null, "size": size, "quality": "low" }),
            };
            assert_eq!(body, expected);
        }
    }
    world.end().await;
}

#[tokio::test]
async fn openai_receives_an_edit_request_if_there_are_references() {
    let options = json!({
        "options": { "output_format": "jpeg", "output_compression": 80 },
        "referenceOptions": { "quality": "high" },
    });
    let world = UpstreamWorld::start(json!([with(model("openai", "edits", "gpt-image-2"), options)])).await;
    let organization = world.organization().await;
    let references = References::upload(&organization.client).await;
    let body = references.body(json!({ "model": "edits", "title": "Storm", "lettering": "model" }));
    let request = sent_with(&world, &organization, body, |world| world.openai.seen()).await;
    assert_eq!(request.path, "/v1/images/edits");
    let fields = request.form().expect("a form");
    let (files, texts): (Vec<Field>, Vec<Field>) = fields.into_iter().partition(|field| field.file_name.is_some());
    let texts: Vec<_> = texts.iter().map(|field| (field.name.as_str(), field.text())).collect();
    let text = |name: &str| {
        let found = texts.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| text.as_str()).unwrap_or_default()
    };
    assert_told(text("prompt"));
    for (name, expected) in [
        ("model", "gpt-image-2"),
        ("n", "1"),
        ("size", "1536x1024"),
        ("output_format", "jpeg"),
        ("output_compression", "80"),
        ("quality", "high"),
    ] {
        assert_eq!(text(name), expected, "{name}");
    }
    assert_eq!((texts.len(), files.len()), (7, 5));
    for (at, (file, (_, bytes))) in files.iter().zip(&references.pictures).enumerate() {
        assert_eq!(file.name, "image[]");
        assert_eq!(file.file_name, Some(format!("{}.png", at + 1)));
        assert_eq!(file.content_type.as_deref(), Some("image/png"));
        assert_eq!(&file.bytes, bytes);
    }
    // The model returns a JPEG, but the thumbnail is stored in the requested format.
    let shown = begin(&organization, json!({})).await.end(&world.service).await;
    let picture = support::download(&shown["thumbnails"][0]).await;
    assert_eq!(image::guess_format(&picture).unwrap(), image::ImageFormat::Png);
    world.end().await;
}

#[tokio::test]
async fn bedrock_receives_documented_stability_requests_signed_with_the_role() {
    let core = "stability.stable-image-core-v1:1";
    let world = UpstreamWorld::start(json!([
        with(model("bedrock", "role", core), json!({ "region": "us-west-2" })),
        with(
            model("bedrock", "key", core),
            json!({ "secret": "env:BEDROCK_API_KEY", "baseUrl": "{bedrock}" })
        ),
    ]))
    .await;
    let seen = |world: &UpstreamWorld| world.bedrock.seen();
    let shapes = ["16:9", "9:16", "1:1", "5:4"];
    for (shape, nearest) in SHAPES.into_iter().zip(shapes) {
        let body = json!({ "model": "role", "aspectRatio": shape, "seed": u32::MAX });
        let request = sent(&world, body, seen).await;
        assert_eq!(request.path, "/model/stability.stable-image-core-v1%3A1/invoke");
        let signature = request.header("authorization").unwrap_or_default();
        assert!(
            signature.starts_with("AWS4-HMAC-SHA256 Credential=local/"),
            "{signature}"
        );
        assert!(signature.contains("/us-west-2/bedrock/aws4_request"), "{signature}");
        assert_eq!(request.header("accept"), Some("application/json"));
        let mut body = request.json();
        assert!(body["prompt"].take().as_str().unwrap().contains(&support::prompt()));
        let expected = json!({
            "prompt": null, "aspect_ratio": nearest, "seed": u32::MAX - 1, "output_format": "png",
        });
        assert_eq!(body, expected);
    }
    let request = sent(&world, json!({ "model": "key" }), seen).await;
    let bearer = format!("Bearer {}", key("BEDROCK_API_KEY"));
    assert_eq!(request.header("authorization"), Some(bearer.as_str()));
    world.end().await;
}

#[tokio::test]
async fn bedrock_receives_the_single_reference_that_a_model_supports() {
    let onto = json!({ "mode": "image-to-image", "strength": 0.7, "aspect_ratio": null });
    let world = UpstreamWorld::start(json!([
        with(
            model("bedrock", "sd", "stability.sd3-5-large-v1:0"),
            json!({ "capabilities": { "references": 1 }, "referenceOptions": onto }),
        ),
        with(
            model("bedrock", "style", "us.stability.stable-image-style-guide-v1:0"),
            json!({ "capabilities": { "references": { "style": 1 } }, "options": { "fidelity": 0.5 } }),
        ),
    ]))
    .await;
    let organization = world.organization().await;
    let references = References::upload(&organization.client).await;
    let seen = |world: &UpstreamWorld| world.bedrock.seen();
    let image = |at: usize| {
        use base64::{Engine, prelude::BASE64_STANDARD};
        let (_, bytes): &(String, Bytes) = &references.pictures[at];
        json!(BASE64_STANDARD.encode(bytes))
    };
    let request = sent_with(&world, &organization, references.body(json!({ "model": "sd" })), seen).await;
    let body = request.json();
    assert_eq!(
        (&body["mode"], &body["strength"]),
        (&json!("image-to-image"), &json!(0.7))
    );
    assert_eq!((&body["image"], body.get("aspect_ratio")), (&image(0), None));
    let request = sent_with(
        &world,
        &organization,
        references.body(json!({ "model": "style" })),
        seen,
    )
    .await;
    let body = request.json();
    assert_eq!((&body["image"], &body["aspect_ratio"]), (&image(4), &json!("16:9")));
    assert_eq!(body["fidelity"], 0.5);
    // Without a reference, the model gets an ordinary text-to-image request.
    let request = sent(&world, json!({ "model": "sd" }), seen).await;
    assert_eq!(
        (request.json().get("mode"), &request.json()["aspect_ratio"]),
        (None, &json!("16:9"))
    );
    world.end().await;
}
