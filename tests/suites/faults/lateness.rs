//! A call that was committed has a successful response, however slow AWS is.

use std::{collections::HashMap, sync::Arc, time::Duration};

use describer::{Enhancer, Enhancing};
use serde_json::{Value, json};
use tests::{Fault, Organization, Proxy};
use tokio::time::Instant;

use crate::{
    instance::{Action, Instance, Reply},
    models::Makers,
    world::{FaultWorld, run},
};

/// The time limit of a call.
const CALL: Duration = Duration::from_secs(25);
/// Until when other transactions conflict with the commit: late, but early enough for a commit that starts at once.
const IN_THE_WAY: Duration = Duration::from_millis(15_600);
/// The delay of a slow call.
const SLOW: Duration = Duration::from_secs(1);

/// A text model that never answers.
struct Silent;

impl Enhancer for Silent {
    fn enhance<'a>(&'a self, _: &'a str, _: Option<&'a str>) -> Enhancing<'a> {
        Box::pin(std::future::pending())
    }
}

/// Two attempts of an operation hang until they time out, and the third is slow: five seconds in all.
fn hangs(tries: usize) -> Option<Fault> {
    match tries {
        1 | 2 => Some(Fault::HangBefore),
        3 => Some(Fault::Delay(SLOW)),
        _ => None,
    }
}

/// The response of a call while `decide` chooses the faults of AWS by an operation and its number, from 1. Fails if the
/// response is too late.
async fn answer(
    world: &FaultWorld,
    organization: &Organization,
    (tool, body): (&'static str, Value),
    decide: impl Fn(&str, usize) -> Option<Fault> + Send + 'static,
) -> Value {
    let action = Action::Tool {
        tool,
        body,
        once: None,
        key: organization.key.clone(),
    };
    let proxy = Proxy::start(world.service.aws_url()).await;
    let makers = Makers {
        enhancer: Arc::new(Silent),
        ..Makers::scripted(Arc::default())
    };
    let instance = Instance::with_makers(&world.service, &proxy.url(), makers);
    instance.warm(&action, &organization.key).await;
    let mut calls = HashMap::<String, usize>::new();
    proxy.decide(move |operation| {
        let number = calls.entry(operation.to_owned()).or_default();
        let fault = decide(operation, *number + 1);
        *number += usize::from(fault != Some(Fault::Conflict));
        fault
    });
    let began = Instant::now();
    let reply = instance.act(action).await;
    assert!(began.elapsed() < CALL, "it took {:?}", began.elapsed());
    let Reply::Http(200, mut body) = reply else {
        panic!("{tool} was committed, but the response is {reply:?}");
    };
    body["data"].take()
}

/// The commit ends at the last moment, and the call after it hangs.
fn late_commit() -> impl Fn(&str, usize) -> Option<Fault> + Send + 'static {
    let began = Instant::now();
    move |operation, number| match operation {
        "TransactWriteItems" if began.elapsed() < IN_THE_WAY => Some(Fault::Conflict),
        "TransactWriteItems" => hangs(number),
        "SendMessageBatch" | "DeleteObject" => Some(Fault::HangBefore),
        _ => None,
    }
}

/// Both reads of a variation are slow.
fn slow_reads(operation: &str, number: usize) -> Option<Fault> {
    match operation {
        "Query" | "BatchGetItem" => hangs(number),
        _ => None,
    }
}

#[test]
fn a_late_commit_is_answered_in_time() {
    run(async {
        let world = FaultWorld::start().await;
        // A separate organization for each call, so that they do not conflict.
        let [first, second, third] = [
            world.organization().await,
            world.organization().await,
            world.organization().await,
        ];
        let image = world.image(&second.key).await;
        world.begin(&third.key, 1, &[]).await;
        let generate = ("generate_thumbnail", json!({ "prompt": "A lighthouse", "count": 2 }));
        let delete = ("delete_image", json!({ "imageId": image }));
        let vary = (
            "generate_variation",
            json!({ "newPrompt": "A lighthouse", "enhancePrompt": true }),
        );
        let (generated, deleted, varied) = tokio::join!(
            Box::pin(answer(&world, &first, generate, late_commit())),
            Box::pin(answer(&world, &second, delete, late_commit())),
            Box::pin(answer(&world, &third, vary, slow_reads)),
        );
        assert_eq!((&generated["count"], &deleted["deleted"]), (&json!(2), &json!(true)));
        assert_eq!((&varied["enhancedPrompt"], &varied["cost"]), (&Value::Null, &json!(1)));
        for organization in [first, second, third] {
            world.settle(organization.id).await;
        }
    });
}
