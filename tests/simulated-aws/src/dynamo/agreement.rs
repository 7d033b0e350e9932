//! Compares this DynamoDB with the embedded DynamoDB: both give the same response to the same request.

use dynoxide::{Database, DynoxideError};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use tokio::time::Instant;

use crate::{
    Conditions, Random,
    dynamo::{Dynamo, Moment},
    refusal::Refusal,
};

/// The simulated and the embedded database with the same table.
struct Both {
    simulated: Dynamo,
    embedded: Database,
}

/// The outcome of a call: the response's body, or the error's name and the item in the error.
type Outcome = Result<Json, (String, Json)>;

fn embedded(database: &Database, operation: &str, body: &Json) -> Result<Json, DynoxideError> {
    fn read<T: serde::de::DeserializeOwned>(body: &Json) -> Result<T, DynoxideError> {
        serde_json::from_value(body.clone()).map_err(|error| DynoxideError::ValidationException(error.to_string()))
    }
    let write = |answer: serde_json::Result<Json>| Ok(answer.unwrap());
    match operation {
        "CreateTable" => write(serde_json::to_value(database.create_table(read(body)?)?)),
        "GetItem" => write(serde_json::to_value(database.get_item(read(body)?)?)),
        "PutItem" => write(serde_json::to_value(database.put_item(read(body)?)?)),
        "UpdateItem" => write(serde_json::to_value(database.update_item(read(body)?)?)),
        "DeleteItem" => write(serde_json::to_value(database.delete_item(read(body)?)?)),
        "Query" => write(serde_json::to_value(database.query(read(body)?)?)),
        other => panic!("{other}"),
    }
}

/// Sorts the elements of sets, which have no order.
fn sorted(mut json: Json) -> Json {
    match &mut json {
        Json::Object(members) => {
            for (name, value) in members.iter_mut() {
                *value = sorted(value.take());
                if let (true, Json::Array(list)) = (matches!(&**name, "SS" | "NS"), value) {
                    list.sort_by_key(Json::to_string);
                }
            }
        }
        Json::Array(list) => list.iter_mut().for_each(|value| *value = sorted(value.take())),
        _ => {}
    }
    json
}

impl Both {
    fn new() -> Self {
        let mut both = Self {
            simulated: Dynamo::new(Random::new(1)),
            embedded: Database::memory().unwrap(),
        };
        let table = json!({
            "TableName": "table", "BillingMode": "PAY_PER_REQUEST",
            "KeySchema": [
                { "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" }
            ],
            "AttributeDefinitions": [
                { "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "S" },
                { "AttributeName": "g", "AttributeType": "S" }, { "AttributeName": "n", "AttributeType": "N" },
            ],
            "GlobalSecondaryIndexes": [{
                "IndexName": "index", "Projection": { "ProjectionType": "ALL" },
                "KeySchema": [
                    { "AttributeName": "g", "KeyType": "HASH" }, { "AttributeName": "n", "KeyType": "RANGE" }
                ],
            }],
        });
        both.simulated("CreateTable", &table).unwrap();
        embedded(&both.embedded, "CreateTable", &table).unwrap();
        both
    }

    fn simulated(&mut self, operation: &'static str, body: &Json) -> Result<Vec<u8>, Refusal> {
        let moment = Moment {
            now: Instant::now(),
            conditions: &Conditions::CALM,
        };
        self.simulated.execute(moment, operation, body.clone())
    }

    /// Executes a call in both databases and asserts equal outcomes. The embedded database checks an expression only as
    /// far as it evaluates the expression. So an expression that only the simulation refuses as invalid is not
    /// compared.
    fn call(&mut self, operation: &'static str, body: &Json) -> Outcome {
        let name = |code: &str| code.rsplit('#').next().unwrap_or_default().to_owned();
        let simulated = match self.simulated(operation, body) {
            Ok(answer) => Ok(sorted(serde_json::from_slice(&answer).unwrap())),
            Err(refusal) if refusal.message.starts_with("Invalid ") => {
                return Err((name(refusal.code), Json::Null));
            }
            Err(refusal) => {
                let item = refusal.more.into_iter().find(|(name, _)| *name == "Item");
                Err((
                    name(refusal.code),
                    sorted(item.map(|(_, item)| item).unwrap_or_default()),
                ))
            }
        };
        let embedded = match embedded(&self.embedded, operation, body) {
            Ok(answer) => Ok(sorted(answer)),
            Err(error) => {
                let error: Json = serde_json::from_str(&error.to_json()).unwrap();
                let item = error.get("Item").cloned().unwrap_or_default();
                Err((name(error["__type"].as_str().unwrap()), sorted(item)))
            }
        };
        assert_eq!(simulated, embedded, "{operation} {body}");
        simulated
    }
}

fn scalar() -> impl Strategy<Value = Json> {
    prop_oneof![
        (-3..3_i64).prop_map(|number| json!({ "N": number.to_string() })),
        prop_oneof![Just("1.5"), Just("15e-1"), Just("-0.25"), Just("12345678901234567890")]
            .prop_map(|number| json!({ "N": number })),
        prop_oneof![Just(""), Just("a"), Just("ab"), Just("b")].prop_map(|text| json!({ "S": text })),
        any::<bool>().prop_map(|on| json!({ "BOOL": on })),
        Just(json!({ "NULL": true })),
    ]
}

fn value() -> impl Strategy<Value = Json> {
    prop_oneof![
        4 => scalar(),
        1 => prop::collection::vec(scalar(), 0..3).prop_map(|list| json!({ "L": list })),
        1 => prop::collection::btree_map("[xy]", scalar(), 0..3).prop_map(|map| json!({ "M": map })),
        1 => prop::collection::btree_set("[a-c]", 1..3).prop_map(|set| json!({ "SS": set })),
        1 => prop::collection::btree_set(0..4_u8, 1..3)
            .prop_map(|set| json!({ "NS": set.iter().map(u8::to_string).collect::<Vec<_>>() })),
    ]
}

fn path() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        3 => Just("a"), 3 => Just("b"), 1 => Just("n"), 1 => Just("#c"), 1 => Just("a.x"), 1 => Just("a[0]"),
        1 => Just("b[1]"), 1 => Just("b.y"), 1 => Just("nope"),
    ]
}

const VALUES: [&str; 3] = [":u", ":v", ":w"];

fn placeholder() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&VALUES[..])
}

fn operand() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => path().prop_map(str::to_owned),
        3 => placeholder().prop_map(str::to_owned),
        1 => path().prop_map(|path| format!("size({path})")),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => (operand(), prop::sample::select(&["=", "<>", "<", "<=", ">", ">="][..]), operand())
            .prop_map(|(one, operator, other)| format!("{one} {operator} {other}")),
        2 => path().prop_map(|path| format!("attribute_exists({path})")),
        2 => path().prop_map(|path| format!("attribute_not_exists({path})")),
        1 => (path(), placeholder()).prop_map(|(path, value)| format!("begins_with({path}, {value})")),
        1 => (path(), placeholder()).prop_map(|(path, value)| format!("contains({path}, {value})")),
        1 => (operand(), operand(), operand()).prop_map(|(one, low, high)| format!("{one} BETWEEN {low} AND {high}")),
        1 => (operand(), operand(), operand()).prop_map(|(one, two, three)| format!("{one} IN ({two}, {three})")),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("({one}) AND {other}")),
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("{one} OR {other}")),
            inner.prop_map(|inner| format!("NOT ({inner})")),
        ]
    })
}

fn assigned() -> impl Strategy<Value = String> {
    let plain = || {
        prop_oneof![
            path().prop_map(str::to_owned),
            placeholder().prop_map(str::to_owned),
            (path(), placeholder()).prop_map(|(path, value)| format!("if_not_exists({path}, {value})")),
        ]
    };
    prop_oneof![
        3 => plain(),
        1 => (plain(), prop::sample::select(&["+", "-"][..]), plain())
            .prop_map(|(one, sign, other)| format!("{one} {sign} {other}")),
        1 => (plain(), plain()).prop_map(|(one, other)| format!("list_append({one}, {other})")),
    ]
}

fn update() -> impl Strategy<Value = String> {
    (
        prop::collection::vec((path(), assigned()), 0..3),
        prop::collection::vec(path(), 0..2),
        prop::collection::vec((path(), placeholder()), 0..2),
        prop::collection::vec((path(), placeholder()), 0..2),
    )
        .prop_map(|(set, remove, add, delete)| {
            let pairs = |pairs: &[(&str, &str)]| pairs.iter().map(|(path, value)| format!("{path} {value}")).collect();
            let set: Vec<String> = set.iter().map(|(path, value)| format!("{path} = {value}")).collect();
            let remove: Vec<String> = remove.iter().map(|&path| path.to_owned()).collect();
            let clauses: [(&str, Vec<String>); 4] = [
                ("SET", set),
                ("REMOVE", remove),
                ("ADD", pairs(&add)),
                ("DELETE", pairs(&delete)),
            ];
            let clauses = clauses.iter().filter(|(_, actions)| !actions.is_empty());
            clauses
                .map(|(clause, actions)| format!("{clause} {}", actions.join(", ")))
                .collect::<Vec<_>>()
                .join(" ")
        })
}

/// Adds those placeholders to a request that `text` uses.
fn with_placeholders(mut body: Json, text: &str, values: &[Json; 3]) -> Json {
    if text.contains("#c") {
        body["ExpressionAttributeNames"] = json!({ "#c": "c" });
    }
    let used = VALUES.iter().zip(values).filter(|(name, _)| text.contains(**name));
    let used: serde_json::Map<String, Json> = used.map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    if !used.is_empty() {
        body["ExpressionAttributeValues"] = Json::Object(used);
    }
    body
}

fn item() -> impl Strategy<Value = Json> {
    prop::collection::btree_map("[abc]", value(), 0..4).prop_map(|attributes| {
        let mut item = json!({ "pk": { "S": "p" }, "sk": { "S": "s" } });
        for (name, value) in attributes {
            item[name] = value;
        }
        item
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn conditions_and_updates_behave_as_in_the_embedded_database(
        stored in prop::option::of(item()),
        replacement in item(),
        condition in condition(),
        update in update(),
        values in [value(), value(), value()],
    ) {
        let mut both = Both::new();
        let key = json!({ "pk": { "S": "p" }, "sk": { "S": "s" } });
        let get = json!({ "TableName": "table", "Key": key });
        if let Some(item) = stored {
            both.call("PutItem", &json!({ "TableName": "table", "Item": item })).unwrap();
        }
        let base = json!({
            "TableName": "table", "Item": replacement, "ConditionExpression": condition, "ReturnValues": "ALL_OLD",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        });
        drop(both.call("PutItem", &with_placeholders(base, &condition, &values)));
        both.call("GetItem", &get).unwrap();
        if !update.is_empty() {
            let base = json!({ "TableName": "table", "Key": key, "UpdateExpression": update, "ReturnValues": "ALL_NEW" });
            drop(both.call("UpdateItem", &with_placeholders(base, &update, &values)));
            both.call("GetItem", &get).unwrap();
        }
        let base = json!({ "TableName": "table", "Key": key, "ConditionExpression": condition, "ReturnValues": "ALL_OLD" });
        drop(both.call("DeleteItem", &with_placeholders(base, &condition, &values)));
        both.call("GetItem", &get).unwrap();
    }
}

#[test]
fn queries_page_through_tables_and_indexes_as_in_the_embedded_database() {
    let mut both = Both::new();
    for (number, text) in ["a", "ab", "abc", "b", "c", "d"].iter().enumerate() {
        let item = json!({
            "pk": { "S": "p" }, "sk": { "S": text }, "g": { "S": "g" }, "n": { "N": (number / 2).to_string() },
        });
        both.call("PutItem", &json!({ "TableName": "table", "Item": item }))
            .unwrap();
    }
    let conditions = [
        ("", json!({})),
        (" AND sk = :a", json!({ ":a": { "S": "ab" } })),
        (" AND sk > :a", json!({ ":a": { "S": "ab" } })),
        (" AND sk >= :a", json!({ ":a": { "S": "ab" } })),
        (" AND sk < :a", json!({ ":a": { "S": "b" } })),
        (" AND sk <= :a", json!({ ":a": { "S": "b" } })),
        (" AND begins_with(sk, :a)", json!({ ":a": { "S": "ab" } })),
        (
            " AND sk BETWEEN :a AND :b",
            json!({ ":a": { "S": "ab" }, ":b": { "S": "c" } }),
        ),
        (
            " AND sk BETWEEN :a AND :b",
            json!({ ":a": { "S": "e" }, ":b": { "S": "f" } }),
        ),
    ];
    for (index, hash) in [(None, "pk"), (Some("index"), "g")] {
        for (condition, values) in &conditions {
            for limit in [1, 2, 4, 100] {
                for forward in [true, false] {
                    let mut values = values.clone();
                    values[":h"] = json!({ "S": if hash == "pk" { "p" } else { "g" } });
                    if index.is_some() && values.as_object().unwrap().len() > 1 {
                        values = json!({ ":h": { "S": "g" }, ":a": { "N": "1" }, ":b": { "N": "2" } });
                        if !condition.contains(":b") {
                            values.as_object_mut().unwrap().remove(":b");
                        }
                    }
                    let condition = match index {
                        Some(_) if condition.contains("begins_with") => continue,
                        Some(_) => condition.replace("sk", "n"),
                        None => (*condition).to_owned(),
                    };
                    let mut query = json!({
                        "TableName": "table", "KeyConditionExpression": format!("{hash} = :h{condition}"),
                        "ExpressionAttributeValues": values, "Limit": limit, "ScanIndexForward": forward,
                    });
                    if let Some(index) = index {
                        query["IndexName"] = json!(index);
                    }
                    for _ in 0..10 {
                        let page = both.call("Query", &query).unwrap();
                        let Some(last) = page.get("LastEvaluatedKey") else {
                            break;
                        };
                        query["ExclusiveStartKey"] = last.clone();
                    }
                }
            }
        }
    }
}
