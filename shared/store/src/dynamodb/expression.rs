//! Builds the text, names and values of DynamoDB expressions.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, Delete, Put, ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update,
};

use crate::{StoreError, dynamodb::codec::Item, keys::Key};

/// An update of one item under a condition.
#[derive(Debug, Default)]
pub(crate) struct Expression {
    names: HashMap<String, String>,
    values: HashMap<String, AttributeValue>,
    set: Vec<String>,
    remove: Vec<String>,
    conditions: Vec<String>,
}

impl Expression {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A placeholder for an attribute's name, which may be a reserved word.
    pub(crate) fn name(&mut self, name: &str) -> String {
        let placeholder = format!(
            "#{}",
            name.replace(|character: char| !character.is_ascii_alphanumeric(), "_")
        );
        self.names.insert(placeholder.clone(), name.to_owned());
        placeholder
    }

    /// A placeholder for the path to a nested attribute; a part may end with an index, as in `thumbnails[3]`.
    pub(crate) fn path(&mut self, parts: &[&str]) -> String {
        let place = |part: &&str| match part.split_once('[') {
            Some((name, index)) => format!("{}[{index}", self.name(name)),
            None => self.name(part),
        };
        parts.iter().map(place).collect::<Vec<_>>().join(".")
    }

    /// A placeholder for a value.
    pub(crate) fn value(&mut self, value: AttributeValue) -> String {
        let placeholder = format!(":v{}", self.values.len());
        self.values.insert(placeholder.clone(), value);
        placeholder
    }

    pub(crate) fn set(&mut self, path: &[&str], value: AttributeValue) {
        let (path, value) = (self.path(path), self.value(value));
        self.set.push(format!("{path} = {value}"));
    }

    /// Sets an attribute to the value of an expression that uses placeholders of `self`.
    pub(crate) fn set_to(&mut self, path: &[&str], expression: &str) {
        let path = self.path(path);
        self.set.push(format!("{path} = {expression}"));
    }

    pub(crate) fn remove(&mut self, path: &[&str]) {
        let path = self.path(path);
        self.remove.push(path);
    }

    /// Adds a condition. All conditions must hold.
    pub(crate) fn require(&mut self, condition: impl Into<String>) {
        self.conditions.push(condition.into());
    }

    pub(crate) fn require_equal(&mut self, path: &[&str], value: AttributeValue) {
        let (path, value) = (self.path(path), self.value(value));
        self.require(format!("{path} = {value}"));
    }

    pub(crate) fn require_absent(&mut self, name: &str) {
        let name = self.name(name);
        self.require(format!("attribute_not_exists({name})"));
    }

    pub(crate) fn require_present(&mut self, name: &str) {
        let name = self.name(name);
        self.require(format!("attribute_exists({name})"));
    }

    pub(crate) fn condition_text(&self) -> Option<String> {
        (!self.conditions.is_empty()).then(|| {
            self.conditions
                .iter()
                .map(|each| format!("({each})"))
                .collect::<Vec<_>>()
                .join(" AND ")
        })
    }

    pub(crate) fn update_text(&self) -> String {
        let clause = |word: &str, parts: &[String]| match parts {
            [] => String::new(),
            parts => format!("{word} {} ", parts.join(", ")),
        };
        format!("{}{}", clause("SET", &self.set), clause("REMOVE", &self.remove))
            .trim_end()
            .to_owned()
    }

    pub(crate) fn names(&self) -> Option<HashMap<String, String>> {
        (!self.names.is_empty()).then(|| self.names.clone())
    }

    pub(crate) fn values(&self) -> Option<HashMap<String, AttributeValue>> {
        (!self.values.is_empty()).then(|| self.values.clone())
    }

    /// The part of a transaction that updates an item. If the condition fails, the refusal shows the existing item.
    pub(crate) fn update(&self, table: &str, key: &Key) -> Result<TransactWriteItem, StoreError> {
        let update = Update::builder()
            .table_name(table)
            .set_key(Some(key.attributes()))
            .update_expression(self.update_text())
            .set_condition_expression(self.condition_text())
            .set_expression_attribute_names(self.names())
            .set_expression_attribute_values(self.values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build()
            .map_err(|error| StoreError::corrupt("update", error))?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// The part of a transaction that deletes an item.
    pub(crate) fn delete(&self, table: &str, key: &Key) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(table)
            .set_key(Some(key.attributes()))
            .set_condition_expression(self.condition_text())
            .set_expression_attribute_names(self.names())
            .set_expression_attribute_values(self.values())
            .build()
            .map_err(|error| StoreError::corrupt("delete", error))?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// The part of a transaction that puts an item. If the condition fails, the refusal shows the existing item.
    pub(crate) fn put(&self, table: &str, item: Item) -> Result<TransactWriteItem, StoreError> {
        let put = Put::builder()
            .table_name(table)
            .set_item(Some(item))
            .set_condition_expression(self.condition_text())
            .set_expression_attribute_names(self.names())
            .set_expression_attribute_values(self.values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build()
            .map_err(|error| StoreError::corrupt("put", error))?;
        Ok(TransactWriteItem::builder().put(put).build())
    }
}

/// The part of a transaction that deletes an item, which must exist.
pub(crate) fn delete(table: &str, key: &Key) -> Result<TransactWriteItem, StoreError> {
    let mut expression = Expression::new();
    expression.require_present(crate::keys::PK);
    expression.delete(table, key)
}

/// The part of a transaction that requires an item to exist.
pub(crate) fn must_exist(table: &str, key: &Key) -> Result<TransactWriteItem, StoreError> {
    let mut expression = Expression::new();
    expression.require_present(crate::keys::PK);
    let check = ConditionCheck::builder()
        .table_name(table)
        .set_key(Some(key.attributes()))
        .set_condition_expression(expression.condition_text())
        .set_expression_attribute_names(expression.names())
        .build()
        .map_err(|error| StoreError::corrupt("condition", error))?;
    Ok(TransactWriteItem::builder().condition_check(check).build())
}

/// The part of a transaction that creates an item, which must not exist.
pub(crate) fn create(table: &str, item: Item) -> Result<TransactWriteItem, StoreError> {
    let mut expression = Expression::new();
    expression.require_absent(crate::keys::PK);
    expression.put(table, item)
}
