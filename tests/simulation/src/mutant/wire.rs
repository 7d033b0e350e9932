//! Reads and changes requests in their wire format.

use serde_json::{Map, Value as Json, json};
use simulated_aws::Request;

/// A text field of a request body. Empty if the field is missing.
pub(super) fn field<'a>(body: &'a Json, name: &str) -> &'a str {
    body.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// The object key that an S3 request names.
pub(super) fn key(body: &Json) -> &str {
    field(body, "Key")
}

/// One write, or one condition check, of a DynamoDB request.
pub(super) struct Part<'a> {
    /// `Put`, `Update`, `Delete` or `ConditionCheck`.
    pub(super) verb: String,
    /// The item's partition key.
    pub(super) partition: String,
    sort: String,
    body: &'a mut Json,
}

impl<'a> Part<'a> {
    fn new(verb: &str, body: &'a mut Json) -> Self {
        let key = |name: &str| {
            let place = if body.get("Item").is_some() { "Item" } else { "Key" };
            let value = body.get(place).and_then(|place| place.get(name)?.get("S")?.as_str());
            value.unwrap_or_default().to_owned()
        };
        Self {
            verb: verb.to_owned(),
            partition: key("pk"),
            sort: key("sk"),
            body,
        }
    }

    /// Whether the item's sort key begins with `prefix`.
    pub(super) fn is(&self, prefix: &str) -> bool {
        self.sort.starts_with(prefix)
    }

    /// Whether the item is the progress item of a generation.
    pub(super) fn is_progress(&self) -> bool {
        self.sort.ends_with("#PROGRESS")
    }

    /// Whether the part stores the answer to an idempotency key.
    pub(super) fn is_answer(&self) -> bool {
        self.verb == "Put" && self.partition.starts_with("ANSWER#")
    }

    /// Whether the part is a ledger entry of this kind.
    pub(super) fn is_entry(&self, kind: &str) -> bool {
        let booked = self.body.pointer("/Item/kind/S").and_then(Json::as_str);
        self.is("LEDGER#") && booked == Some(kind)
    }

    /// Whether the part sets a thumbnail to a state of this kind, or compares with such a state.
    pub(super) fn says(&self, kind: &str) -> bool {
        let values = self.body.get("ExpressionAttributeValues").and_then(Json::as_object);
        let is_state = |value: &Json| value.pointer("/M/kind/S").and_then(Json::as_str) == Some(kind);
        values.is_some_and(|values| values.values().any(is_state))
    }

    /// Makes the condition hold always, or for an update whenever its item exists: DynamoDB rejects an update of an
    /// attribute inside an absent item. The original condition stays a part of it, because DynamoDB rejects names and
    /// values that no expression uses. It needs no parentheses, because `OR` binds weakest, and DynamoDB rejects
    /// redundant ones.
    pub(super) fn weaken(&mut self) {
        if let Some(condition) = self.body.get("ConditionExpression").and_then(Json::as_str) {
            let weak = match self.verb.as_str() {
                "Update" => format!("attribute_exists(pk) OR {condition}"),
                _ => format!("attribute_exists(pk) OR attribute_not_exists(pk) OR {condition}"),
            };
            if let Some(body) = self.body.as_object_mut() {
                body.insert("ConditionExpression".to_owned(), Json::from(weak));
            }
        }
    }

    fn values(&mut self) -> Option<&mut Map<String, Json>> {
        self.body.get_mut("ExpressionAttributeValues")?.as_object_mut()
    }

    /// Moves the `until` time of all states of this kind by `millis`.
    pub(super) fn move_until(&mut self, kind: &str, millis: i64) {
        if !self.is_progress() {
            return;
        }
        for value in self.values().into_iter().flat_map(Map::values_mut) {
            if value.pointer("/M/kind/S").and_then(Json::as_str) != Some(kind) {
                continue;
            }
            if let Some(until) = value.pointer_mut("/M/until/N") {
                let moved = until
                    .as_str()
                    .and_then(|until| until.parse::<i64>().ok())
                    .unwrap_or_default()
                    + millis;
                *until = Json::from(moved.to_string());
            }
        }
    }

    /// Replaces a number among the expression's values.
    pub(super) fn replace_number(&mut self, from: i64, to: i64) {
        let (from, to) = (json!({ "N": from.to_string() }), json!({ "N": to.to_string() }));
        for value in self.values().into_iter().flat_map(Map::values_mut) {
            if *value == from {
                *value = to.clone();
            }
        }
    }

    /// Overwrites a number in the item that is put.
    pub(super) fn set_number(&mut self, name: &str, number: i64) {
        if let Some(value) = self.body.get_mut("Item").and_then(|item| item.get_mut(name)) {
            *value = json!({ "N": number.to_string() });
        }
    }

    /// Overwrites the state of the item that is put.
    pub(super) fn set_state(&mut self, kind: &str) {
        if let Some(state) = self.body.pointer_mut("/Item/state") {
            *state = json!({ "M": { "kind": { "S": kind } } });
        }
    }

    /// Lets a model paint the plate of the generation that is put anew.
    pub(super) fn keep_no_plate(&mut self) {
        if let Some(is_kept) = self.body.pointer_mut("/Item/edit/M/plate/M/isKept/BOOL") {
            *is_kept = Json::from(false);
        }
    }

    /// Removes an attribute from the item that is put.
    pub(super) fn remove_attribute(&mut self, name: &str) {
        if let Some(item) = self.body.get_mut("Item").and_then(Json::as_object_mut) {
            item.remove(name);
        }
    }

    /// Drops the removal of these attributes from the update expression, and the names that are then unused.
    pub(super) fn keep(&mut self, attributes: &[&str]) {
        let Some(expression) = self.body.get("UpdateExpression").and_then(Json::as_str) else {
            return;
        };
        let Some((set, removed)) = expression.split_once("REMOVE ") else {
            return;
        };
        let is_kept = |name: &str| attributes.contains(&name.trim_start_matches('#'));
        let left: Vec<&str> = removed.split(", ").filter(|name| !is_kept(name.trim())).collect();
        let mut expression = set.trim_end().to_owned();
        if !left.is_empty() {
            expression = format!("{expression} REMOVE {}", left.join(", "));
        }
        let used = |name: &str, condition: &str| expression.contains(name) || condition.contains(name);
        let condition = field(self.body, "ConditionExpression").to_owned();
        let unused: Vec<String> = attributes
            .iter()
            .map(|attribute| format!("#{attribute}"))
            .filter(|name| !used(name, &condition))
            .collect();
        if let Some(names) = self
            .body
            .get_mut("ExpressionAttributeNames")
            .and_then(Json::as_object_mut)
        {
            names.retain(|name, _| !unused.contains(name));
        }
        if let Some(body) = self.body.as_object_mut() {
            body.insert("UpdateExpression".to_owned(), Json::from(expression));
        }
    }

    /// Replaces the object key of a completed thumbnail with the key that all attempts share.
    pub(super) fn share_key(&mut self) {
        if !self.is_progress() {
            return;
        }
        for value in self.values().into_iter().flat_map(Map::values_mut) {
            if let Some(key) = value.pointer_mut("/M/objectKey/S") {
                *key = Json::from(shared(key.as_str().unwrap_or_default()));
            }
        }
    }
}

/// The object key of a thumbnail's picture with the attempt number replaced by 0.
fn shared(key: &str) -> String {
    match (key.rsplit_once('-'), key.rsplit_once('.')) {
        (Some((stem, _)), Some((_, extension))) if key.contains("/thumbnails/") => format!("{stem}-0.{extension}"),
        _ => key.to_owned(),
    }
}

/// Replaces the object key of an S3 request with the key that all attempts share.
pub(super) fn share_key(body: &mut Json) {
    let shared = shared(key(body));
    if let Some(body) = body.as_object_mut() {
        body.insert("Key".to_owned(), Json::from(shared));
    }
}

/// Makes all reads of a request eventually consistent.
pub(super) fn weaken_reads(body: &mut Json) {
    match body {
        Json::Object(fields) => {
            if let Some(consistent) = fields.get_mut("ConsistentRead") {
                *consistent = Json::from(false);
            }
            fields.values_mut().for_each(weaken_reads);
        }
        Json::Array(values) => values.iter_mut().for_each(weaken_reads),
        _ => {}
    }
}

/// Calls `work` with every part of a transaction, or with the single part of an update or a put.
pub(super) fn each_part(request: &mut Request, mut work: impl FnMut(Part<'_>)) {
    match request.operation.as_str() {
        "UpdateItem" => work(Part::new("Update", &mut request.body)),
        "PutItem" => work(Part::new("Put", &mut request.body)),
        "TransactWriteItems" => {
            let items = request.body.get_mut("TransactItems").and_then(Json::as_array_mut);
            for item in items.into_iter().flatten() {
                for (verb, body) in item.as_object_mut().into_iter().flatten() {
                    work(Part::new(verb, body));
                }
            }
        }
        _ => {}
    }
}

/// Whether `is_meant` is true for any part of the request.
pub(super) fn any_part(request: &mut Request, is_meant: impl Fn(&Part<'_>) -> bool) -> bool {
    let mut any = false;
    each_part(request, |part| any |= is_meant(&part));
    any
}

/// Keeps only the selected parts of a transaction. A transaction that would become empty stays unchanged.
pub(super) fn retain_parts(request: &mut Request, keep: impl Fn(&Part<'_>) -> bool) {
    if request.operation != "TransactWriteItems" {
        return;
    }
    let Some(items) = request.body.get_mut("TransactItems").and_then(Json::as_array_mut) else {
        return;
    };
    let mut kept = items.clone();
    kept.retain_mut(|item| {
        let mut parts = item.as_object_mut().into_iter().flatten();
        parts.all(|(verb, body)| keep(&Part::new(verb, body)))
    });
    if !kept.is_empty() {
        *items = kept;
    }
}
