//! What a tool knows of the request that it serves.

use std::time::Duration;

use contract::{ApiError, KeyId, RequestId, Timestamp};
use serde::Serialize;
use store::{Answer, IdempotencyKey, Organization};
use tokio::time::Instant;

use crate::{
    cursor::Seal,
    tool::{Failure, Reply, success},
};

/// How long a call may take in all.
pub(crate) const CALL: Duration = Duration::from_secs(25);
/// How long before the end no commit starts any more: one that is under way can then still end.
const LAST_COMMIT: Duration = Duration::from_secs(8);
/// How long the answer to an idempotency key is repeated.
const REPEATED: Duration = Duration::from_secs(24 * 3600);

/// What an idempotency key was sent with.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Where the answer is kept.
    pub key: IdempotencyKey,
    /// The tool that is called.
    pub(crate) tool: &'static str,
    /// Hash of the body.
    pub(crate) fingerprint: String,
}

/// One authenticated call of a tool.
#[derive(Clone, Debug)]
pub struct Call {
    /// Finds the request in the logs.
    pub request_id: RequestId,
    /// Who calls.
    pub organization: Organization,
    /// With which key.
    pub key: KeyId,
    /// Where a list goes on: what [`Call::seal`] sealed.
    pub position: Option<String>,
    pub(crate) deadline: Instant,
    pub(crate) now: Timestamp,
    pub(crate) claim: Option<Claim>,
    pub(crate) seal: Seal,
}

impl Call {
    /// When the call must have ended.
    pub const fn deadline(&self) -> Instant {
        self.deadline
    }

    /// No commit may start after this.
    pub fn commit_deadline(&self) -> Instant {
        self.deadline - LAST_COMMIT
    }

    /// The cursor for a position in this tool's list under this call's filters.
    pub fn seal(&self, position: &str) -> String {
        self.seal.close(position)
    }

    /// What the call's idempotency key claims, if it has one.
    pub const fn claim(&self) -> Option<&Claim> {
        self.claim.as_ref()
    }

    /// The answer to be repeated for the call's idempotency key, for the transaction that does the work.
    pub fn answer<T: Serialize>(&self, output: &T) -> Result<Option<(IdempotencyKey, Answer)>, Failure> {
        let Some(claim) = &self.claim else {
            return Ok(None);
        };
        let answer = Answer {
            tool: claim.tool.to_owned(),
            fingerprint: claim.fingerprint.clone(),
            body: success(output)?,
            until: self.now.plus(REPEATED),
        };
        Ok(Some((claim.key.clone(), answer)))
    }

    /// Repeats what was stored under the call's idempotency key, unless it has expired.
    ///
    /// # Errors
    ///
    /// VALIDATION_ERROR when it was stored for another tool or another body.
    pub fn replay<T>(&self, stored: Option<Answer>) -> Result<Option<Reply<T>>, Failure> {
        let (Some(claim), Some(stored)) = (&self.claim, stored) else {
            return Ok(None);
        };
        if stored.until <= self.now {
            return Ok(None);
        }
        if stored.tool != claim.tool || stored.fingerprint != claim.fingerprint {
            let message = "was used within the last 24 hours for another call; use a new key for each call";
            return Err(ApiError::invalid("Idempotency-Key", message).into());
        }
        Ok(Some(Reply::Replay(stored.body)))
    }
}
