//! Error responses of the services.

use serde_json::{Value as Json, json};

/// An error response of a service.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    /// Additional members of the error's body.
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

    /// The error for a parameter or operation that AWS supports and the simulation does not.
    pub(crate) fn not_simulated(what: &str) -> Self {
        Self::new(400, "NotSimulated", &format!("the simulation does not support {what}"))
    }

    /// Whether the form of the request is the reason.
    pub(crate) fn is_malformed(&self) -> bool {
        matches!(
            self.code,
            "ValidationException" | "SerializationException" | "NotSimulated"
        )
    }

    pub(crate) fn with(mut self, name: &'static str, value: Json) -> Self {
        self.more.push((name, value));
        self
    }

    /// The error body of DynamoDB and SQS. The message is written as `message` and as `Message`, because the services
    /// differ.
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
