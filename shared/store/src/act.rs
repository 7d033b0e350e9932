//! What operators did: who, when, what, to which organization. Each act is written in the transaction that does it.

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{OrganizationId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    Store, StoreError,
    codec::{self, Item},
    expression, keys,
    query::{Page, Query},
};

/// How many acts are read at once.
const PAGE: u32 = 200;

const KIND: &str = "act";

/// Something that an operator did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Act {
    /// When.
    #[serde(with = "codec::millis")]
    pub at: Timestamp,
    /// Who: an identity of AWS, or a user of a machine.
    pub operator: String,
    /// What, as the words of the command: `org suspend`.
    pub action: String,
    /// Whose organization it was done to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organization: Option<OrganizationId>,
    /// The id of the key, grant or inspiration that was made or changed, if it is not the organization itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// More about it, for a person to read. Never a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// What an act is about.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    pub(crate) organization: Option<OrganizationId>,
    pub(crate) subject: Option<String>,
    pub(crate) detail: Option<String>,
}

impl About {
    /// An act on an organization itself.
    pub(crate) fn organization(id: OrganizationId, detail: Option<String>) -> Self {
        Self {
            organization: Some(id),
            subject: None,
            detail,
        }
    }
}

impl Store {
    /// The same tables, as this operator changes them: what is done is noted together with who did it.
    #[must_use]
    pub fn operated_by(mut self, operator: String) -> Self {
        self.operator = Some(operator.into());
        self
    }

    /// The part of a transaction that notes what an operator does; none where no operator is known, as in the service's
    /// own functions.
    pub(crate) fn note_act(&self, action: &str, about: About) -> Result<Option<TransactWriteItem>, StoreError> {
        let Some(operator) = &self.operator else {
            return Ok(None);
        };
        let act = Act {
            at: self.clock.now(),
            operator: operator.to_string(),
            action: action.to_owned(),
            organization: about.organization,
            subject: about.subject,
            detail: about.detail,
        };
        let item = codec::write(KIND, &keys::act(self.ids.uuid().simple()), &act)?;
        expression::create(&self.names.table, item).map(Some)
    }

    /// At most `limit` acts, newest first; only those that concern one organization, if one is given.
    pub async fn acts(&self, organization: Option<OrganizationId>, limit: usize) -> Result<Vec<Act>, StoreError> {
        let mut found = Vec::new();
        let [first, mut last] = keys::ALL_ACTS.map(str::to_owned);
        let mut seen: Option<Item> = None;
        loop {
            let partition = keys::ACTS.to_owned();
            let query = Query::partition(partition).between(&first, &last).newest_first();
            let Page { items, next } = self.query(&query.limit(PAGE)).await?;
            let new = items.iter().filter(|item| seen.as_ref() != Some(*item));
            for item in new {
                let act: Act = codec::read(KIND, item.clone())?;
                if organization.is_none() || act.organization == organization {
                    found.push(act);
                }
            }
            found.truncate(limit);
            let key = items.last().and_then(|item| item.get(keys::SK)?.as_s().ok().cloned());
            match key {
                Some(key) if next.is_some() && found.len() < limit => {
                    last = key;
                    seen = items.last().cloned();
                }
                _ => return Ok(found),
            }
        }
    }
}
