//! Reads JSON whose size in memory is bounded. A small object takes about a hundred times as many bytes in memory as in
//! the text, so the length of the text is no bound.

use std::{cell::Cell, fmt};

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The most values of a text: strings, numbers, booleans, nulls, arrays and objects, wherever they are. No tool takes
/// more than a hundred. This many small objects take less than 2 MB of memory.
pub const MOST_VALUES: usize = 2_000;
/// How many arrays and objects may be inside one another. No tool takes more than two.
pub const MOST_DEPTH: usize = 32;

/// Why a text was not read. The position is that of serde_json: both numbers count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// The text has too many values.
    #[error("has more than {MOST_VALUES} values (texts, numbers, lists and objects); send fewer")]
    TooManyValues,
    /// Too many arrays and objects are inside one another.
    #[error("has lists or objects that are nested more than {MOST_DEPTH} levels deep; nest them less")]
    TooDeep,
    /// The text begins with a byte order mark, which JSON does not allow.
    #[error("begins with a byte order mark (U+FEFF); leave it out")]
    ByteOrderMark,
    /// A number is too large for a 64-bit floating-point number.
    #[error("has a number that is too large, at line {line}, column {column}; the largest is about 1.8e308")]
    LargeNumber {
        /// The line of the number.
        line: usize,
        /// The column in this line.
        column: usize,
    },
    /// A string has one half of a surrogate pair, such as `\ud83d`, without the other.
    #[error(
        "has half of a surrogate pair in a string, at line {line}, column {column}; a character such as an emoji was cut in two; send all of it"
    )]
    LoneSurrogate {
        /// The line of the string.
        line: usize,
        /// The column in this line.
        column: usize,
    },
    /// The body is compressed.
    #[error("is compressed with {0}; send uncompressed JSON")]
    Compressed(&'static str),
    /// The text is UTF-16 or UTF-32.
    #[error("is UTF-16 or UTF-32 text; send JSON in UTF-8")]
    Utf16,
    /// The text is not UTF-8.
    #[error("is not UTF-8 text, but perhaps Latin-1; send JSON in UTF-8")]
    NotUtf8,
    /// The text ends inside a value.
    #[error("is not valid JSON: it ends too early, at line {line}, column {column}; send all of it")]
    TooShort {
        /// The last line.
        line: usize,
        /// The column in this line.
        column: usize,
    },
    /// A string has a control character, such as a line break.
    #[error(
        "is not valid JSON: a string has a control character, at line {line}, column {column}; write it escaped, a line break as \\n"
    )]
    ControlCharacter {
        /// The line of the character.
        line: usize,
        /// The column in this line.
        column: usize,
    },
    /// A list or an object ends with a comma.
    #[error(
        "is not valid JSON: a comma stands before the end of a list or an object, at line {line}, column {column}; leave it out"
    )]
    TrailingComma {
        /// The line of the end.
        line: usize,
        /// The column in this line.
        column: usize,
    },
    /// The text is not JSON.
    #[error("is not valid JSON; the first error is at line {line}, column {column}")]
    Invalid {
        /// The line in which the text stops being JSON.
        line: usize,
        /// The column in this line.
        column: usize,
    },
}

impl JsonError {
    /// Why serde_json could not read these bytes. It reports some causes only in its message.
    pub fn of(error: &serde_json::Error, bytes: &[u8]) -> Self {
        if bytes.starts_with("\u{feff}".as_bytes()) {
            return Self::ByteOrderMark;
        }
        if let Some(cause) = encoding_error(bytes) {
            return cause;
        }
        let (line, column) = match (error.line(), error.column()) {
            // For an error at the end of a line, serde_json reports the beginning of the next line.
            (line @ 2.., 0) => {
                let before = bytes.split(|byte| *byte == b'\n').nth(line - 2);
                (line - 1, before.map_or(0, <[u8]>::len) + 1)
            }
            place => place,
        };
        let message = error.to_string();
        if message.starts_with("number out of range") {
            Self::LargeNumber { line, column }
        } else if message.starts_with("lone leading surrogate") || message.starts_with("unexpected end of hex escape") {
            Self::LoneSurrogate { line, column }
        } else if error.is_eof() {
            Self::TooShort { line, column }
        } else if message.starts_with("control character") {
            Self::ControlCharacter { line, column }
        } else if message.starts_with("trailing comma") {
            Self::TrailingComma { line, column }
        } else {
            Self::Invalid { line, column }
        }
    }
}

/// The first bytes of compressed data, and the name of the compression.
const COMPRESSED: [(&[u8], &str); 6] = [
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\x78\x01", "deflate"),
    (b"\x78\x5e", "deflate"),
    (b"\x78\x9c", "deflate"),
    (b"\x78\xda", "deflate"),
];

/// Why a body is no text in UTF-8.
fn encoding_error(bytes: &[u8]) -> Option<JsonError> {
    let compressed = COMPRESSED.iter().find(|(first, _)| bytes.starts_with(first));
    // JSON begins with an ASCII character, so that UTF-16 has a zero byte beside it; before it may be a byte order
    // mark.
    let is_utf16 =
        bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || matches!(bytes, [0, _, ..] | [_, 0, ..]);
    match (std::str::from_utf8(bytes), compressed) {
        _ if is_utf16 => Some(JsonError::Utf16),
        (Ok(_), _) => None,
        (Err(_), Some((_, name))) => Some(JsonError::Compressed(name)),
        (Err(_), None) => Some(JsonError::NotUtf8),
    }
}

/// Reads one JSON value. Of duplicate keys the last counts.
///
/// # Errors
///
/// When the text is not JSON, or has more values or more levels than are allowed. Reading ends there, so the time it
/// takes is bounded too.
pub fn read_json(bytes: &[u8]) -> Result<Value, JsonError> {
    let bounds = Bounds {
        values_left: Cell::new(MOST_VALUES),
        exceeded: Cell::new(None),
    };
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let seed = Bounded {
        bounds: &bounds,
        levels_left: MOST_DEPTH,
    };
    let read = seed.deserialize(&mut deserializer);
    let read = read.and_then(|value| deserializer.end().map(|()| value));
    read.map_err(|error| {
        let exceeded = bounds.exceeded.get();
        exceeded.unwrap_or_else(|| JsonError::of(&error, bytes))
    })
}

/// The number of values that may still be read, and the bound that was exceeded.
struct Bounds {
    values_left: Cell<usize>,
    /// The bound that was exceeded. The error of serde_json has no room for it.
    exceeded: Cell<Option<JsonError>>,
}

/// Reads one value and those inside it.
struct Bounded<'a> {
    bounds: &'a Bounds,
    levels_left: usize,
}

impl Bounded<'_> {
    fn exceed<E: serde::de::Error>(&self, error: JsonError) -> E {
        self.bounds.exceeded.set(Some(error));
        E::custom(error)
    }

    /// Reads what is inside an array or an object.
    fn inside<E: serde::de::Error>(&self) -> Result<Self, E> {
        match self.levels_left.checked_sub(1) {
            Some(levels_left) => Ok(Self {
                bounds: self.bounds,
                levels_left,
            }),
            None => Err(self.exceed(JsonError::TooDeep)),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Bounded<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        match self.bounds.values_left.get().checked_sub(1) {
            Some(left) => self.bounds.values_left.set(left),
            None => return Err(self.exceed(JsonError::TooManyValues)),
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Bounded<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        let number = Number::from_f64(value).ok_or_else(|| E::custom("not a finite number"))?;
        Ok(Value::Number(number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = items.next_element_seed(self.inside()?)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut values = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            values.insert(key, entries.next_value_seed(self.inside()?)?);
        }
        Ok(Value::Object(values))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Result<Value, JsonError> {
        read_json(text.as_bytes())
    }

    #[test]
    fn a_value_is_read_as_serde_json_reads_it() {
        for text in [
            "null",
            " [true, false, null] ",
            r#"{ "a": 1, "b": -1, "c": 1.5, "d": 18446744073709551615, "e": 1e300, "f": 123456789012345678901234567890 }"#,
            r#"{ "a": "\u00e4\ud83d\ude00\n", "b": { "c": [[], {}] } }"#,
            r#"{ "a": 1, "a": { "b": 2 }, "a": 3 }"#,
            "-0",
            "-0.0",
        ] {
            assert_eq!(
                read(text).unwrap(),
                serde_json::from_str::<Value>(text).unwrap(),
                "{text}"
            );
        }
    }

    #[test]
    fn an_error_tells_where_the_text_stops_being_json() {
        for text in ["{\"a\"}", "1 2", "[01]", "{'a': 1}"] {
            let expected = serde_json::from_str::<Value>(text).unwrap_err();
            let (line, column) = (expected.line(), expected.column());
            assert_eq!(read(text), Err(JsonError::Invalid { line, column }), "{text}");
        }
    }

    #[test]
    fn common_mistakes_are_named() {
        for text in ["", "{", "[1", "nul"] {
            assert!(matches!(read(text), Err(JsonError::TooShort { .. })), "{text}");
        }
        let (line, column) = (1, 4);
        assert_eq!(read("[1,]"), Err(JsonError::TrailingComma { line, column }));
        let (line, column) = (1, 4);
        assert_eq!(read("[\"a\nb\"]"), Err(JsonError::ControlCharacter { line, column }));
    }

    #[test]
    fn other_encodings_are_named() {
        let body = "{\"prompt\":\"Café\"}";
        let utf16 = |bytes: fn(u16) -> [u8; 2]| body.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        for bytes in [
            utf16(u16::to_le_bytes),
            utf16(u16::to_be_bytes),
            [&b"\xff\xfe"[..], &utf16(u16::to_le_bytes)].concat(),
            [&b"\xfe\xff"[..], &utf16(u16::to_be_bytes)].concat(),
            body.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect(),
            body.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect(),
        ] {
            assert_eq!(read_json(&bytes), Err(JsonError::Utf16), "{bytes:x?}");
        }
        assert_eq!(read_json(b"{\"prompt\":\"Caf\xe9\"}"), Err(JsonError::NotUtf8));
        for (bytes, name) in [
            (&b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xab\xae\x05\0"[..], "gzip"),
            (b"\x78\x9c\xab\xae\x05\0\x01\x75\0\xf9", "deflate"),
            (b"\x28\xb5\x2f\xfd\x04\x58\x11\0\0{}", "zstd"),
        ] {
            assert_eq!(read_json(bytes), Err(JsonError::Compressed(name)));
        }
        // Text that only looks like compressed data is text.
        assert!(matches!(read("x^2"), Err(JsonError::Invalid { .. })));
    }

    #[test]
    fn causes_that_are_hard_to_see_have_errors_of_their_own() {
        assert_eq!(
            read("{\"a\":1e999}"),
            Err(JsonError::LargeNumber { line: 1, column: 10 })
        );
        assert_eq!(read("\u{feff}{}"), Err(JsonError::ByteOrderMark));
        for text in [r#""\ud83d""#, r#""\ud83dx""#, r#""\ud83d\u0041""#, r#""\ude00""#] {
            assert!(
                matches!(read(text), Err(JsonError::LoneSurrogate { line: 1, .. })),
                "{text}"
            );
        }
    }

    #[test]
    fn values_are_counted_wherever_they_are() {
        let array = |items: usize| format!("[{}]", vec!["0"; items].join(","));
        assert!(read(&array(MOST_VALUES - 1)).is_ok());
        assert_eq!(read(&array(MOST_VALUES)), Err(JsonError::TooManyValues));
        let object = |pairs: usize| format!("{{{}}}", vec![r#""a":0"#; pairs].join(","));
        // Values that a duplicate key replaces count too.
        assert_eq!(read(&object(MOST_VALUES - 1)), Ok(json!({ "a": 0 })));
        assert_eq!(read(&object(MOST_VALUES)), Err(JsonError::TooManyValues));
    }

    #[test]
    fn levels_are_counted_wherever_they_are() {
        let nested = |levels: usize| format!("{}0{}", r#"[{"a":"#.repeat(levels / 2), "}]".repeat(levels / 2));
        assert!(read(&nested(MOST_DEPTH)).is_ok());
        assert_eq!(read(&nested(MOST_DEPTH + 2)), Err(JsonError::TooDeep));
        assert!(read("[]").is_ok());
    }

    #[test]
    fn reading_ends_at_a_bound() {
        // The text behind the bound is not JSON, and is not read.
        assert_eq!(read(&format!("{} oops", "[".repeat(100))), Err(JsonError::TooDeep));
        assert_eq!(
            read(&format!("[{} oops", "0,".repeat(MOST_VALUES))),
            Err(JsonError::TooManyValues)
        );
    }
}
