//! JSON bodies of calls.

use std::time::Duration;

use contract::{input::Issues, tools};
use serde_json::Value;

use super::target::Target;
use crate::{chance::Chance, measure::Cost};

pub(super) const TARGET: Target = Target {
    name: "json-body",
    run: read,
    budget: |_| MOST,
    craft: |chance| Some(craft(chance)),
    words: &[
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"\":",
        b"{\"\":",
        b",",
        b"null",
        b"true",
        b"-0",
        b"1e999",
        b"0.1e-300",
        b"\\u0000",
        b"\\ud83d\\ude00",
        b"\\ud800",
        b"\"cursor\":",
        b"\"limit\":",
        b"\"prompt\":",
        b"\"imageIds\":",
        b"\"data:image/png;base64,\"",
    ],
    mend: |_| {},
};

/// The budget of any body.
const MOST: Cost = Cost {
    // A debug build takes about eight times as long as a deployed function.
    cpu: Duration::from_millis(if cfg!(debug_assertions) { 400 } else { 50 }),
    memory: 32_000_000,
};

/// The longest generated body, in bytes.
const LONGEST: usize = 1_000_000;

/// Parses a body like the service, for every tool.
fn read(bytes: &[u8]) {
    let Ok(read) = service::read_json(bytes) else {
        return;
    };
    let expected = serde_json::from_slice::<Value>(bytes).ok();
    assert!(expected.as_ref() == Some(&read), "the limits change the parsed value");
    if let Value::Object(body) = read {
        for tool in &tools::ALL {
            (tool.check)(&body, &mut Issues::default());
        }
    }
}

/// A body with one parameter that repeats a value, or nests it.
fn craft(chance: &mut Chance) -> Vec<u8> {
    let values = [
        "0",
        "\"\"",
        "{}",
        "[]",
        "{\"\":0}",
        "\"\\u00e4\"",
        "1e300",
        "0.123456789012345678901234567890",
        "null",
    ];
    let value = *chance.one_of(&values).unwrap_or(&"0");
    let names = ["prompt", "imageIds", "cursor", "limit", "imageUrls", "metadata", ""];
    let name = *chance.one_of(&names).unwrap_or(&"");
    let times = chance.small(LONGEST) / value.len();
    let value = match chance.below(4) {
        0 => format!("[{}]", vec![value; times].join(",")),
        1 => format!("{}{value}{}", "[".repeat(times), "]".repeat(times)),
        2 => format!("{}{value}{}", "{\"\":".repeat(times), "}".repeat(times)),
        _ => format!("\"{}\"", value.replace('"', "\\\"").repeat(times)),
    };
    format!("{{\"{name}\":{value}}}").into_bytes()
}
