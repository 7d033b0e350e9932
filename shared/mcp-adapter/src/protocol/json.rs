//! Reads JSON objects without keeping their values in memory.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Visits the members of a JSON object in their order, each with its name and its text. Returns whether the text is an
/// object.
pub(crate) fn members<'a>(text: &'a RawValue, visit: impl FnMut(&str, &'a RawValue)) -> bool {
    matches!(members_of_body(text.get().as_bytes(), visit), Ok(true))
}

/// As [`members`], for arbitrary bytes. Reads them once if they are an object.
///
/// # Errors
///
/// If the bytes are no JSON.
pub(crate) fn members_of_body<'a>(
    body: &'a [u8],
    visit: impl FnMut(&str, &'a RawValue),
) -> Result<bool, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    match deserializer.deserialize_map(Members(visit)) {
        Ok(()) => deserializer.end().map(|()| true),
        // A value that is not an object was not read to its end.
        Err(error) if error.is_data() => serde_json::from_slice::<&RawValue>(body).map(|_| false),
        Err(error) => Err(error),
    }
}

/// A value that is a string.
pub(crate) fn string(text: &RawValue) -> Option<String> {
    serde_json::from_str(text.get()).ok()
}

/// A value that is not null.
pub(crate) fn present(text: &RawValue) -> Option<&RawValue> {
    (text.get() != "null").then_some(text)
}

/// Whether the value is an object.
pub(crate) fn is_object(text: &RawValue) -> bool {
    text.get().starts_with('{')
}

struct Members<F>(F);

impl<'de, F: FnMut(&str, &'de RawValue)> Visitor<'de> for Members<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            (self.0)(&name, map.next_value()?);
        }
        Ok(())
    }
}
