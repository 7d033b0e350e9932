//! The names and values to which a request's expressions refer.

use std::{cell::Cell, collections::BTreeMap};

use serde_json::Value as Json;

use crate::{
    refusal::Refusal,
    value::{Value, read_item},
};

/// `ExpressionAttributeNames` and `ExpressionAttributeValues`, and which of them an expression has used.
#[derive(Debug, Default)]
pub(crate) struct Placeholders {
    names: BTreeMap<String, (String, Cell<bool>)>,
    values: BTreeMap<String, (Value, Cell<bool>)>,
}

fn is_well_formed(placeholder: &str, first: char) -> bool {
    let rest = placeholder.strip_prefix(first);
    rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}

fn unused<'a, T: 'a>(
    all: impl IntoIterator<Item = (&'a String, &'a (T, Cell<bool>))>,
    what: &str,
) -> Result<(), Refusal> {
    let unused: Vec<&str> = all
        .into_iter()
        .filter(|(_, (_, used))| !used.get())
        .map(|(placeholder, _)| placeholder.as_str())
        .collect();
    if unused.is_empty() {
        return Ok(());
    }
    Err(Refusal::validation(&format!(
        "Value provided in {what} unused in expressions: keys: {{{}}}",
        unused.join(", ")
    )))
}

impl Placeholders {
    pub(crate) fn read(names: Option<Json>, values: Option<Json>) -> Result<Self, Refusal> {
        let mut read = Self::default();
        if let Some(Json::Object(names)) = names {
            if names.is_empty() {
                return Err(Refusal::validation("ExpressionAttributeNames must not be empty"));
            }
            for (placeholder, name) in names {
                let Json::String(name) = name else {
                    return Err(Refusal::serialization("an attribute's name is no string"));
                };
                if !is_well_formed(&placeholder, '#') {
                    return Err(Refusal::validation(&format!(
                        "ExpressionAttributeNames contains invalid key: Syntax error; key: \"{placeholder}\""
                    )));
                }
                read.names.insert(placeholder, (name, Cell::new(false)));
            }
        }
        if let Some(values) = values {
            let values = read_item(values)?;
            if values.is_empty() {
                return Err(Refusal::validation("ExpressionAttributeValues must not be empty"));
            }
            for (placeholder, value) in values {
                if !is_well_formed(&placeholder, ':') {
                    return Err(Refusal::validation(&format!(
                        "ExpressionAttributeValues contains invalid key: Syntax error; key: \"{placeholder}\""
                    )));
                }
                read.values.insert(placeholder, (value, Cell::new(false)));
            }
        }
        Ok(read)
    }

    pub(crate) fn name(&self, placeholder: &str) -> Option<&str> {
        let (name, used) = self.names.get(placeholder)?;
        used.set(true);
        Some(name)
    }

    pub(crate) fn value(&self, placeholder: &str) -> Option<&Value> {
        let (value, used) = self.values.get(placeholder)?;
        used.set(true);
        Some(value)
    }

    /// Refuses placeholders that no expression uses. Call this after all expressions have been parsed.
    pub(crate) fn finish(&self) -> Result<(), Refusal> {
        unused(&self.names, "ExpressionAttributeNames")?;
        unused(&self.values, "ExpressionAttributeValues")
    }
}
