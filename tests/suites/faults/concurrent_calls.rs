//! Two calls with the same idempotency key: one is in progress while the other commits. Both get the same response,
//! whatever the slower call has read.

use std::sync::Arc;

use contract::{Amount, Plan, TransactionType, costs};
use serde_json::{Value, json};
use tests::{Fault, Organization, Proxy};

use crate::{
    instance::{Action, Instance, Reply},
    world::{FaultWorld, SOURCE, run},
};

/// An organization that can pay only for this.
async fn poor(world: &FaultWorld, cost: Amount) -> Organization {
    let organization = world.service.organization(Plan::Enterprise, 0).await;
    world.service.grant(organization.id, cost, "for one call").await;
    organization
}

/// A call with an idempotency key.
fn once(tool: &'static str, body: Value, organization: &Organization) -> Action {
    Action::Tool {
        tool,
        body,
        once: Some("once"),
        key: organization.key.clone(),
    }
}

/// Makes the call while the other call's first `operation` is partly visible, then performs `then`, and compares both
/// responses.
async fn race(world: &FaultWorld, action: Action, operation: &str, organization: &Organization, then: Option<Action>) {
    let proxy = Proxy::start(world.service.aws_url()).await;
    let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
    instance.warm(&action, &organization.key).await;
    proxy.fail_operation(operation, 0, Fault::Torn, 1);
    let twin = tokio::spawn({
        let action = action.clone();
        async move { instance.act(action).await }
    });
    proxy.hanging().await;
    let first = world.sound.act(action.clone()).await;
    assert!(matches!(first, Reply::Http(200, _)), "{action:?}: {first:?}");
    if let Some(then) = then {
        let done = world.sound.act(then).await;
        assert!(matches!(done, Reply::Http(200, _)), "{done:?}");
    }
    proxy.release();
    assert_eq!(twin.await.expect("it ends"), first, "{operation} of {action:?}");
}

#[test]
fn concurrent_calls_that_can_pay_once_get_the_same_response() {
    run(async {
        let world = FaultWorld::start().await;
        let prompt = json!({ "prompt": "A lighthouse" });
        let picture = json!({ "imageUrl": *SOURCE });
        for (tool, body, cost) in [
            ("generate_thumbnail", prompt, costs::GENERATE_THUMBNAIL),
            ("upload_image", picture.clone(), costs::UPLOAD_IMAGE),
            ("create_inspiration", picture, costs::CREATE_INSPIRATION),
        ] {
            // One call saw the balance after the other call's charge, but not the response; one lost the race for the
            // balance while the response was being written.
            for operation in ["BatchGetItem", "TransactWriteItems"] {
                let organization = poor(&world, cost).await;
                let action = once(tool, body.clone(), &organization);
                race(&world, action, operation, &organization, None).await;
                let ledger = world.ledger(organization.id).await;
                let kinds: Vec<TransactionType> = ledger.iter().map(|entry| entry.kind).collect();
                assert_eq!(kinds, [TransactionType::Charge, TransactionType::Grant], "{tool}");
                assert_eq!(ledger[0].balance_after, Amount::ZERO);
                world.settle(organization.id).await;
            }
        }
    });
}

#[test]
fn a_repeated_call_gets_the_first_response_even_if_its_reference_was_deleted() {
    run(async {
        let world = FaultWorld::start().await;
        let organization = world.organization().await;
        let image = world.image(&organization.key).await;
        let action = once(
            "create_person",
            json!({ "name": "Alex", "imageIds": [image] }),
            &organization,
        );
        let deletion = Action::Tool {
            tool: "delete_image",
            body: json!({ "imageId": image }),
            once: None,
            key: organization.key.clone(),
        };
        race(&world, action, "BatchGetItem", &organization, Some(deletion)).await;
        world.settle(organization.id).await;
    });
}

#[test]
fn a_single_call_that_cannot_pay_is_refused() {
    run(async {
        let world = FaultWorld::start().await;
        let organization = world.service.organization(Plan::Enterprise, 0).await;
        let action = once("upload_image", json!({ "imageUrl": *SOURCE }), &organization);
        for _ in 0..2 {
            let Reply::Http(400, body) = world.sound.act(action.clone()).await else {
                panic!("the call succeeded without a balance");
            };
            assert_eq!(body["code"], "INSUFFICIENT_CREDITS");
        }
        world.settle(organization.id).await;
    });
}
