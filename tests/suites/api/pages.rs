//! Pagination of lists of generations and ledger entries.

use std::collections::HashSet;

use contract::{OrganizationId, Plan};
use serde_json::{Value, json};
use tests::{Client, Organization};

use crate::support::{copy_generation, idle, insert_generation};

async fn insert(organization: OrganizationId, count: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for _ in 0..count {
        ids.push(insert_generation(idle(), organization, |_| {}).await.to_string());
    }
    ids
}

async fn insert_text(organization: OrganizationId, prompt: Option<&str>, title: Option<&str>) -> String {
    let change = |generation: &mut store::Generation| {
        generation.prompt = prompt.map(str::to_owned);
        generation.title = title.map(str::to_owned);
    };
    insert_generation(idle(), organization, change).await.to_string()
}

/// A tool with a list, the field of its items, and the field of their ids.
#[derive(Clone, Copy)]
pub(crate) struct List {
    pub(crate) tool: &'static str,
    pub(crate) items: &'static str,
    pub(crate) id: &'static str,
}

const GENERATIONS: List = List {
    tool: "list_generations",
    items: "generations",
    id: "generationId",
};
const HISTORY: List = List {
    tool: "get_credit_history",
    items: "transactions",
    id: "transactionId",
};

impl List {
    /// One page, and the cursor of the next page.
    pub(crate) async fn page(self, client: &Client, limit: u32, filter: &Value, cursor: &Value) -> (Vec<Value>, Value) {
        let mut body = filter.clone();
        body["limit"] = limit.into();
        body["cursor"] = cursor.clone();
        let answer = client.call(self.tool, body).await;
        assert!(answer.bytes.len() < 5_500_000);
        let data = answer.data();
        let items = data[self.items].as_array().unwrap().clone();
        assert!(items.len() <= limit as usize);
        (items, data["nextCursor"].clone())
    }

    /// The ids on a page.
    pub(crate) fn ids(self, items: &[Value]) -> Vec<String> {
        items
            .iter()
            .map(|item| item[self.id].as_str().unwrap().to_owned())
            .collect()
    }

    /// The ids of all pages, newest first.
    pub(crate) async fn all_ids(self, client: &Client, limit: u32, filter: Value) -> Vec<String> {
        let (mut ids, mut cursor) = (Vec::new(), Value::Null);
        for _ in 0..200 {
            let (items, next) = self.page(client, limit, &filter, &cursor).await;
            ids.extend(self.ids(&items));
            if next.is_null() {
                return ids;
            }
            assert_ne!(next, cursor, "the cursor changes");
            cursor = next;
        }
        panic!("the pages do not end");
    }
}

async fn rich(thumbnails: u32) -> Organization {
    idle().organization(Plan::Enterprise, thumbnails).await
}

#[tokio::test]
async fn pages_show_every_item_once_newest_first() {
    let organization = rich(250).await;
    let client = &organization.client;
    let mut expected = insert(organization.id, 250).await;
    expected.reverse();
    // 25, 50 and 125 divide 250: the last page is full, but has no cursor.
    for limit in [7, 25, 50, 99, 100] {
        assert_eq!(GENERATIONS.all_ids(client, limit, json!({})).await, expected, "{limit}");
    }
    let sequence = HISTORY.all_ids(client, 100, json!({})).await;
    assert_eq!(sequence.len(), 251);
    assert_eq!(sequence.iter().collect::<HashSet<_>>().len(), 251);
    assert_eq!(HISTORY.all_ids(client, 7, json!({})).await, sequence);
}

#[tokio::test]
async fn new_items_do_not_disturb_later_pages() {
    for limit in [7, 40, 100] {
        let organization = rich(400).await;
        let client = &organization.client;
        let mut expected = insert(organization.id, 120).await;
        expected.reverse();
        for list in [GENERATIONS, HISTORY] {
            let (mut seen, mut cursor) = (Vec::new(), Value::Null);
            let before: Vec<String> = list.all_ids(client, 100, json!({})).await;
            loop {
                let (items, next) = list.page(client, limit, &json!({}), &cursor).await;
                seen.extend(list.ids(&items));
                if next.is_null() {
                    break;
                }
                insert(organization.id, 5).await;
                cursor = next;
            }
            assert_eq!(seen, before, "{} by {limit}", list.tool);
            assert!(list.id != "generationId" || seen == expected);
        }
    }
}

#[tokio::test]
async fn the_last_page_has_no_cursor_even_when_it_is_full() {
    let organization = rich(10).await;
    let client = &organization.client;
    let none = GENERATIONS.page(client, 5, &json!({}), &Value::Null).await;
    assert_eq!(none, (Vec::new(), Value::Null));
    insert(organization.id, 10).await;
    for (limit, pages) in [(1, 10), (2, 5), (5, 2), (10, 1), (11, 1)] {
        let (mut count, mut cursor) = (0, Value::Null);
        loop {
            let (items, next) = GENERATIONS.page(client, limit, &json!({}), &cursor).await;
            assert!(!items.is_empty(), "an empty page at {limit}");
            count += 1;
            cursor = next;
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(count, pages, "{limit}");
    }
    // The default is 20.
    insert_grants(&organization, 15).await;
    let answer = client.call("get_credit_history", json!({})).await;
    assert_eq!(answer.data()["transactions"].as_array().unwrap().len(), 20);
}

async fn insert_grants(organization: &Organization, count: usize) {
    for index in 0..count {
        let amount = contract::Amount::from_hundredths(1);
        let note = format!("Grant {index}");
        idle().grant(organization.id, amount, &note).await;
    }
}

#[tokio::test]
async fn the_history_explains_every_change_of_the_balance() {
    let organization = rich(30).await;
    let client = &organization.client;
    let started = crate::support::generate(client, json!({ "prompt": "A", "count": 3, "enhancePrompt": true })).await;
    client
        .call("cancel_generation", json!({ "generationId": started["generationId"] }))
        .await
        .data();
    insert_grants(&organization, 3).await;
    let data = client
        .call("get_credit_history", json!({ "limit": 100 }))
        .await
        .data()
        .clone();
    let entries: Vec<&Value> = data["transactions"].as_array().unwrap().iter().rev().collect();
    let hundredths = |value: &Value| (value.as_f64().unwrap() * 100.0).round() as i64;
    let mut balance = 0;
    for entry in &entries {
        balance += hundredths(&entry["amount"]);
        assert_eq!(hundredths(&entry["balanceAfter"]), balance);
        let amount = hundredths(&entry["amount"]);
        match entry["type"].as_str().unwrap() {
            "grant" => assert!(amount > 0 && entry["tool"].is_null() && entry["generationId"].is_null()),
            "charge" => assert!(amount == -310 && entry["tool"] == "generate_thumbnail"),
            "refund" => assert!(amount > 0 && entry["tool"] == "generate_thumbnail"),
            other => panic!("{other}"),
        }
        if entry["type"] != "grant" {
            assert_eq!(entry["generationId"], started["generationId"]);
        }
        assert!(!entry["description"].as_str().unwrap().is_empty());
    }
    // The fee is not refunded.
    assert_eq!(balance, 3000 - 10 + 3);
    assert_eq!(
        hundredths(&client.call("get_credits", json!({})).await.data()["balance"]),
        balance
    );
    let times: Vec<&str> = entries
        .iter()
        .map(|entry| entry["createdAt"].as_str().unwrap())
        .collect();
    assert!(times.is_sorted());
}

#[tokio::test]
async fn a_cursor_is_valid_only_for_its_list() {
    let one = rich(100).await;
    let two = rich(100).await;
    for organization in [&one, &two] {
        insert(organization.id, 6).await;
    }
    let cursor = async |list: List, organization: &Organization, filter: Value| {
        let (_, next) = list.page(&organization.client, 2, &filter, &Value::Null).await;
        next.as_str().unwrap().to_owned()
    };
    let good = cursor(GENERATIONS, &one, json!({})).await;
    let pending = cursor(GENERATIONS, &one, json!({ "status": "pending" })).await;
    let search = cursor(GENERATIONS, &one, json!({ "search": "lighthouse" })).await;
    let foreign = cursor(GENERATIONS, &two, json!({})).await;
    let history = cursor(HISTORY, &one, json!({})).await;
    let refused = async |tool: &str, body: Value| {
        let answer = one.client.call(tool, body.clone()).await;
        assert_eq!(answer.status, 400, "{tool} {body}");
        assert_eq!(answer.issues(), ["cursor"], "{tool} {body}");
    };
    for cursor in [&foreign, &history, &pending, &search] {
        refused("list_generations", json!({ "cursor": cursor })).await;
    }
    for cursor in [&foreign, &good, &pending] {
        refused("get_credit_history", json!({ "cursor": cursor })).await;
    }
    refused("list_generations", json!({ "cursor": good, "status": "pending" })).await;
    refused("list_generations", json!({ "cursor": good, "search": "a" })).await;
    refused("list_generations", json!({ "cursor": pending, "status": "completed" })).await;
    refused("list_generations", json!({ "cursor": search, "search": "light" })).await;
    for garbage in [
        "x",
        "null",
        "AAAA",
        "💡",
        &"A".repeat(5000),
        &format!(" {good}"),
        &format!("{good}="),
    ] {
        refused("list_generations", json!({ "cursor": garbage })).await;
    }
    for length in 0..good.len() {
        if length % 4 == 1 {
            refused("list_generations", json!({ "cursor": good[..length] })).await;
        }
        if length % 3 == 0 {
            let mut edited = good.clone().into_bytes();
            edited[length] = if edited[length] == b'A' { b'B' } else { b'A' };
            refused(
                "list_generations",
                json!({ "cursor": String::from_utf8(edited).unwrap() }),
            )
            .await;
        }
    }
    // Other errors of the call are reported with it.
    let answer = one
        .client
        .call("list_generations", json!({ "cursor": "x", "limit": 0, "stauts": 1 }))
        .await;
    let mut issues = answer.issues();
    issues.sort();
    assert_eq!(issues, ["cursor", "limit", "stauts"]);
}

#[tokio::test]
async fn a_cursor_may_be_used_twice_with_another_limit_and_another_key() {
    let organization = rich(20).await;
    let client = &organization.client;
    let ids = insert(organization.id, 12).await;
    let newest_first: Vec<&str> = ids.iter().rev().map(String::as_str).collect();
    let (_, cursor) = GENERATIONS.page(client, 3, &json!({}), &Value::Null).await;
    let (_, secret) = idle().key(organization.id, &contract::Category::ALL, None).await;
    for (client, limit) in [
        (client, 3),
        (client, 3),
        (client, 5),
        (&client.with_key(Some(secret.expose())), 9),
    ] {
        let (items, _) = GENERATIONS.page(client, limit, &json!({}), &cursor).await;
        let shown: Vec<&str> = items
            .iter()
            .map(|item| item["generationId"].as_str().unwrap())
            .collect();
        assert_eq!(shown, newest_first[3..3 + limit as usize]);
    }
    // Values that mean the same as an absent filter are the same filter.
    let same = json!({ "status": null, "search": "  " });
    let (items, _) = GENERATIONS.page(client, 1, &same, &cursor).await;
    assert_eq!(items[0]["generationId"], newest_first[3]);
}

#[tokio::test]
async fn a_search_matches_all_words_in_any_case() {
    let organization = rich(20).await;
    let client = &organization.client;
    let frozen = insert_text(
        organization.id,
        Some("A climber on a FROZEN waterfall"),
        Some("I almost fell"),
    )
    .await;
    let desert = insert_text(organization.id, Some("A climber in the desert, größer"), None).await;
    let nothing = insert_text(organization.id, None, Some("Frozen ÄPFEL")).await;
    for (search, found) in [
        ("climber", vec![&desert, &frozen]),
        ("CLIMBER  frozen", vec![&frozen]),
        ("frozen climber", vec![&frozen]),
        ("frozen", vec![&nothing, &frozen]),
        ("water", vec![&frozen]),
        ("almost waterfall", vec![&frozen]),
        ("climber snow", vec![]),
        ("GRÖSSER", vec![&desert]),
        ("GRO\u{308}ßER", vec![&desert]),
        ("grosser", vec![]),
        ("äpfel", vec![&nothing]),
        ("%", vec![]),
        (".*", vec![]),
        ("", vec![&nothing, &desert, &frozen]),
    ] {
        for limit in [1, 100] {
            let ids = GENERATIONS.all_ids(client, limit, json!({ "search": search })).await;
            assert_eq!(ids.iter().collect::<Vec<_>>(), found, "{search:?}");
        }
    }
    assert_eq!(
        client
            .call("list_generations", json!({ "search": "a".repeat(201) }))
            .await
            .issues(),
        ["search"]
    );
}

#[tokio::test]
async fn the_list_is_filtered_by_status() {
    let organization = rich(100).await;
    let client = &organization.client;
    let ids = insert(organization.id, 30).await;
    let (mut pending, mut cancelled) = (Vec::new(), Vec::new());
    for (index, id) in ids.iter().enumerate() {
        if index % 10 == 3 {
            client
                .call("cancel_generation", json!({ "generationId": id }))
                .await
                .data();
            cancelled.insert(0, id.clone());
        } else {
            pending.insert(0, id.clone());
        }
    }
    for limit in [1, 4, 100] {
        assert_eq!(
            GENERATIONS
                .all_ids(client, limit, json!({ "status": "cancelled" }))
                .await,
            cancelled
        );
        let both = json!({ "status": "cancelled", "search": "lighthouse" });
        assert_eq!(GENERATIONS.all_ids(client, limit, both).await, cancelled);
    }
    assert_eq!(
        GENERATIONS.all_ids(client, 11, json!({ "status": "pending" })).await,
        pending
    );
    for status in ["processing", "completed", "partially_completed", "failed"] {
        assert!(
            GENERATIONS
                .all_ids(client, 10, json!({ "status": status }))
                .await
                .is_empty()
        );
    }
}

/// One request searches at most this many generations, so a page may be short before the last one.
#[tokio::test]
async fn a_search_with_few_matches_among_many_items_ends() {
    let organization = rich(2).await;
    let needle = insert_text(organization.id, Some("a needle"), None).await;
    let hay = insert_generation(idle(), organization.id, |_| {}).await;
    copy_generation(idle(), organization.id, hay, 1020).await;
    let first = organization
        .client
        .call("list_generations", json!({ "search": "needle" }))
        .await;
    assert_eq!(first.data()["generations"], json!([]));
    assert!(first.data()["nextCursor"].is_string());
    for limit in [1, 100] {
        let found = GENERATIONS
            .all_ids(&organization.client, limit, json!({ "search": "needle" }))
            .await;
        assert_eq!(found, std::slice::from_ref(&needle));
    }
    assert!(
        GENERATIONS
            .all_ids(&organization.client, 100, json!({ "search": "haystack" }))
            .await
            .is_empty()
    );
}

#[tokio::test]
async fn a_page_ends_early_before_it_is_too_large() {
    let organization = rich(200).await;
    let mut expected = Vec::new();
    // Each of these characters takes six bytes in JSON.
    let longest = "\u{1}".repeat(4000);
    for _ in 0..100 {
        let change = |generation: &mut store::Generation| {
            generation.prompt = Some(longest.clone());
            generation.enhanced_prompt = Some(longest.clone());
        };
        expected.insert(0, insert_generation(idle(), organization.id, change).await.to_string());
    }
    for filter in [json!({}), json!({ "status": "pending" })] {
        let mut body = filter.clone();
        body["limit"] = 100.into();
        let answer = organization.client.call("list_generations", body).await;
        let items = answer.data()["generations"].as_array().unwrap().len();
        assert!((50..100).contains(&items), "{items}");
        assert!(answer.bytes.len() < 4_010_000, "{}", answer.bytes.len());
        assert!(answer.data()["nextCursor"].is_string());
        assert_eq!(GENERATIONS.all_ids(&organization.client, 100, filter).await, expected);
    }
}

#[tokio::test]
async fn a_summary_leaves_out_thumbnails_and_references_and_shares_its_cursors() {
    let organization = rich(10).await;
    let client = &organization.client;
    insert(organization.id, 3).await;
    let page = async |body: Value| client.call("list_generations", body).await.data().clone();
    let full = page(json!({ "view": "full" })).await;
    assert_eq!(page(json!({})).await, full);
    let mut expected = full["generations"].clone();
    for generation in expected.as_array_mut().unwrap() {
        for name in ["thumbnails", "imageIds", "inspirationIds", "personIds"] {
            assert!(generation.as_object_mut().unwrap().remove(name).is_some(), "{name}");
        }
    }
    let summaries = page(json!({ "view": "summary" })).await;
    assert_eq!(summaries["generations"], expected);
    let first = page(json!({ "view": "summary", "limit": 1 })).await;
    let rest = page(json!({ "cursor": first["nextCursor"] })).await;
    assert_eq!(
        rest["generations"].as_array().unwrap()[..],
        full["generations"].as_array().unwrap()[1..]
    );
}

#[tokio::test]
async fn a_blank_cursor_counts_as_absent() {
    let organization = idle().organization(Plan::Pro, 0).await;
    for tool in [
        "list_generations",
        "list_images",
        "search_images",
        "list_inspirations",
        "list_persons",
        "get_credit_history",
    ] {
        let mut body = if tool == "search_images" {
            json!({ "query": "logo" })
        } else {
            json!({})
        };
        for blank in ["", " \n"] {
            body["cursor"] = blank.into();
            organization.client.call(tool, body.clone()).await.data();
        }
    }
}
