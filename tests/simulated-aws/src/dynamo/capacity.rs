//! Consumed capacity units, and the throughput limit of each partition key.

use std::collections::BTreeMap;

use tokio::time::Instant;

use crate::{
    cloud::{Operation, Units},
    dynamo::key::Scalar,
};

/// The capacity units of one call. Reads are counted in half units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Amount {
    pub(super) half_reads: u64,
    pub(super) writes: u64,
}

impl Amount {
    /// One read unit reads up to 4 KB. An eventually consistent read consumes half as much as a consistent read.
    pub(super) fn read(bytes: u64, consistent: bool) -> Self {
        Self {
            half_reads: bytes.div_ceil(4096).max(1) * if consistent { 2 } else { 1 },
            writes: 0,
        }
    }

    /// One write unit writes up to 1 KB. The larger of the item's sizes before and after the write counts.
    pub(super) fn write(before: u64, after: u64) -> Self {
        Self {
            half_reads: 0,
            writes: before.max(after).div_ceil(1024).max(1),
        }
    }

    pub(super) const fn times(self, factor: u64) -> Self {
        Self {
            half_reads: self.half_reads * factor,
            writes: self.writes * factor,
        }
    }
}

/// A token bucket with the remaining capacity of one partition key, in thousandths of units.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    half_reads: i64,
    writes: i64,
    at: Instant,
}

/// The capacity of a table or an index.
#[derive(Debug, Default)]
pub(super) struct Capacity {
    buckets: BTreeMap<Scalar, Bucket>,
    used: BTreeMap<(Scalar, Operation), Units>,
}

/// Capacity units per second of one partition key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    pub(super) reads: u32,
    pub(super) writes: u32,
}

impl Capacity {
    fn bucket(&mut self, partition: &Scalar, now: Instant, rates: Rates) -> &mut Bucket {
        // A full bucket holds the units of one second.
        let (most_reads, most_writes) = (i64::from(rates.reads) * 2000, i64::from(rates.writes) * 1000);
        let bucket = self.buckets.entry(partition.clone()).or_insert(Bucket {
            half_reads: most_reads,
            writes: most_writes,
            at: now,
        });
        let millis = i64::try_from(now.duration_since(bucket.at).as_millis()).unwrap_or(i64::MAX / 10_000_000);
        bucket.at = now;
        bucket.half_reads = (bucket.half_reads + millis * i64::from(rates.reads) * 2).min(most_reads);
        bucket.writes = (bucket.writes + millis * i64::from(rates.writes)).min(most_writes);
        bucket
    }

    /// Whether a partition key has write capacity left.
    pub(super) fn can_write(&mut self, partition: &Scalar, now: Instant, rates: Rates) -> bool {
        self.bucket(partition, now, rates).writes > 0
    }

    /// Whether a partition key has read capacity left.
    pub(super) fn can_read(&mut self, partition: &Scalar, now: Instant, rates: Rates) -> bool {
        self.bucket(partition, now, rates).half_reads > 0
    }

    /// Consumes units. A request may consume more than the remaining capacity; the requests after it then wait longer.
    pub(super) fn consume(
        &mut self,
        partition: &Scalar,
        operation: Operation,
        amount: Amount,
        now: Instant,
        rates: Rates,
    ) {
        let bucket = self.bucket(partition, now, rates);
        let thousandths = |units: u64| i64::try_from(units * 1000).unwrap_or(i64::MAX);
        bucket.half_reads -= thousandths(amount.half_reads);
        bucket.writes -= thousandths(amount.writes);
        let used = self.used.entry((partition.clone(), operation)).or_default();
        used.requests += 1;
        used.half_reads += amount.half_reads;
        used.writes += amount.writes;
    }

    pub(super) const fn used(&self) -> &BTreeMap<(Scalar, Operation), Units> {
        &self.used
    }

    pub(super) fn forget_used(&mut self) {
        self.used.clear();
    }
}
