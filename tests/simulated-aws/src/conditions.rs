//! The faults and latencies of the simulated AWS.

use std::time::Duration;

/// Faults and latencies of the services and of the network. Probabilities are from 0 to 1. Durations are rounded to
/// whole milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// The shortest and the longest round-trip time of a call that is not a transaction.
    pub call: (Duration, Duration),
    /// The round-trip time of a transaction.
    pub transaction: Duration,
    /// How long a transaction holds each key on average, as a part of `transaction`. The keys of one transaction are
    /// locked and released at different times, spread over a quarter of this duration.
    pub transaction_hold: Duration,
    /// Probability that a request never reaches the service.
    pub lost_request: f64,
    /// Probability that a request is executed but its response is lost.
    pub lost_answer: f64,
    /// Probability that the client of a lost request or response sees a broken connection. Otherwise the client waits
    /// until its own timeout.
    pub reset: f64,
    /// Probability that a request is executed twice. The client receives one of the two responses.
    pub duplicate: f64,
    /// Probability that a request is executed long after it was sent, and its response is lost.
    pub late: f64,
    /// The longest delay of such a late request.
    pub late_by: Duration,
    /// Probability that the sender of a late request is cut off: all its other requests are lost until the late request
    /// is executed.
    pub cut_off: f64,
    /// Probability that a request or its response takes longer than `call`.
    pub slow: f64,
    /// The longest additional delay of a slow request or response.
    pub slow_by: Duration,
    /// Probability that a request is answered with status 500 or 503. Half of these requests are executed nevertheless.
    pub server_error: f64,
    /// Probability that the service throttles a request.
    pub throttled: f64,
    /// Probability that a request of a killed process is executed nevertheless, at most `late_by` after the request
    /// arrived.
    pub executed_after_kill: f64,
    /// Probability that an item of a transaction is refused with `TransactionConflict` although no other transaction
    /// holds it.
    pub spurious_conflict: f64,
    /// Probability that an item of a batch is returned as unprocessed.
    pub unprocessed: f64,
    /// Write capacity units per second of one partition key.
    pub partition_writes: u32,
    /// Read capacity units per second of one partition key.
    pub partition_reads: u32,
    /// Probability that an eventually consistent read misses a write that is younger than `staleness`.
    pub stale_read: f64,
    /// The age from which all reads see a write.
    pub staleness: Duration,
    /// The longest usual index lag.
    pub index_lag: Duration,
    /// Probability that a write reaches an index later than `index_lag`.
    pub index_slow: f64,
    /// The longest additional index lag of such a write.
    pub index_slow_by: Duration,
    /// Probability that a received message stays visible, so that it is delivered again before its visibility timeout
    /// ends.
    pub delivered_twice: f64,
    /// Probability that a sent message becomes visible only after a delay.
    pub message_late: f64,
    /// The longest such delay.
    pub message_late_by: Duration,
    /// Probability that a deleted message becomes visible again, at most `message_late_by` after the deletion.
    pub deletion_forgotten: f64,
    /// Probability that a deletion has no effect if the message was received again after the receipt handle was issued.
    pub old_receipt_ignored: f64,
    /// Probability that short polling misses a visible message.
    pub message_missed: f64,
}

impl Conditions {
    /// No faults and no lag. Calls take 3 to 8 ms, transactions 20 ms.
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

    /// All faults at rates at which a run of a few hundred calls meets most of them.
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
