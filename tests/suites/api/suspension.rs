//! Suspending and resuming an organization.

use std::time::Duration;

use contract::Category;
use serde_json::json;
use tests::{service::deadline, shared};

use crate::{
    generation::pro,
    operator::Operator,
    support::{call, insert_generation, number, same_amount, start_idle},
};

#[tokio::test]
async fn every_call_of_a_suspended_organization_is_refused_until_it_is_resumed() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let organization = pro(&service).await;
    let (client, org) = (&organization.client, organization.id.to_string());
    let (_, scoped) = service.key(organization.id, &[Category::Images], None).await;
    let scoped = service.client().with_key(Some(scoped.expose()));
    for _ in 0..2 {
        call(client, "get_credits", json!({})).await;
        assert_eq!(client.discover().await.status, 200);
    }
    for _ in 0..2 {
        let suspended = operator
            .json(&["org", "suspend", &org, "--reason", "Unpaid since May"])
            .await;
        assert_eq!(suspended, json!({ "organizationId": org }));
    }
    assert_eq!(
        operator.json(&["org", "show", &org]).await["suspended"],
        "Unpaid since May"
    );
    service.clock().advance(Duration::from_secs(30));
    let details = json!({ "reason": "suspended", "message": "Unpaid since May" });
    for _ in 0..2 {
        let refused = client.call("get_credits", json!({})).await;
        assert_eq!(refused.status, 403);
        assert_eq!(refused.failure("FORBIDDEN"), &details);
        assert_eq!(client.discover().await.failure("FORBIDDEN"), &details);
    }
    // The suspension is checked before the scope and the body, but after the tool.
    let refused = scoped.call("generate_thumbnail", json!({ "count": 0 })).await;
    assert_eq!(refused.failure("FORBIDDEN"), &details);
    client.call("nope", json!({})).await.failure("NOT_FOUND");
    for _ in 0..2 {
        assert_eq!(
            operator.json(&["org", "resume", &org]).await,
            json!({ "organizationId": org })
        );
    }
    service.clock().advance(Duration::from_secs(30));
    for _ in 0..2 {
        same_amount(number(&call(client, "get_credits", json!({})).await["balance"]), 100.0);
    }
}

#[tokio::test]
async fn generations_in_progress_end_during_a_suspension() {
    let service = shared();
    let organization = pro(service).await;
    // No call precedes the suspension, so no gateway has the organization in its cache.
    let generation = insert_generation(service, organization.id, |_| {}).await;
    let message = "Unpaid".to_owned();
    service
        .store()
        .suspend(organization.id, message, deadline())
        .await
        .unwrap()
        .unwrap();
    organization
        .client
        .call("get_credits", json!({}))
        .await
        .failure("FORBIDDEN");
    let message = queue::Message::new(organization.id, generation, 0, "composer".to_owned());
    service.resources().queue.send(&[message]).await.unwrap();
    let ended = async {
        loop {
            let progress = service
                .store()
                .progress(organization.id, generation)
                .await
                .unwrap()
                .unwrap();
            if progress.status().is_ended() {
                return progress.status();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let status = tokio::time::timeout(Duration::from_secs(60), ended).await.unwrap();
    assert_eq!(status.as_str(), "completed");
}
