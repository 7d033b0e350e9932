//! Parameters with a fixed list of values.

use serde_json::{Value, json};

use super::{Field, Issues, text::is_blank};
use crate::{
    AspectRatio, GenerationStatus, ImageFormat, Lettering, LibraryFilter, ListView, Resolution, Visibility,
    webhooks::DeliveryStatus,
};

macro_rules! choices {
    ($($name:ident),+) => {$(
        impl Field for $name {
            fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
                let word = value.as_str();
                let choice = Self::ALL.into_iter().find(|choice| word == Some(choice.as_str()));
                if choice.is_none() {
                    let words: Vec<String> = Self::ALL.iter().map(|choice| format!("`{}`", choice.as_str())).collect();
                    issues.add(path, format!("must be one of {}", words.join(", ")));
                }
                choice
            }

            fn is_blank(value: &Value) -> bool {
                is_blank(value)
            }

            fn schema() -> Value {
                json!({ "type": "string", "enum": Self::ALL.map(Self::as_str) })
            }
        }
    )+};
}

choices!(
    AspectRatio,
    DeliveryStatus,
    GenerationStatus,
    ImageFormat,
    LibraryFilter,
    ListView,
    Lettering,
    Resolution,
    Visibility
);
