//! `get_generation_status`

use std::time::Duration;

use contract::{
    ApiError,
    error::Resource,
    tools::{GenerationView, GetGenerationStatus, GetGenerationStatusInput},
};
use runtime::causes;
use service::{Call, Failure, Reply, Tool};
use store::{Generation, Progress, Store, StoreError, WaitingCalls};
use tokio::time::Instant;

use views::generation::view;

use crate::Dependencies;

/// The interval at which a waiting call reads the generation: a caller learns of the end within a second.
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// How many calls of an organization that began in the same minute wait at once. Each of them holds a process for up to
/// 20 seconds.
const MOST_OF_ORGANIZATION: u32 = 50;
/// How many calls of all organizations that began in the same minute wait at once: a fifth of the processes that an AWS
/// account has unless it asks for more.
const MOST_OF_ALL: u32 = 200;

pub(crate) struct Status(pub(crate) Dependencies);

impl Tool for Status {
    type Spec = GetGenerationStatus;
    type Read = (Generation, Progress);

    async fn read(&self, call: &Call, input: &GetGenerationStatusInput) -> Result<Self::Read, Failure> {
        let id = input.generation_id.resolve(Resource::Generation)?;
        let found = self.0.store.generation(call.organization.id, id).await?;
        Ok(found.ok_or_else(|| ApiError::not_found(Resource::Generation, input.generation_id.as_str()))?)
    }

    async fn run(
        &self,
        _: &Call,
        input: GetGenerationStatusInput,
        (generation, progress): Self::Read,
    ) -> Result<Reply<GenerationView>, Failure> {
        let until = Instant::now() + Duration::from_secs(u64::from(input.wait_seconds.get()));
        let progress = if progress.status().is_ended() || input.wait_seconds.get() == 0 {
            progress
        } else {
            let waited = wait(&self.0.store, &generation, progress, until).await?;
            waited.ok_or_else(|| ApiError::not_found(Resource::Generation, input.generation_id.as_str()))?
        };
        Ok(Reply::free(
            view(&self.0.bucket, &generation, &progress)
                .await
                .map_err(Failure::internal)?,
        ))
    }
}

/// Waits for the end of a generation, until `until` at the latest. If too many calls are waiting already, it returns at
/// once, as if the caller had not asked to wait. `None` when the generation was deleted meanwhile.
async fn wait(
    store: &Store,
    generation: &Generation,
    progress: Progress,
    until: Instant,
) -> Result<Option<Progress>, StoreError> {
    let (organization, minute) = (generation.organization, store.clock().now().minute());
    let waiting = store.begin_waiting(organization, minute).await?;
    let seen = if may_wait(waiting) {
        watch(store, generation, progress, until).await
    } else {
        Ok(Some(progress))
    };
    if let Err(error) = store.end_waiting(organization, minute).await {
        tracing::warn!(
            error = %causes(&error),
            organization.id = %organization,
            "a call counts as waiting until the minute has ended"
        );
    }
    seen
}

/// Whether a call may wait, given the numbers of waiting calls, which include it.
const fn may_wait(waiting: WaitingCalls) -> bool {
    waiting.organization <= MOST_OF_ORGANIZATION && waiting.all <= MOST_OF_ALL
}

/// Reads a generation again and again until it has ended.
async fn watch(
    store: &Store,
    generation: &Generation,
    mut progress: Progress,
    until: Instant,
) -> Result<Option<Progress>, StoreError> {
    while !progress.status().is_ended() && Instant::now() < until {
        tokio::time::sleep_until((Instant::now() + LOOK_AGAIN).min(until)).await;
        match store.progress(generation.organization, generation.id).await? {
            Some(now) => progress = now,
            None => return Ok(None),
        }
    }
    Ok(Some(progress))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_waits_unless_too_many_wait_already() {
        let waiting = |organization, all| may_wait(WaitingCalls { organization, all });
        assert!(waiting(1, 1));
        assert!(waiting(MOST_OF_ORGANIZATION, MOST_OF_ALL));
        assert!(!waiting(MOST_OF_ORGANIZATION + 1, 51));
        assert!(!waiting(1, MOST_OF_ALL + 1));
    }
}
