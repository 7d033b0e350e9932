//! Endpoints that support only a part of DynamoDB's protocol: one ignores client tokens, another returns no old item
//! with a failed condition. On them, nothing may be charged twice, and no picture that a record names may be deleted.

use std::sync::Arc;

use bytes::Bytes;
use contract::TransactionType;
use http::{Request, StatusCode};
use serde_json::{Value, json};
use store::{FinishedPicture, Settled, State};
use tests::{Fault, Proxy};

use crate::{
    instance::{Action, Instance, Reply},
    lost_answers::{lease, state},
    world::{FaultWorld, SOURCE, run},
};

/// The bodies of all tools that charge or store pictures.
fn creations() -> [(&'static str, Value); 4] {
    let picture = json!({ "imageUrl": *SOURCE });
    [
        ("generate_thumbnail", json!({ "prompt": "A lighthouse" })),
        ("upload_image", picture.clone()),
        ("create_inspiration", picture),
        ("create_person", json!({ "name": "Alex", "imageUrls": [*SOURCE] })),
    ]
}

#[test]
fn a_creation_is_charged_once_if_the_endpoint_ignores_client_tokens() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        for (tool, body) in creations() {
            for once in [None, Some("once")] {
                let organization = world.organization().await;
                let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
                let action = Action::Tool {
                    tool,
                    body: body.clone(),
                    once,
                    key: organization.key.clone(),
                };
                instance.warm(&action, &organization.key).await;
                proxy.fail_operation("TransactWriteItems", 0, Fault::CommitForgetThenCut, 1);
                let reply = instance.act(action).await;
                proxy.heal();
                let Reply::Http(200, answer) = reply else {
                    panic!("{tool}: {reply:?}");
                };
                let charges = world.ledger(organization.id).await;
                let charges = charges.iter().filter(|entry| entry.kind == TransactionType::Charge);
                assert_eq!(charges.count(), usize::from(tool != "create_person"), "{tool}");
                if let Some(balance) = answer["data"]["balance"].as_f64() {
                    let now = world.ledger(organization.id).await.remove(0).balance_after;
                    assert_eq!(format!("{balance}"), now.to_string(), "{tool}");
                }
                for url in pictures(&answer["data"]) {
                    let request = Request::get(url).body(Bytes::new()).expect("a request");
                    let status = tests::http::send(request).await.status();
                    assert_eq!(status, StatusCode::OK, "{tool} lost a picture");
                }
                world.settle(organization.id).await;
            }
        }
    });
}

/// The URLs of all pictures in a response.
fn pictures(data: &Value) -> Vec<String> {
    let photos = data["photos"].as_array().into_iter().flatten();
    let urls = photos.map(|photo| &photo["url"]).chain([&data["url"]]);
    urls.filter_map(Value::as_str).map(str::to_owned).collect()
}

#[test]
fn a_named_picture_is_kept_if_refusals_have_no_old_item() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        let organization = world.organization().await;
        let generation = world.begin(&organization.key, 1, &[]).await;
        let lease = lease(world.store(), &organization, generation).await;
        let picture = FinishedPicture::new("a picture".to_owned(), 9, world.store().clock().now());
        let mut tries = 0;
        proxy.decide(move |operation| {
            let is_first = operation == "UpdateItem" && tries == 0;
            tries += usize::from(operation == "UpdateItem");
            Some(if is_first {
                Fault::CommitThenCut
            } else {
                Fault::HideOldItem
            })
        });
        let settled = instance
            .store()
            .complete(&lease, picture.clone())
            .await
            .expect("an end");
        proxy.heal();
        assert_eq!(settled, Settled::Done);
        assert_eq!(
            state(&world, &organization).await.0,
            State::Completed(Box::new(picture))
        );
    });
}
