//! How the cloud behaves.

use std::time::Duration;

/// How the cloud and the network to it behave. Probabilities are from 0 to 1. Durations count in whole milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// The shortest and the longest time that a plain call takes, both ways together.
    pub call: (Duration, Duration),
    /// How long a transaction takes, both ways together.
    pub transaction: Duration,
    /// How long a transaction holds each key on average, as a part of `transaction`. The keys of one transaction are taken
    /// and given back at different moments, over a quarter of this time.
    pub transaction_hold: Duration,
    /// A request never reaches the service.
    pub lost_request: f64,
    /// A request is executed and its answer is lost.
    pub lost_answer: f64,
    /// The client of a lost request or answer sees a broken connection; otherwise it waits until its own timeout.
    pub reset: f64,
    /// A request is executed twice, and the client gets one of the answers.
    pub duplicate: f64,
    /// A request is executed long after it was sent, and its answer is lost.
    pub late: f64,
    /// The latest that such a request is executed.
    pub late_by: Duration,
    /// The sender of a late request is cut off until the request is executed: all its other requests are lost.
    pub cut_off: f64,
    /// A request or its answer takes longer than `call`.
    pub slow: f64,
    /// The longest that such a request takes more.
    pub slow_by: Duration,
    /// A request is answered with 500 or 503; half of those are executed nonetheless.
    pub server_error: f64,
    /// A request is refused because the service is asked too much.
    pub throttled: f64,
    /// A killed process's request that is on its way is executed nonetheless, at the latest after `late_by`.
    pub executed_after_kill: f64,
    /// An item of a transaction is refused with `TransactionConflict` although nobody holds it.
    pub spurious_conflict: f64,
    /// An item of a batch is left unprocessed.
    pub unprocessed: f64,
    /// Write units that one partition key takes in a second.
    pub partition_writes: u32,
    /// Read units that one partition key takes in a second.
    pub partition_reads: u32,
    /// A read that is not consistent misses a write of an item that is younger than `staleness`.
    pub stale_read: f64,
    /// How old a write is that all reads see.
    pub staleness: Duration,
    /// The longest time that an index usually takes to show a write.
    pub index_lag: Duration,
    /// A write reaches an index later than that.
    pub index_slow: f64,
    /// The longest that such a write takes.
    pub index_slow_by: Duration,
    /// A message is delivered again although it is in flight.
    pub delivered_twice: f64,
    /// A message that is sent can be received only after a while.
    pub message_late: f64,
    /// The longest such while.
    pub message_late_by: Duration,
    /// A message that is deleted comes back, at the latest after `message_late_by`.
    pub deletion_forgotten: f64,
    /// A deletion has no effect because the message was received again after its receipt was given.
    pub old_receipt_ignored: f64,
    /// A message is left out of an answer that is given without waiting.
    pub message_missed: f64,
}

impl Conditions {
    /// Nothing fails and nothing lags. Calls take 3 to 8 ms and transactions 20 ms.
    pub const CALM: Self = Self {
        call: (Duration::from_millis(3), Duration::from_millis(8)),
        transaction: Duration::from_millis(20),
        transaction_hold: Duration::from_millis(10),
        lost_request: 0.0,
        lost_answer: 0.0,
        reset: 0.5,
        duplicate: 0.0,
        late: 0.0,
        late_by: Duration::from_secs(600),
        cut_off: 0.0,
        slow: 0.0,
        slow_by: Duration::from_millis(1500),
        server_error: 0.0,
        throttled: 0.0,
        executed_after_kill: 0.5,
        spurious_conflict: 0.0,
        unprocessed: 0.0,
        partition_writes: 1000,
        partition_reads: 3000,
        stale_read: 0.0,
        staleness: Duration::from_secs(1),
        index_lag: Duration::ZERO,
        index_slow: 0.0,
        index_slow_by: Duration::from_secs(30),
        delivered_twice: 0.0,
        message_late: 0.0,
        message_late_by: Duration::from_secs(30),
        deletion_forgotten: 0.0,
        old_receipt_ignored: 0.0,
        message_missed: 0.0,
    };

    /// Everything goes wrong often enough that a run of a few hundred calls meets most faults.
    pub const STORMY: Self = Self {
        lost_request: 0.02,
        lost_answer: 0.03,
        duplicate: 0.02,
        late: 0.01,
        cut_off: 0.3,
        slow: 0.05,
        server_error: 0.02,
        throttled: 0.02,
        spurious_conflict: 0.02,
        unprocessed: 0.05,
        stale_read: 0.5,
        index_lag: Duration::from_millis(200),
        index_slow: 0.05,
        delivered_twice: 0.05,
        message_late: 0.1,
        deletion_forgotten: 0.02,
        old_receipt_ignored: 0.5,
        message_missed: 0.1,
        ..Self::CALM
    };
}
