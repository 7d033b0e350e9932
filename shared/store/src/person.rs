//! Reference persons.

use contract::{OrganizationId, PersonId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    Answer, IdempotencyKey, RecordPage, Store, StoreError, StoredPicture, codec, expression, keys,
    record::Record,
    transaction::{Deadline, Outcome, Reason},
};

/// A reference person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    /// Their id.
    pub id: PersonId,
    /// Whose record it is.
    pub organization: OrganizationId,
    /// Their name.
    pub name: String,
    /// Photos, in the order given; there may be none.
    pub photos: Vec<StoredPicture>,
    /// When the record was made.
    #[serde(with = "codec::millis")]
    pub created_at: Timestamp,
}

impl Record for Person {
    type Id = PersonId;
    const KIND: &'static str = "person";
    const PREFIX: &'static str = keys::PERSON_PREFIX;
}

impl Store {
    /// Keeps a person, with the answer to repeat, all or nothing; or returns the answer of another call with the same
    /// idempotency key that was first.
    pub async fn create_person(
        &self,
        person: &Person,
        answer: Option<(IdempotencyKey, Answer)>,
        deadline: Deadline,
    ) -> Result<Result<(), Answer>, StoreError> {
        let key = keys::person(person.organization, person.id);
        let mut items = vec![
            // No charge is made that would notice an organization that is being deleted.
            expression::must_exist(&self.names.table, &keys::organization(person.organization))?,
            expression::create(&self.names.table, codec::write(Person::KIND, &key, person)?)?,
        ];
        if let Some((key, answer)) = &answer {
            items.push(self.keep_answer(key, answer)?);
        }
        let reasons = match self.transact(items, deadline).await {
            Ok(Outcome::Committed) => return Ok(Ok(())),
            Ok(Outcome::Refused(reasons)) => Ok(reasons),
            Err(error) => Err(error),
        };
        // An earlier try may have been written and its answer lost: only the table knows.
        match (self.get(&key).await, reasons) {
            (Ok(Some(_)), _) => Ok(Ok(())),
            (_, Err(error)) | (Err(error), _) => Err(error),
            (Ok(None), Ok(reasons)) if reasons.first().is_some_and(Reason::is_condition_failed) => {
                Err(StoreError::NoOrganization)
            }
            (Ok(None), Ok(reasons)) => match (answer, reasons.last().and_then(Reason::item)) {
                (Some(_), Some(item)) => Ok(Err(Answer::read(item.clone())?)),
                _ => Err(StoreError::Missing { kind: Person::KIND }),
            },
        }
    }

    /// A person, read strongly.
    pub async fn person(&self, organization: OrganizationId, id: PersonId) -> Result<Option<Person>, StoreError> {
        self.record(&keys::person(organization, id)).await
    }

    /// At most `limit` persons older than `before`, newest first.
    pub async fn persons(
        &self,
        organization: OrganizationId,
        before: Option<PersonId>,
        limit: u32,
    ) -> Result<RecordPage<Person>, StoreError> {
        let partition = keys::organization_partition(organization);
        self.newest_records(&partition, before, limit).await
    }

    /// Deletes a person. `false` when they are gone already.
    pub async fn delete_person(&self, person: &Person, deadline: Deadline) -> Result<bool, StoreError> {
        let key = keys::person(person.organization, person.id);
        self.delete_records(&[key], deadline).await
    }
}
