//! Property tests: whatever a caller sends, the response matches the contract, and a failure does not change the
//! balance.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
    time::Duration,
};

use contract::{Plan, ToolInfo, tools};
use http::{Method, StatusCode};
use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, FileFailurePersistence, TestCaseError, TestRunner},
};
use serde_json::{Map, Value, json};
use tests::{Answer, Organization, Service};

use crate::{
    pictures,
    support::{generate, put_image, put_inspiration, put_person, put_picture, start_idle},
};

/// The number of cases for each tool.
const CASES: u32 = 64;
/// How often the cases are repeated if they all had the same kind of outcome.
const ROUNDS: usize = 20;

/// The prefix of the ids that a parameter takes.
fn prefix(name: &str) -> &'static str {
    match name.trim_end_matches('s') {
        "generationId" => "gen_",
        "promptId" => "prm_",
        "thumbnailId" => "thm_",
        "imageId" => "img_",
        "inspirationId" => "ins_",
        "personId" => "per_",
        _ => "",
    }
}

/// Values for an id: an existing id, an id of another kind, or something else.
fn id(name: &str, known: &[String]) -> BoxedStrategy<Value> {
    let of = |prefix: &str| {
        known
            .iter()
            .filter(|id| id.starts_with(prefix))
            .map(|id| json!(id))
            .collect()
    };
    let (fitting, all): (Vec<Value>, Vec<Value>) = (of(prefix(name)), of(""));
    prop_oneof![
        3 => proptest::sample::select(if fitting.is_empty() { all.clone() } else { fitting }),
        1 => proptest::sample::select(all),
        1 => Just(json!("gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00")),
        1 => Just(json!("")),
        1 => text(),
    ]
    .boxed()
}

fn text() -> BoxedStrategy<Value> {
    prop_oneof![
        "[a-z ]{0,20}".prop_map(Value::from),
        "\\PC{0,30}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        (0_usize..5000).prop_map(|length| json!("ä".repeat(length))),
    ]
    .boxed()
}

/// Values for a picture's source: existing, missing, or at a forbidden address.
fn source() -> BoxedStrategy<Value> {
    prop_oneof![
        6 => Just(json!(pictures::data())),
        1 => Just(json!(pictures::data_url(b"no picture"))),
        1 => Just(json!("http://127.0.0.1:1/a.png")),
        1 => Just(json!("https://localhost/a.png")),
        1 => text(),
    ]
    .boxed()
}

/// Any JSON value of small depth.
fn anything() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-3_i32..13).prop_map(Value::from),
        (-3_i32..13).prop_map(|number| json!(f64::from(number))),
        text(),
    ];
    leaf.prop_recursive(3, 16, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            vec(("[a-zA-Z]{0,8}", inner), 0..5).prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
    .boxed()
}

/// Values of one property: mostly valid ones, at or beyond the limits of its schema, sometimes of another type.
fn value(name: &str, schema: &Value, known: &[String]) -> BoxedStrategy<Value> {
    let is =
        |kind: &str| schema["type"] == kind || schema["type"].as_array().is_some_and(|all| all.contains(&json!(kind)));
    let fitting = if name == "waitSeconds" {
        // Other tests test longer waits.
        return proptest::sample::select(vec![
            json!(0),
            json!(0.0),
            json!(-1),
            json!(21),
            json!("1"),
            json!(null),
        ])
        .boxed();
    } else if let Some(words) = schema["enum"].as_array() {
        proptest::sample::select(words.clone()).boxed()
    } else if name.ends_with("Id") {
        id(name, known)
    } else if name.ends_with("Url") {
        source()
    } else if name.ends_with("Urls") {
        vec(source(), 0..4).prop_map(Value::from).boxed()
    } else if is("array") {
        vec(id(name, known), 0..4).prop_map(Value::from).boxed()
    } else if is("boolean") {
        any::<bool>().prop_map(Value::from).boxed()
    } else if is("integer") {
        let most = schema["maximum"].as_i64().unwrap();
        prop_oneof![0..=most, -1_i64..=3, Just(most), Just(most + 1)]
            .prop_map(Value::from)
            .boxed()
    } else {
        text()
    };
    prop_oneof![12 => fitting, 1 => anything()].boxed()
}

/// Bodies for a tool: some of its parameters, sometimes an unknown parameter, sometimes not an object.
fn body(tool: &ToolInfo, known: &[String]) -> BoxedStrategy<String> {
    let schema = (tool.input_schema)();
    let required: Vec<&str> = schema["required"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let mut fields: BoxedStrategy<Map<String, Value>> = Just(Map::new()).boxed();
    for (name, property) in schema["properties"].as_object().unwrap() {
        let chance = if required.contains(&name.as_str()) || name == "prompt" {
            0.95
        } else {
            0.25
        };
        let (name, value) = (
            name.clone(),
            proptest::option::weighted(chance, value(name, property, known)),
        );
        fields = (fields, value)
            .prop_map(move |(mut fields, value)| {
                fields.extend(value.map(|value| (name.clone(), value)));
                fields
            })
            .boxed();
    }
    let stray = proptest::option::weighted(0.05, ("[a-zA-Z_]{0,12}", anything()));
    let object = (fields, stray).prop_map(|(mut fields, stray)| {
        fields.extend(stray);
        Value::Object(fields).to_string()
    });
    prop_oneof![20 => object, 1 => anything().prop_map(|value| value.to_string()), 1 => any::<String>()].boxed()
}

fn check(tool: &ToolInfo, answer: &Answer, before: f64, after: f64) -> Result<(), TestCaseError> {
    let moved = ((after - before) * 100.0).round();
    match answer.status.as_u16() {
        200 => {
            let data = &answer.body["data"];
            let paid = if tool.cost.is_positive() {
                -data["cost"].as_f64().unwrap_or(f64::NAN)
            } else {
                0.0
            };
            let refunded = if tool.name == "cancel_generation" {
                data["refunded"].as_f64().unwrap_or(f64::NAN)
            } else {
                0.0
            };
            prop_assert_eq!(moved, ((paid + refunded) * 100.0).round());
            return Ok(());
        }
        400 if answer.body["code"] == "VALIDATION_ERROR" => {
            let issues = answer.body["details"]["issues"].as_array();
            prop_assert!(issues.is_some_and(|issues| !issues.is_empty()), "{}", answer.body);
            for issue in issues.into_iter().flatten() {
                prop_assert!(issue["path"].is_string());
                prop_assert!(issue["message"].as_str().is_some_and(|text| !text.is_empty()));
                // A stray parameter may look like a known one.
                let suggestion = issue.get("didYouMean");
                prop_assert!(suggestion.is_none_or(Value::is_string));
                let fields = 2 + usize::from(suggestion.is_some());
                prop_assert_eq!(issue.as_object().map(Map::len), Some(fields));
            }
        }
        400 => prop_assert_eq!(&answer.body["code"], "INSUFFICIENT_CREDITS"),
        404 => {
            prop_assert!(answer.body["details"]["id"].is_string());
            prop_assert_ne!(&answer.body["details"]["resource"], "tool");
        }
        other => prop_assert!(false, "{other}: {}", answer.body),
    }
    prop_assert_eq!(moved, 0.0, "a failed call costs nothing");
    Ok(())
}

struct PropertyWorld {
    service: Service,
    organization: Organization,
    known: Vec<String>,
    /// The balance after the last call.
    balance: Cell<f64>,
}

async fn world() -> PropertyWorld {
    let service = start_idle().await;
    let organization = service.organization(Plan::Enterprise, 100_000).await;
    let started = generate(&organization.client, json!({ "prompt": "A kite", "count": 3 })).await;
    let mut known = vec![
        started["generationId"].as_str().unwrap().to_owned(),
        started["promptId"].as_str().unwrap().to_owned(),
    ];
    // Several of each, because some calls delete them.
    for _ in 0..12 {
        let object = put_picture(&service).await;
        known.push(put_image(&service, organization.id, &object).await.to_string());
        let object = put_picture(&service).await;
        known.push(put_inspiration(&service, organization.id, &object).await.to_string());
        known.push(put_person(&service, organization.id).await.to_string());
    }
    let balance = Cell::new(organization.client.balance().await);
    PropertyWorld {
        service,
        organization,
        known,
        balance,
    }
}

impl PropertyWorld {
    async fn call(&self, tool: &ToolInfo, body: String) -> Result<StatusCode, TestCaseError> {
        // A tool may have a limit of ten calls a minute.
        self.service.clock().advance(Duration::from_secs(10));
        let client = &self.organization.client;
        let request = client.request(Method::POST, &format!("/api/v1/tools/{}", tool.name), body);
        let answer = client.send_to(tool.name, request).await;
        let (before, after) = (self.balance.get(), client.balance().await);
        self.balance.set(after);
        check(tool, &answer, before, after)?;
        Ok(answer.status)
    }
}

#[test]
fn every_response_matches_the_contract() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let world = runtime.block_on(world());
    for tool in &tools::ALL {
        let seen = RefCell::new(BTreeSet::new());
        // Bodies with the same kind of outcome would test little, and random generation may make no other for a while.
        let both = BTreeSet::from([200, 400]);
        for _ in 0..ROUNDS {
            let config = Config {
                cases: CASES,
                failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
                max_shrink_iters: 200,
                ..Config::default()
            };
            let result = TestRunner::new(config).run(&body(tool, &world.known), |body| {
                seen.borrow_mut()
                    .insert(runtime.block_on(world.call(tool, body))?.as_u16());
                Ok(())
            });
            if let Err(error) = result {
                panic!("{}: {error}", tool.name);
            }
            if seen.borrow().is_superset(&both) {
                break;
            }
        }
        assert!(seen.borrow().is_superset(&both), "{}: {seen:?}", tool.name);
    }
    runtime.block_on(async {
        world.service.audit(world.organization.id).await;
        world.service.stop().await;
    });
}

/// The tool accepts what its schema accepts, as far as a schema can say, and refuses what its schema refuses.
#[test]
fn schemas_and_tools_accept_the_same_bodies() {
    let known = vec!["gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".to_owned(), "x".to_owned()];
    for tool in &tools::ALL {
        let schema = jsonschema::draft202012::new(&(tool.input_schema)()).unwrap();
        let config = Config {
            cases: 2000,
            failure_persistence: None,
            ..Config::default()
        };
        let result = TestRunner::new(config).run(&body(tool, &known), |body| {
            let Ok(Value::Object(body)) = serde_json::from_str(&body) else {
                return Ok(());
            };
            let mut issues = contract::input::Issues::default();
            (tool.check)(&body, &mut issues);
            let accepted = issues.is_empty();
            // The tool trims texts before it measures them, and has rules about several fields: it may accept more, or
            // less.
            let exact = body.values().all(|value| {
                value
                    .as_str()
                    .is_none_or(|text| text.trim() == text && !text.is_empty())
            });
            let joined = matches!(
                tool.name,
                "generate_thumbnail" | "generate_variation" | "create_inspiration" | "create_person"
            );
            let valid = schema.is_valid(&Value::Object(body));
            if exact && !valid {
                prop_assert!(!accepted, "the tool accepts a body that the schema refuses");
            }
            if valid && exact && !joined {
                prop_assert!(accepted, "the tool refuses a body that the schema accepts");
            }
            Ok(())
        });
        if let Err(error) = result {
            panic!("{}: {error}", tool.name);
        }
    }
}
