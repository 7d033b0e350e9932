//! Transactions that take time and hold their items meanwhile, as DynamoDB's do. The embedded database executes each
//! transaction at once, so no two of them ever meet there.

use std::{collections::HashSet, sync::Mutex, time::Duration};

use bytes::Bytes;
use http::Request;
use serde_json::Value;

use super::half::Upstream;
use super::{Cut, Reply, lock, pass_whole, refusal};

/// How long a transaction takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contention {
    /// From the request to its answer, unless the embedded database needs longer.
    pub takes: Duration,
    /// How much of that time the transaction holds its items. Another transaction that wants one of them is refused.
    pub holds: Duration,
}

/// The items that transactions hold: a table and a primary key, as text.
pub(super) type Held = Mutex<HashSet<String>>;

/// Executes a transaction in the time of `contention`. It is refused with TransactionConflict when another transaction
/// holds one of its items.
pub(super) async fn transact(
    upstream: &str,
    client: &Upstream,
    held: &Held,
    contention: Contention,
    request: Request<Bytes>,
) -> Reply {
    let way = contention.takes.saturating_sub(contention.holds) / 2;
    tokio::time::sleep(way).await;
    let items = items(request.body())?;
    let conflicts: Vec<bool> = {
        let mut held = lock(held);
        let conflicts = items.iter().map(|item| held.contains(item)).collect();
        if !items.iter().any(|item| held.contains(item)) {
            held.extend(items.iter().cloned());
        }
        conflicts
    };
    let reply = if conflicts.contains(&true) {
        Ok(refusal::conflicts(&conflicts))
    } else {
        let (reply, ()) = tokio::join!(
            pass_whole(upstream, client, request),
            tokio::time::sleep(contention.holds)
        );
        lock(held).retain(|item| !items.contains(item));
        reply
    };
    tokio::time::sleep(way).await;
    reply
}

/// The items that a transaction names, part by part.
fn items(body: &Bytes) -> Result<Vec<String>, Cut> {
    let transaction: Value = serde_json::from_slice(body).map_err(|_| Cut)?;
    let parts = transaction["TransactItems"].as_array().ok_or(Cut)?;
    let operations = parts.iter().flat_map(|part| part.as_object().into_iter().flatten());
    Ok(operations
        .map(|(_, operation)| {
            let key = if operation["Key"].is_null() {
                &operation["Item"]
            } else {
                &operation["Key"]
            };
            format!("{} {} {}", operation["TableName"], key["pk"], key["sk"])
        })
        .collect())
}
