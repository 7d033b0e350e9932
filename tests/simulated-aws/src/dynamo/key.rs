//! Keys of items, and the key schemas of tables and indexes.

use std::{fmt, sync::Arc};

use crate::{
    refusal::Refusal,
    value::{Item, Number, Value},
};

/// A value that can be part of a key. `First` sorts before and `Last` after all other values. Both are only used as
/// bounds and never stored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scalar {
    First,
    S(Arc<str>),
    N(Number),
    B(Arc<[u8]>),
    Last,
}

impl Scalar {
    pub(crate) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::S(text) => Some(Self::S(text.as_str().into())),
            Value::N(number) => Some(Self::N(*number)),
            Value::B(bytes) => Some(Self::B(bytes.as_slice().into())),
            _ => None,
        }
    }

    /// An upper bound for all values that begin with this value.
    pub(crate) fn behind_prefix(&self) -> Self {
        match self {
            Self::S(text) => Self::S(format!("{text}{}", char::MAX).into()),
            _ => Self::Last,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::S(text) => write!(f, "{text}"),
            Self::N(number) => write!(f, "{number}"),
            Self::B(bytes) => write!(f, "{bytes:02x?}"),
            Self::First => write!(f, "first"),
            Self::Last => write!(f, "last"),
        }
    }
}

/// A key of a table or of an index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) hash: Scalar,
    pub(crate) range: Option<Scalar>,
}

impl Key {
    pub(crate) const FIRST: Self = Self {
        hash: Scalar::First,
        range: None,
    };
    pub(crate) const LAST: Self = Self {
        hash: Scalar::Last,
        range: None,
    };
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.range {
            Some(range) => write!(f, "{} / {range}", self.hash),
            None => write!(f, "{}", self.hash),
        }
    }
}

/// A key attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyAttribute {
    pub(crate) name: String,
    /// DynamoDB's name for the type.
    pub(crate) kind: String,
}

/// The key schema of a table or of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeySchema {
    pub(crate) hash: KeyAttribute,
    pub(crate) range: Option<KeyAttribute>,
}

fn mismatch() -> Refusal {
    Refusal::validation("The provided key element does not match the schema")
}

impl KeyAttribute {
    /// The attribute's value in an item that a table is to store.
    fn in_item(&self, item: &Item) -> Result<Scalar, Refusal> {
        let Some(value) = item.get(&self.name) else {
            return Err(Refusal::validation(&format!(
                "One or more parameter values were invalid: Missing the key {} in the item",
                self.name
            )));
        };
        self.checked(value)
    }

    pub(crate) fn checked(&self, value: &Value) -> Result<Scalar, Refusal> {
        if value.kind() != self.kind {
            return Err(Refusal::validation(&format!(
                "One or more parameter values were invalid: Type mismatch for key {} expected: {} actual: {}",
                self.name,
                self.kind,
                value.kind()
            )));
        }
        let is_empty = match value {
            Value::S(text) => text.is_empty(),
            Value::B(bytes) => bytes.is_empty(),
            _ => false,
        };
        if is_empty {
            return Err(Refusal::validation(&format!(
                "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an \
                 empty string value. Key: {}",
                self.name
            )));
        }
        Scalar::of(value).ok_or_else(mismatch)
    }
}

impl KeySchema {
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &KeyAttribute> {
        std::iter::once(&self.hash).chain(&self.range)
    }

    pub(crate) fn has(&self, attribute: &str) -> bool {
        self.attributes().any(|part| part.name == attribute)
    }

    /// The key of an item that a table is to store.
    pub(crate) fn key_of(&self, item: &Item) -> Result<Key, Refusal> {
        Ok(Key {
            hash: self.hash.in_item(item)?,
            range: self.range.as_ref().map(|range| range.in_item(item)).transpose()?,
        })
    }

    /// The key of an item in an index. `None` if the item lacks a key attribute of the index; then the index does not
    /// contain the item.
    pub(crate) fn key_in_index(&self, item: &Item) -> Option<Key> {
        let part = |attribute: &KeyAttribute| item.get(&attribute.name).and_then(Scalar::of);
        Some(Key {
            hash: part(&self.hash)?,
            range: match &self.range {
                None => None,
                Some(range) => Some(part(range)?),
            },
        })
    }

    /// The key in a request, which must have exactly the key attributes.
    pub(crate) fn read(&self, attributes: &Item) -> Result<Key, Refusal> {
        if attributes.len() != self.attributes().count()
            || !self.attributes().all(|part| attributes.contains_key(&part.name))
        {
            return Err(mismatch());
        }
        self.key_of(attributes).map_err(|refusal| {
            if refusal.message.contains("Type mismatch") {
                mismatch()
            } else {
                refusal
            }
        })
    }

    /// The key attributes of an item.
    pub(crate) fn attributes_of(&self, item: &Item) -> Item {
        self.attributes()
            .filter_map(|part| Some((part.name.clone(), item.get(&part.name)?.clone())))
            .collect()
    }
}
