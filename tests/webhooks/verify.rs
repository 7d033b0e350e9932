//! Verifies the requests that the suites have logged with the Rust code of docs/webhooks.md, which .ci/webhooks puts
//! beside this file.
//!
//! Usage: verify LOG. Every request must be accepted with one of its secrets, and refused with one byte changed, with
//! another secret, and five minutes later.

mod sample;

use std::{env, fs};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;

fn main() {
    let log = fs::read_to_string(env::args().nth(1).expect("the path of the log")).expect("the log");
    let other = format!("whsec_{}", STANDARD.encode([0; 32]));
    let (mut requests, mut with_two) = (0, 0);
    for line in log.lines() {
        let request: Value = serde_json::from_str(line).expect("JSON");
        let text = |name: &str| request[name].as_str().expect("a text");
        let (id, body) = (text("id"), text("body"));
        let timestamp: i64 = text("timestamp").parse().expect("a number");
        let accepts = |secret: &str, body: &str, now: i64| {
            sample::is_genuine(secret, id, timestamp, text("signature"), body.as_bytes(), now)
        };
        let secrets = request["secrets"]
            .as_array()
            .expect("secrets")
            .iter()
            .filter_map(Value::as_str);
        let accepted: Vec<&str> = secrets.filter(|secret| accepts(secret, body, timestamp)).collect();
        assert!(!accepted.is_empty(), "no secret verifies {id}");
        for secret in &accepted {
            assert!(
                !accepts(secret, &body[1..], timestamp),
                "a changed body of {id} is accepted"
            );
            assert!(
                !accepts(secret, body, timestamp + 301),
                "{id} is accepted five minutes later"
            );
        }
        assert!(!accepts(&other, body, timestamp), "another secret verifies {id}");
        requests += 1;
        with_two += usize::from(accepted.len() == 2);
    }
    assert!(
        requests > 0 && with_two > 0,
        "the log has no requests, or none signed with two secrets"
    );
    println!("{requests} requests verified in Rust, {with_two} of them signed with two secrets");
}
