//! API keys. The secret itself is never stored; the item of a key is found by the SHA-256 of the secret.

use aws_sdk_dynamodb::types::AttributeValue;
use contract::{Category, KeyId, OrganizationId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    ApiSecret, Deadline, KeyHash, Store, StoreError,
    dynamodb::{
        codec,
        expression::{self, Expression},
        query::Query,
        transaction::Outcome,
    },
    keys::{self, Key},
    operator_log::ActionTarget,
};

/// An API key as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRecord {
    /// The id of the key, which is not secret.
    pub id: KeyId,
    /// The organization that owns the key.
    pub organization: OrganizationId,
    /// The name.
    pub name: String,
    /// The categories of tools that the key may call.
    pub scopes: Vec<Category>,
    /// When the key expires.
    pub expires_at: Option<Timestamp>,
    /// When the key was revoked.
    pub revoked_at: Option<Timestamp>,
    /// When the key was created.
    pub created_at: Timestamp,
}

/// A key to create.
#[derive(Clone, Debug)]
pub struct NewKey {
    /// The organization that owns the key.
    pub organization: OrganizationId,
    /// The name.
    pub name: String,
    /// The categories of tools that the key may call.
    pub scopes: Vec<Category>,
    /// When the key expires.
    pub expires_at: Option<Timestamp>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct KeyItem {
    id: KeyId,
    organization: OrganizationId,
    name: String,
    scopes: Vec<String>,
    #[serde(with = "codec::optional_millis", default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
    #[serde(with = "codec::optional_millis", default, skip_serializing_if = "Option::is_none")]
    revoked_at: Option<Timestamp>,
    #[serde(with = "codec::millis")]
    created_at: Timestamp,
    /// Whether the key was created when the scope of webhooks existed.
    #[serde(default)]
    knows_webhooks: bool,
}

/// An item that leads to a key: from its id, or from the list of its organization's keys.
#[derive(Serialize, Deserialize)]
struct KeyPointer {
    hash: KeyHash,
}

/// A key that another one replaces.
struct OldKey {
    id: KeyId,
    hash: KeyHash,
}

impl From<KeyItem> for KeyRecord {
    fn from(item: KeyItem) -> Self {
        let known = |name: &String| Category::ALL.into_iter().find(|category| category.as_str() == name);
        let mut scopes: Vec<Category> = item.scopes.iter().filter_map(known).collect();
        // A key with all scopes of its time has the scope of webhooks, too.
        if !item.knows_webhooks && Category::OF_TOOLS.iter().all(|scope| scopes.contains(scope)) {
            scopes.push(Category::Webhooks);
        }
        Self {
            id: item.id,
            organization: item.organization,
            name: item.name,
            scopes,
            expires_at: item.expires_at,
            revoked_at: item.revoked_at,
            created_at: item.created_at,
        }
    }
}

const KIND: &str = "key";

impl Store {
    /// The key with this hash, read with strong consistency, so that a new key works at once.
    pub async fn key(&self, hash: &KeyHash) -> Result<Option<KeyRecord>, StoreError> {
        let item = self.get(&keys::key(hash)).await?;
        item.map(|item| codec::read::<KeyItem>(KIND, item).map(KeyRecord::from))
            .transpose()
    }

    /// Stores a new key. Returns its record and its secret, which cannot be read again.
    pub async fn create_key(&self, new: NewKey, deadline: Deadline) -> Result<(KeyRecord, ApiSecret), StoreError> {
        let created = self.store_key(new, None, deadline).await?;
        created.ok_or(StoreError::Missing { kind: KIND })
    }

    /// Stores a new key that replaces an old key. The old key works until `until`. `None` when the old key does not
    /// exist or is revoked.
    pub async fn replace_key(
        &self,
        old: KeyId,
        until: Timestamp,
        new: NewKey,
        deadline: Deadline,
    ) -> Result<Option<(KeyRecord, ApiSecret)>, StoreError> {
        let Some(pointer) = self.get(&keys::key_by_id(old)).await? else {
            return Ok(None);
        };
        let KeyPointer { hash } = codec::read(KIND, pointer)?;
        self.store_key(new, Some((OldKey { id: old, hash }, until)), deadline)
            .await
    }

    async fn store_key(
        &self,
        new: NewKey,
        replaced: Option<(OldKey, Timestamp)>,
        deadline: Deadline,
    ) -> Result<Option<(KeyRecord, ApiSecret)>, StoreError> {
        let secret = ApiSecret::generate(self.ids.entropy());
        let hash = KeyHash::of(secret.expose());
        let item = KeyItem {
            id: KeyId::from_uuid(self.ids.uuid()),
            organization: new.organization,
            name: new.name,
            scopes: new.scopes.iter().map(|scope| scope.as_str().to_owned()).collect(),
            expires_at: new.expires_at,
            revoked_at: None,
            created_at: self.clock.now(),
            knows_webhooks: true,
        };
        let pointer = KeyPointer { hash: hash.clone() };
        let table = &self.names.table;
        let mut items = vec![
            expression::create(table, codec::write(KIND, &keys::key(&hash), &item)?)?,
            expression::create(table, codec::write(KIND, &keys::key_by_id(item.id), &pointer)?)?,
            expression::create(
                table,
                codec::write(KIND, &keys::key_listed(item.organization, item.id), &pointer)?,
            )?,
        ];
        let mut detail = format!("{}, {}", item.name, item.scopes.join(","));
        if let Some((old, until)) = &replaced {
            let mut change = Expression::new();
            change.set(&["expiresAt"], codec::number(until.millis()));
            change.require_present(keys::PK);
            change.require_absent("revokedAt");
            items.push(change.update(table, &keys::key(&old.hash))?);
            detail = format!("{detail}; replaces {}, which works until {until}", old.id);
        }
        let target = ActionTarget {
            organization: Some(item.organization),
            subject: Some(item.id.to_string()),
            detail: Some(detail),
        };
        items.extend(self.record_action("key create", target)?);
        match self.transact(items, deadline).await? {
            Outcome::Committed => Ok(Some((item.into(), secret))),
            Outcome::Refused(_) if replaced.is_some() => Ok(None),
            refused => refused.committed("key").map(|()| None),
        }
    }

    /// The key with this id, read with strong consistency.
    pub async fn key_of_id(&self, id: KeyId) -> Result<Option<KeyRecord>, StoreError> {
        match self.get(&keys::key_by_id(id)).await? {
            Some(pointer) => self.key(&codec::read::<KeyPointer>(KIND, pointer)?.hash).await,
            None => Ok(None),
        }
    }

    /// All keys of an organization, oldest first, without their secrets.
    pub async fn keys_of(&self, organization: OrganizationId) -> Result<Vec<KeyRecord>, StoreError> {
        let partition = keys::organization_partition(organization);
        let query = Query::partition(partition).with_prefix(keys::KEY_PREFIX);
        let pointers = self.all_items(query).await?;
        let mut records = Vec::with_capacity(pointers.len());
        for chunk in pointers.chunks(100) {
            let hashes = chunk.iter().map(|item| codec::read::<KeyPointer>(KIND, item.clone()));
            let keys: Vec<Key> = hashes
                .map(|pointer| pointer.map(|pointer| keys::key(&pointer.hash)))
                .collect::<Result<_, _>>()?;
            for item in self.get_all(&keys).await? {
                records.push(KeyRecord::from(codec::read::<KeyItem>(KIND, item)?));
            }
        }
        records.sort_by_key(|record| record.id);
        Ok(records)
    }

    /// Revokes a key. Revoking it again is not an error. `false` when there is no such key.
    pub async fn revoke_key(&self, id: KeyId, deadline: Deadline) -> Result<bool, StoreError> {
        let Some(pointer) = self.get(&keys::key_by_id(id)).await? else {
            return Ok(false);
        };
        let pointer: KeyPointer = codec::read(KIND, pointer)?;
        let mut change = Expression::new();
        let revoked_at = change.path(&["revokedAt"]);
        let now = change.value(AttributeValue::N(self.clock.now().millis().to_string()));
        change.set_to(&["revokedAt"], &format!("if_not_exists({revoked_at}, {now})"));
        change.require_present(keys::PK);
        let revoked = change.update(&self.names.table, &keys::key(&pointer.hash))?;
        let target = ActionTarget {
            organization: self.key(&pointer.hash).await?.map(|key| key.organization),
            subject: Some(id.to_string()),
            detail: None,
        };
        let recorded = self.record_action("key revoke", target)?;
        let items = std::iter::once(revoked).chain(recorded).collect();
        let outcome = self.transact(items, deadline).await?;
        Ok(matches!(outcome, Outcome::Committed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scopes(scopes: &[Category], knows_webhooks: bool) -> Vec<Category> {
        let item = KeyItem {
            id: "key_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            organization: "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            name: "k".to_owned(),
            scopes: scopes.iter().map(|scope| scope.as_str().to_owned()).collect(),
            expires_at: None,
            revoked_at: None,
            created_at: Timestamp::from_millis(0),
            knows_webhooks,
        };
        KeyRecord::from(item).scopes
    }

    #[test]
    fn an_earlier_key_with_all_scopes_has_the_scope_of_webhooks() {
        assert_eq!(scopes(&Category::OF_TOOLS, false), Category::ALL);
        assert_eq!(scopes(&Category::OF_TOOLS, true), Category::OF_TOOLS);
        assert_eq!(scopes(&[Category::Images], false), [Category::Images]);
    }
}
