//! `trigger_generation`

use contract::{
    ApiError,
    error::Resource,
    tools::{TriggerGeneration, TriggerGenerationInput, TriggerGenerationOutput},
};
use runtime::causes;
use service::{Call, Failure, Reply, Tool};
use store::{DueGeneration, RecordedResend, StoreError};
use tokio::time::timeout_at;

use crate::{Dependencies, start::send};

/// How often a generation that changes meanwhile is read again.
const MOST_TRIES: usize = 5;

pub(crate) struct Trigger(pub(crate) Dependencies);

impl Tool for Trigger {
    type Spec = TriggerGeneration;
    type Read = Option<DueGeneration>;

    async fn read(&self, call: &Call, input: &TriggerGenerationInput) -> Result<Self::Read, Failure> {
        let organization = call.organization.id;
        let Some(given) = &input.generation_id else {
            return Ok(self.0.store.oldest_pending(organization).await?);
        };
        let progress = self
            .0
            .store
            .progress(organization, given.resolve(Resource::Generation)?)
            .await?;
        let progress = progress.ok_or_else(|| ApiError::not_found(Resource::Generation, given.as_str()))?;
        Ok(Some(progress.into()))
    }

    async fn run(
        &self,
        call: &Call,
        _: TriggerGenerationInput,
        read: Self::Read,
    ) -> Result<Reply<TriggerGenerationOutput>, Failure> {
        let Some(mut seen) = read else {
            return Ok(Reply::free(TriggerGenerationOutput {
                generation_id: None,
                triggered: 0,
                message: "Nothing is pending.".to_owned(),
            }));
        };
        let (organization, id) = (seen.progress.organization, seen.progress.generation);
        let (mut triggered, mut unsent) = (0, Vec::new());
        for _ in 0..MOST_TRIES {
            let pending = seen.progress.pending();
            if pending.is_empty() {
                break;
            }
            if let Some(noted) = self.0.store.note_resend(&seen, &pending).await? {
                let all = pending.len();
                unsent = send(&self.0, call, id, &seen.progress.model, pending).await;
                self.take_back(call, &seen, noted, &unsent).await;
                triggered = u32::try_from(all - unsent.len()).map_err(Failure::internal)?;
                break;
            }
            let Some(progress) = self.0.store.progress(organization, id).await? else {
                break;
            };
            seen = progress.into();
        }
        let message = match triggered {
            0 if !unsent.is_empty() => {
                "Nothing could be queued now. The service tries again by itself; nothing needs to be done.".to_owned()
            }
            0 => "No thumbnail of this generation is waiting to be started. get_generation_status shows the state \
                  of each."
                .to_owned(),
            1 => "1 thumbnail was queued again. Call get_generation_status to follow it.".to_owned(),
            count => format!("{count} thumbnails were queued again. Call get_generation_status to follow them."),
        };
        Ok(Reply::free(TriggerGenerationOutput {
            generation_id: Some(id),
            triggered,
            message,
        }))
    }
}

impl Trigger {
    /// Makes the sweep send the messages soon that the queue did not accept. If this fails, the sweep sends them later.
    async fn take_back(&self, call: &Call, seen: &DueGeneration, noted: RecordedResend, unsent: &[usize]) {
        let taking_back = self.0.store.take_back_resend(seen, noted, unsent);
        let taken_back = timeout_at(call.answer_deadline(), taking_back).await;
        if let Err(error) = taken_back.unwrap_or(Err(StoreError::Contention)) {
            let id = seen.progress.generation;
            tracing::warn!(error = %causes(&error), generation.id = %id, "a resend was not taken back");
        }
    }
}
