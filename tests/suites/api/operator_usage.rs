//! `org usage`, `org rename` and `org set-rate`: what an organization uses of the service on each day, and how many
//! calls it may make.

use std::time::Duration;

use contract::Plan;
use serde_json::{Value, json};
use tests::{Client, Mcp, Organization, Revision, Service, service::Setup};

use crate::{
    deletion::delete,
    operator::Operator,
    pictures::data,
    support::{generate, next_minute, start_idle},
};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// The days of an organization, oldest first.
async fn days(service: &Service, organization: &Organization, arguments: &[&str]) -> Vec<Value> {
    let id = organization.id.to_string();
    let used = Operator(service)
        .json(&[&["org", "usage", &id], arguments].concat())
        .await;
    used["days"].as_array().unwrap().clone()
}

/// The numbers of a day: calls, completed thumbnails, failed ones, credits.
fn numbers(day: &Value) -> [f64; 4] {
    ["calls", "thumbnails", "failed", "credits"].map(|name| day[name].as_f64().unwrap())
}

#[tokio::test]
async fn the_use_of_each_day_is_counted_once() {
    let service = Service::start(Setup::default()).await;
    let organization = service.organization(Plan::Pro, 100).await;
    let client = &organization.client;
    assert_eq!(days(&service, &organization, &[]).await.len(), 30);
    // On the first day, two thumbnails are made, with at least two calls.
    let made = client
        .call("generate_thumbnail", json!({ "prompt": "A kite", "count": 2 }))
        .await;
    let id = made.data()["generationId"].clone();
    client.wait(&id).await;
    let calls = numbers(days(&service, &organization, &["--days", "1"]).await.last().unwrap());
    assert!(calls[0] >= 2.0, "{calls:?}");
    assert_eq!(calls[1..], [2.0, 0.0, 2.0]);
    let yesterday = service.clock().now().day();
    service.clock().advance(DAY);
    // On the second day, the generation is deleted and an image is charged. The figures of the first day stay the same.
    delete(client, &id).await.data();
    client.call("upload_image", json!({ "imageUrl": data() })).await.data();
    for _ in 0..3 {
        client.call("get_credits", json!({})).await.data();
    }
    let all = days(&service, &organization, &["--days", "2"]).await;
    let shown: Vec<&str> = all.iter().map(|day| day["day"].as_str().unwrap()).collect();
    let date = |moment: contract::Timestamp| moment.to_string()[..10].to_owned();
    assert_eq!(shown, [date(yesterday), date(yesterday.plus(DAY))]);
    assert_eq!(numbers(&all[0]), calls);
    assert_eq!(numbers(&all[1]), [5.0, 0.0, 0.0, 0.05]);
    let id = organization.id.to_string();
    let used = Operator(&service).json(&["org", "usage", &id]).await;
    assert!(used["storedBytes"].as_u64().unwrap() > 0);
    // Grants and corrections are not use.
    Operator(&service)
        .json(&["credits", "take", "--org", &id, "--amount", "1"])
        .await;
    assert_eq!(days(&service, &organization, &["--days", "2"]).await, all);
    let text = Operator(&service)
        .run(&["org", "usage", &id, "--days", "2"])
        .await
        .stdout;
    assert!(text.starts_with("DAY") && text.contains("stored bytes"), "{text}");
    service.audit(organization.id).await;
}

#[tokio::test]
async fn cancelled_thumbnails_count_as_failed_and_cost_nothing() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let generation = generate(&organization.client, json!({ "prompt": "A kite", "count": 3 })).await;
    let body = json!({ "generationId": generation["generationId"] });
    organization.client.call("cancel_generation", body).await.data();
    let today = days(&service, &organization, &["--days", "1"]).await;
    assert_eq!(numbers(&today[0]), [2.0, 0.0, 3.0, 0.0]);
}

#[tokio::test]
async fn requests_of_each_hour_are_counted_also_when_old_minutes_are_forgotten() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    // Begins at an hour of the clock, so that 40 minutes are in one hour.
    let now = service.clock().now();
    service
        .clock()
        .advance(now.hour().plus(Duration::from_secs(3600)).since(now));
    for _ in 0..40 {
        organization.client.call("get_credits", json!({})).await.data();
        next_minute(&service);
    }
    let all = days(&service, &organization, &["--days", "2"]).await;
    assert_eq!(all.iter().map(|day| numbers(day)[0]).sum::<f64>(), 40.0);
}

#[tokio::test]
async fn a_renamed_organization_keeps_everything_else() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let (id, operator) = (organization.id.to_string(), Operator(&service));
    let before = operator.json(&["org", "show", &id]).await;
    let renamed = operator.json(&["org", "rename", &id, " Müller & Söhne "]).await;
    assert_eq!(renamed, json!({ "organizationId": id, "name": "Müller & Söhne" }));
    let mut expected = before;
    expected["name"] = json!("Müller & Söhne");
    assert_eq!(operator.json(&["org", "show", &id]).await, expected);
    assert_eq!(operator.json(&["log"]).await["acts"][0]["action"], "org rename");
}

/// The limit of a tool that a key is told, in discovery and over MCP.
async fn shown(client: &Client, tool: &str) -> [u64; 2] {
    let limit = |tools: &Value, meta: &str| {
        let found = tools
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["name"] == tool)
            .unwrap();
        found[meta]["rateLimit"].as_u64().unwrap()
    };
    let listed = client.discover().await.body["tools"].clone();
    let mcp = Mcp::new(client, Revision::V2026_07_28);
    let list = mcp.request("tools/list", json!({})).await;
    [limit(&listed, "meta"), limit(&list.result()["tools"], "_meta")]
}

#[tokio::test]
async fn an_own_rate_replaces_that_of_the_tool_within_thirty_seconds() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 100).await;
    let (id, operator) = (organization.id.to_string(), Operator(&service));
    let client = &organization.client;
    let set = async |tool: &str, rate: &str| {
        let set = operator.json(&["org", "set-rate", &id, "--tool", tool, rate]).await;
        service.clock().advance(Duration::from_secs(30));
        next_minute(&service);
        set["requestsPerMinute"].clone()
    };
    let draw = async || client.call("generate_thumbnail", json!({ "prompt": "A kite" })).await;
    assert_eq!(draw().await.header("x-ratelimit-limit"), "10");
    assert_eq!(set("generate_thumbnail", "12").await, 12);
    for left in (0..12).rev() {
        let answer = draw().await;
        let told = ["limit", "remaining"].map(|name| answer.header(&format!("x-ratelimit-{name}")).to_owned());
        assert_eq!(
            (answer.status.as_u16(), told),
            (200, ["12".to_owned(), left.to_string()])
        );
    }
    let refused = draw().await;
    let details = refused.failure("RATE_LIMITED");
    assert_eq!((&details["scope"], &details["limit"]), (&json!("tool"), &json!(12)));
    assert_eq!(shown(client, "generate_thumbnail").await, [12, 12]);
    assert_eq!(
        operator.json(&["org", "show", &id]).await["rates"],
        json!({ "generate_thumbnail": 12 })
    );
    // The plan's limit stays, and a tool without a limit of its own can get one.
    assert_eq!(set("generate_thumbnail", "400").await, 60);
    assert_eq!(shown(client, "generate_thumbnail").await, [60, 60]);
    assert_eq!(set("list_images", "1").await, 1);
    client.call("list_images", json!({})).await.data();
    let refused = client.call("list_images", json!({})).await;
    assert_eq!(refused.failure("RATE_LIMITED")["limit"], 1);
    // Other organizations have the usual limits.
    let other = service.organization(Plan::Pro, 1).await;
    assert_eq!(shown(&other.client, "generate_thumbnail").await, [10, 10]);
    assert_eq!(set("generate_thumbnail", "default").await, 10);
    assert_eq!(shown(client, "generate_thumbnail").await, [10, 10]);
}
