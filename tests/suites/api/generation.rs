//! Generations: parameters and results.

use contract::Plan;
use image::{DynamicImage, ImageFormat};
use serde_json::{Value, json};
use tests::{Client, Organization, Service, shared};

use crate::support::{
    download, generate, idle, number, put_image, put_inspiration, put_person, put_picture, put_public_inspiration,
    same_amount, status,
};

pub(crate) async fn pro(service: &Service) -> Organization {
    service.organization(Plan::Pro, 100).await
}

/// Generates thumbnails and waits until the generation has ended.
pub(crate) async fn finish(client: &Client, body: Value) -> Value {
    let started = generate(client, body).await;
    client.wait(&started["generationId"]).await
}

pub(crate) async fn picture(thumbnail: &Value) -> Vec<u8> {
    let response = download(thumbnail["url"].as_str().unwrap()).await;
    assert_eq!(response.status(), 200);
    response.body().to_vec()
}

/// Checks the invariants of a generation's numbers.
#[track_caller]
pub(crate) fn check_arithmetic(view: &Value) {
    let count = |name: &str| view[name].as_u64().unwrap();
    let ended = count("completed") + count("failed") + count("cancelled");
    assert_eq!(count("pending") + count("processing") + ended, count("count"), "{view}");
    assert_eq!(number(&view["progress"]), ended as f64 / count("count") as f64);
    same_amount(number(&view["refunded"]), (count("failed") + count("cancelled")) as f64);
    let thumbnails = view["thumbnails"].as_array().unwrap();
    assert_eq!(thumbnails.len() as u64, count("count"));
    for (index, thumbnail) in thumbnails.iter().enumerate() {
        assert_eq!(thumbnail["index"], index);
        let completed = thumbnail["status"] == "completed";
        for name in [
            "url",
            "urlExpiresAt",
            "previewUrl",
            "preflight",
            "width",
            "height",
            "contentType",
            "sizeBytes",
            "completedAt",
        ] {
            assert_eq!(!thumbnail[name].is_null(), completed, "{name}: {thumbnail}");
        }
        assert_eq!(!thumbnail["error"].is_null(), thumbnail["status"] == "failed");
    }
    let having = |status: &str| {
        thumbnails
            .iter()
            .filter(|thumbnail| thumbnail["status"] == status)
            .count() as u64
    };
    for status in ["pending", "processing", "completed", "failed", "cancelled"] {
        assert_eq!(having(status), count(status));
    }
    assert!(view["updatedAt"].as_str() >= view["createdAt"].as_str());
}

#[tokio::test]
async fn a_prompt_alone_makes_one_wide_png() {
    let organization = pro(shared()).await;
    let started = generate(&organization.client, json!({ "prompt": "A red kite over dunes" })).await;
    assert_eq!(started["count"], 1);
    assert_eq!(started["status"], "pending");
    assert_eq!(started["enhancedPrompt"], Value::Null);
    same_amount(number(&started["cost"]), 1.0);
    same_amount(number(&started["balance"]), 99.0);
    assert!(started["message"].as_str().unwrap().contains("get_generation_status"));
    let mut view = organization.client.wait(&started["generationId"]).await;
    check_arithmetic(&view);
    for name in ["generationId", "promptId", "seed", "model"] {
        assert_eq!(view[name], started[name]);
    }
    let thumbnail = &view["thumbnails"][0];
    let bytes = picture(thumbnail).await;
    assert_eq!(thumbnail["sizeBytes"], bytes.len());
    for (name, prefix) in [("generationId", "gen_"), ("promptId", "prm_")] {
        assert!(view[name].as_str().unwrap().starts_with(prefix));
    }
    for name in ["generationId", "promptId", "seed", "createdAt", "updatedAt"] {
        view[name] = "…".into();
    }
    for name in [
        "thumbnailId",
        "url",
        "urlExpiresAt",
        "previewUrl",
        "completedAt",
        "sizeBytes",
    ] {
        view["thumbnails"][0][name] = "…".into();
    }
    // What a check finds depends on the seed.
    let checks = view["thumbnails"][0]["preflight"]["checks"].as_array_mut().unwrap();
    for check in checks {
        *check = check["id"].take();
    }
    view["thumbnails"][0]["preflight"]["ok"] = "…".into();
    let made = &mut view["thumbnails"][0]["reproducibility"];
    assert_eq!(made["seed"], started["seed"]);
    assert!(made["durationMs"].as_u64().unwrap() > 0);
    for name in ["seed", "durationMs"] {
        made[name] = "…".into();
    }
    insta::assert_json_snapshot!(view);
    shared().audit(organization.id).await;
}

#[tokio::test]
async fn each_picture_has_the_requested_shape_and_format() {
    let shapes = [
        ("16:9", 1280, 720),
        ("9:16", 720, 1280),
        ("1:1", 1080, 1080),
        ("4:3", 1440, 1080),
    ];
    let formats = [
        ("png", ImageFormat::Png, "image/png"),
        ("jpeg", ImageFormat::Jpeg, "image/jpeg"),
        ("webp", ImageFormat::WebP, "image/webp"),
    ];
    for (name, format, content_type) in formats {
        let organization = pro(shared()).await;
        let all = shapes.map(|(shape, ..)| {
            let body = json!({ "prompt": "A cat on a roof", "title": "Cat!", "aspectRatio": shape, "format": name });
            finish(&organization.client, body)
        });
        let views = futures_util::future::join_all(all).await;
        for ((shape, width, height), view) in shapes.into_iter().zip(views) {
            assert_eq!((&view["aspectRatio"], &view["format"]), (&json!(shape), &json!(name)));
            let thumbnail = &view["thumbnails"][0];
            assert_eq!(
                (&thumbnail["width"], &thumbnail["height"]),
                (&json!(width), &json!(height))
            );
            assert_eq!(thumbnail["contentType"], content_type);
            let response = download(thumbnail["url"].as_str().unwrap()).await;
            assert_eq!(response.headers()["content-type"], content_type);
            assert_eq!(image::guess_format(response.body()).unwrap(), format);
            let decoded: DynamicImage = image::load_from_memory_with_format(response.body(), format).unwrap();
            assert_eq!((decoded.width(), decoded.height()), (width, height));
        }
    }
}

#[tokio::test]
async fn a_seed_repeats_a_picture_and_each_thumbnail_has_the_next_seed() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let body = |seed: u32, count: u32| json!({ "prompt": "A red kite", "seed": seed, "count": count });
    let two = finish(client, body(u32::MAX, 3)).await;
    assert_eq!(two["seed"], u32::MAX);
    let last = finish(client, body(u32::MAX, 1)).await;
    let first = finish(client, body(0, 2)).await;
    let pictures = [
        picture(&two["thumbnails"][0]).await,
        picture(&two["thumbnails"][1]).await,
        picture(&two["thumbnails"][2]).await,
    ];
    assert_eq!(pictures[0], picture(&last["thumbnails"][0]).await);
    assert_eq!(pictures[1], picture(&first["thumbnails"][0]).await);
    assert_eq!(pictures[2], picture(&first["thumbnails"][1]).await);
    assert_ne!(pictures[0], pictures[1]);
    assert_ne!(pictures[1], pictures[2]);
    // A seed that the service chose is in the output and repeats the picture as well.
    let drawn = finish(client, json!({ "prompt": "A red kite" })).await;
    let again = finish(client, json!({ "prompt": "A red kite", "seed": drawn["seed"] })).await;
    assert_eq!(
        picture(&drawn["thumbnails"][0]).await,
        picture(&again["thumbnails"][0]).await
    );
    let other = generate(client, json!({ "prompt": "A red kite" })).await;
    assert_ne!(other["seed"], drawn["seed"]);
}

#[tokio::test]
async fn enhancing_a_prompt_costs_one_fee_per_call() {
    let organization = pro(idle()).await;
    let client = &organization.client;
    let started = generate(
        client,
        json!({ "prompt": "A lone tree", "count": 4, "enhancePrompt": true }),
    )
    .await;
    same_amount(number(&started["cost"]), 4.1);
    same_amount(number(&started["balance"]), 95.9);
    let text = started["enhancedPrompt"].as_str().unwrap();
    assert!(text.contains("A lone tree") && text.len() > 30, "{text}");
    let view = status(client, &started["generationId"]).await;
    assert_eq!(
        (&view["prompt"], &view["enhancedPrompt"]),
        (&json!("A lone tree"), &started["enhancedPrompt"])
    );
    same_amount(number(&view["cost"]), 4.1);
    // Cancelling does not refund the fee.
    let cancelled = client
        .call("cancel_generation", json!({ "generationId": started["generationId"] }))
        .await;
    same_amount(number(&cancelled.data()["refunded"]), 4.0);
    same_amount(client.balance().await, 99.9);
    // Without a prompt there is nothing to enhance, and no fee.
    let person = put_person(idle(), organization.id).await;
    let started = generate(client, json!({ "personIds": [person], "enhancePrompt": true })).await;
    same_amount(number(&started["cost"]), 1.0);
    assert_eq!(started["enhancedPrompt"], Value::Null);
    // The required amount includes the fee.
    let poor = idle().organization(Plan::Pro, 2).await;
    let answer = poor
        .client
        .call(
            "generate_thumbnail",
            json!({ "prompt": "a", "count": 2, "enhancePrompt": true }),
        )
        .await;
    same_amount(number(&answer.failure("INSUFFICIENT_CREDITS")["required"]), 2.1);
    generate(&poor.client, json!({ "prompt": "a", "count": 2 })).await;
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn references_without_a_prompt_are_sufficient() {
    let service = shared();
    let organization = pro(service).await;
    let object = put_picture(service).await;
    let image = put_image(service, organization.id, &object).await;
    let style = put_inspiration(service, organization.id, &object).await;
    let public = put_public_inspiration(service, &object).await;
    let person = put_person(service, organization.id).await;
    let body = json!({ "imageIds": [image], "inspirationIds": [public, style], "personIds": [person] });
    let view = finish(&organization.client, body.clone()).await;
    assert_eq!(view["status"], "completed", "{view}");
    assert_eq!(view["prompt"], Value::Null);
    for name in ["imageIds", "inspirationIds", "personIds"] {
        assert_eq!(view[name], body[name]);
    }
    for body in [
        json!({ "imageIds": [image] }),
        json!({ "inspirationIds": [public] }),
        json!({ "personIds": [person] }),
        json!({ "prompt": null, "personIds": [person] }),
    ] {
        assert_eq!(finish(&organization.client, body).await["status"], "completed");
    }
    // Everybody may use a public inspiration.
    let other = pro(service).await;
    assert_eq!(
        generate(&other.client, json!({ "inspirationIds": [public] })).await["count"],
        1
    );
}

#[tokio::test]
async fn missing_ids_are_listed_in_the_order_of_the_contract() {
    let service = idle();
    let organization = pro(service).await;
    let image = put_image(service, organization.id, "nothing").await;
    let style = put_inspiration(service, organization.id, "nothing").await;
    let never = "img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00";
    let nobody = "per_0193e5a0b1c27d3e8f4a5b6c7d8e9f00";
    for (body, first, missing) in [
        (json!({ "imageIds": [never] }), ("image", never), None),
        (json!({ "imageIds": ["nonsense"] }), ("image", "nonsense"), None),
        (json!({ "imageIds": [""] }), ("image", ""), None),
        // An id of another kind is unknown.
        (json!({ "imageIds": [style] }), ("image", &*style.to_string()), None),
        (
            json!({ "inspirationIds": [image] }),
            ("inspiration", &*image.to_string()),
            None,
        ),
        (
            json!({ "imageIds": [image, never] }),
            ("image", never),
            Some(json!([{ "path": "imageIds[1]", "id": never }])),
        ),
        (
            json!({ "personIds": [nobody], "inspirationIds": [style, "ins_x"], "imageIds": [image] }),
            ("inspiration", "ins_x"),
            Some(json!([{ "path": "inspirationIds[1]", "id": "ins_x" }, { "path": "personIds[0]", "id": nobody }])),
        ),
        (
            json!({ "prompt": "a", "personIds": [nobody], "imageIds": ["x", image, "y"] }),
            ("image", "x"),
            Some(json!([
                { "path": "imageIds[0]", "id": "x" },
                { "path": "imageIds[2]", "id": "y" },
                { "path": "personIds[0]", "id": nobody },
            ])),
        ),
    ] {
        let answer = organization.client.call("generate_thumbnail", body.clone()).await;
        let details = answer.failure("NOT_FOUND");
        assert_eq!(
            (&details["resource"], &details["id"]),
            (&json!(first.0), &json!(first.1)),
            "{body}"
        );
        assert_eq!(details.get("missing"), missing.as_ref(), "{body}");
    }
    // The missing prompt of a variation is reported first.
    let body = json!({ "promptId": "prm_x", "imageIds": [never] });
    let answer = organization.client.call("generate_variation", body).await;
    let details = answer.failure("NOT_FOUND");
    assert_eq!(
        (&details["resource"], &details["id"]),
        (&json!("prompt"), &json!("prm_x"))
    );
    assert_eq!(details["missing"].as_array().unwrap().len(), 2);
    same_amount(organization.client.balance().await, 100.0);
}

#[tokio::test]
async fn a_duplicate_id_in_a_list_is_refused() {
    let service = idle();
    let organization = pro(service).await;
    let image = put_image(service, organization.id, "nothing").await;
    for tool in ["generate_thumbnail", "generate_variation"] {
        let answer = organization
            .client
            .call(tool, json!({ "imageIds": [image, "x", image, image] }))
            .await;
        assert_eq!(answer.issues(), ["imageIds[2]", "imageIds[3]"]);
    }
}

#[tokio::test]
async fn a_reference_whose_file_is_missing_fails_the_generation_and_is_refunded() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let image = put_image(shared(), organization.id, "no/such/object.png").await;
    let view = finish(client, json!({ "prompt": "A kite", "imageIds": [image], "count": 3 })).await;
    check_arithmetic(&view);
    assert_eq!(view["status"], "failed");
    for thumbnail in view["thumbnails"].as_array().unwrap() {
        assert_eq!(thumbnail["error"]["code"], "REFERENCE_MISSING");
        assert!(!thumbnail["error"]["message"].as_str().unwrap().is_empty());
    }
    same_amount(client.balance().await, 100.0);
    let history = client.call("get_credit_history", json!({})).await;
    let refunds = history.data()["transactions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["type"] == "refund");
    assert_eq!(refunds.count(), 3);
    shared().audit(organization.id).await;
}

#[tokio::test]
async fn quotes_answers_and_statuses_have_the_notes_on_the_composer() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let person = json!({ "name": "Kim" });
    let person = client.call("create_person", person).await.data()["personId"].clone();
    let body = json!({ "prompt": "A kite", "title": "GO ᏣᎳᎩ", "personIds": [person] });
    let notes = json!([
        "The composer cannot print these characters of the title and leaves them out of the picture: Ꮳ, Ꮃ, Ꭹ.",
        "The composer draws persons from their photos. It cannot draw “Kim”, because no photo was given.",
    ]);
    let quote = client.quote("generate_thumbnail", body.to_string()).await;
    assert_eq!(quote.data()["notes"], notes);
    let started = client.call("generate_thumbnail", body).await.data().clone();
    assert_eq!(started["notes"], notes);
    assert_eq!(client.wait(&started["generationId"]).await["notes"], notes);
    let inherited = json!({ "promptId": started["promptId"], "newPrompt": "A red kite", "title": "สวัสดี" });
    let varied = client.call("generate_variation", inherited).await.data().clone();
    assert_eq!(varied["notes"], json!([notes[1]]));
    let unprintable = json!({ "prompt": "ᏣᎳᎩ 2026 ∞" });
    let quote = client.quote("generate_thumbnail", unprintable.to_string()).await;
    let note = "The composer cannot print these characters of the prompt and leaves them out of the picture: Ꮳ, Ꮃ, Ꭹ.";
    assert_eq!(quote.data()["notes"], json!([note]));
    let free = client
        .quote("create_person", json!({ "name": "ᏣᎳᎩ" }).to_string())
        .await;
    assert_eq!(free.data()["notes"], json!([]));
}

#[tokio::test]
async fn html_entities_in_a_prompt_and_a_title_are_what_they_stand_for() {
    let organization = idle().organization(Plan::Pro, 10).await;
    let client = &organization.client;
    let body = json!({ "prompt": "Tom &amp;amp; Jerry", "title": "Don&#39;t", "metadata": { "kept": "&amp;" } });
    let started = generate(client, body).await;
    let shown = status(client, &started["generationId"]).await;
    assert_eq!(
        (&shown["prompt"], &shown["title"], &shown["metadata"]["kept"]),
        (&json!("Tom & Jerry"), &json!("Don't"), &json!("&amp;"))
    );
    let body = json!({ "promptId": started["promptId"], "newPrompt": "&lt;3", "title": "&quot;Wow&quot;" });
    let changed = client.call("generate_variation", body).await.data().clone();
    let shown = status(client, &changed["generationId"]).await;
    assert_eq!((&shown["prompt"], &shown["title"]), (&json!("<3"), &json!("\"Wow\"")));
}
