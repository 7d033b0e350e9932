//! A property test: a call that is made right after its quote is charged what the quote says, and is refused as the
//! quote is refused.

use std::{cell::Cell, time::Duration};

use contract::tools;
use proptest::{
    collection::vec,
    option,
    prelude::*,
    sample::select,
    test_runner::{Config, TestCaseError, TestRunner},
};
use serde_json::{Map, Value, json};
use tests::{Organization, Service};

use crate::{
    pictures::data,
    support::{call, generate, put_image, put_inspiration, put_person, put_picture, rich, start_idle},
};

const CASES: u32 = 48;

struct QuotedWorld {
    service: Service,
    organization: Organization,
    prompts: Vec<Value>,
    images: Vec<Value>,
    inspirations: Vec<Value>,
    persons: Vec<Value>,
}

async fn world() -> QuotedWorld {
    let service = start_idle().await;
    let organization = rich(&service).await;
    let client = &organization.client;
    let (mut images, mut inspirations, mut persons) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..3 {
        let object = put_picture(&service).await;
        images.push(json!(put_image(&service, organization.id, &object).await));
        inspirations.push(json!(put_inspiration(&service, organization.id, &object).await));
        persons.push(json!(put_person(&service, organization.id).await));
    }
    let deleted = images[2].clone();
    let mut prompts = Vec::new();
    for body in [
        json!({ "prompt": "A kite", "count": 3, "title": "Wind" }),
        json!({ "imageIds": [images[0]] }),
        json!({ "imageIds": [deleted] }),
        json!({ "imageIds": [deleted], "prompt": "A lighthouse" }),
    ] {
        prompts.push(generate(client, body).await["promptId"].clone());
    }
    call(client, "delete_image", json!({ "imageId": deleted })).await;
    QuotedWorld {
        service,
        organization,
        prompts,
        images,
        inspirations,
        persons,
    }
}

/// Bodies with some of these fields.
fn object(fields: Vec<(&'static str, f64, BoxedStrategy<Value>)>) -> BoxedStrategy<Value> {
    let mut all: BoxedStrategy<Map<String, Value>> = Just(Map::new()).boxed();
    for (name, chance, value) in fields {
        let joined = (all, option::weighted(chance, value)).prop_map(move |(mut all, value)| {
            all.extend(value.map(|value| (name.to_owned(), value)));
            all
        });
        all = joined.boxed();
    }
    all.prop_map(Value::Object).boxed()
}

impl QuotedWorld {
    /// Bodies for a tool that charges.
    fn body(&self, tool: &str) -> BoxedStrategy<Value> {
        let ids = |known: &[Value]| vec(select(known.to_vec()), 0..3).prop_map(Value::from).boxed();
        let text = || select(vec![json!("A red bicycle"), json!(" "), Value::Null]).boxed();
        let mut options = vec![
            ("count", 0.5, (0..=11).prop_map(Value::from).boxed()),
            ("enhancePrompt", 0.5, any::<bool>().prop_map(Value::from).boxed()),
            ("imageIds", 0.3, ids(&self.images)),
            ("inspirationIds", 0.3, ids(&self.inspirations)),
            ("personIds", 0.3, ids(&self.persons)),
            ("model", 0.2, select(vec![json!("composer"), json!("nothing")]).boxed()),
            ("format", 0.2, select(vec![json!("png"), json!("webp")]).boxed()),
        ];
        match tool {
            "generate_thumbnail" => options.push(("prompt", 0.7, text())),
            "generate_variation" => {
                options.push(("promptId", 0.8, select(self.prompts.clone()).boxed()));
                options.push(("newPrompt", 0.4, text()));
            }
            "upload_image" => {
                let sources = vec![json!(data()), json!("logo.png"), json!("data:,no picture")];
                options = vec![("imageUrl", 0.9, select(sources).boxed())];
            }
            "create_inspiration" => {
                options = vec![
                    (
                        "imageUrl",
                        0.5,
                        select(vec![json!(data()), json!("ftp://a.example/")]).boxed(),
                    ),
                    ("imageId", 0.5, select(self.images.clone()).boxed()),
                    (
                        "visibility",
                        0.3,
                        select(vec![json!("public"), json!("hidden")]).boxed(),
                    ),
                ];
            }
            other => panic!("{other} charges: add its bodies"),
        }
        object(options)
    }

    /// Compares a call with its quote. Returns whether the call succeeded.
    async fn compare(&self, tool: &'static str, body: Value) -> Result<bool, TestCaseError> {
        // A tool may have a limit of ten calls a minute.
        self.service.clock().advance(Duration::from_secs(10));
        let client = &self.organization.client;
        let quoted = client.quote(tool, body.to_string()).await;
        let called = client.call(tool, body).await;
        if quoted.status != 200 {
            // With too little balance, the call does not get as far as its transaction, which sees that all references
            // of the original are deleted. The quote always looks.
            let sees_more =
                called.body["code"] == "INSUFFICIENT_CREDITS" && quoted.body["details"]["reason"] == "reference";
            prop_assert!(
                sees_more || quoted.body == called.body,
                "{} {}",
                quoted.body,
                called.body
            );
            return Ok(false);
        }
        let quote = &quoted.body["data"];
        if called.status == 200 {
            let made = &called.body["data"];
            prop_assert_eq!(&quote["cost"], &made["cost"]);
            prop_assert_eq!(&quote["balanceAfter"], &made["balance"]);
            prop_assert_eq!(&quote["affordable"], true);
            prop_assert!(made.get("model").is_none_or(|model| *model == quote["model"]));
            return Ok(true);
        }
        match called.body["code"].as_str() {
            Some("INSUFFICIENT_CREDITS") => {
                prop_assert_eq!(&quote["affordable"], false);
                prop_assert_eq!(&quote["cost"], &called.body["details"]["required"]);
                prop_assert_eq!(&quote["balance"], &called.body["details"]["available"]);
            }
            // A quote does not decode a picture.
            _ => prop_assert_eq!(&called.body["details"]["reason"], "source"),
        }
        Ok(false)
    }
}

#[test]
fn a_call_right_after_its_quote_is_charged_what_the_quote_says() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    for tool in tools::ALL.iter().filter(|tool| tool.cost.is_positive()) {
        // Each tool begins with the whole balance.
        let world = runtime.block_on(world());
        let (succeeded, refused) = (Cell::new(0), Cell::new(0));
        let config = Config {
            cases: CASES,
            failure_persistence: None,
            max_shrink_iters: 100,
            ..Config::default()
        };
        let result = TestRunner::new(config).run(&world.body(tool.name), |body| {
            let outcome = if runtime.block_on(world.compare(tool.name, body))? {
                &succeeded
            } else {
                &refused
            };
            outcome.set(outcome.get() + 1);
            Ok(())
        });
        if let Err(error) = result {
            panic!("{}: {error}", tool.name);
        }
        assert!(
            succeeded.get() > 0 && refused.get() > 0,
            "{}: {succeeded:?} {refused:?}",
            tool.name
        );
        runtime.block_on(async {
            world.service.audit(world.organization.id).await;
            world.service.stop().await;
        });
    }
}
