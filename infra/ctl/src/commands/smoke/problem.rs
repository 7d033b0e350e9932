//! Failures of a step.

use contract::Amount;
use http::StatusCode;

use super::http::NoResponse;

/// Why a step failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum Problem {
    /// There was no response.
    #[error(transparent)]
    NoResponse(#[from] NoResponse),
    /// The response does not come from this service.
    #[error("status {0} without an envelope: --base-url must be the URL before /api/v1/tools")]
    Foreign(StatusCode),
    /// The service refused the call.
    #[error("{code} ({status}, request {request_id}): {message}")]
    Refused {
        /// The status.
        status: StatusCode,
        /// The code in the envelope.
        code: String,
        /// The message in the envelope.
        message: String,
        /// The request's id.
        request_id: String,
    },
    /// The balance is not sufficient for the smoke test.
    #[error(
        "the balance is {balance} and the smoke test needs {required}; `tgctl credits grant --org ORG --amount {required}` \
         is enough"
    )]
    Poor {
        /// The balance.
        balance: Amount,
        /// The cost of all steps.
        required: Amount,
    },
    /// The response violates the contract.
    #[error("{0}")]
    Wrong(String),
    /// The step needs another step that failed.
    #[error("not tried: {0} failed")]
    Skipped(&'static str),
}

impl Problem {
    /// The response violates the contract.
    pub(super) fn wrong(what: impl Into<String>) -> Self {
        Self::Wrong(what.into())
    }
}

/// Fails with `otherwise` unless `holds`.
pub(super) fn require(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Problem> {
    if holds {
        Ok(())
    } else {
        Err(Problem::Wrong(otherwise()))
    }
}
