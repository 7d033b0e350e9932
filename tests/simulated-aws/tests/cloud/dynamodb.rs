//! Index lag, stale reads, throttled partitions, batches and consumed capacity.

use std::{collections::BTreeMap, time::Duration};

use aws_sdk_dynamodb::{
    Client,
    types::{KeysAndAttributes, ReturnConsumedCapacity},
};
use simulated_aws::{Cloud, Conditions, Use};
use tokio::time::Instant;

use crate::support::{code, create, item, key, n, number, pass, put, s, with_tables};

fn due(generation: &str, at: i64) -> crate::support::Item {
    let mut item = item("o", generation, at);
    item.insert("dueShard".to_owned(), s("DUE#0"));
    item.insert("dueAt".to_owned(), n(at));
    item
}

fn shown(cloud: &Cloud) -> Vec<String> {
    let items = cloud.index_items("records", "due");
    items.iter().map(|item| item["sk"].text().unwrap().to_owned()).collect()
}

async fn queried(client: &Client) -> Vec<String> {
    let output = client
        .query()
        .table_name("records")
        .index_name("due")
        .key_condition_expression("dueShard = :shard")
        .expression_attribute_values(":shard", s("DUE#0"))
        .send()
        .await
        .unwrap();
    let items = output.items.unwrap();
    items.iter().map(|item| item["sk"].as_s().unwrap().clone()).collect()
}

#[tokio::test(start_paused = true)]
async fn an_index_shows_writes_of_different_items_late_and_out_of_order() {
    let (cloud, client) = with_tables(3).await;
    cloud.set_conditions(Conditions {
        call: (Duration::ZERO, Duration::ZERO),
        index_lag: Duration::from_secs(10),
        ..Conditions::CALM
    });
    let names: Vec<String> = (0..8).map(|number| format!("g{number}")).collect();
    for (name, at) in names.iter().zip(1..) {
        put(&client, due(name, at)).await;
    }
    let mut order = Vec::new();
    for _ in 0..10_001 {
        for name in shown(&cloud) {
            if !order.contains(&name) {
                order.push(name);
            }
        }
        pass(1).await;
    }
    assert_eq!(queried(&client).await, names);
    assert_eq!(order.len(), names.len());
    assert_ne!(
        order, names,
        "the index shows the writes in another order than they were made"
    );
}

#[tokio::test(start_paused = true)]
async fn an_index_shows_the_writes_of_one_item_in_order() {
    let (cloud, client) = with_tables(4).await;
    cloud.set_conditions(Conditions {
        index_lag: Duration::from_secs(10),
        ..Conditions::CALM
    });
    for at in 1..20 {
        put(&client, due("g", at)).await;
    }
    let mut last = 0;
    for _ in 0..10_500 {
        if let Some(shown) = cloud.index_items("records", "due").first() {
            let at = shown["dueAt"].whole().unwrap();
            assert!(at >= last, "{at} after {last}");
            last = at;
        }
        pass(1).await;
    }
    assert_eq!(last, 19);
    put(&client, item("o", "g", 0)).await;
    cloud.settle();
    assert_eq!(
        shown(&cloud),
        [""; 0],
        "an item without the index's key attributes is not in the index"
    );
}

#[tokio::test(start_paused = true)]
async fn an_eventually_consistent_read_may_be_stale() {
    let (cloud, client) = with_tables(5).await;
    cloud.set_conditions(Conditions {
        stale_read: 1.0,
        ..Conditions::CALM
    });
    put(&client, item("o", "a", 1)).await;
    put(&client, item("o", "a", 2)).await;
    let read = async || {
        let request = client.get_item().table_name("records").set_key(Some(key("o", "a")));
        request.send().await.unwrap().item.unwrap()["number"].clone()
    };
    assert_eq!(read().await, n(1));
    assert_eq!(number(&client, "o", "a").await, Some(2));
    pass(1000).await;
    assert_eq!(read().await, n(2));
}

#[tokio::test(start_paused = true)]
async fn a_partition_is_throttled_independently_of_other_partitions() {
    let (cloud, client) = with_tables(6).await;
    cloud.set_conditions(Conditions {
        partition_writes: 10,
        ..Conditions::CALM
    });
    let start = Instant::now();
    let mut refused = 0;
    for number in 0..100 {
        let request = client.put_item().table_name("records");
        let put = request.set_item(Some(item("hot", &number.to_string(), 1))).send().await;
        refused += i32::from(code(put).is_some());
    }
    let taken = cloud.items("records").len();
    let seconds = start.elapsed().as_secs_f64();
    assert!((taken as f64) <= 10.0 * seconds + 11.0, "{taken} in {seconds} s");
    assert_eq!(taken as i32 + refused, 100);
    assert!(refused > 0);
    put(&client, item("cold", "a", 1)).await;
}

#[tokio::test(start_paused = true)]
async fn a_throttled_index_throttles_writes_to_its_table() {
    let (cloud, client) = with_tables(6).await;
    cloud.set_conditions(Conditions {
        partition_writes: 1,
        ..Conditions::CALM
    });
    let mut refused = 0;
    for number in 0..4 {
        let mut item = due("g", number);
        item.insert("pk".to_owned(), s(&format!("o{number}")));
        let put = client
            .put_item()
            .table_name("records")
            .set_item(Some(item))
            .send()
            .await;
        refused += i32::from(code(put).is_some());
    }
    assert!(refused > 0, "writes to a single index partition are throttled");
    assert!(!cloud.items("records").is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_batch_returns_unprocessed_items_that_a_retry_completes() {
    let (cloud, client) = with_tables(7).await;
    for number in 0..20 {
        put(&client, item("o", &format!("{number:02}"), number)).await;
    }
    cloud.set_conditions(Conditions {
        unprocessed: 0.5,
        ..Conditions::CALM
    });
    let keys = (0..22).map(|number| key("o", &format!("{number:02}"))).collect();
    let keys = KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true);
    let mut wanted = Some([("records".to_owned(), keys.build().unwrap())].into());
    let (mut found, mut calls) = (Vec::new(), 0);
    while let Some(request) = wanted {
        let output = client
            .batch_get_item()
            .set_request_items(Some(request))
            .send()
            .await
            .unwrap();
        let items = output.responses.unwrap().remove("records").unwrap();
        found.extend(items.iter().map(|item| item["sk"].as_s().unwrap().clone()));
        wanted = output.unprocessed_keys.filter(|left| !left.is_empty());
        calls += 1;
    }
    assert!(calls > 1);
    assert!(!found.is_sorted(), "the items of a batch are returned in random order");
    found.sort();
    assert_eq!(found, (0..20).map(|number| format!("{number:02}")).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn a_page_ends_at_one_megabyte() {
    let (_, client) = with_tables(8).await;
    for number in 0..5 {
        let mut large = item("o", &number.to_string(), number);
        large.insert("text".to_owned(), s(&"x".repeat(300_000)));
        put(&client, large).await;
        // The capacity of one partition key is 1000 KB of writes per second.
        pass(1000).await;
    }
    let query = client
        .query()
        .table_name("records")
        .key_condition_expression("pk = :pk");
    let output = query.expression_attribute_values(":pk", s("o")).send().await.unwrap();
    assert_eq!(output.items().len(), 4);
    assert_eq!(output.last_evaluated_key.unwrap(), key("o", "3"));
}

#[tokio::test(start_paused = true)]
async fn consumed_capacity_is_counted_as_documented() {
    let (cloud, client) = with_tables(9).await;
    cloud.reset_meter();
    let mut large = due("g", 1);
    large.insert("text".to_owned(), s(&"x".repeat(1500)));
    put(&client, large).await;
    number(&client, "o", "g").await;
    number(&client, "o", "nothing").await;
    queried(&client).await;
    let items = vec![create("o", "a", 1), create("p", "a", 1)];
    let transaction = client.transact_write_items().set_transact_items(Some(items));
    transaction.send().await.unwrap();
    put(&client, due("g", 2)).await;
    let units: BTreeMap<_, _> = cloud
        .meter()
        .into_iter()
        .map(|(what, units)| {
            let Use {
                index,
                partition,
                operation,
                ..
            } = what;
            let name = format!("{} {partition} {operation}", index.unwrap_or_default());
            (name, (units.requests, units.half_reads, units.writes))
        })
        .collect();
    let expected = [
        // A put of 1.5 KB, and its replacement, for which the larger of both sizes counts.
        (" o PutItem", (2, 0, 4)),
        (" o GetItem", (2, 4, 0)),
        (" o TransactWriteItems", (1, 0, 2)),
        (" p TransactWriteItems", (1, 0, 2)),
        // The index entry is written, then removed, and written under its new key.
        ("due DUE#0 PutItem", (3, 0, 2 + 2 + 1)),
        ("due DUE#0 Query", (1, 1, 0)),
    ];
    assert_eq!(units, expected.map(|(name, units)| (name.to_owned(), units)).into());
    assert_eq!(cloud.calls()["PutItem"], 2);
}

#[tokio::test(start_paused = true)]
async fn unsupported_parameters_and_unknown_tables_are_refused() {
    let (_, client) = with_tables(10).await;
    let request = client
        .put_item()
        .table_name("records")
        .set_item(Some(item("o", "a", 1)));
    let request = request
        .return_consumed_capacity(ReturnConsumedCapacity::Total)
        .send()
        .await;
    assert_eq!(code(request).as_deref(), Some("NotSimulated"));
    let unknown = client.put_item().table_name("other").set_item(Some(item("o", "a", 1)));
    assert_eq!(code(unknown.send().await).as_deref(), Some("ResourceNotFoundException"));
}
