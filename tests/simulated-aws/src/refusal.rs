//! What a service answers instead of doing what it was asked.

use serde_json::{Value as Json, json};

/// An error that a service answers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    /// More members of the error's body.
    pub(crate) more: Vec<(&'static str, Json)>,
}

impl Refusal {
    pub(crate) fn new(status: u16, code: &'static str, message: &str) -> Self {
        Self {
            status,
            code,
            message: message.to_owned(),
            more: Vec::new(),
        }
    }

    pub(crate) fn validation(message: &str) -> Self {
        Self::new(400, "ValidationException", message)
    }

    pub(crate) fn serialization(message: &str) -> Self {
        Self::new(400, "SerializationException", message)
    }

    /// The real service would do it; this one cannot.
    pub(crate) fn not_simulated(what: &str) -> Self {
        Self::new(400, "NotSimulated", &format!("the simulation does not support {what}"))
    }

    pub(crate) fn with(mut self, name: &'static str, value: Json) -> Self {
        self.more.push((name, value));
        self
    }

    /// As the services that speak JSON write it. They do not agree on how the message's member is written.
    pub(crate) fn to_json(&self) -> Vec<u8> {
        let mut body = json!({ "__type": self.code, "message": self.message, "Message": self.message });
        if let Json::Object(body) = &mut body {
            for (name, value) in &self.more {
                body.insert((*name).to_owned(), value.clone());
            }
        }
        body.to_string().into_bytes()
    }
}
