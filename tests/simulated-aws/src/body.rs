//! Writes the JSON body of a response.

use serde::Serialize;

/// A JSON object that is written member by member.
#[derive(Debug)]
pub(crate) struct Body(Vec<u8>);

impl Body {
    pub(crate) fn new() -> Self {
        Self(vec![b'{'])
    }

    /// Adds a member.
    ///
    /// # Panics
    ///
    /// When the value cannot be serialized as JSON. All values in this crate can.
    #[expect(
        clippy::expect_used,
        reason = "all values here are plain data, or maps with string keys"
    )]
    pub(crate) fn with(mut self, name: &str, value: &(impl Serialize + ?Sized)) -> Self {
        if self.0.len() > 1 {
            self.0.push(b',');
        }
        serde_json::to_writer(&mut self.0, name).expect("a string can be written");
        self.0.push(b':');
        serde_json::to_writer(&mut self.0, value).expect("a value can be written");
        self
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.0.push(b'}');
        self.0
    }
}
