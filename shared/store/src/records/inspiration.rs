//! Style inspirations: an organization's own, and the public library.

use contract::{Amount, InspirationId, LibraryFilter, OrganizationId, Resources, Timestamp, Visibility};
use serde::{Deserialize, Serialize};

use crate::{
    Balance, ChargeError, Deadline, IdempotencyKey, KeptAnswer, Price, RecordPage, Store, StoreError, StoredPicture,
    dynamodb::{
        codec,
        expression::{self, Expression},
        transaction::Outcome,
    },
    keys::{self, Key},
    money::charge::Purchase,
    operator_log::ActionTarget,
    records::record::Record,
};

/// A style inspiration. A public inspiration is stored twice: in its organization's partition and in the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Inspiration {
    /// The id.
    pub id: InspirationId,
    /// The organization that owns the inspiration; `None` in the library that comes with the service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organization: Option<OrganizationId>,
    /// The name.
    pub name: String,
    /// A description of the style.
    pub description: String,
    /// The category, in lower case.
    pub category: String,
    /// The five main colours, each as `#rrggbb`.
    pub palette: [String; 5],
    /// The URL of the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_url: Option<String>,
    /// Who may use it.
    pub visibility: Visibility,
    /// The picture.
    pub picture: StoredPicture,
    /// The composer's recipe of the thumbnail that it was made from, as JSON; absent for other pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<String>,
    /// When it was created.
    #[serde(with = "codec::millis")]
    pub created_at: Timestamp,
}

impl Record for Inspiration {
    type Id = InspirationId;
    const KIND: &'static str = "inspiration";
    const PREFIX: &'static str = keys::INSPIRATION_PREFIX;
}

impl Inspiration {
    /// What the record adds to the resources that its organization uses.
    pub fn resources(&self) -> Resources {
        Resources {
            inspirations: 1,
            bytes: self.picture.size_bytes,
            ..Resources::default()
        }
    }

    /// The keys under which it is stored, the organization's own key first.
    fn keys(&self) -> Vec<Key> {
        let own = self.organization.map(|id| keys::inspiration(id, self.id));
        let public = (self.visibility == Visibility::Public).then(|| keys::public_inspiration(self.id));
        own.into_iter().chain(public).collect()
    }
}

impl Store {
    /// Charges for an inspiration and stores its record, a public one also in the library, with the ledger entry and
    /// the answer to keep, all or nothing.
    ///
    /// `answer` builds the answer to keep from the balance after the charge. Returns that balance.
    pub async fn create_inspiration<E: From<StoreError>>(
        &self,
        organization: OrganizationId,
        inspiration: &Inspiration,
        price: Price<'_>,
        before: Balance,
        answer: impl Fn(Amount) -> Result<Option<(IdempotencyKey, KeptAnswer)>, E>,
        deadline: Deadline,
    ) -> Result<Amount, ChargeError<E>> {
        let places = inspiration.keys();
        let item = |key| expression::create(&self.names.table, codec::write(Inspiration::KIND, key, inspiration)?);
        let mut items = self.use_uploads(organization, price.uploads)?;
        items.extend(places.iter().map(item).collect::<Result<Vec<_>, StoreError>>()?);
        let purchase = Purchase {
            organization,
            entry: price.entry(format!("Inspiration {}", inspiration.id)),
            growth: price.growth(inspiration.resources()),
            items: &|_| Ok(items.clone()),
        };
        let charged = self.charge(&purchase, before, answer, deadline).await?;
        charged.paid(Inspiration::KIND, price.uploads)
    }

    /// Adds an inspiration without an owner to the library. An existing inspiration stays as it is.
    pub async fn add_to_library(&self, inspiration: &Inspiration, deadline: Deadline) -> Result<(), StoreError> {
        let key = keys::public_inspiration(inspiration.id);
        let item = expression::create(&self.names.table, codec::write(Inspiration::KIND, &key, inspiration)?)?;
        match self.transact(vec![item], deadline).await? {
            Outcome::Committed | Outcome::Refused(_) => Ok(()),
        }
    }

    /// At most `limit` inspirations of the public library that are older than `before`, newest first.
    pub async fn library(
        &self,
        before: Option<InspirationId>,
        limit: u32,
    ) -> Result<RecordPage<Inspiration>, StoreError> {
        self.newest_records(keys::LIBRARY, before, limit).await
    }

    /// Removes an inspiration from the public library. Its owner keeps it as a private inspiration. `None` when the
    /// library has no such inspiration.
    pub async fn hide_inspiration(
        &self,
        id: InspirationId,
        deadline: Deadline,
    ) -> Result<Option<Inspiration>, StoreError> {
        let public = keys::public_inspiration(id);
        let Some(inspiration) = self.record::<Inspiration>(&public).await? else {
            return Ok(None);
        };
        let mut items = vec![expression::delete(&self.names.table, &public)?];
        if let Some(organization) = inspiration.organization {
            let mut change = Expression::new();
            change.set(&["visibility"], codec::value(Inspiration::KIND, &Visibility::Private)?);
            change.require_present(keys::PK);
            items.push(change.update(&self.names.table, &keys::inspiration(organization, id))?);
        }
        let target = ActionTarget {
            organization: inspiration.organization,
            subject: Some(id.to_string()),
            detail: Some(inspiration.name.clone()),
        };
        items.extend(self.record_action("library hide", target)?);
        match self.transact(items, deadline).await? {
            Outcome::Committed => Ok(Some(inspiration)),
            // Its owner has deleted it in the meantime, or another operator has hidden it.
            Outcome::Refused(_) => Ok(None),
        }
    }

    /// An inspiration that an organization may see: its own or a public one.
    pub async fn inspiration(
        &self,
        organization: OrganizationId,
        id: InspirationId,
    ) -> Result<Option<Inspiration>, StoreError> {
        let places = [keys::inspiration(organization, id), keys::public_inspiration(id)];
        let items = self.get_all(&places).await?;
        // Both items have the same content.
        items.into_iter().next().map(Inspiration::read).transpose()
    }

    /// At most `limit` inspirations older than `before`, newest first: an organization's own, or the public library.
    pub async fn inspirations(
        &self,
        organization: OrganizationId,
        filter: LibraryFilter,
        before: Option<InspirationId>,
        limit: u32,
    ) -> Result<RecordPage<Inspiration>, StoreError> {
        let partition = match filter {
            LibraryFilter::Mine => keys::organization_partition(organization),
            LibraryFilter::All => keys::LIBRARY.to_owned(),
        };
        self.newest_records(&partition, before, limit).await
    }

    /// Deletes an inspiration of an organization, a public one also from the library. `false` when it did not exist any
    /// more.
    pub async fn delete_inspiration(
        &self,
        organization: OrganizationId,
        inspiration: &Inspiration,
        deadline: Deadline,
    ) -> Result<bool, StoreError> {
        let (keys, less) = (inspiration.keys(), inspiration.resources());
        self.delete_record(&keys, organization, &less, deadline).await
    }
}
