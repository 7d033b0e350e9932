//! The error of the loop.

/// An event was not handled, or only in part. The cause of a failed shard or queue has already been logged.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// Neither a batch of SQS messages nor an event of the schedule.
    #[error("the event is of no kind that the loop handles")]
    Unknown(#[from] queue::UnknownEvent),
    /// At least one shard of the index `due` could not be read.
    #[error("the sweep could not read all that is due")]
    DueUnread,
    /// The dead-letter queue could not be read.
    #[error("the dead letters could not be read")]
    DeadLettersUnread,
}
