//! Quotes: what a call would cost, after all checks of the call that need no fetching. A quote changes nothing.

use aws_sdk_sqs::types::QueueAttributeName;
use contract::{Category, Plan, Quota, tools};
use http::Method;
use runtime::Aws;
use serde_json::{Value, json};
use tests::{Answer, Organization, Service, client::receive, service::aws_config, web};

use crate::{
    cases::{CASES, Records},
    clean_up::{all_objects, items},
    pictures::{data, png},
    quotas::{limited, over},
    support::{Item, call, generate, idle, number, rich, same_amount, start_idle},
};

async fn quote(organization: &Organization, tool: &str, body: Value) -> Answer {
    organization.client.quote(tool, body.to_string()).await
}

#[tokio::test]
async fn the_quote_of_each_tool_is_the_price_of_its_call() {
    for case in CASES {
        let records = Records::new(idle(), 10).await;
        let answer = quote(&records.owner, case.tool, (case.success)(&records)).await;
        let quote = answer.data();
        assert_eq!(quote["tool"], case.tool);
        same_amount(number(&quote["cost"]), case.price);
        same_amount(number(&quote["balance"]), 9.0);
        same_amount(number(&quote["balanceAfter"]), 9.0 - case.price);
        assert_eq!(quote["affordable"], true);
        let items = quote["items"].as_array().unwrap();
        assert_eq!(items.is_empty(), case.price == 0.0, "{}", case.tool);
        let draws = case.tool.starts_with("generate_");
        let model = if draws { json!("composer") } else { Value::Null };
        assert_eq!(quote["model"], model, "{}", case.tool);
        // The call itself is charged the same.
        let before = records.owner.client.balance().await;
        let made = call(&records.owner.client, case.tool, (case.success)(&records)).await;
        let refunded = made["refunded"].as_f64().filter(|_| case.tool == "cancel_generation");
        let after = records.owner.client.balance().await;
        same_amount(after - before, refunded.unwrap_or(0.0) - number(&quote["cost"]));
    }
}

#[tokio::test]
async fn the_items_of_a_quote_say_what_is_charged() {
    let organization = rich(idle()).await;
    let body = json!({ "prompt": "A kite", "count": 3, "enhancePrompt": true });
    let answer = quote(&organization, "generate_thumbnail", body).await;
    let items = json!([
        { "description": "Thumbnail", "units": 3, "unitCost": 1, "cost": 3 },
        { "description": "Rewritten prompt", "units": 1, "unitCost": 0.1, "cost": 0.1 },
    ]);
    assert_eq!((&answer.data()["items"], &answer.data()["cost"]), (&items, &json!(3.1)));
    assert_eq!(answer.header("cache-control"), "no-store");
}

/// The body of a refusal, if it does not concern what can only be seen by fetching.
fn told(answer: &Answer) -> Value {
    assert_ne!(answer.status, 200, "{}", answer.body);
    answer.body.clone()
}

#[tokio::test]
async fn a_quote_refuses_the_bodies_that_the_call_refuses() {
    // These sources have the form of a source. What is wrong with them shows when they are fetched or decoded.
    let well_formed = [
        "http://127.0.0.1/",
        "data:image/png;base64,AAAA",
        "http://[::1]/a.png",
        "https://www.youtube.com/",
        "http://10.0.0.1/",
    ];
    for case in CASES {
        for bodies in case.bad_input.chunks(9) {
            let organization = idle().organization(Plan::Pro, 5).await;
            for (body, _) in bodies {
                let quoted = organization.client.quote(case.tool, *body).await;
                let called = crate::support::post(&organization, case.tool, *body).await;
                if well_formed.iter().any(|source| body.contains(source)) && !body.contains("data:x") {
                    assert_eq!(quoted.status, 200, "{}: {body} {}", case.tool, quoted.body);
                    assert_eq!(called.failure("VALIDATION_ERROR")["reason"], "source");
                } else {
                    assert_eq!(told(&quoted), told(&called), "{}: {body}", case.tool);
                }
            }
        }
    }
}

#[tokio::test]
async fn the_form_of_sources_is_checked_together_with_the_body() {
    let organization = rich(idle()).await;
    let large = format!("data:,{}", "x".repeat(4_000_001));
    for (tool, body, paths, reason) in [
        (
            "upload_image",
            json!({ "imageUrl": "logo.png" }),
            &["imageUrl"][..],
            "source",
        ),
        ("upload_image", json!({ "imageUrl": large }), &["imageUrl"], "source"),
        (
            "upload_image",
            json!({ "imageUrl": "ftp://a.example/x.png", "name": 5 }),
            &["name", "imageUrl"],
            "body",
        ),
        (
            "create_inspiration",
            json!({ "videoUrl": "data:,x", "visibility": "secret" }),
            &["visibility", "videoUrl"],
            "body",
        ),
        (
            "create_person",
            json!({ "name": "Kim", "imageUrls": ["https://a.example/1.png", "x", "data:x"] }),
            &["imageUrls[1]", "imageUrls[2]"],
            "source",
        ),
    ] {
        let quoted = quote(&organization, tool, body.clone()).await;
        let called = organization.client.call(tool, body).await;
        assert_eq!(quoted.issues(), paths, "{tool}");
        assert_eq!(quoted.failure("VALIDATION_ERROR")["reason"], reason, "{tool}");
        assert_eq!(quoted.body, called.body, "{tool}");
    }
}

#[tokio::test]
async fn the_form_of_a_source_is_checked_before_existence_and_balance() {
    let organization = idle().organization(Plan::Pro, 0).await;
    for (tool, body) in [
        ("upload_image", json!({ "imageUrl": "logo.png" })),
        ("create_inspiration", json!({ "imageUrl": "logo.png" })),
    ] {
        let answer = organization.client.call(tool, body).await;
        assert_eq!(answer.failure("VALIDATION_ERROR")["reason"], "source", "{tool}");
    }
}

#[tokio::test]
async fn a_quote_fetches_nothing() {
    let organization = rich(idle()).await;
    let url = web().show("quoted.png", &png());
    for (tool, body) in [
        ("upload_image", json!({ "imageUrl": url })),
        ("create_inspiration", json!({ "imageUrl": url })),
        ("create_inspiration", json!({ "videoUrl": url })),
        ("create_person", json!({ "name": "Kim", "imageUrls": [url] })),
    ] {
        quote(&organization, tool, body).await.data();
    }
    assert_eq!(web().asked(&url), 0);
}

#[tokio::test]
async fn a_quote_treats_foreign_and_unknown_ids_as_the_call_does() {
    for case in CASES {
        let mine = Records::new(idle(), 10).await;
        let stranger = idle().organization(Plan::Pro, 10).await;
        for (parameter, names) in case.names {
            let quoted = quote(&stranger, case.tool, names(&mine)).await;
            let called = stranger.client.call(case.tool, names(&mine)).await;
            assert_eq!(quoted.status, 404, "{} {parameter}: {}", case.tool, quoted.body);
            assert_eq!(quoted.body, called.body, "{} {parameter}", case.tool);
        }
    }
}

#[tokio::test]
async fn a_quote_requires_a_key_with_the_scope_of_the_tool() {
    let organization = idle().organization(Plan::Enterprise, 10).await;
    for tool in &tools::ALL {
        let answer = idle().client().quote(tool.name, "{}").await;
        assert_eq!(answer.failure("UNAUTHORIZED"), &json!({ "reason": "missing" }));
        let others: Vec<Category> = Category::ALL
            .into_iter()
            .filter(|other| *other != tool.category)
            .collect();
        let (_, without) = idle().key(organization.id, &others, None).await;
        let client = organization.client.with_key(Some(without.expose()));
        let answer = client.quote(tool.name, "[]").await;
        let scope = tool.category.as_str();
        assert_eq!(
            answer.failure("FORBIDDEN"),
            &json!({ "requiredScope": scope }),
            "{}",
            tool.name
        );
    }
}

#[tokio::test]
async fn an_unknown_tool_has_no_quote() {
    let organization = rich(idle()).await;
    let answer = organization.client.quote("get_credit", "{}").await;
    assert_eq!(answer.status, 404);
    let called = organization.client.call("get_credit", json!({})).await;
    assert_eq!(answer.body, called.body);
    assert_eq!(answer.failure("NOT_FOUND")["didYouMean"], "get_credits");
}

#[tokio::test]
async fn below_the_path_of_quotes_the_key_is_checked_before_a_404() {
    let organization = rich(idle()).await;
    for (method, path, allowed) in [
        (Method::GET, "/api/v1/quotes/get_credits", "POST"),
        (Method::DELETE, "/api/v1/quotes/upload_image", "POST"),
        (Method::GET, "/api/v1/quotes", ""),
        (Method::POST, "/api/v1/quotes/a/b", ""),
        (Method::PUT, "/api/v1/tools/get_credits", "GET, POST"),
        (Method::POST, "/api/v1/tools", "GET"),
    ] {
        let answer = receive(idle().client().request(method.clone(), path, "")).await;
        assert_eq!(
            answer.failure("UNAUTHORIZED"),
            &json!({ "reason": "missing" }),
            "{path}"
        );
        let answer = receive(organization.client.request(method, path, "")).await;
        assert_eq!(answer.failure("NOT_FOUND"), &json!({ "resource": "route", "id": path }));
        assert_eq!(answer.header("allow"), allowed, "{path}");
        assert!(answer.headers.contains_key("x-ratelimit-limit"));
    }
}

#[tokio::test]
async fn a_balance_that_is_too_small_is_no_error_of_a_quote() {
    for case in CASES.iter().filter(|case| case.price > 0.0) {
        // The first generation uses the only thumbnail of the balance.
        let records = Records::new(idle(), 1).await;
        let answer = quote(&records.owner, case.tool, (case.success)(&records)).await;
        let quote = answer.data();
        same_amount(number(&quote["cost"]), case.price);
        same_amount(number(&quote["balance"]), 0.0);
        same_amount(number(&quote["balanceAfter"]), -case.price);
        assert_eq!(quote["affordable"], false);
    }
}

#[tokio::test]
async fn a_quote_counts_toward_the_limit_of_the_plan_and_not_of_the_tool() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 50).await;
    for count in 1..=12 {
        let answer = quote(&organization, "generate_thumbnail", json!({ "prompt": "A kite" })).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(answer.header("x-ratelimit-limit"), "60");
        assert_eq!(answer.header("x-ratelimit-remaining"), (60 - count).to_string());
    }
    // The tool's own limit of ten calls a minute is unused.
    let answer = organization
        .client
        .call("generate_thumbnail", json!({ "prompt": "A kite" }))
        .await;
    assert_eq!(
        (
            answer.header("x-ratelimit-limit"),
            answer.header("x-ratelimit-remaining")
        ),
        ("10", "9")
    );
    for _ in 0..47 {
        quote(&organization, "generate_thumbnail", json!({ "prompt": "A kite" }))
            .await
            .data();
    }
    let answer = quote(&organization, "generate_thumbnail", json!({ "prompt": "A kite" })).await;
    assert_eq!(answer.failure("RATE_LIMITED")["scope"], "plan");
}

#[tokio::test]
async fn a_quote_ignores_an_idempotency_key() {
    let organization = rich(idle()).await;
    for key in ["once", "not a key"] {
        let body = json!({ "prompt": "A kite" }).to_string();
        let mut request = organization
            .client
            .request(Method::POST, "/api/v1/quotes/generate_thumbnail", body);
        request.headers_mut().insert("idempotency-key", key.parse().unwrap());
        let answer = receive(request).await;
        same_amount(number(&answer.data()["cost"]), 1.0);
        assert!(!answer.headers.contains_key("idempotent-replayed"));
    }
    // The key is still free for a call.
    let answer = organization
        .client
        .call_once("create_person", "once", json!({ "name": "Kim" }))
        .await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn a_quote_is_refused_when_the_call_would_exceed_a_quota() {
    let quotas = [
        (Quota::Images, 1),
        (Quota::Inspirations, 0),
        (Quota::Persons, 0),
        (Quota::Waiting, 2),
    ];
    let organization = limited(idle(), &quotas).await;
    let image = json!({ "imageUrl": data() });
    quote(&organization, "upload_image", image.clone()).await.data();
    call(&organization.client, "upload_image", image.clone()).await;
    over(
        &quote(&organization, "upload_image", image.clone()).await,
        "images",
        1,
        1,
    );
    over(
        &quote(&organization, "create_inspiration", image).await,
        "inspirations",
        0,
        0,
    );
    // The call of this person reads nothing, and learns of the quota from its transaction.
    over(
        &quote(&organization, "create_person", json!({ "name": "Kim" })).await,
        "persons",
        0,
        0,
    );
    let three = json!({ "prompt": "A kite", "count": 3 });
    over(
        &quote(&organization, "generate_thumbnail", three).await,
        "waiting",
        2,
        0,
    );
    let started = generate(&organization.client, json!({ "prompt": "A kite", "count": 2 })).await;
    over(
        &quote(&organization, "generate_variation", json!({})).await,
        "waiting",
        2,
        2,
    );
    call(
        &organization.client,
        "cancel_generation",
        json!({ "generationId": started["generationId"] }),
    )
    .await;
    quote(&organization, "generate_variation", json!({})).await.data();
}

#[tokio::test]
async fn a_quote_of_a_copy_is_refused_when_its_bytes_exceed_the_quota() {
    let organization = limited(idle(), &[(Quota::Bytes, 5_000)]).await;
    let image = call(&organization.client, "upload_image", json!({ "imageUrl": data() })).await;
    let size = image["sizeBytes"].as_u64().unwrap();
    let mut used = size;
    while used + size <= 5_000 {
        call(&organization.client, "upload_image", json!({ "imageUrl": data() })).await;
        used += size;
    }
    let copy = json!({ "imageId": image["imageId"] });
    over(
        &quote(&organization, "create_inspiration", copy).await,
        "bytes",
        5_000,
        used,
    );
    let copy = json!({ "name": "Kim", "imageIds": [image["imageId"]] });
    over(&quote(&organization, "create_person", copy).await, "bytes", 5_000, used);
}

#[tokio::test]
async fn a_quote_checks_the_state_of_a_generation() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let started = generate(client, json!({ "prompt": "A kite" })).await;
    let body = json!({ "generationId": started["generationId"] });
    quote(&organization, "cancel_generation", body.clone()).await.data();
    call(client, "cancel_generation", body.clone()).await;
    // A repeated cancel succeeds.
    quote(&organization, "cancel_generation", body).await.data();
    let service = tests::shared();
    let organization = crate::generation::pro(service).await;
    let view = crate::generation::finish(&organization.client, json!({ "prompt": "A kite" })).await;
    let body = json!({ "generationId": view["generationId"] });
    let quoted = quote(&organization, "cancel_generation", body.clone()).await;
    let called = organization.client.call("cancel_generation", body).await;
    assert_eq!(quoted.failure("VALIDATION_ERROR")["reason"], "state");
    assert_eq!(quoted.body, called.body);
}

#[tokio::test]
async fn a_quote_of_a_variation_whose_references_are_gone_is_refused_as_the_call_is() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let image = call(client, "upload_image", json!({ "imageUrl": data() })).await["imageId"].clone();
    let started = generate(client, json!({ "imageIds": [image] })).await;
    let body = json!({ "promptId": started["promptId"], "enhancePrompt": true });
    let quoted = quote(&organization, "generate_variation", body.clone()).await;
    // There is no prompt to rewrite, so there is no fee.
    assert_eq!(quoted.data()["cost"], 1);
    call(client, "delete_image", json!({ "imageId": image })).await;
    let quoted = quote(&organization, "generate_variation", body.clone()).await;
    assert_eq!(quoted.issues(), ["newPrompt"]);
    assert_eq!(quoted.failure("VALIDATION_ERROR")["reason"], "reference");
    assert_eq!(quoted.body, client.call("generate_variation", body).await.body);
    // With another prompt the call leaves the deleted reference out.
    let body = json!({ "promptId": started["promptId"], "newPrompt": "A kite" });
    let quoted = quote(&organization, "generate_variation", body.clone()).await;
    let made = call(client, "generate_variation", body).await;
    assert_eq!(quoted.data()["cost"], made["cost"]);
    assert_eq!(made["omittedReferences"], json!([image]));
}

/// Everything that the service has stored, except for the counters of requests.
async fn state(service: &Service) -> (Vec<Item>, Vec<String>, u64) {
    let mut all = items(service, service.stack().table()).await;
    let expiring = items(service, service.stack().ephemeral_table()).await;
    let is_counter = |item: &Item| item["pk"].as_s().is_ok_and(|key| key.starts_with("RATE#"));
    all.extend(expiring.into_iter().filter(|item| !is_counter(item)));
    all.sort_by_key(|item| format!("{:?} {:?}", item.get("pk"), item.get("sk")));
    let objects = all_objects(service).await.into_iter().collect();
    let visible = QueueAttributeName::ApproximateNumberOfMessages;
    let sqs = Aws::new(&aws_config(service.aws_url())).sqs();
    let queue = sqs.get_queue_attributes().queue_url(service.resources().queue.url());
    let output = queue.attribute_names(visible.clone()).send().await.unwrap();
    let messages = output.attributes.unwrap()[&visible].parse().unwrap();
    (all, objects, messages)
}

#[tokio::test]
async fn a_quote_changes_no_item_no_object_and_no_message() {
    let service = start_idle().await;
    let records = Records::new(&service, 10).await;
    // The first call of a day in each gateway records that the key is used.
    for _ in 0..2 {
        records.owner.client.balance().await;
    }
    let before = state(&service).await;
    assert!(!before.0.is_empty() && !before.1.is_empty() && before.2 > 0);
    for case in CASES {
        quote(&records.owner, case.tool, (case.success)(&records)).await.data();
        assert!(state(&service).await == before, "{}", case.tool);
    }
    service.audit(records.owner.id).await;
}
