//! `audit` during traffic and while transactions are only partly visible.

use std::{collections::BTreeMap, time::Duration};

use aws_sdk_dynamodb::types::AttributeValue;
use contract::{OrganizationId, Plan};
use ctl::Outcome;
use futures_util::future::join_all;
use serde_json::{Value, json};
use store::keys::{self, Key};
use tests::{Call, Organization, Proxy, Service};

use crate::{
    operator::{Operator, one_object},
    support::{Item, copy_generation, delete, dynamodb, generate, idle, start_idle, write},
};

/// The items of one organization by their sort keys.
type Items = BTreeMap<String, Item>;

async fn items_of(service: &Service, organization: OrganizationId) -> Items {
    let output = dynamodb(service)
        .query()
        .table_name(service.stack().table())
        .key_condition_expression("pk = :pk")
        .expression_attribute_values(":pk", AttributeValue::S(keys::organization_partition(organization)))
        .consistent_read(true)
        .send()
        .await
        .unwrap();
    let sort_key = |item: &Item| item[keys::SK].as_s().unwrap().clone();
    let items = output.items.unwrap_or_default().into_iter();
    items.map(|item| (sort_key(&item), item)).collect()
}

/// Sets items of an organization to their content in `state`, and deletes items that are not in `state`.
async fn put_back(service: &Service, organization: OrganizationId, sort_keys: &[String], state: &Items) {
    for sort_key in sort_keys {
        match state.get(sort_key) {
            Some(item) => write(service, vec![item.clone()]).await,
            None => {
                let key = Key {
                    pk: keys::organization_partition(organization),
                    sk: Some(sort_key.clone()),
                };
                delete(service, key).await;
            }
        }
    }
}

/// The last items that an audit reads.
const LEDGER: &str = "LEDGER#";

/// Audits an organization, and runs `then` as soon as a call that contains `read` has been answered.
async fn audit_and(
    service: &Service,
    organization: OrganizationId,
    read: &str,
    then: impl Future<Output = ()>,
) -> Outcome {
    let proxy = Proxy::start(service.aws_url()).await;
    let url = proxy.url();
    let org = organization.to_string();
    let arguments = ["audit", "--json", "--org", &org];
    let names = |call: &Call| String::from_utf8_lossy(&call.body).contains(read);
    let after_read = async {
        while !proxy.calls().iter().any(|call| call.ended.is_some() && names(call)) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        then.await;
    };
    let operator = Operator(service);
    let (outcome, ()) = tokio::join!(operator.run_at(&url, &arguments), after_read);
    outcome
}

/// A transaction that changes the balance.
#[derive(Clone, Copy, Debug)]
enum Movement {
    Charge,
    Refund,
    Grant,
}

impl Movement {
    /// Does the calls that the movement requires.
    async fn prepare(self, organization: &Organization) -> Value {
        match self {
            Self::Charge | Self::Grant => Value::Null,
            Self::Refund => generate(&organization.client, json!({ "prompt": "A kite", "count": 2 })).await,
        }
    }

    async fn make(self, service: &Service, organization: &Organization, prepared: &Value) {
        match self {
            Self::Charge => drop(generate(&organization.client, json!({ "prompt": "A kite" })).await),
            Self::Refund => {
                let body = json!({ "generationId": prepared["generationId"] });
                organization.client.call("cancel_generation", body).await.data();
            }
            Self::Grant => {
                let org = organization.id.to_string();
                let grant = ["credits", "grant", "--org", &org, "--amount", "5"];
                Operator(service).json(&grant).await;
            }
        }
    }
}

/// Audits an organization while only those items of a movement are visible whose bit is set in `seen`. Returns whether
/// the movement has so many items.
async fn audit_half_seen(service: &Service, movement: Movement, seen: usize) -> bool {
    let organization = service.organization(Plan::Enterprise, 10).await;
    let prepared = movement.prepare(&organization).await;
    let before = items_of(service, organization.id).await;
    movement.make(service, &organization, &prepared).await;
    let after = items_of(service, organization.id).await;
    let changed: Vec<String> = after
        .keys()
        .filter(|key| before.get(*key) != after.get(*key))
        .cloned()
        .collect();
    if seen + 1 >= 1 << changed.len() {
        return false;
    }
    let bits = changed.iter().enumerate();
    let hidden: Vec<String> = bits
        .filter(|(bit, _)| seen & (1 << bit) == 0)
        .map(|(_, sort_key)| sort_key.clone())
        .collect();
    put_back(service, organization.id, &hidden, &before).await;
    let complete = put_back(service, organization.id, &hidden, &after);
    let outcome = audit_and(service, organization.id, LEDGER, complete).await;
    assert_eq!(
        (outcome.exit_code, outcome.stderr.as_str()),
        (0, ""),
        "{movement:?} without {hidden:?}: {}",
        outcome.stdout
    );
    true
}

#[tokio::test]
async fn an_audit_reports_no_difference_for_a_partly_visible_transaction() {
    let service = idle();
    for (movement, states) in [(Movement::Charge, 14), (Movement::Refund, 6), (Movement::Grant, 6)] {
        // Every state except those in which none or all of the movement's items are visible.
        let audits = (1..16).map(|seen| audit_half_seen(service, movement, seen));
        let audited = join_all(audits).await.into_iter().filter(|audited| *audited).count();
        assert_eq!(audited, states, "{movement:?}");
    }
}

#[tokio::test]
async fn an_audit_reports_no_difference_for_a_partly_created_organization() {
    let service = idle();
    let organization = service.organization(Plan::Pro, 5).await;
    let after = items_of(service, organization.id).await;
    for (hidden, read) in [("BALANCE", "BALANCE"), ("LEDGER#00000000000000000001", LEDGER)] {
        let hidden = [hidden.to_owned()];
        put_back(service, organization.id, &hidden, &Items::new()).await;
        let complete = put_back(service, organization.id, &hidden, &after);
        let outcome = audit_and(service, organization.id, read, complete).await;
        assert_eq!(
            (outcome.exit_code, outcome.stderr.as_str()),
            (0, ""),
            "{hidden:?}: {}",
            outcome.stdout
        );
    }
}

/// The item with a number changed by this much.
fn changed(items: &Items, sort_key: &str, name: &str, by: i64) -> Item {
    let mut item = items[sort_key].clone();
    let number: i64 = item[name].as_n().unwrap().parse().unwrap();
    item.insert(name.to_owned(), AttributeValue::N((number + by).to_string()));
    item
}

#[tokio::test]
async fn an_audit_during_traffic_finds_lasting_differences() {
    let service = idle();
    let mut audits = Vec::new();
    for case in [
        "balance",
        "amount",
        "balanceAfter",
        "ledger",
        "facts",
        "generation",
        "grant",
        "granted",
    ] {
        audits.push(async move {
            let organization = service.organization(Plan::Enterprise, 10).await;
            let org = organization.id.to_string();
            generate(&organization.client, json!({ "prompt": "A kite", "count": 2 })).await;
            let grant = ["credits", "grant", "--org", &org, "--amount", "5"];
            Operator(service).json(&grant).await;
            generate(&organization.client, json!({ "prompt": "A kite" })).await;
            let items = items_of(service, organization.id).await;
            let key_of = |begin: &str, end: &str| {
                items
                    .keys()
                    .find(|key| key.starts_with(begin) && key.ends_with(end))
                    .unwrap()
                    .clone()
            };
            let (charge, second) = (key_of("LEDGER#", "2"), key_of("LEDGER#", "3"));
            let mut wrong = items.clone();
            let mut touched = Vec::new();
            let mut replace = |sort_key: &str, item: Option<Item>| {
                touched.push(sort_key.to_owned());
                match item {
                    Some(item) => drop(wrong.insert(sort_key.to_owned(), item)),
                    None => drop(wrong.remove(sort_key)),
                }
            };
            match case {
                "balance" => replace("BALANCE", Some(changed(&items, "BALANCE", "balance", 100))),
                "amount" => replace(&charge, Some(changed(&items, &charge, "amount", -100))),
                "balanceAfter" => replace(&second, Some(changed(&items, &second, "balanceAfter", 1))),
                "ledger" => replace(&second, None),
                "facts" => replace(&key_of("GEN#", "#FACTS"), None),
                "generation" => {
                    replace(&key_of("GEN#", "#FACTS"), None);
                    replace(&key_of("GEN#", "#PROGRESS"), None);
                }
                "grant" => {
                    let witness = key_of("GRANT#", "");
                    replace(&witness, Some(changed(&items, &witness, "sequence", -1)));
                }
                _ => {
                    let witness = key_of("GRANT#", "");
                    replace(&witness, Some(changed(&items, &witness, "amount", 1)));
                }
            }
            put_back(service, organization.id, &touched, &wrong).await;
            let outcome = audit_and(service, organization.id, LEDGER, async {
                generate(&organization.client, json!({ "prompt": "A kite" })).await;
            })
            .await;
            assert_eq!(outcome.exit_code, 1, "{case}: {}", outcome.stdout);
            let found: Value = serde_json::from_str(&outcome.stdout).unwrap();
            assert!(!found["differences"].as_array().unwrap().is_empty(), "{case}: {found}");
        });
    }
    join_all(audits).await;
}

#[tokio::test]
async fn the_calls_of_an_audit_grow_with_the_number_of_pages() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Enterprise, 10).await;
    let started = generate(&organization.client, json!({ "prompt": "A kite" })).await;
    let generation = started["generationId"].as_str().unwrap().parse().unwrap();
    let calls = async || {
        let proxy = Proxy::start(service.aws_url()).await;
        let org = organization.id.to_string();
        let arguments = ["audit", "--json", "--org", &org];
        let outcome = Operator(&service).run_at(&proxy.url(), &arguments).await;
        let found: Value = serde_json::from_str(&outcome.stdout).unwrap();
        (proxy.calls().len(), found["differences"].as_array().unwrap().len())
    };
    let (few, differences) = calls().await;
    assert_eq!(differences, 0);
    // The copies were not charged, so each of them is a difference, and so is the number of waiting thumbnails.
    // Everything is read twice.
    copy_generation(&service, organization.id, generation, 2_000).await;
    let (many, differences) = calls().await;
    assert_eq!(differences, 2_001);
    // A page has 200 generations.
    assert!(many <= 2 * (few + 2_000 / 200 + 1), "{many} calls instead of {few}");
}

#[tokio::test]
async fn an_audit_finds_a_manipulated_balance() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let (honest, tampered) = (
        service.organization(Plan::Pro, 5).await,
        service.organization(Plan::Pro, 5).await,
    );
    for organization in [&honest, &tampered] {
        let started = generate(&organization.client, json!({ "prompt": "A kite", "count": 2 })).await;
        let body = json!({ "generationId": started["generationId"] });
        organization.client.call("cancel_generation", body).await.data();
    }
    let good = operator.json(&["audit"]).await;
    assert_eq!(good, json!({ "ok": true, "organizations": 2, "differences": [] }));
    dynamodb(&service)
        .update_item()
        .table_name(service.stack().table())
        .set_key(Some(keys::balance(tampered.id).attributes()))
        .update_expression("SET balance = balance + :more")
        .expression_attribute_values(":more", AttributeValue::N("100".to_owned()))
        .send()
        .await
        .unwrap();
    let tampered_id = tampered.id.to_string();
    for arguments in [&["audit", "--json"][..], &["audit", "--json", "--org", &tampered_id]] {
        let outcome = operator.run(arguments).await;
        assert_eq!(outcome.exit_code, 1);
        assert_eq!(outcome.stderr.matches('\n').count(), 1);
        let found = one_object(&outcome.stdout);
        assert_eq!(found["ok"], false);
        let differences = found["differences"].as_array().unwrap();
        assert!(!differences.is_empty());
        assert!(
            differences
                .iter()
                .all(|difference| difference["organizationId"] == tampered_id.as_str())
        );
    }
    assert_eq!(
        operator
            .run(&["audit", "--org", &honest.id.to_string()])
            .await
            .exit_code,
        0
    );
}

#[tokio::test]
async fn an_audit_during_traffic_reports_no_difference() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Enterprise, 50).await;
    let org = organization.id.to_string();
    let traffic = async {
        for count in 1..=9 {
            generate(
                &organization.client,
                json!({ "prompt": "A kite", "count": count % 3 + 1 }),
            )
            .await;
        }
    };
    let audits = async {
        for _ in 0..10 {
            assert_eq!(operator.json(&["audit", "--org", &org]).await["ok"], true);
        }
    };
    futures_util::future::join(traffic, audits).await;
}
