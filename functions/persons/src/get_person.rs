//! `get_person`

use contract::{
    ApiError,
    error::Resource,
    tools::{GetPerson, GetPersonInput, PersonView},
};
use service::{Call, Failure, Reply, Tool};
use store::Person;

use crate::{Dependencies, view::view};

pub(crate) struct Get(pub(crate) Dependencies);

impl Tool for Get {
    type Spec = GetPerson;
    type Read = Person;

    async fn read(&self, call: &Call, input: &GetPersonInput) -> Result<Person, Failure> {
        let id = input.person_id.resolve(Resource::Person)?;
        let found = self.0.store.person(call.organization.id, id).await?;
        Ok(found.ok_or_else(|| ApiError::not_found(Resource::Person, input.person_id.as_str()))?)
    }

    async fn run(&self, _: &Call, _: GetPersonInput, person: Person) -> Result<Reply<PersonView>, Failure> {
        Ok(Reply::free(view(&self.0.bucket, &person).await?))
    }
}
