//! The limit of concurrent waits for the end of a generation.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use crate::support::{call, rich, start_idle};

/// The same as `MOST_OF_ORGANIZATION` of `get_generation_status`.
const MOST: u32 = 50;

#[tokio::test]
async fn a_call_above_the_limit_of_waits_is_answered_at_once() {
    let service = start_idle().await;
    let (organization, other) = (rich(&service).await, rich(&service).await);
    let minute = service.clock().now().minute();
    for _ in 0..MOST {
        service.store().begin_waiting(organization.id, minute).await.unwrap();
    }
    for (organization, seconds, waits) in [(&organization, 20, false), (&other, 2, true)] {
        let client = &organization.client;
        let started = call(client, "generate_thumbnail", json!({ "prompt": "A kite" })).await;
        let body = json!({ "generationId": started["generationId"], "waitSeconds": seconds });
        let began = Instant::now();
        let view = call(client, "get_generation_status", body).await;
        assert_eq!(view["status"], "pending");
        let took = began.elapsed();
        assert_eq!(took >= Duration::from_secs(2), waits, "{took:?}");
        assert!(took < Duration::from_secs(10), "{took:?}");
    }
    // The call that was answered at once does not count, nor does a call whose wait has ended.
    let waiting = service.store().begin_waiting(organization.id, minute).await.unwrap();
    assert_eq!((waiting.organization, waiting.all), (MOST + 1, MOST + 1));
    service.stop().await;
}
