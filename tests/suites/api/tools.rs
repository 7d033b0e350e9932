//! Requirements of every tool. A new tool without a case fails these tests.

use std::collections::BTreeSet;

use contract::{Category, Plan, ToolInfo, tools};
use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    cases::{CASES, Case, Records},
    support::{idle, number, post, same_amount, status},
};

/// Every tool with its case.
fn cases() -> impl Iterator<Item = (&'static ToolInfo, &'static Case)> {
    tools::ALL.iter().map(|tool| {
        let case = CASES.iter().find(|case| case.tool == tool.name);
        (tool, case.unwrap_or_else(|| panic!("{} has no case here", tool.name)))
    })
}

fn properties(tool: &ToolInfo) -> Vec<String> {
    (tool.input_schema)()["properties"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect()
}

#[test]
fn every_parameter_has_a_wrong_value() {
    let mut missing = Vec::new();
    for (tool, case) in cases() {
        let refused: BTreeSet<&str> = case
            .bad_input
            .iter()
            .flat_map(|(_, paths)| paths.iter())
            .filter_map(|path| path.split(['[', '.']).next())
            .collect();
        let names = properties(tool).into_iter();
        missing.extend(
            names
                .filter(|name| !refused.contains(name.as_str()))
                .map(|name| (tool.name, name)),
        );
    }
    assert!(missing.is_empty(), "parameters without a wrong value: {missing:?}");
}

#[test]
fn every_tool_has_exactly_one_complete_case() {
    let known: BTreeSet<&str> = tools::ALL.iter().map(|tool| tool.name).collect();
    let tried: BTreeSet<&str> = CASES.iter().map(|case| case.tool).collect();
    assert_eq!(known, tried);
    assert_eq!(tried.len(), CASES.len(), "a tool has two cases");
    for (tool, case) in cases() {
        assert!(!case.bad_input.is_empty(), "{}: no bad input", tool.name);
        let names: BTreeSet<String> = properties(tool)
            .into_iter()
            .filter(|name| name.ends_with("Id") || name.ends_with("Ids"))
            .collect();
        let tried: BTreeSet<String> = case.names.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(names, tried, "{}: parameters that take ids", tool.name);
        let lists = !(tool.output_schema)()["properties"]["nextCursor"].is_null();
        assert_eq!(
            lists,
            case.list.is_some(),
            "{}: a list must show nothing foreign",
            tool.name
        );
        assert_eq!(
            tool.cost.is_positive(),
            case.price > 0.0,
            "{}: what it costs",
            tool.name
        );
    }
}

#[tokio::test]
async fn each_tool_succeeds_and_charges_its_price() {
    for (tool, case) in cases() {
        let records = Records::new(idle(), 10).await;
        let client = &records.owner.client;
        let answer = client.call(tool.name, (case.success)(&records)).await;
        assert_eq!(answer.status, 200, "{}: {}", tool.name, answer.body);
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(!answer.headers.contains_key("idempotent-replayed"));
        let refunded = answer.body["data"]["refunded"]
            .as_f64()
            .filter(|_| tool.name == "cancel_generation");
        same_amount(client.balance().await, 9.0 - case.price + refunded.unwrap_or(0.0));
        if case.price > 0.0 {
            same_amount(number(&answer.data()["cost"]), case.price);
            same_amount(number(&answer.data()["balance"]), 9.0 - case.price);
        }
        idle().audit(records.owner.id).await;
    }
}

#[tokio::test]
async fn each_tool_reports_all_issues_of_its_input() {
    for (tool, case) in cases() {
        // Each body is one request of the tool's rate limit.
        for bodies in case.bad_input.chunks(9) {
            let organization = idle().organization(Plan::Pro, 5).await;
            for (body, paths) in bodies {
                let answer = post(&organization, tool.name, *body).await;
                let mut issues = answer.issues();
                issues.sort();
                let mut paths: Vec<&str> = paths.to_vec();
                paths.sort_unstable();
                assert_eq!(issues, paths, "{}: {body} {}", tool.name, answer.body);
            }
            same_amount(organization.client.balance().await, 5.0);
        }
    }
}

#[tokio::test]
async fn each_tool_requires_a_key() {
    for tool in &tools::ALL {
        let answer = idle().client().call(tool.name, json!({})).await;
        assert_eq!(answer.status, 401);
        assert_eq!(answer.failure("UNAUTHORIZED"), &json!({ "reason": "missing" }));
        assert!(!answer.headers.contains_key("x-ratelimit-limit"));
    }
}

#[tokio::test]
async fn each_tool_requires_only_the_scope_of_its_category() {
    for (tool, case) in cases() {
        let records = Records::new(idle(), 10).await;
        let category = tool.category;
        let others: Vec<Category> = Category::ALL.into_iter().filter(|other| *other != category).collect();
        let (_, without) = idle().key(records.owner.id, &others, None).await;
        let (_, alone) = idle().key(records.owner.id, &[category], None).await;
        let client = records.owner.client.with_key(Some(without.expose()));
        let answer = client.call(tool.name, (case.success)(&records)).await;
        assert_eq!(answer.status, 403);
        assert_eq!(
            answer.failure("FORBIDDEN"),
            &json!({ "requiredScope": category.as_str() }),
            "{}",
            tool.name
        );
        assert!(answer.headers.contains_key("x-ratelimit-limit"));
        let client = records.owner.client.with_key(Some(alone.expose()));
        let answer = client.call(tool.name, (case.success)(&records)).await;
        assert_eq!(answer.status, 200, "{}: {}", tool.name, answer.body);
    }
}

/// A foreign id and an unknown id get the same response, except for the id itself.
#[tokio::test]
async fn each_tool_treats_foreign_ids_as_unknown() {
    let service = idle();
    for (tool, case) in cases() {
        let mine = Records::new(service, 10).await;
        for (parameter, names) in case.names {
            let stranger = service.organization(Plan::Pro, 10).await;
            let body = names(&mine);
            let answer = stranger.client.call(tool.name, body.clone()).await;
            assert_eq!(answer.status, 404, "{} {parameter}: {}", tool.name, answer.body);
            let id = match &body[*parameter] {
                Value::Array(ids) => ids[0].as_str().unwrap().to_owned(),
                id => id.as_str().unwrap().to_owned(),
            };
            assert_eq!(answer.failure("NOT_FOUND")["id"], id.as_str());
            // The same id with its last digit changed was never given out.
            let never = format!("{}{}", &id[..id.len() - 1], if id.ends_with('0') { '1' } else { '0' });
            let body: Value = serde_json::from_str(&body.to_string().replace(&id, &never)).unwrap();
            let unknown = stranger.client.call(tool.name, body).await;
            assert_eq!(unknown.status, 404);
            assert_eq!(
                String::from_utf8_lossy(&answer.bytes).replace(&id, &never),
                String::from_utf8_lossy(&unknown.bytes)
            );
            same_amount(stranger.client.balance().await, 10.0);
        }
        if let Some(list) = case.list {
            let own = mine.owner.client.call(tool.name, json!({})).await;
            assert!(
                !own.data()[list].as_array().unwrap().is_empty(),
                "{} lists its own",
                tool.name
            );
            let stranger = service.organization(Plan::Pro, 0).await;
            let answer = stranger.client.call(tool.name, (case.success)(&mine)).await;
            assert_eq!(answer.data()[list], json!([]), "{}", tool.name);
            assert_eq!(answer.data()["nextCursor"], Value::Null);
        }
        // The owner's records are unchanged by the other organization's calls.
        let client = &mine.owner.client;
        assert_eq!(status(client, &mine.generation).await["status"], "pending");
        for (tool, body) in [
            ("get_image", json!({ "imageId": mine.image })),
            ("get_inspiration", json!({ "inspirationId": mine.inspiration })),
            ("get_person", json!({ "personId": mine.person })),
        ] {
            assert_eq!(client.call(tool, body).await.status, 200, "{tool}");
        }
    }
}

#[tokio::test]
async fn each_tool_that_charges_or_creates_replays_its_response_and_charges_once() {
    for (tool, case) in cases().filter(|(tool, _)| tool.idempotent) {
        let records = Records::new(idle(), 20).await;
        let client = &records.owner.client;
        let body = (case.success)(&records);
        let first = client.call_once(tool.name, "once", body.clone()).await;
        assert_eq!(first.status, 200, "{}: {}", tool.name, first.body);
        assert!(!first.headers.contains_key("idempotent-replayed"));
        for _ in 0..3 {
            let again = client.call_once(tool.name, "once", body.clone()).await;
            assert_eq!(again.bytes, first.bytes, "{}", tool.name);
            assert_eq!(again.header("idempotent-replayed"), "true");
            assert_ne!(again.header("x-request-id"), first.header("x-request-id"));
        }
        same_amount(client.balance().await, 19.0 - case.price);
        idle().audit(records.owner.id).await;
    }
}

#[tokio::test]
async fn each_tool_charges_nothing_if_the_balance_is_too_low() {
    for (tool, case) in cases().filter(|(tool, _)| tool.cost.is_positive()) {
        // The first generation uses the only thumbnail of the balance.
        let records = Records::new(idle(), 1).await;
        let client = &records.owner.client;
        let answer = client.call(tool.name, (case.success)(&records)).await;
        assert_eq!(answer.status, 400);
        let details = answer.failure("INSUFFICIENT_CREDITS");
        same_amount(number(&details["required"]), case.price);
        same_amount(number(&details["available"]), 0.0);
        assert_eq!(details.as_object().unwrap().len(), 2);
        same_amount(client.balance().await, 0.0);
        let history = client.call("get_credit_history", json!({})).await;
        assert_eq!(history.data()["transactions"].as_array().unwrap().len(), 2);
        idle().audit(records.owner.id).await;
    }
}

/// The tools in the order of the specification.
const ORDER: [&str; 21] = [
    "generate_thumbnail",
    "get_generation_status",
    "generate_variation",
    "list_generations",
    "cancel_generation",
    "trigger_generation",
    "upload_image",
    "list_images",
    "get_image",
    "search_images",
    "delete_image",
    "create_inspiration",
    "list_inspirations",
    "get_inspiration",
    "delete_inspiration",
    "create_person",
    "list_persons",
    "get_person",
    "delete_person",
    "get_credits",
    "get_credit_history",
];

#[tokio::test]
async fn discovery_lists_every_tool_in_the_order_of_the_specification() {
    for plan in Plan::ALL {
        let organization = idle().organization(plan, 0).await;
        let answer = organization.client.discover().await;
        assert_eq!(answer.status, 200);
        let list = answer.body["tools"].as_array().unwrap();
        let names: Vec<&str> = list.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(names, ORDER);
        assert_eq!(answer.body["totalCount"], ORDER.len());
        assert_eq!(answer.body["models"][0]["id"], "composer");
        assert_eq!(answer.body["models"][0]["default"], true);
        let errors: Vec<&str> = answer.body["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["code"].as_str().unwrap())
            .collect();
        assert_eq!(errors.len(), 7);
        assert!(errors.contains(&"RATE_LIMITED"));
        assert_eq!(answer.body.as_object().unwrap().len(), 5);
        for (shown, tool) in list.iter().zip(&tools::ALL) {
            assert_eq!(shown["endpoint"], format!("/api/v1/tools/{}", tool.name));
            assert_eq!(shown["method"], "POST");
            assert_eq!(shown["category"], tool.category.as_str());
            assert!(!shown["description"].as_str().unwrap().is_empty());
            same_amount(
                number(&shown["meta"]["creditCost"]),
                tool.cost.hundredths() as f64 / 100.0,
            );
            assert_eq!(shown["meta"]["idempotent"], tool.idempotent, "{}", tool.name);
            assert_eq!(shown["callable"], true, "{}", tool.name);
            let limit = tool.rate_limit.unwrap_or(plan.requests_per_minute());
            assert_eq!(shown["meta"]["rateLimit"], limit, "{}", tool.name);
        }
    }
}

#[tokio::test]
async fn every_schema_is_valid_and_accepts_its_examples() {
    let organization = idle().organization(Plan::Pro, 0).await;
    let answer = organization.client.discover().await;
    for tool in answer.body["tools"].as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        for which in ["inputSchema", "outputSchema"] {
            let schema = &tool[which];
            assert_eq!(
                schema["$schema"], "https://json-schema.org/draft/2020-12/schema",
                "{name} {which}"
            );
            let errors = jsonschema::draft202012::meta::validate(schema)
                .err()
                .map(|error| error.to_string());
            assert_eq!(errors, None, "{name} {which}");
            closed_and_described(schema, &format!("{name} {which}"));
        }
        let validator = jsonschema::draft202012::new(&tool["inputSchema"]).unwrap();
        let examples = tool["inputSchema"]["examples"].as_array().unwrap();
        assert!(!examples.is_empty(), "{name} has no example");
        for example in examples {
            assert!(validator.is_valid(example), "{name}: {example}");
            // The tool accepts an example that its schema accepts; only its ids and hosts do not exist.
            let answer = post(&organization, name, example.to_string()).await;
            assert!(
                matches!(
                    answer.body["code"].as_str(),
                    None | Some("NOT_FOUND" | "INSUFFICIENT_CREDITS")
                ) || answer.issues() == ["promptId"]
                    || answer.issues() == ["imageUrls[0]", "imageUrls[1]"],
                "{name}: {example} {}",
                answer.body
            );
        }
    }
}

#[test]
fn the_ids_in_examples_have_the_form_of_their_kind() {
    for tool in &tools::ALL {
        for example in tool.examples {
            let example: Value = serde_json::from_str(example).unwrap();
            for (name, value) in example.as_object().unwrap() {
                let prefix = match name.trim_end_matches('s') {
                    "generationId" => "gen_",
                    "promptId" => "prm_",
                    "imageId" => "img_",
                    "inspirationId" => "ins_",
                    "personId" => "per_",
                    _ => continue,
                };
                for id in value.as_array().unwrap_or(&vec![value.clone()]) {
                    let id = id.as_str().unwrap();
                    assert!(id.starts_with(prefix) && id.len() == 36, "{}: {id}", tool.name);
                }
            }
        }
    }
}

fn closed_and_described(schema: &Value, place: &str) {
    if let Some(properties) = schema["properties"].as_object() {
        assert_eq!(schema["additionalProperties"], false, "{place} is open");
        for (name, property) in properties {
            let place = format!("{place}.{name}");
            let described = property["description"].as_str().is_some_and(|text| !text.is_empty());
            assert!(described, "{place} is not described");
            closed_and_described(property, &place);
        }
    }
    if schema["items"].is_object() {
        closed_and_described(&schema["items"], &format!("{place}[]"));
    }
    for inner in schema["anyOf"].as_array().into_iter().flatten() {
        closed_and_described(inner, place);
    }
}

#[tokio::test]
async fn tools_are_called_only_by_post() {
    let organization = idle().organization(Plan::Enterprise, 0).await;
    for tool in &tools::ALL {
        let path = format!("/api/v1/tools/{}", tool.name);
        for method in [Method::GET, Method::PUT, Method::DELETE, Method::PATCH] {
            let answer = tests::client::receive(organization.client.request(method.clone(), &path, "")).await;
            if tool.name == "get_credits" && method == Method::GET {
                assert_eq!(answer.status, StatusCode::OK);
            } else {
                let details = answer.failure("NOT_FOUND");
                assert_eq!(details, &json!({ "resource": "route", "id": path }), "{method}");
            }
        }
    }
}
