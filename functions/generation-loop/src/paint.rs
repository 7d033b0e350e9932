//! One attempt of a model, judged: a picture, or why there is none.

use std::{panic::AssertUnwindSafe, time::Duration};

use contract::FailureCode;
use futures_util::FutureExt;
use studio::{Brief, ImageModel, ModelError, Picture, verify};

/// Why an attempt made no picture.
#[derive(Debug)]
pub(crate) enum Unpainted {
    /// Another attempt would end the same.
    ForGood(FailureCode),
    /// Another attempt may do better, not before this long.
    ForNow(FailureCode, Option<Duration>),
    /// The model's code panicked: a defect, which the dead-letter path is to show.
    Panicked,
}

impl Unpainted {
    /// Whether the model is at fault, and not what it was asked for.
    pub(crate) const fn is_error(&self) -> bool {
        !matches!(self, Self::ForGood(FailureCode::ModelRefused))
    }
}

/// Has the model paint, within its time, and makes sure that what it made is what was asked for.
pub(crate) async fn paint(model: &dyn ImageModel, brief: &Brief, timeout: Duration) -> Result<Picture, Unpainted> {
    let painting = AssertUnwindSafe(model.paint(brief)).catch_unwind();
    let picture = match tokio::time::timeout(timeout, painting).await {
        Ok(Ok(Ok(picture))) => picture,
        Ok(Ok(Err(error))) => return Err(judge(&error)),
        Ok(Err(_)) => return Err(Unpainted::Panicked),
        Err(_) => return Err(Unpainted::ForNow(FailureCode::ModelTimeout, None)),
    };
    let (bytes, format, size) = (picture.bytes.clone(), brief.format, brief.aspect_ratio.size());
    match tokio::task::spawn_blocking(move || verify(&bytes, format, size)).await {
        Ok(Ok(())) => Ok(picture),
        Ok(Err(error)) => {
            tracing::warn!(error = %error, "what the model made is not what was asked for");
            Err(Unpainted::ForNow(FailureCode::OutputRejected, None))
        }
        Err(_) => Err(Unpainted::Panicked),
    }
}

fn judge(error: &ModelError) -> Unpainted {
    match error {
        ModelError::Refused { .. } => Unpainted::ForGood(FailureCode::ModelRefused),
        ModelError::Transient { retry_after } => Unpainted::ForNow(FailureCode::ModelFailed, *retry_after),
        ModelError::Permanent => Unpainted::ForGood(FailureCode::ModelFailed),
    }
}
