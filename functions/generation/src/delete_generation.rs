//! `DELETE /api/v1/generations/{generationId}`

use contract::{
    ApiError,
    error::{Resource, ValidationReason},
    operations::{DeleteGeneration, DeleteGenerationInput, DeleteGenerationOutput},
    tools::True,
};
use service::{Call, Failure, Reply, Tool};
use store::{Deadline, Generation, Progress, State};

use crate::Dependencies;

pub(crate) struct Delete(pub(crate) Dependencies);

fn unknown(input: &DeleteGenerationInput) -> ApiError {
    ApiError::not_found(Resource::Generation, input.generation_id.as_str())
}

impl Tool for Delete {
    type Spec = DeleteGeneration;
    type Read = (Generation, Progress);

    async fn read(&self, call: &Call, input: &DeleteGenerationInput) -> Result<Self::Read, Failure> {
        let id = input.generation_id.resolve(Resource::Generation)?;
        let found = self.0.store.generation(call.organization.id, id).await?;
        let found = found.ok_or_else(|| unknown(input))?;
        require_end(&found.1)?;
        Ok(found)
    }

    /// Deletes the records before the pictures, so that no record names a picture that is gone.
    async fn run(
        &self,
        call: &Call,
        input: DeleteGenerationInput,
        (generation, progress): Self::Read,
    ) -> Result<Reply<DeleteGenerationOutput>, Failure> {
        let deadline = Deadline::at(call.commit_deadline());
        let store = &self.0.store;
        if !store.delete_generation(&generation, &progress, deadline).await? {
            return Err(unknown(&input).into());
        }
        let objects = objects(&progress);
        self.0.bucket.discard_by(&objects, call.answer_deadline()).await;
        Ok(Reply::free(DeleteGenerationOutput {
            generation_id: generation.id,
            deleted: True,
        }))
    }
}

/// The keys of the objects of a generation's thumbnails.
fn objects(progress: &Progress) -> Vec<String> {
    let mut objects = Vec::new();
    for thumbnail in &progress.thumbnails {
        if let State::Completed(picture) = &thumbnail.state {
            objects.extend(picture.object_keys().map(str::to_owned));
        }
    }
    objects
}

fn require_end(progress: &Progress) -> Result<(), ApiError> {
    let status = progress.status();
    if status.is_ended() {
        return Ok(());
    }
    let has_pending = progress
        .thumbnails
        .iter()
        .any(|thumbnail| thumbnail.state == State::Pending);
    let status_name = status.as_str();
    let message = if has_pending {
        format!(
            "names a generation that is {status_name}; cancel its pending thumbnails, and delete it after it has ended"
        )
    } else {
        format!("names a generation that is {status_name}; delete it after it has ended")
    };
    let reason = ValidationReason::State(status);
    Err(ApiError::invalid(reason, "generationId", message))
}
