//! The capacity that calls to DynamoDB consume, as the endpoint reports it on request.

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};

use super::Cut;

/// The units that a call consumed on a table or on an index.
#[derive(Clone, Debug, PartialEq)]
pub struct Consumed {
    /// The table name.
    pub table: String,
    /// The index name; `None` for the table itself.
    pub index: Option<String>,
    /// Read units of a read, or write units of a write.
    pub units: f64,
}

/// Adds the request for the consumed capacity to a call.
pub(super) fn ask(request: Request<Bytes>) -> Result<Request<Bytes>, Cut> {
    let (parts, body) = request.into_parts();
    let mut body: Value = serde_json::from_slice(&body).map_err(|_| Cut)?;
    body["ReturnConsumedCapacity"] = json!("INDEXES");
    Ok(Request::from_parts(parts, Bytes::from(body.to_string())))
}

/// The consumed capacity in a response. A refused call reports none.
pub(super) async fn read(answer: &Response<Full<Bytes>>) -> Vec<Consumed> {
    let Ok(body) = answer.body().clone().collect().await;
    let body: Value = serde_json::from_slice(&body.to_bytes()).unwrap_or_default();
    let reports = match &body["ConsumedCapacity"] {
        Value::Array(reports) => reports.clone(),
        Value::Null => Vec::new(),
        report => vec![report.clone()],
    };
    reports.iter().flat_map(places).collect()
}

/// The consumption of one table and its indexes.
fn places(report: &Value) -> Vec<Consumed> {
    let table = report["TableName"].as_str().unwrap_or_default();
    let consumed = |index: Option<&str>, units: &Value| Consumed {
        table: table.to_owned(),
        index: index.map(str::to_owned),
        units: units["CapacityUnits"].as_f64().unwrap_or_default(),
    };
    let indexes = report["GlobalSecondaryIndexes"].as_object().into_iter().flatten();
    std::iter::once(consumed(None, &report["Table"]))
        .chain(indexes.map(|(name, units)| consumed(Some(name), units)))
        .filter(|consumed| consumed.units > 0.0)
        .collect()
}
