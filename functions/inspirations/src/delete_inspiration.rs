//! `delete_inspiration`

use contract::{
    ApiError,
    error::Resource,
    tools::{DeleteInspiration, DeleteInspirationInput, DeleteInspirationOutput, True},
};
use service::{Call, Failure, Reply, Tool};
use store::{Deadline, Inspiration};

use crate::Dependencies;

pub(crate) struct Delete(pub(crate) Dependencies);

fn unknown(input: &DeleteInspirationInput) -> ApiError {
    ApiError::not_found(Resource::Inspiration, input.inspiration_id.as_str())
}

impl Tool for Delete {
    type Spec = DeleteInspiration;
    type Read = Inspiration;

    async fn read(&self, call: &Call, input: &DeleteInspirationInput) -> Result<Inspiration, Failure> {
        let id = input.inspiration_id.resolve(Resource::Inspiration)?;
        let found = self.0.store.inspiration(call.organization.id, id).await?;
        let inspiration = found.ok_or_else(|| unknown(input))?;
        if inspiration.organization != Some(call.organization.id) {
            return Err(ApiError::NotOwner {
                resource: Resource::Inspiration,
                id: inspiration.id.to_string(),
            }
            .into());
        }
        Ok(inspiration)
    }

    async fn run(
        &self,
        call: &Call,
        input: DeleteInspirationInput,
        inspiration: Inspiration,
    ) -> Result<Reply<DeleteInspirationOutput>, Failure> {
        let deadline = Deadline::at(call.commit_deadline());
        let organization = call.organization.id;
        let deleted = self.0.store.delete_inspiration(organization, &inspiration, deadline);
        if !deleted.await? {
            return Err(unknown(&input).into());
        }
        self.0
            .bucket
            .discard_by(&[inspiration.picture.object_key], call.answer_deadline())
            .await;
        Ok(Reply::free(DeleteInspirationOutput {
            inspiration_id: inspiration.id,
            deleted: True,
        }))
    }
}
