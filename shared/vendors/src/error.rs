//! Errors of models. They repeat neither the request nor the vendor's response.

use std::time::Duration;

/// The failure of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The model refuses the content. It would refuse it again, and other models probably would too.
    #[error("the model refused: {reason}")]
    Refused {
        /// The kind of refusal, in the vendor's terms.
        reason: &'static str,
    },
    /// The thumbnail would look exactly as it did before the change.
    #[error("the change changes nothing")]
    Unchanged,
    /// The model failed, and may succeed later.
    #[error("the model failed for now")]
    Transient {
        /// What went wrong.
        #[source]
        cause: Cause,
        /// How long the vendor asked to wait, if it did.
        retry_after: Option<Duration>,
    },
    /// The vendor does not offer the model, or no longer does.
    #[error("the model is gone")]
    Gone,
    /// The model fails until an operator changes something.
    #[error("the model failed for good")]
    Permanent {
        /// What went wrong.
        #[source]
        cause: Cause,
    },
}

impl ModelError {
    /// A failure that may be gone at the next attempt.
    pub const fn transient(cause: Cause) -> Self {
        Self::Transient {
            cause,
            retry_after: None,
        }
    }

    /// A failure that every attempt would have.
    pub const fn permanent(cause: Cause) -> Self {
        Self::Permanent { cause }
    }

    /// Whether the same request may succeed later.
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::Transient { .. })
    }

    /// Whether the model answered, but not in its documented form. The vendor probably charged the answer, and answers
    /// in the same form again.
    pub const fn is_malformed(&self) -> bool {
        matches!(
            self,
            Self::Transient {
                cause: Cause::Unreadable,
                ..
            }
        )
    }

    /// The least time to wait before the next attempt, where the model asked for one.
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Transient { retry_after, .. } => *retry_after,
            Self::Refused { .. } | Self::Unchanged | Self::Gone | Self::Permanent { .. } => None,
        }
    }
}

/// The cause of a failure, for operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// No connection could be opened.
    #[error("it cannot be reached")]
    Unreachable,
    /// The connection ended before the answer did.
    #[error("the connection was cut")]
    Cut,
    /// The response took too long.
    #[error("it did not answer in time")]
    TimedOut,
    /// The response has this HTTP status.
    #[error("HTTP status {0}")]
    Status(u16),
    /// The response has more bytes than any useful one.
    #[error("the answer is too large")]
    TooLarge,
    /// The response is not in the documented format.
    #[error("the answer cannot be read")]
    Unreadable,
    /// The response contains neither a result nor a reason.
    #[error("the answer is empty")]
    Empty,
    /// The vendor does not accept the key, or the role may not use the model.
    #[error("the key or the role is refused; check the secret and the permissions")]
    KeyRefused,
    /// The account's quota is used up, or a bill is not paid.
    #[error("the vendor's quota is used up")]
    QuotaUsedUp,
    /// The vendor says that the request is wrong.
    #[error("the request is refused as wrong; check the model's options and capabilities")]
    Invalid,
    /// The API key could not be read from its configured place.
    #[error("the secret cannot be read; check its name and the permission to read it")]
    NoSecret,
    /// The vendor is busy, or its rate limit is exceeded.
    #[error("too many requests")]
    Throttled,
    /// The vendor accepted the request as a task, and then the task failed or was lost.
    #[error("the vendor gave the task up")]
    TaskFailed,
    /// The response names a URL that the service must not follow, such as one with a private address.
    #[error("the answer names a URL that is not followed; check the `baseUrl`")]
    ForbiddenUrl,
    /// The picture cannot be decoded, or is far too small.
    #[error("what it made is no usable picture")]
    Unusable,
    /// The service's own code failed while drawing.
    #[error("the drawing broke off")]
    Drawing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_transient_failures_are_retryable() {
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
