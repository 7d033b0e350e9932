//! Organizations: they own records, keys and a balance.

use std::fmt;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use contract::{Amount, OrganizationId, Plan, Timestamp, TransactionId, TransactionType};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{
    Store, StoreError,
    balance::{Balance, NewEntry},
    codec,
    expression::{self, Expression},
    keys,
    transaction::Deadline,
};

/// Seals the cursors of one organization, so that another's are refused and none can be forged.
#[derive(Clone, PartialEq, Eq)]
pub struct CursorKey([u8; 32]);

impl CursorKey {
    /// A key of these bytes, which should be random.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The secret bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for CursorKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CursorKey(…)")
    }
}

impl Serialize for CursorKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl<'de> Deserialize<'de> for CursorKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = URL_SAFE_NO_PAD
            .decode(String::deserialize(deserializer)?)
            .map_err(D::Error::custom)?;
        <[u8; 32]>::try_from(bytes)
            .map(Self)
            .map_err(|_| D::Error::custom("not 32 bytes"))
    }
}

/// An organization.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Organization {
    /// Its id.
    pub id: OrganizationId,
    /// What it is called.
    pub name: String,
    /// How many requests a minute it has.
    #[serde(with = "codec::plan")]
    pub plan: Plan,
    /// What its cursors are sealed with.
    pub cursor_key: CursorKey,
    /// When it was made.
    #[serde(with = "codec::millis")]
    pub created_at: Timestamp,
}

/// An organization to be made.
#[derive(Clone, Debug)]
pub struct NewOrganization {
    /// What it is called.
    pub name: String,
    /// How many requests a minute it has.
    pub plan: Plan,
    /// Its first grant; none when it is zero.
    pub balance: Amount,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    id: OrganizationId,
}

const KIND: &str = "organization";

impl Store {
    /// Makes an organization, with its opening balance as the first entry of its ledger.
    pub async fn create_organization(
        &self,
        new: NewOrganization,
        deadline: Deadline,
    ) -> Result<Organization, StoreError> {
        let organization = Organization {
            id: OrganizationId::from_uuid(self.ids.uuid()),
            name: new.name,
            plan: new.plan,
            cursor_key: CursorKey(self.ids.entropy().bytes()),
            created_at: self.clock.now(),
        };
        let id = organization.id;
        let table = &self.names.table;
        let mut balance = Balance::default();
        let mut items = vec![
            expression::create(table, codec::write(KIND, &keys::organization(id), &organization)?)?,
            expression::create(
                table,
                codec::write(KIND, &keys::organization_listed(id), &Listed { id })?,
            )?,
        ];
        if new.balance.is_positive() {
            let grant = NewEntry {
                kind: TransactionType::Grant,
                amount: new.balance,
                tool: None,
                generation: None,
                description: "Opening balance".to_owned(),
            };
            let entry_id = TransactionId::from_uuid(self.ids.uuid());
            let (after, entry) = self.entry(id, balance, entry_id, grant)?;
            balance = after;
            items.push(entry);
        }
        items.push(expression::create(
            table,
            codec::write("balance", &keys::balance(id), &balance)?,
        )?);
        self.transact(items, deadline).await?.committed(KIND)?;
        Ok(organization)
    }

    /// The organization of this id, read strongly.
    pub async fn organization(&self, id: OrganizationId) -> Result<Option<Organization>, StoreError> {
        self.get(&keys::organization(id))
            .await?
            .map(|item| codec::read(KIND, item))
            .transpose()
    }

    /// The ids of all organizations, oldest first. For operators; no request does this.
    pub async fn organizations(&self) -> Result<Vec<OrganizationId>, StoreError> {
        let items = self.query_prefix(keys::ORGANIZATIONS, "").await?;
        let id = |item: &codec::Item| item.get(keys::SK)?.as_s().ok()?.parse().ok();
        Ok(items.iter().filter_map(id).collect())
    }

    /// Changes the plan. `false` when there is no such organization.
    pub async fn set_plan(&self, id: OrganizationId, plan: Plan) -> Result<bool, StoreError> {
        let mut change = Expression::new();
        change.set(&["plan"], codec::text(plan.as_str()));
        change.require_present(keys::PK);
        Ok(self.update(&keys::organization(id), &change).await?.is_ok())
    }
}
