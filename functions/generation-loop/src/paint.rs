//! One attempt of a model, judged: a picture, or why there is none.

use std::{panic::AssertUnwindSafe, time::Duration};

use contract::FailureCode;
use futures_util::FutureExt;
use runtime::causes;
use studio::{Brief, Cause, ImageModel, Inspector, ModelError, Picture};
use tokio::time::Instant;

/// Why an attempt made no picture.
#[derive(Debug)]
pub(crate) enum Unpainted {
    /// It was refused; no other attempt or model is to be asked for it.
    Refused(ModelError),
    /// This model will not, until somebody does something about it; another may.
    Dead(ModelError),
    /// Another attempt may do better, not before this long.
    ForNow {
        /// What is said when no attempt did better.
        code: FailureCode,
        /// What went wrong.
        error: ModelError,
    },
    /// The model's code panicked: a defect, which the dead-letter path is to show.
    Panicked,
}

/// A picture that passed, and how long its model took.
#[derive(Debug)]
pub(crate) struct Painted {
    pub(crate) picture: Picture,
    pub(crate) took: Duration,
}

/// Has the model paint, within its time, and has the inspector look at what it made.
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
    let inspecting = AssertUnwindSafe(inspector.inspect(&picture, brief)).catch_unwind();
    match inspecting.await {
        Ok(Ok(())) => Ok(Painted { picture, took }),
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
