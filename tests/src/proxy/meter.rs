//! The capacity units that calls of DynamoDB consume, as the endpoint reports them when it is asked.

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};

use super::Cut;

/// The units that a call consumed in one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Consumed {
    /// The table.
    pub table: String,
    /// The index; none for the table itself.
    pub index: Option<String>,
    /// Read units where the call reads, write units where it writes.
    pub units: f64,
}

/// The same request, asking for the units that it consumes.
pub(super) fn ask(request: Request<Bytes>) -> Result<Request<Bytes>, Cut> {
    let (parts, body) = request.into_parts();
    let mut body: Value = serde_json::from_slice(&body).map_err(|_| Cut)?;
    body["ReturnConsumedCapacity"] = json!("INDEXES");
    Ok(Request::from_parts(parts, Bytes::from(body.to_string())))
}

/// The units that an answer reports. A refused call reports none.
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

/// The places of a report on one table.
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
