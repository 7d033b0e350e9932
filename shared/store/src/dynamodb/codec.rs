//! The representation of domain values in items: amounts in hundredths and times in milliseconds, as whole numbers.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Serialize, de::DeserializeOwned};

use crate::{StoreError, keys::Key};

/// An item or a part of one.
pub(crate) type Item = HashMap<String, AttributeValue>;

/// Reads an item. Attributes that `T` does not have are ignored.
pub(crate) fn read<T: DeserializeOwned>(kind: &'static str, item: Item) -> Result<T, StoreError> {
    serde_dynamo::from_item(item).map_err(|error| StoreError::corrupt(kind, error))
}

/// The item of `value` under `key`.
pub(crate) fn write<T: Serialize>(kind: &'static str, key: &Key, value: &T) -> Result<Item, StoreError> {
    let mut item: Item = serde_dynamo::to_item(value).map_err(|error| StoreError::corrupt(kind, error))?;
    item.extend(key.attributes());
    Ok(item)
}

/// The attribute of `value`.
pub(crate) fn value<T: Serialize>(kind: &'static str, value: &T) -> Result<AttributeValue, StoreError> {
    serde_dynamo::to_attribute_value(value).map_err(|error| StoreError::corrupt(kind, error))
}

/// A number attribute.
pub(crate) fn number(value: impl std::fmt::Display) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

/// A text attribute.
pub(crate) fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

macro_rules! through_i64 {
    ($module:ident, $type:ty, $to:ident, $from:ident) => {
        pub(crate) mod $module {
            use serde::{Deserialize, Deserializer, Serializer};

            pub(crate) fn serialize<S: Serializer>(value: &$type, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_i64(value.$to())
            }

            pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                i64::deserialize(deserializer).map(<$type>::$from)
            }
        }
    };
}

through_i64!(millis, contract::Timestamp, millis, from_millis);
through_i64!(hundredths, contract::Amount, hundredths, from_hundredths);

/// Optional times. The field needs `default` and `skip_serializing_if`, so that no attribute is written for `None`.
pub(crate) mod optional_millis {
    use contract::Timestamp;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &Option<Timestamp>, serializer: S) -> Result<S::Ok, S::Error> {
        value.map(Timestamp::millis).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Timestamp>, D::Error> {
        Ok(Option::<i64>::deserialize(deserializer)?.map(Timestamp::from_millis))
    }
}

/// Optional amounts. The field needs `default` and `skip_serializing_if`, so that no attribute is written for `None`.
pub(crate) mod optional_hundredths {
    use contract::Amount;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &Option<Amount>, serializer: S) -> Result<S::Ok, S::Error> {
        value.map(Amount::hundredths).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Amount>, D::Error> {
        Ok(Option::<i64>::deserialize(deserializer)?.map(Amount::from_hundredths))
    }
}

/// Values that are stored by their names.
macro_rules! by_name {
    ($module:ident, $type:ty) => {
        pub(crate) mod $module {
            use serde::{Deserialize, Deserializer, Serializer, de::Error};

            pub(crate) fn serialize<S: Serializer>(value: &$type, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(value.as_str())
            }

            pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let name = String::deserialize(deserializer)?;
                <$type>::ALL
                    .into_iter()
                    .find(|value| value.as_str() == name)
                    .ok_or_else(|| D::Error::custom(format!("unknown name {name}")))
            }
        }
    };
}

by_name!(plan, contract::Plan);
