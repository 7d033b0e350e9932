//! Transactions that take time and hold their items during that time, like DynamoDB's. The embedded database executes
//! each transaction instantly, so transactions never conflict there.

use std::{collections::HashSet, sync::Mutex, time::Duration};

use bytes::Bytes;
use http::Request;
use serde_json::Value;

use super::half::Upstream;
use super::{Cut, Reply, lock, pass_whole, refusal};

/// The duration of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contention {
    /// The time from the request to the response. It is longer if the embedded database needs longer.
    pub takes: Duration,
    /// For how much of that time the transaction holds its items. Another transaction on one of these items is refused.
    pub holds: Duration,
}

/// The items that transactions currently hold: table and primary key, as text.
pub(super) type Held = Mutex<HashSet<String>>;

/// Executes a transaction with the durations of `contention`. Refuses it with `TransactionConflict` if another
/// transaction holds one of its items.
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

/// The items in the parts of a transaction, in the order of the parts.
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
