//! `trigger_generation`

use contract::{
    ApiError,
    error::Resource,
    tools::{TriggerGeneration, TriggerGenerationInput, TriggerGenerationOutput},
};
use gateway::{Call, Failure, Reply, Tool};
use store::DueGeneration;

use crate::{Parts, start::send};

/// How often a generation that changes meanwhile is looked at again.
const MOST_TRIES: usize = 5;

pub(crate) struct Trigger(pub(crate) Parts);

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
        _: &Call,
        _: TriggerGenerationInput,
        read: Self::Read,
    ) -> Result<Reply<TriggerGenerationOutput>, Failure> {
        let Some(mut seen) = read else {
            return Ok(Reply::Fresh(TriggerGenerationOutput {
                generation_id: None,
                triggered: 0,
                message: "Nothing is pending.".to_owned(),
            }));
        };
        let (organization, id) = (seen.progress.organization, seen.progress.generation);
        let mut triggered = 0;
        for _ in 0..MOST_TRIES {
            let pending = seen.progress.pending();
            if pending.is_empty() {
                break;
            }
            if self.0.store.note_resend(&seen, &pending).await? {
                triggered = u32::try_from(pending.len()).map_err(Failure::internal)?;
                send(&self.0, organization, id, &seen.progress.model, pending).await;
                break;
            }
            let Some(progress) = self.0.store.progress(organization, id).await? else {
                break;
            };
            seen = progress.into();
        }
        let message = match triggered {
            0 => "No thumbnail of this generation is waiting to be started.".to_owned(),
            1 => "1 thumbnail was put to work.".to_owned(),
            count => format!("{count} thumbnails were put to work."),
        };
        Ok(Reply::Fresh(TriggerGenerationOutput {
            generation_id: Some(id),
            triggered,
            message,
        }))
    }
}
