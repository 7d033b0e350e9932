//! What can be wrong with a step of the walk.

use contract::Amount;
use http::StatusCode;

use super::http::Unreached;

/// A step did not go as it should.
#[derive(Debug, thiserror::Error)]
pub(super) enum Problem {
    /// There was no answer.
    #[error(transparent)]
    Unreached(#[from] Unreached),
    /// Somebody answered, but not this service.
    #[error("status {0} and no envelope: does --base-url name what stands before /api/v1/tools?")]
    Foreign(StatusCode),
    /// The service refused the call.
    #[error("{code} ({status}, request {request_id}): {message}")]
    Refused {
        /// The status.
        status: StatusCode,
        /// The code in the envelope.
        code: String,
        /// The sentence in the envelope.
        message: String,
        /// Which request it was.
        request_id: String,
    },
    /// The balance does not suffice for the walk.
    #[error(
        "the balance is {balance} and the walk needs {required}; `tgctl credits grant --org ORG --amount {required}` \
         is enough"
    )]
    Poor {
        /// The balance.
        balance: Amount,
        /// What the steps cost together.
        required: Amount,
    },
    /// The answer is not what was promised.
    #[error("{0}")]
    Wrong(String),
    /// Another step would have had to go well first.
    #[error("not tried: {0} failed")]
    Skipped(&'static str),
}

impl Problem {
    /// The answer is not what was promised.
    pub(super) fn wrong(what: impl Into<String>) -> Self {
        Self::Wrong(what.into())
    }
}

/// Holds an answer to what was promised.
pub(super) fn require(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Problem> {
    if holds {
        Ok(())
    } else {
        Err(Problem::Wrong(otherwise()))
    }
}
