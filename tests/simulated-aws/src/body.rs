//! Writing the JSON body of an answer.

use serde::Serialize;

/// A JSON object that grows member by member.
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
    /// When the value cannot be written as JSON, which no value here is.
    #[expect(clippy::expect_used, reason = "maps with names that are strings can be written")]
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
