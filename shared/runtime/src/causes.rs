//! An error's chain of causes, for logs.

use std::{error::Error, fmt, iter};

/// The error and all of its causes on one line, separated by colons. A log in JSON prints only an error's own message,
/// so each log line about an error must contain this instead of the error.
///
/// An error of the AWS SDK must never be in the chain, because it may repeat the whole request or response. Make an
/// [`AwsFailure`](crate::AwsFailure) of it first.
pub fn causes(error: &(dyn Error + 'static)) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        write!(f, "{error}")?;
        for cause in iter::successors(error.source(), |&cause| cause.source()) {
            write!(f, ": {cause}")?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the refund failed")]
    struct RefundFailed(#[source] CallFailed);

    #[derive(Debug, thiserror::Error)]
    #[error("the call failed")]
    struct CallFailed(#[source] io::Error);

    #[test]
    fn every_cause_is_printed_once_and_in_order() {
        let error = RefundFailed(CallFailed(io::Error::other("connection refused")));
        assert_eq!(
            causes(&error).to_string(),
            "the refund failed: the call failed: connection refused"
        );
        assert_eq!(causes(&io::Error::other("alone")).to_string(), "alone");
    }
}
