//! Ids as a caller gives them. A malformed id is not an invalid parameter: it is treated as an unknown id, like an id
//! of another organization.

use std::marker::PhantomData;

use serde_json::{Value, json};

use super::{Field, Issues, MOST_ISSUES, text::is_blank};
use crate::{ApiError, ParameterId, error::Resource};

/// A string that may be an id of kind `K`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenId<K>(String, PhantomData<K>);

impl<K: ParameterId> GivenId<K> {
    /// The string as given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id, if the string has the form of one.
    pub fn id(&self) -> Option<K> {
        self.0.parse().ok()
    }

    /// The id; NOT_FOUND if the string does not have the form of one.
    pub fn resolve(&self, resource: Resource) -> Result<K, ApiError> {
        self.id().ok_or_else(|| ApiError::not_found(resource, &self.0))
    }
}

impl<K: ParameterId> Field for GivenId<K> {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let Some(text) = value.as_str() else {
            issues.add(path, "must be a string");
            return None;
        };
        Some(Self(text.to_owned(), PhantomData))
    }

    fn is_blank(value: &Value) -> bool {
        is_blank(value)
    }

    fn schema() -> Value {
        json!({ "type": "string" })
    }
}

/// At most `MAX` ids of kind `K` without duplicates. Absent means none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdList<K, const MAX: usize>(Vec<GivenId<K>>);

impl<K: ParameterId, const MAX: usize> IdList<K, MAX> {
    /// The ids in the given order.
    pub fn as_slice(&self) -> &[GivenId<K>] {
        &self.0
    }

    /// The well-formed ids; the others cannot exist.
    pub fn ids(&self) -> Vec<K> {
        self.0.iter().filter_map(GivenId::id).collect()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: ParameterId, const MAX: usize> Field for IdList<K, MAX> {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let Some(items) = value.as_array() else {
            issues.add(path, "must be an array of ids");
            return None;
        };
        let too_many = items.len() > MAX;
        if too_many {
            issues.add(path, format!("must have at most {MAX} items; this has {}", items.len()));
        }
        let mut ids: Vec<GivenId<K>> = Vec::new();
        let mut all_good = !too_many;
        for (index, item) in items.iter().take(MOST_ISSUES).enumerate() {
            let path = format!("{path}[{index}]");
            match GivenId::parse(item, &path, issues) {
                Some(id) if ids.contains(&id) => {
                    issues.add(path, "is in the list twice; name it once");
                    all_good = false;
                }
                Some(id) => ids.push(id),
                None => all_good = false,
            }
        }
        all_good.then_some(Self(ids))
    }

    fn absent() -> Option<Self> {
        Some(Self(Vec::new()))
    }

    fn schema() -> Value {
        json!({ "type": "array", "items": { "type": "string" }, "maxItems": MAX, "uniqueItems": true })
    }
}
