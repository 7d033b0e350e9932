//! The one trait that every image model implements, and how a model fails.

use crate::brief::{Brief, Picture};
use std::{future::Future, pin::Pin, time::Duration};

/// A picture being painted. Boxed, so that models can be kept behind one pointer type.
pub type Painting<'a> = Pin<Box<dyn Future<Output = Result<Picture, ModelError>> + Send + 'a>>;

/// Something that paints pictures: the built-in composer, or a vendor's model behind HTTP.
pub trait ImageModel: Send + Sync {
    /// Paints what the brief asks for.
    ///
    /// # Errors
    ///
    /// Resolves to a [`ModelError`]. Dropping the future gives the work up; what runs on another thread by then ends
    /// by itself and its result is lost.
    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a>;
}

/// Why there is no picture. The messages carry neither the prompt nor anything a vendor answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The model will not paint this. Asking again with the same brief brings the same answer.
    #[error("the model refused the brief: {reason}")]
    Refused {
        /// Fit to show to the caller: a sentence of ours, not the vendor's text.
        reason: String,
    },
    /// It did not work this time: a timeout, too many requests, a fault on the other side.
    #[error("the model failed for now")]
    Transient {
        /// How long the other side asked us to wait, if it said so.
        retry_after: Option<Duration>,
    },
    /// It will not work like this: a wrong configuration, an unusable answer.
    #[error("the model failed for good")]
    Permanent,
}

impl ModelError {
    /// Whether the same brief may succeed later.
    pub const fn is_retryable(&self) -> bool {
        match self {
            Self::Transient { .. } => true,
            Self::Refused { .. } | Self::Permanent => false,
        }
    }

    /// The least time to wait before the next attempt, where the model asked for one.
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Transient { retry_after } => *retry_after,
            Self::Refused { .. } | Self::Permanent => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_transient_failures_are_worth_another_attempt() {
        let wait = Some(Duration::from_secs(3));
        assert!(ModelError::Transient { retry_after: wait }.is_retryable());
        assert_eq!(ModelError::Transient { retry_after: wait }.retry_after(), wait);
        assert!(!ModelError::Permanent.is_retryable());
        assert!(
            !ModelError::Refused {
                reason: "no".to_owned()
            }
            .is_retryable()
        );
    }
}
