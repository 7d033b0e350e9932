//! Endpoints that speak DynamoDB's protocol and do less: one forgets client tokens, another shows no old item with a
//! refused update. Nothing may be charged twice there, and no picture deleted that a record names.

use std::sync::Arc;

use bytes::Bytes;
use contract::TransactionType;
use http::{Request, StatusCode};
use serde_json::{Value, json};
use store::{Picture, Settled, State};
use tests::{Fault, Proxy};

use crate::{
    instance::{Action, Instance, Said},
    lost_answers::{lease, state},
    world::{SOURCE, World, run},
};

/// The bodies of all tools that charge or keep pictures.
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
fn a_creation_that_an_endpoint_forgot_is_made_and_charged_once() {
    run(async {
        let world = World::start().await;
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
                let said = instance.act(action).await;
                proxy.heal();
                let Said::Http(200, answer) = said else {
                    panic!("{tool}: {said:?}");
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
                    assert_eq!(status, StatusCode::OK, "{tool} has lost a picture");
                }
                world.settle(organization.id).await;
            }
        }
    });
}

/// The URLs of all pictures in an answer.
fn pictures(data: &Value) -> Vec<String> {
    let photos = data["photos"].as_array().into_iter().flatten();
    let urls = photos.map(|photo| &photo["url"]).chain([&data["url"]]);
    urls.filter_map(Value::as_str).map(str::to_owned).collect()
}

#[test]
fn a_picture_that_a_record_names_stays_where_refusals_show_no_item() {
    run(async {
        let world = World::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        let organization = world.organization().await;
        let generation = world.begin(&organization.key, 1, &[]).await;
        let lease = lease(world.store(), &organization, generation).await;
        let picture = Picture {
            object_key: "a picture".to_owned(),
            size_bytes: 9,
            completed_at: world.store().clock().now(),
            provenance: None,
        };
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
        assert_eq!(state(&world, &organization).await.0, State::Completed(picture));
    });
}
