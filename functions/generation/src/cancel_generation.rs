//! `cancel_generation`

use contract::{
    ApiError,
    error::{Resource, ValidationReason},
    tools::{CancelGeneration, CancelGenerationInput, CancelGenerationOutput},
};
use service::{Bill, Call, Failure, Reply, Tool};
use store::{Cancellation, Deadline, Progress, State};

use crate::Dependencies;

pub(crate) struct Cancel(pub(crate) Dependencies);

impl Tool for Cancel {
    type Spec = CancelGeneration;
    type Read = Cancellation;

    async fn read(&self, call: &Call, input: &CancelGenerationInput) -> Result<Cancellation, Failure> {
        let id = input.generation_id.resolve(Resource::Generation)?;
        let found = self.0.store.cancellation(call.organization.id, id).await?;
        Ok(found.ok_or_else(|| ApiError::not_found(Resource::Generation, input.generation_id.as_str()))?)
    }

    async fn quote(&self, call: &Call, input: CancelGenerationInput) -> Result<Bill, Failure> {
        let read = self.read(call, &input).await?;
        if read.progress.pending().is_empty() {
            require_earlier_cancel(&read.progress)?;
        }
        Ok(Bill::FREE)
    }

    async fn run(
        &self,
        call: &Call,
        _: CancelGenerationInput,
        read: Cancellation,
    ) -> Result<Reply<CancelGenerationOutput>, Failure> {
        let generation_id = read.generation.id;
        let cancelled = self.0.store.cancel(read, Deadline::at(call.commit_deadline())).await?;
        if cancelled.thumbnails == 0 {
            require_earlier_cancel(&cancelled.progress)?;
        }
        Ok(Reply::free(CancelGenerationOutput {
            generation_id,
            status: cancelled.progress.status(),
            cancelled: cancelled.thumbnails,
            refunded: cancelled.refunded,
            balance: cancelled.balance,
        }))
    }
}

/// Repeating a cancel is harmless; cancelling what was never cancelled and is no longer pending is refused.
fn require_earlier_cancel(progress: &Progress) -> Result<(), ApiError> {
    if progress
        .thumbnails
        .iter()
        .any(|thumbnail| thumbnail.state == State::Cancelled)
    {
        return Ok(());
    }
    let status = progress.status();
    let message = format!(
        "names a generation that is {}; only pending thumbnails can be cancelled, and it has none",
        status.as_str()
    );
    let reason = ValidationReason::State(status);
    Err(ApiError::invalid(reason, "generationId", message))
}
