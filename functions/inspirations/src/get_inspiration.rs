//! `get_inspiration`

use contract::{
    ApiError,
    error::Resource,
    tools::{GetInspiration, GetInspirationInput, InspirationView},
};
use service::{Call, Failure, Reply, Tool};
use store::Inspiration;

use crate::{Dependencies, view::view};

pub(crate) struct Get(pub(crate) Dependencies);

impl Tool for Get {
    type Spec = GetInspiration;
    type Read = Inspiration;

    async fn read(&self, call: &Call, input: &GetInspirationInput) -> Result<Inspiration, Failure> {
        let id = input.inspiration_id.resolve(Resource::Inspiration)?;
        let found = self.0.store.inspiration(call.organization.id, id).await?;
        Ok(found.ok_or_else(|| ApiError::not_found(Resource::Inspiration, input.inspiration_id.as_str()))?)
    }

    async fn run(
        &self,
        call: &Call,
        _: GetInspirationInput,
        inspiration: Inspiration,
    ) -> Result<Reply<InspirationView>, Failure> {
        Ok(Reply::free(view(&self.0.bucket, call, &inspiration).await?))
    }
}
