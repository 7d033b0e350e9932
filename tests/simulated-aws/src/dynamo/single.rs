//! `GetItem`, `PutItem`, `UpdateItem` and `DeleteItem`.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::{
    body::Body,
    cloud::Operation,
    dynamo::{
        Answer, Dynamo, Moment, throttled,
        write::{Action, Kind, Write},
    },
    expression::{Placeholders, project},
    params::Params,
    refusal::Refusal,
    value::{Item, read_item},
};

/// The attributes that a `ProjectionExpression` names, or all attributes without such an expression.
pub(super) fn projected(item: &Item, attributes: Option<&[String]>) -> Item {
    match attributes {
        None => item.clone(),
        Some(attributes) => attributes
            .iter()
            .filter_map(|name| Some((name.clone(), item.get(name)?.clone())))
            .collect(),
    }
}

pub(super) fn read_projection(
    params: &mut Params,
    placeholders: &Placeholders,
) -> Result<Option<Vec<String>>, Refusal> {
    let text = params.text("ProjectionExpression")?;
    text.map(|text| project(&text, placeholders)).transpose()
}

impl Dynamo {
    pub(super) fn get_item(&mut self, moment: Moment<'_>, mut params: Params) -> Answer {
        let name = params.needed_text("TableName")?;
        let attributes = read_item(params.needed("Key")?)?;
        let consistent = params.flag("ConsistentRead")?.unwrap_or(false);
        let placeholders = Placeholders::read(params.take("ExpressionAttributeNames"), None)?;
        let projection = read_projection(&mut params, &placeholders)?;
        placeholders.finish()?;
        params.finish()?;
        let (tables, mut context) = self.parts(moment);
        let table = tables.get_mut(&name)?;
        let key = table.key.read(&attributes)?;
        if !table.can_read(&context, &key.hash) {
            return Err(throttled(context.random));
        }
        table.bill_read(&context, &key.hash, "GetItem", table.size_of(&key), consistent);
        let found = table.rows.get(&key).and_then(|row| row.seen(&mut context, consistent));
        let body = Body::new();
        Ok(match (found, projection) {
            (None, _) => body,
            (Some(item), None) => body.with("Item", &**item),
            (Some(item), projection) => body.with("Item", &projected(item, projection.as_deref())),
        }
        .finish())
    }

    pub(super) fn write_item(
        &mut self,
        moment: Moment<'_>,
        operation: Operation,
        kind: Kind,
        mut params: Params,
    ) -> Answer {
        let write = Write::read(&self.tables, kind, &mut params)?;
        let returned = params.choice(
            "ReturnValues",
            &["NONE", "ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"],
        )?;
        params.finish()?;
        if kind != Kind::Update && !matches!(returned, "NONE" | "ALL_OLD") {
            return Err(Refusal::validation("ReturnValues can only be ALL_OLD or NONE"));
        }
        let (tables, mut context) = self.parts(moment);
        let table = tables.get_mut(&write.table)?;
        if !table.can_write(&context, &write.key) {
            return Err(throttled(context.random));
        }
        if table.lock_of(&write.key).is_some() || context.random.chance(context.conditions.spurious_conflict) {
            return Err(Refusal::new(
                400,
                "TransactionConflictException",
                "Transaction is ongoing for the item",
            ));
        }
        let old = table.item(&write.key).cloned();
        if !write.holds(old.as_ref()) {
            table.bill_check(&context, &write.key, operation, 1);
            let refusal = Refusal::new(400, "ConditionalCheckFailedException", "The conditional request failed");
            return Err(match old {
                Some(old) if write.shows_failed => refusal.with("Item", to_json(&old)),
                _ => refusal,
            });
        }
        let new = write.result(tables, old.as_ref())?;
        let table = tables.get_mut(&write.table)?;
        if !table.can_index(&context, new.as_ref()) {
            return Err(throttled(context.random));
        }
        table.write(&mut context, &write.key, new.clone(), operation, 1);
        let shown = match returned {
            "ALL_OLD" => old.map(Arc::unwrap_or_clone),
            "ALL_NEW" => new.map(Arc::unwrap_or_clone),
            "UPDATED_OLD" => updated(&write, old.as_deref())?,
            "UPDATED_NEW" => updated(&write, new.as_deref())?,
            _ => None,
        };
        let body = Body::new();
        Ok(match shown {
            Some(item) if !item.is_empty() => body.with("Attributes", &item),
            _ => body,
        }
        .finish())
    }
}

pub(super) fn to_json(item: &Item) -> Json {
    serde_json::to_value(item).unwrap_or_default()
}

/// The attributes that an update wrote.
fn updated(write: &Write, item: Option<&Item>) -> Result<Option<Item>, Refusal> {
    let (Action::Update { update, .. }, Some(item)) = (&write.action, item) else {
        return Ok(None);
    };
    if update.paths().any(|path| !path.is_attribute()) {
        return Err(Refusal::not_simulated("UPDATED_NEW of a part of an attribute"));
    }
    let attribute = |name: &str| Some((name.to_owned(), item.get(name)?.clone()));
    Ok(Some(
        update.paths().filter_map(|path| attribute(path.attribute())).collect(),
    ))
}
