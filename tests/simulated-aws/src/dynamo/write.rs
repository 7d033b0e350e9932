//! A write of one item: a single request, or a part of a batch or a transaction.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::{
    dynamo::{
        Tables,
        key::{Key, KeySchema},
    },
    expression::{Condition, Placeholders, Update},
    params::Params,
    refusal::Refusal,
    value::{Item, read_item},
};

/// The effect of a write.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Action {
    Put(Arc<Item>),
    Update {
        /// The key attributes, which an update sets if it creates the item.
        key: Item,
        update: Update,
    },
    Delete,
    Check,
}

/// A parsed write that can be executed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Write {
    pub(super) table: String,
    pub(super) key: Key,
    pub(super) action: Action,
    pub(super) condition: Option<Condition>,
    /// Whether the response contains the existing item if the condition fails.
    pub(super) shows_failed: bool,
}

/// The kind of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Put,
    Update,
    Delete,
    Check,
}

static NO_ITEM: Item = Item::new();

impl Write {
    /// Reads a write's parameters from a request.
    pub(super) fn read(tables: &Tables, kind: Kind, params: &mut Params) -> Result<Self, Refusal> {
        let table = params.needed_text("TableName")?;
        let schema = &tables.get(&table)?.key;
        let placeholders = Placeholders::read(
            params.take("ExpressionAttributeNames"),
            params.take("ExpressionAttributeValues"),
        )?;
        let condition = params.text("ConditionExpression")?;
        let condition = condition
            .map(|text| Condition::parse(&text, &placeholders))
            .transpose()?;
        let shows_failed = params.choice("ReturnValuesOnConditionCheckFailure", &["NONE", "ALL_OLD"])? == "ALL_OLD";
        let (key, action) = match kind {
            Kind::Put => {
                let item = read_item(params.needed("Item")?)?;
                let key = schema.key_of(&item)?;
                tables.get(&table)?.check(&item)?;
                (key, Action::Put(Arc::new(item)))
            }
            Kind::Update => {
                let key = read_item(params.needed("Key")?)?;
                let update = read_update(schema, params, &placeholders)?;
                (schema.read(&key)?, Action::Update { key, update })
            }
            Kind::Delete => (schema.read(&read_item(params.needed("Key")?)?)?, Action::Delete),
            Kind::Check => {
                if condition.is_none() {
                    return Err(Refusal::validation("the parameter ConditionExpression is missing"));
                }
                (schema.read(&read_item(params.needed("Key")?)?)?, Action::Check)
            }
        };
        placeholders.finish()?;
        Ok(Self {
            table,
            key,
            action,
            condition,
            shows_failed,
        })
    }

    /// Whether the condition holds for the existing item.
    pub(super) fn holds(&self, old: Option<&Arc<Item>>) -> bool {
        let old = old.map_or(&NO_ITEM, |item| item);
        self.condition.as_ref().is_none_or(|condition| condition.holds(old))
    }

    /// The item after the write; `None` if the write removes the item.
    pub(super) fn result(&self, tables: &Tables, old: Option<&Arc<Item>>) -> Result<Option<Arc<Item>>, Refusal> {
        match &self.action {
            Action::Put(item) => Ok(Some(Arc::clone(item))),
            Action::Delete => Ok(None),
            Action::Check => Ok(old.cloned()),
            Action::Update { key, update } => {
                let item = update.apply(old.map_or(key, |item| item))?;
                tables.get(&self.table)?.check(&item)?;
                Ok(Some(Arc::new(item)))
            }
        }
    }

    pub(super) const fn verb(&self) -> &'static str {
        match self.action {
            Action::Put(_) => "put",
            Action::Update { .. } => "update",
            Action::Delete => "delete",
            Action::Check => "check",
        }
    }

    /// Reads a write from a request of a `BatchWriteItem`.
    pub(super) fn read_batched(tables: &Tables, table: &str, request: Json) -> Result<Self, Refusal> {
        let mut request = Params::new(request)?;
        let (kind, inner) = match (request.take("PutRequest"), request.take("DeleteRequest")) {
            (Some(put), None) => (Kind::Put, put),
            (None, Some(delete)) => (Kind::Delete, delete),
            _ => return Err(Refusal::validation("a write request must have exactly one operation")),
        };
        request.finish()?;
        let mut inner = Params::new(inner)?;
        let schema = &tables.get(table)?.key;
        let (key, action) = if kind == Kind::Put {
            let item = read_item(inner.needed("Item")?)?;
            tables.get(table)?.check(&item)?;
            (schema.key_of(&item)?, Action::Put(Arc::new(item)))
        } else {
            (schema.read(&read_item(inner.needed("Key")?)?)?, Action::Delete)
        };
        inner.finish()?;
        Ok(Self {
            table: table.to_owned(),
            key,
            action,
            condition: None,
            shows_failed: false,
        })
    }
}

fn read_update(schema: &KeySchema, params: &mut Params, placeholders: &Placeholders) -> Result<Update, Refusal> {
    // An update without an expression creates the item with its key attributes only, or changes nothing if the item
    // exists.
    let Some(text) = params.text("UpdateExpression")? else {
        return Ok(Update::default());
    };
    let update = Update::parse(&text, placeholders)?;
    if let Some(path) = update.paths().find(|path| schema.has(path.attribute())) {
        return Err(Refusal::validation(&format!(
            "One or more parameter values were invalid: Cannot update attribute {}. This attribute is part of the key",
            path.attribute()
        )));
    }
    Ok(update)
}
