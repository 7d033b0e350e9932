//! `get_generation_status`

use std::time::Duration;

use contract::{
    ApiError,
    error::Resource,
    tools::{GenerationView, GetGenerationStatus, GetGenerationStatusInput},
};
use gateway::{Call, Failure, Reply, Tool};
use store::{Generation, Progress};
use tokio::time::Instant;

use crate::{Parts, view::view};

/// How often a waiting call looks again: a caller learns of the end within a second.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

pub(crate) struct Status(pub(crate) Parts);

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
        (generation, mut progress): Self::Read,
    ) -> Result<Reply<GenerationView>, Failure> {
        let until = Instant::now() + Duration::from_secs(u64::from(input.wait_seconds.get()));
        while !progress.status().is_ended() && Instant::now() < until {
            tokio::time::sleep_until((Instant::now() + LOOK_AGAIN).min(until)).await;
            let now = self.0.store.progress(generation.organization, generation.id).await?;
            progress = now.ok_or_else(|| ApiError::not_found(Resource::Generation, input.generation_id.as_str()))?;
        }
        Ok(Reply::Fresh(
            view(&self.0.bucket, &generation, &progress)
                .await
                .map_err(Failure::internal)?,
        ))
    }
}
