//! Reference persons.

use contract::{OrganizationId, PersonId, Resources, Timestamp, UploadId};
use serde::{Deserialize, Serialize};

use crate::{
    ChargeError, ChargeFailure, Deadline, IdempotencyKey, KeptAnswer, RecordPage, Store, StoreError, StoredPicture,
    dynamodb::{
        codec, expression,
        transaction::{Outcome, Reason},
    },
    keys,
    money::charge::uploads_refused,
    money::usage::Growth,
    records::record::Record,
};

/// A reference person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    /// The id.
    pub id: PersonId,
    /// The organization that owns the record.
    pub organization: OrganizationId,
    /// The name of the person.
    pub name: String,
    /// The photos in the order of the call; possibly none.
    pub photos: Vec<StoredPicture>,
    /// When the record was created.
    #[serde(with = "codec::millis")]
    pub created_at: Timestamp,
}

impl Record for Person {
    type Id = PersonId;
    const KIND: &'static str = "person";
    const PREFIX: &'static str = keys::PERSON_PREFIX;
}

impl Person {
    /// What the record adds to the resources that its organization uses.
    pub fn resources(&self) -> Resources {
        Resources {
            persons: 1,
            bytes: self.photos.iter().map(|photo| photo.size_bytes).sum(),
            ..Resources::default()
        }
    }
}

impl Store {
    /// Stores a person and the answer to repeat, and uses up the uploads of its photos, all or nothing, if the
    /// organization's quotas allow the person.
    ///
    /// # Errors
    ///
    /// A quota would be exceeded, an upload cannot be used any more, the organization was deleted, or another call with
    /// the same idempotency key was first:
    /// [`ChargeError::Refused`], and nothing was written.
    pub async fn create_person(
        &self,
        person: &Person,
        limits: Resources,
        uploads: &[UploadId],
        answer: Option<(IdempotencyKey, KeptAnswer)>,
        deadline: Deadline,
    ) -> Result<(), ChargeError> {
        let organization = person.organization;
        let key = keys::person(organization, person.id);
        let growth = Growth {
            more: person.resources(),
            limits,
        };
        let mut items = self.use_uploads(organization, uploads)?;
        items.extend([
            self.add_usage(organization, &growth)?,
            expression::create(&self.names.table, codec::write(Person::KIND, &key, person)?)?,
        ]);
        if let Some((key, answer)) = &answer {
            items.push(self.keep_answer(key, answer)?);
        }
        loop {
            let reasons = match self.transact(items.clone(), deadline).await {
                Ok(Outcome::Committed) => return Ok(()),
                Ok(Outcome::Refused(reasons)) => Ok(reasons),
                Err(error) => Err(error),
            };
            // An earlier try may have been written although its answer was lost, so the table is read.
            let reasons = match (self.get(&key).await, reasons) {
                (Ok(Some(_)), _) => return Ok(()),
                (_, Err(error)) | (Err(error), _) => return Err(error.into()),
                (Ok(None), Ok(reasons)) => reasons,
            };
            if answer.is_some()
                && let Some(item) = reasons.last().and_then(Reason::item)
            {
                return Err(ChargeError::Refused(ChargeFailure::Answered(KeptAnswer::read(
                    item.clone(),
                )?)));
            }
            let usage = reasons.get(uploads.len());
            if !usage.is_some_and(Reason::is_condition_failed)
                || reasons.iter().take(uploads.len()).any(Reason::is_condition_failed)
            {
                return Err(uploads_refused(Person::KIND, uploads, &reasons));
            }
            let used = match self.balance(organization).await {
                Err(StoreError::NoOrganization) => return Err(ChargeError::Refused(ChargeFailure::NoOrganization)),
                balance => balance?.usage,
            };
            if let Some(exceeded) = growth.exceeded(&used) {
                return Err(ChargeError::Refused(ChargeFailure::OverQuota(exceeded)));
            }
            // Another record was deleted since the attempt, so the quotas may allow the person now.
        }
    }

    /// A person, read with strong consistency.
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

    /// Deletes a person. `false` when the record did not exist any more.
    pub async fn delete_person(&self, person: &Person, deadline: Deadline) -> Result<bool, StoreError> {
        let key = keys::person(person.organization, person.id);
        let (organization, less) = (person.organization, person.resources());
        self.delete_record(&[key], organization, &less, deadline).await
    }
}
