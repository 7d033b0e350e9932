//! `delete_person`

use contract::{
    ApiError,
    error::Resource,
    tools::{DeletePerson, DeletePersonInput, DeletePersonOutput, True},
};
use service::{Call, Failure, Reply, Tool};
use store::{Deadline, Person};

use crate::Dependencies;

pub(crate) struct Delete(pub(crate) Dependencies);

fn unknown(input: &DeletePersonInput) -> ApiError {
    ApiError::not_found(Resource::Person, input.person_id.as_str())
}

impl Tool for Delete {
    type Spec = DeletePerson;
    type Read = Person;

    async fn read(&self, call: &Call, input: &DeletePersonInput) -> Result<Person, Failure> {
        let id = input.person_id.resolve(Resource::Person)?;
        let found = self.0.store.person(call.organization.id, id).await?;
        Ok(found.ok_or_else(|| unknown(input))?)
    }

    async fn run(
        &self,
        call: &Call,
        input: DeletePersonInput,
        person: Person,
    ) -> Result<Reply<DeletePersonOutput>, Failure> {
        let deadline = Deadline::at(call.commit_deadline());
        if !self.0.store.delete_person(&person, deadline).await? {
            return Err(unknown(&input).into());
        }
        let photos: Vec<String> = person.photos.into_iter().map(|photo| photo.object_key).collect();
        self.0.bucket.discard_by(&photos, call.answer_deadline()).await;
        Ok(Reply::free(DeletePersonOutput {
            person_id: person.id,
            deleted: True,
        }))
    }
}
