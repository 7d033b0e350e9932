//! Whatever takes its time, a call that was committed is answered with what was done.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use describer::{Enhancer, Enhancing};
use serde_json::{Value, json};
use tests::{Fault, Organization, Proxy};

use crate::{
    instance::{Action, Instance, Said},
    models::Makers,
    world::{World, run},
};

/// A caller has an answer by then.
const CALL: Duration = Duration::from_secs(25);
/// When others stop being in the way of the commit: late, and early enough for one that begins at once.
const IN_THE_WAY: Duration = Duration::from_millis(15_600);
/// How long the answer to a call takes that takes long.
const SLOW: Duration = Duration::from_secs(1);

/// A model of words that never answers.
struct Silent;

impl Enhancer for Silent {
    fn enhance<'a>(&'a self, _: &'a str, _: Option<&'a str>) -> Enhancing<'a> {
        Box::pin(std::future::pending())
    }
}

/// An operation hangs twice, until the attempt is given up, and is then slow: five seconds in all.
fn hangs(tries: usize) -> Option<Fault> {
    match tries {
        1 | 2 => Some(Fault::HangBefore),
        3 => Some(Fault::Delay(SLOW)),
        _ => None,
    }
}

/// What is answered in time while AWS does as `decide` says of an operation and its number, from 1.
async fn answer(
    world: &World,
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
        ..Makers::told(Arc::default())
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
    let said = instance.act(action).await;
    assert!(began.elapsed() < CALL, "it took {:?}", began.elapsed());
    let Said::Http(200, mut body) = said else {
        panic!("{tool} was done, and the answer is {said:?}");
    };
    body["data"].take()
}

/// The commit ends at its last moment, and what follows it hangs.
fn late_commit() -> impl Fn(&str, usize) -> Option<Fault> + Send + 'static {
    let began = Instant::now();
    move |operation, number| match operation {
        "TransactWriteItems" if began.elapsed() < IN_THE_WAY => Some(Fault::Conflict),
        "TransactWriteItems" => hangs(number),
        "SendMessageBatch" | "DeleteObject" => Some(Fault::HangBefore),
        _ => None,
    }
}

/// Both reads of a variation take long.
fn slow_reads(operation: &str, number: usize) -> Option<Fault> {
    match operation {
        "Query" | "BatchGetItem" => hangs(number),
        _ => None,
    }
}

#[test]
fn what_is_done_late_is_answered_in_time() {
    run(async {
        let world = World::start().await;
        // One for each, so that they are in nobody's way.
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
