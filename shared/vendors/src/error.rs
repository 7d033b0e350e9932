//! How a model fails. Nothing in here repeats what was asked or what a vendor answered.

use std::time::Duration;

/// Why a model made nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// It will not do this. Asking again brings the same answer, and so should asking another.
    #[error("the model refused: {reason}")]
    Refused {
        /// The kind of refusal, in the vendor's terms.
        reason: &'static str,
    },
    /// It did not work this time.
    #[error("the model failed for now: {cause}")]
    Transient {
        /// What went wrong.
        cause: Cause,
        /// How long the other side asked us to wait, if it said so.
        retry_after: Option<Duration>,
    },
    /// Its vendor does not offer it, or no longer.
    #[error("the model is gone")]
    Gone,
    /// It will not work like this, until an operator does something.
    #[error("the model failed for good: {cause}")]
    Permanent {
        /// What went wrong.
        cause: Cause,
    },
}

impl ModelError {
    /// A failure that another attempt may not have.
    pub const fn transient(cause: Cause) -> Self {
        Self::Transient {
            cause,
            retry_after: None,
        }
    }

    /// A failure that every attempt has.
    pub const fn permanent(cause: Cause) -> Self {
        Self::Permanent { cause }
    }

    /// Whether the same request may succeed later.
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::Transient { .. })
    }

    /// The least time to wait before the next attempt, where the model asked for one.
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Transient { retry_after, .. } => *retry_after,
            Self::Refused { .. } | Self::Gone | Self::Permanent { .. } => None,
        }
    }
}

/// What went wrong, for the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// No connection came about.
    #[error("it cannot be reached")]
    Unreachable,
    /// The connection ended before the answer did.
    #[error("the connection was cut")]
    Cut,
    /// It took too long.
    #[error("it did not answer in time")]
    TimedOut,
    /// The answer's HTTP status.
    #[error("HTTP status {0}")]
    Status(u16),
    /// More bytes than any answer of use.
    #[error("the answer is too large")]
    TooLarge,
    /// The answer is not what the vendor documents.
    #[error("the answer cannot be read")]
    Unreadable,
    /// The answer has neither what was asked for nor a reason why not.
    #[error("the answer is empty")]
    Empty,
    /// The vendor does not accept the key, or the role may not use the model.
    #[error("the key or the role is refused; check the secret and the permissions")]
    KeyRefused,
    /// The vendor wants to be paid.
    #[error("the vendor's quota is used up")]
    QuotaUsedUp,
    /// The vendor says that the request is wrong.
    #[error("the request is refused as wrong; check the model's options and capabilities")]
    Invalid,
    /// The key could not be read where the configuration says it is.
    #[error("the secret cannot be read; check its name and the permission to read it")]
    NoSecret,
    /// The vendor is busy, or limits how often it is asked.
    #[error("too many requests")]
    Throttled,
    /// What it made cannot be decoded, or is far too small.
    #[error("what it made is no usable picture")]
    Unusable,
    /// Our own code broke off.
    #[error("the drawing broke off")]
    Drawing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_transient_failures_are_worth_another_attempt() {
        let wait = Some(Duration::from_secs(3));
        let asked = ModelError::Transient {
            cause: Cause::Throttled,
            retry_after: wait,
        };
        assert!(asked.is_retryable());
        assert_eq!(asked.retry_after(), wait);
        for error in [
            ModelError::Gone,
            ModelError::permanent(Cause::KeyRefused),
            ModelError::Refused { reason: "SAFETY" },
        ] {
            assert!(!error.is_retryable() && error.retry_after().is_none(), "{error}");
        }
    }
}
