//! One call of a model, and the check of its result.

use std::{panic::AssertUnwindSafe, time::Duration};

use contract::FailureCode;
use futures_util::FutureExt;
use runtime::causes;
use studio::{Brief, Cause, ImageModel, Inspected, Inspector, ModelError, PaintedPicture};
use tokio::time::Instant;

/// Why a call made no picture.
#[derive(Debug)]
pub(crate) enum Unpainted {
    /// The model refused the content; no other attempt or model may be tried.
    Refused(ModelError),
    /// The thumbnail would look exactly as it did before the change.
    Unchanged,
    /// The model cannot be used until an operator acts; a fallback may be used.
    Dead(ModelError),
    /// A further attempt may succeed, after this delay at the earliest.
    ForNow {
        /// The failure code if no attempt succeeds.
        code: FailureCode,
        /// The error.
        error: ModelError,
    },
    /// The model's code panicked. This is a defect, and the message is kept so that it becomes a dead letter.
    Panicked,
}

/// A valid picture, what its inspection found, and how long the model took.
#[derive(Debug)]
pub(crate) struct Painted {
    pub(crate) picture: PaintedPicture,
    pub(crate) inspected: Inspected,
    /// Whether the vision model has found words on a plate.
    pub(crate) has_other_words: bool,
    pub(crate) took: Duration,
}

/// Calls the model with its timeout, finishes the picture, and checks the result.
pub(crate) async fn paint(
    model: &dyn ImageModel,
    inspector: &dyn Inspector,
    brief: &Brief,
    timeout: Duration,
) -> Result<Painted, Unpainted> {
    let begun = Instant::now();
    let painting = AssertUnwindSafe(model.paint(brief)).catch_unwind();
    let picture = match tokio::time::timeout(timeout, painting).await {
        Ok(Ok(Ok(picture))) => picture,
        Ok(Ok(Err(error))) => return Err(judge(error)),
        Ok(Err(_)) => return Err(Unpainted::Panicked),
        Err(_) => return Err(judge(ModelError::transient(Cause::TimedOut))),
    };
    let took = begun.elapsed();
    let finishing = AssertUnwindSafe(model.finish(brief, picture)).catch_unwind();
    let picture = match finishing.await {
        Ok(Ok(picture)) => picture,
        Ok(Err(error)) => return Err(judge(error)),
        Err(_) => return Err(Unpainted::Panicked),
    };
    let inspecting = AssertUnwindSafe(inspector.inspect(&picture, brief)).catch_unwind();
    match inspecting.await {
        Ok(Ok(inspected)) => Ok(Painted {
            picture,
            inspected,
            has_other_words: false,
            took,
        }),
        Ok(Err(rejected)) => {
            tracing::info!(error = %causes(&rejected), "the inspector rejects a model's picture");
            Err(judge(ModelError::transient(Cause::Unusable)))
        }
        Err(_) => Err(Unpainted::Panicked),
    }
}

fn judge(error: ModelError) -> Unpainted {
    match error {
        ModelError::Refused { .. } => Unpainted::Refused(error),
        ModelError::Unchanged => Unpainted::Unchanged,
        ModelError::Gone | ModelError::Permanent { .. } => Unpainted::Dead(error),
        ModelError::Transient { cause, .. } => Unpainted::ForNow {
            code: match cause {
                Cause::TimedOut => FailureCode::ModelTimeout,
                Cause::Unusable => FailureCode::OutputRejected,
                _ => FailureCode::ModelFailed,
            },
            error,
        },
    }
}
