//! The default names of a deployment's tables, bucket and queues.

/// A deployment. The names of its resources begin with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack(String);

impl Stack {
    /// The local runner's deployment.
    pub fn local() -> Self {
        Self::named("thumbnails")
    }

    /// The deployment with this name.
    pub fn named(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// The table of records and balances.
    pub fn table(&self) -> String {
        format!("{}-records", self.0)
    }

    /// The table of items that expire.
    pub fn ephemeral_table(&self) -> String {
        format!("{}-ephemeral", self.0)
    }

    /// The bucket of pictures.
    pub fn bucket(&self) -> String {
        format!("{}-pictures", self.0)
    }

    /// The queue of thumbnails that wait to be made.
    pub fn queue(&self) -> String {
        format!("{}-thumbnails", self.0)
    }

    /// The queue of events that wait to be delivered.
    pub fn event_queue(&self) -> String {
        format!("{}-events", self.0)
    }

    /// The queue of messages about events that were received too often.
    pub fn event_dead_letter_queue(&self) -> String {
        format!("{}-event-dead-letters", self.0)
    }

    /// The queue of messages that were received too often.
    pub fn dead_letter_queue(&self) -> String {
        format!("{}-dead-letters", self.0)
    }
}
