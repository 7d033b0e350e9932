//! Faults that change a request or a response.

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use runtime::Stack;
use serde_json::{Value, json};

use super::{Cut, Reply, Shared, pass_whole};

pub(super) type Upstream = Client<HttpConnector, Full<Bytes>>;

/// Executes a call after its release. The response shows the ephemeral table as it was before the release, see
/// [`super::Fault::Torn`].
pub(super) async fn torn(
    upstream: &str,
    shared: &Shared,
    client: &Upstream,
    operation: &str,
    request: Request<Bytes>,
) -> Reply {
    let before = match operation {
        "BatchGetItem" => Some(said(pass_whole(upstream, client, request.clone()).await?).await?),
        _ => None,
    };
    shared.hanging.notify_one();
    drop(shared.released.acquire().await);
    let answer = pass_whole(upstream, client, request).await?;
    changed(answer, |now| match before {
        Some(mut before) => {
            let table = Stack::local().ephemeral_table();
            now["Responses"][&table] = before["Responses"][&table].take();
        }
        // The last part of a transaction stores the answer to an idempotency key.
        None => {
            if let Some(reason) = now["CancellationReasons"].as_array_mut().and_then(|all| all.last_mut()) {
                *reason = conflict();
            }
        }
    })
    .await
}

/// Executes a transaction after its release. If it is refused, the cancellation reasons of `parts` become
/// `TransactionConflict`.
pub(super) async fn conflicting(
    upstream: &str,
    shared: &Shared,
    client: &Upstream,
    parts: u16,
    request: Request<Bytes>,
) -> Reply {
    shared.hanging.notify_one();
    drop(shared.released.acquire().await);
    let answer = pass_whole(upstream, client, request).await?;
    changed(answer, |answer| {
        let reasons = answer["CancellationReasons"].as_array_mut().into_iter().flatten();
        for (part, reason) in reasons.enumerate() {
            if parts & (1 << part) != 0 {
                *reason = conflict();
            }
        }
    })
    .await
}

/// Executes a transaction without its client token.
pub(super) async fn without_token(upstream: &str, client: &Upstream, request: Request<Bytes>) -> Reply {
    let (parts, body) = request.into_parts();
    let mut transaction: Value = serde_json::from_slice(&body).map_err(|_| Cut)?;
    transaction.as_object_mut().ok_or(Cut)?.remove("ClientRequestToken");
    let request = Request::from_parts(parts, Bytes::from(transaction.to_string()));
    pass_whole(upstream, client, request).await
}

/// Executes a call. If it is refused, the existing item is removed from the response.
pub(super) async fn without_old_item(upstream: &str, client: &Upstream, request: Request<Bytes>) -> Reply {
    let answer = pass_whole(upstream, client, request).await?;
    if answer.status().is_success() {
        return Ok(answer);
    }
    changed(answer, |answer| {
        if let Some(answer) = answer.as_object_mut() {
            answer.remove("Item");
        }
    })
    .await
}

/// The cancellation reason of a part whose item another transaction holds.
fn conflict() -> Value {
    json!({ "Code": "TransactionConflict", "Message": "on purpose" })
}

/// Sends a batch without its first message, and reports that message as failed.
pub(super) async fn partly(upstream: &str, client: &Upstream, request: Request<Bytes>) -> Reply {
    let (parts, body) = request.into_parts();
    let mut batch: Value = serde_json::from_slice(&body).map_err(|_| Cut)?;
    let first = batch["Entries"].as_array_mut().ok_or(Cut)?.remove(0);
    let request = Request::from_parts(parts, Bytes::from(batch.to_string()));
    changed(pass_whole(upstream, client, request).await?, |answer| {
        let code = "InternalError";
        answer["Failed"] = json!([{ "Id": first["Id"], "Code": code, "Message": "on purpose", "SenderFault": false }]);
    })
    .await
}

async fn said(answer: Response<Full<Bytes>>) -> Result<Value, Cut> {
    let body = answer.into_body().collect().await.map_err(|_| Cut)?.to_bytes();
    serde_json::from_slice(&body).map_err(|_| Cut)
}

/// The response with a changed body.
async fn changed(answer: Response<Full<Bytes>>, change: impl FnOnce(&mut Value)) -> Reply {
    let (mut parts, body) = answer.into_parts();
    let mut body = said(Response::new(body)).await?;
    change(&mut body);
    // The checksum was computed for the original body.
    parts.headers.remove("x-amz-crc32");
    Ok(Response::from_parts(parts, Full::new(body.to_string().into())))
}
