//! The IAM requests of an AWS call: what a role must allow so that the call succeeds.

use std::collections::BTreeSet;

use http::Uri;
use serde_json::{Map, Value};
use store::keys;
use tests::Call;

use crate::iam::{Request, arn, s3, table};

/// The requests that IAM must allow for a call.
pub(crate) fn of_call(call: &Call) -> Vec<Request> {
    let operation = call.operation.as_str();
    let body: Value = serde_json::from_slice(&call.body).unwrap_or_default();
    let text = |name: &str| body[name].as_str().expect("a name");
    let object = |action: &str, path: &str| Request::new(format!("s3:{action}"), s3(path.trim_start_matches('/')));
    // Without this permission, S3 responds with 403 instead of 404 for a missing object.
    let bucket = |path: &str| {
        let bucket = path.trim_start_matches('/').split('/').next().expect("a bucket");
        Request::new("s3:ListBucket", s3(bucket))
    };
    match operation {
        "GetItem" | "PutItem" | "UpdateItem" | "DeleteItem" => vec![of_item(operation, &body)],
        "Query" => vec![of_query(&body)],
        "BatchGetItem" => {
            let tables = body["RequestItems"].as_object().expect("tables").iter();
            let request = |(name, wanted): (&String, &Value)| Request {
                partitions: each(&wanted["Keys"]).iter().map(partition).collect(),
                ..Request::new("dynamodb:BatchGetItem", table(name))
            };
            tables.map(request).collect()
        }
        "BatchWriteItem" => {
            let mut all = Vec::new();
            for (name, writes) in body["RequestItems"].as_object().expect("tables") {
                let keys = each(writes);
                let keys = keys.iter().map(|write| &write["DeleteRequest"]["Key"]);
                all.push(Request {
                    partitions: keys.map(partition).collect(),
                    ..Request::new("dynamodb:BatchWriteItem", table(name))
                });
            }
            all
        }
        "Scan" => vec![Request::new("dynamodb:Scan", table(text("TableName")))],
        "TransactWriteItems" => of_transaction(&body),
        "GetQueueUrl" => vec![Request::new("sqs:GetQueueUrl", arn("sqs", text("QueueName")))],
        "SendMessage"
        | "SendMessageBatch"
        | "ReceiveMessage"
        | "DeleteMessage"
        | "ChangeMessageVisibility"
        | "GetQueueAttributes" => {
            let (_, queue) = text("QueueUrl").rsplit_once('/').expect("a queue's name");
            let action = operation.trim_end_matches("Batch");
            vec![Request::new(format!("sqs:{action}"), arn("sqs", queue))]
        }
        // The proxy's names for `ListObjectsV2` and `HeadObject`.
        "GetBucket" => vec![bucket(&call.path)],
        "GetObject" | "HEADObject" => vec![object("GetObject", &call.path), bucket(&call.path)],
        "PutObject" => {
            let mut all = vec![object(operation, &call.path)];
            if let Some(source) = &call.copy_source {
                all.extend([object("GetObject", source), bucket(source)]);
            }
            if let Some(tags) = &call.tagging {
                let (name, value) = media::THUMBNAIL_TAG;
                assert_eq!(*tags, format!("{name}={value}"), "{}", call.path);
                all.push(object("PutObjectTagging", &call.path));
            }
            all
        }
        "DeleteObject" => vec![object(operation, &call.path)],
        other => panic!("the permissions of {other} are not listed here"),
    }
}

/// The requests of the presigned URLs and forms in a response: they have the permissions of the function that signed
/// them.
pub(crate) fn of_answer(answer: &Value) -> Vec<Request> {
    match answer {
        Value::Array(items) => items.iter().flat_map(of_answer).collect(),
        Value::Object(form) if form.contains_key("fields") => {
            let url: Uri = form["url"].as_str().expect("a URL").parse().expect("a URL");
            let key = form["fields"]["key"].as_str().expect("a key");
            vec![Request::new(
                "s3:PutObject",
                s3(&format!("{}/{key}", url.path().trim_start_matches('/'))),
            )]
        }
        Value::Object(fields) => fields.values().flat_map(of_answer).collect(),
        Value::String(text) if text.contains("X-Amz-Signature=") => {
            let url: Uri = text.parse().expect("a URL");
            vec![Request::new("s3:GetObject", s3(url.path().trim_start_matches('/')))]
        }
        _ => Vec::new(),
    }
}

/// A write of the complete `item`, which may exist already.
pub(crate) fn of_put(name: &str, item: &Map<String, Value>) -> Request {
    Request {
        partitions: BTreeSet::from([partition(&Value::Object(item.clone()))]),
        attributes: item.keys().cloned().collect(),
        ..Request::new("dynamodb:PutItem", table(name))
    }
}

/// A read or write of one item, alone or in a transaction.
fn of_item(action: &str, body: &Value) -> Request {
    let item = body.get("Item").or_else(|| body.get("Key")).expect("an item");
    let mut attributes: BTreeSet<String> = item.as_object().expect("attributes").keys().cloned().collect();
    for expression in ["UpdateExpression", "ConditionExpression"] {
        attributes.extend(top_level_names(body, expression));
    }
    let name = body["TableName"].as_str().expect("a table");
    Request {
        partitions: BTreeSet::from([partition(item)]),
        attributes,
        ..Request::new(format!("dynamodb:{action}"), table(name))
    }
}

/// AWS checks the writes of a transaction one by one. Here the writes of one action on one table are one request, which
/// is stricter: a statement must apply to all of them.
fn of_transaction(body: &Value) -> Vec<Request> {
    let mut all: Vec<Request> = Vec::new();
    for item in each(&body["TransactItems"]) {
        for (write, of) in item.as_object().expect("a write") {
            // `Put` needs the permission of `PutItem`, and so on; a condition check needs `ConditionCheckItem`.
            let request = of_item(&format!("{write}Item"), of);
            let same = |other: &&mut Request| (&other.action, &other.resource) == (&request.action, &request.resource);
            match all.iter_mut().find(same) {
                Some(other) => {
                    other.partitions.extend(request.partitions);
                    other.attributes.extend(request.attributes);
                }
                None => all.push(request),
            }
        }
    }
    all
}

fn of_query(body: &Value) -> Request {
    let name = body["TableName"].as_str().expect("a table");
    // Policies name only the partitions of tables, because indexes are only read.
    if let Some(index) = body["IndexName"].as_str() {
        return Request::new("dynamodb:Query", table(&format!("{name}/index/{index}")));
    }
    let condition = body["KeyConditionExpression"].as_str().expect("a condition");
    let words: Vec<&str> = condition.split_whitespace().collect();
    let is_partition = |name: &str| body["ExpressionAttributeNames"][name].as_str() == Some(keys::PK);
    let value = words.windows(3).find_map(|words| match words {
        [name, "=", value] if is_partition(name) => body["ExpressionAttributeValues"][*value]["S"].as_str(),
        _ => None,
    });
    Request {
        partitions: BTreeSet::from([value.expect("a partition").to_owned()]),
        ..Request::new("dynamodb:Query", table(name))
    }
}

fn each(list: &Value) -> Vec<Value> {
    list.as_array().expect("a list").clone()
}

fn partition(key: &Value) -> String {
    key[keys::PK]["S"].as_str().expect("a partition key").to_owned()
}

/// The top-level attributes in an expression. The store writes all names as placeholders.
fn top_level_names(body: &Value, expression: &str) -> Vec<String> {
    let text = body[expression].as_str().unwrap_or_default();
    let name = |(at, _): (usize, &str)| {
        let is_nested = text[..at].ends_with('.');
        let rest = &text[at..];
        let end = rest.find(|character: char| !character.is_ascii_alphanumeric() && !"#_".contains(character));
        let placeholder = &rest[..end.unwrap_or(rest.len())];
        let name = body["ExpressionAttributeNames"][placeholder].as_str().expect("a name");
        (!is_nested).then(|| name.to_owned())
    };
    text.match_indices('#').filter_map(name).collect()
}
