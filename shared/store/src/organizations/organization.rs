//! Organizations. An organization owns records, API keys and a balance.

use std::{fmt, time::Duration};

use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use contract::{
    Amount, OrganizationId, OwnRates, Plan, Quota, RateLimits, Resources, Timestamp, TransactionId, TransactionType,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{
    Deadline, Store, StoreError,
    dynamodb::{
        codec::{self, Item, number},
        expression::{self, Expression},
        query::Query,
        transaction::Outcome,
    },
    keys,
    money::balance::{Balance, NewEntry},
    operator_log::ActionTarget,
};

/// The key that authenticates the cursors of one organization. Cursors of other organizations and forged cursors are
/// refused.
#[derive(Clone, PartialEq, Eq)]
pub struct CursorKey([u8; 32]);

impl CursorKey {
    /// A key with these bytes, which should be random.
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
    /// The id.
    pub id: OrganizationId,
    /// The name.
    pub name: String,
    /// The plan, which sets the request limit and the quotas.
    #[serde(with = "codec::plan")]
    pub plan: Plan,
    /// The organization's own quotas, which override those of the plan.
    #[serde(skip)]
    pub own_quotas: OwnQuotas,
    /// The organization's own rate limits, which override those of the tools.
    #[serde(skip)]
    pub own_rates: OwnRates,
    /// The suspension by an operator, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspension: Option<Suspension>,
    /// The default lifetime of a new API key, in seconds; `None` means unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_lifetime_seconds: Option<u64>,
    /// The key for cursors.
    pub cursor_key: CursorKey,
    /// When the organization was created.
    #[serde(with = "codec::millis")]
    pub created_at: Timestamp,
}

/// Why an organization is suspended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Suspension {
    /// The message for callers.
    pub message: String,
    /// When the suspension began.
    #[serde(with = "codec::millis")]
    pub since: Timestamp,
}

/// The quotas that an organization has instead of those of its plan. The plan's quota applies where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnQuotas {
    images_quota: Option<u64>,
    inspirations_quota: Option<u64>,
    persons_quota: Option<u64>,
    bytes_quota: Option<u64>,
    waiting_quota: Option<u64>,
}

impl OwnQuotas {
    /// The organization's own quota of this kind.
    pub const fn get(&self, quota: Quota) -> Option<u64> {
        match quota {
            Quota::Images => self.images_quota,
            Quota::Inspirations => self.inspirations_quota,
            Quota::Persons => self.persons_quota,
            Quota::Bytes => self.bytes_quota,
            Quota::Waiting => self.waiting_quota,
        }
    }

    /// The attribute of an organization's item with its own quota of this kind.
    const fn attribute(quota: Quota) -> &'static str {
        match quota {
            Quota::Images => "imagesQuota",
            Quota::Inspirations => "inspirationsQuota",
            Quota::Persons => "personsQuota",
            Quota::Bytes => "bytesQuota",
            Quota::Waiting => "waitingQuota",
        }
    }
}

impl Organization {
    fn read(item: Item) -> Result<Self, StoreError> {
        let own_quotas = codec::read(KIND, item.clone())?;
        let rate = |(name, value): (&String, &AttributeValue)| {
            let tool = name.strip_prefix(OWN_RATE)?.to_owned();
            Some((tool, value.as_n().ok()?.parse().ok()?))
        };
        let own_rates = item.iter().filter_map(rate).collect();
        let organization = codec::read(KIND, item)?;
        Ok(Self {
            own_quotas,
            own_rates,
            ..organization
        })
    }

    /// The rate limits of the organization.
    pub fn rate_limits(&self) -> RateLimits {
        RateLimits {
            plan: self.plan,
            own: self.own_rates.clone(),
        }
    }

    /// The quotas of the organization.
    pub fn limits(&self) -> Resources {
        Quota::ALL.into_iter().fold(self.plan.quotas(), |limits, quota| {
            let own = self.own_quotas.get(quota);
            limits.with(quota, own.unwrap_or_else(|| limits.get(quota)))
        })
    }
}

/// An organization to create.
#[derive(Clone, Debug)]
pub struct NewOrganization {
    /// The name.
    pub name: String,
    /// The plan, which sets the request limit and the quotas.
    pub plan: Plan,
    /// The opening balance. If it is zero, the ledger begins without a grant.
    pub balance: Amount,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    id: OrganizationId,
}

const KIND: &str = "organization";

/// The beginning of the names of the attributes with an organization's own rate limits. The name of the tool follows.
const OWN_RATE: &str = "rate.";

impl Store {
    /// Creates an organization. Its opening balance is the first entry of its ledger.
    pub async fn create_organization(
        &self,
        new: NewOrganization,
        deadline: Deadline,
    ) -> Result<Organization, StoreError> {
        let organization = Organization {
            id: OrganizationId::from_uuid(self.ids.uuid()),
            name: new.name,
            plan: new.plan,
            own_quotas: OwnQuotas::default(),
            own_rates: OwnRates::default(),
            suspension: None,
            key_lifetime_seconds: None,
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
        let detail = format!(
            "{}, plan {}, balance {}",
            organization.name,
            new.plan.as_str(),
            balance.balance
        );
        items.extend(self.record_action("org create", ActionTarget::organization(id, Some(detail)))?);
        self.transact(items, deadline).await?.committed(KIND)?;
        Ok(organization)
    }

    /// The organization with this id, read with strong consistency.
    pub async fn organization(&self, id: OrganizationId) -> Result<Option<Organization>, StoreError> {
        self.get(&keys::organization(id))
            .await?
            .map(Organization::read)
            .transpose()
    }

    /// The ids of all organizations, oldest first. For operators only.
    pub async fn organizations(&self) -> Result<Vec<OrganizationId>, StoreError> {
        let items = self.all_items(Query::partition(keys::ORGANIZATIONS)).await?;
        let id = |item: &Item| item.get(keys::SK)?.as_s().ok()?.parse().ok();
        Ok(items.iter().filter_map(id).collect())
    }

    /// Changes the plan. `None` when there is no such organization.
    pub async fn set_plan(
        &self,
        id: OrganizationId,
        plan: Plan,
        deadline: Deadline,
    ) -> Result<Option<Organization>, StoreError> {
        let mut change = Expression::new();
        change.set(&["plan"], codec::text(plan.as_str()));
        let target = ActionTarget::organization(id, Some(plan.as_str().to_owned()));
        self.change_organization(id, change, self.record_action("org set-plan", target)?, deadline)
            .await
    }

    /// Sets an organization's own quotas; a quota of `None` means that of the plan. `None` when there is no such
    /// organization.
    pub async fn set_quotas(
        &self,
        id: OrganizationId,
        quotas: &[(Quota, Option<u64>)],
        deadline: Deadline,
    ) -> Result<Option<Organization>, StoreError> {
        let mut change = Expression::new();
        let described = quotas.iter().map(|(quota, limit)| {
            let limit = limit.map_or_else(|| "default".to_owned(), |limit| limit.to_string());
            format!("{} {limit}", quota.as_str())
        });
        let detail = described.collect::<Vec<_>>().join(", ");
        for (quota, limit) in quotas {
            let attribute = [OwnQuotas::attribute(*quota)];
            match limit {
                Some(limit) => change.set(&attribute, number(limit)),
                None => change.remove(&attribute),
            }
        }
        let target = ActionTarget::organization(id, Some(detail));
        self.change_organization(id, change, self.record_action("org set-quota", target)?, deadline)
            .await
    }

    /// Changes the name. `None` when there is no such organization.
    pub async fn rename(
        &self,
        id: OrganizationId,
        name: &str,
        deadline: Deadline,
    ) -> Result<Option<Organization>, StoreError> {
        let mut change = Expression::new();
        change.set(&["name"], codec::text(name));
        let target = ActionTarget::organization(id, Some(name.to_owned()));
        self.change_organization(id, change, self.record_action("org rename", target)?, deadline)
            .await
    }

    /// Sets an organization's own limit of a tool, in requests a minute; `None` means the tool's own limit. `None` when
    /// there is no such organization.
    pub async fn set_rate(
        &self,
        id: OrganizationId,
        tool: &str,
        limit: Option<u32>,
        deadline: Deadline,
    ) -> Result<Option<Organization>, StoreError> {
        let mut change = Expression::new();
        let attribute = format!("{OWN_RATE}{tool}");
        match limit {
            Some(limit) => change.set(&[&attribute], number(limit)),
            None => change.remove(&[&attribute]),
        }
        let limit = limit.map_or_else(|| "default".to_owned(), |limit| limit.to_string());
        let target = ActionTarget::organization(id, Some(format!("{tool} {limit}")));
        self.change_organization(id, change, self.record_action("org set-rate", target)?, deadline)
            .await
    }

    /// Suspends an organization. Its callers get `message`. `None` when there is no such organization.
    pub async fn suspend(
        &self,
        id: OrganizationId,
        message: String,
        deadline: Deadline,
    ) -> Result<Option<Organization>, StoreError> {
        let since = self.clock.now();
        let mut change = Expression::new();
        let target = ActionTarget::organization(id, Some(message.clone()));
        let suspension = codec::value(KIND, &Suspension { message, since })?;
        change.set(&["suspension"], suspension);
        self.change_organization(id, change, self.record_action("org suspend", target)?, deadline)
            .await
    }

    /// Ends a suspension, if there is one. `None` when there is no such organization.
    pub async fn resume(&self, id: OrganizationId, deadline: Deadline) -> Result<Option<Organization>, StoreError> {
        let mut change = Expression::new();
        change.remove(&["suspension"]);
        let target = ActionTarget::organization(id, None);
        self.change_organization(id, change, self.record_action("org resume", target)?, deadline)
            .await
    }

    /// Sets the default lifetime of a new API key; a lifetime of `None` means unlimited. `None` when there is no such
    /// organization.
    pub async fn set_key_lifetime(
        &self,
        id: OrganizationId,
        lifetime: Option<Duration>,
        deadline: Deadline,
    ) -> Result<Option<Organization>, StoreError> {
        let mut change = Expression::new();
        let seconds = lifetime.map(|lifetime| lifetime.as_secs());
        match seconds {
            Some(seconds) => change.set(&["keyLifetimeSeconds"], number(seconds)),
            None => change.remove(&["keyLifetimeSeconds"]),
        }
        let detail = seconds.map_or_else(|| "never".to_owned(), |seconds| format!("{seconds} s"));
        let target = ActionTarget::organization(id, Some(detail));
        self.change_organization(id, change, self.record_action("org set-key-expiry", target)?, deadline)
            .await
    }

    async fn change_organization(
        &self,
        id: OrganizationId,
        mut change: Expression,
        action: Option<TransactWriteItem>,
        deadline: Deadline,
    ) -> Result<Option<Organization>, StoreError> {
        change.require_present(keys::PK);
        let changed = change.update(&self.names.table, &keys::organization(id))?;
        let items = std::iter::once(changed).chain(action).collect();
        match self.transact(items, deadline).await? {
            Outcome::Committed => self.organization(id).await,
            Outcome::Refused(_) => Ok(None),
        }
    }
}
