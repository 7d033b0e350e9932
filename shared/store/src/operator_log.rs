//! The log of operators' actions. An action is recorded in the transaction that performs it.

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{OrganizationId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    Store, StoreError,
    dynamodb::{
        codec::{self, Item},
        expression,
        query::{Page, Query},
    },
    keys,
};

/// How many actions one call reads.
const PAGE: u32 = 200;

const KIND: &str = "operator action";

/// An action of an operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OperatorAction {
    /// When the action was performed.
    #[serde(with = "codec::millis")]
    pub at: Timestamp,
    /// The operator: an identity of AWS, or a user of a machine.
    pub operator: String,
    /// The words of the command, such as `org suspend`.
    pub action: String,
    /// The organization that the action concerns, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organization: Option<OrganizationId>,
    /// The id of the key, grant or inspiration that was created or changed; `None` for the organization itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// Details for a person to read. Never a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// The target of an action, with details.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActionTarget {
    pub(crate) organization: Option<OrganizationId>,
    pub(crate) subject: Option<String>,
    pub(crate) detail: Option<String>,
}

impl ActionTarget {
    /// The target of an action on an organization itself.
    pub(crate) fn organization(id: OrganizationId, detail: Option<String>) -> Self {
        Self {
            organization: Some(id),
            subject: None,
            detail,
        }
    }
}

impl Store {
    /// The same tables, changed by this operator: the log records the operator with each action.
    #[must_use]
    pub fn operated_by(mut self, operator: String) -> Self {
        self.operator = Some(operator.into());
        self
    }

    /// The part of a transaction that records an operator's action. `None` in the service's own functions, which have
    /// no operator.
    pub(crate) fn record_action(
        &self,
        command: &str,
        target: ActionTarget,
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        let Some(operator) = &self.operator else {
            return Ok(None);
        };
        let action = OperatorAction {
            at: self.clock.now(),
            operator: operator.to_string(),
            action: command.to_owned(),
            organization: target.organization,
            subject: target.subject,
            detail: target.detail,
        };
        let item = codec::write(KIND, &keys::operator_action(self.ids.uuid().simple()), &action)?;
        expression::create(&self.names.table, item).map(Some)
    }

    /// At most `limit` actions, newest first. If an organization is given, only actions that concern it.
    pub async fn operator_actions(
        &self,
        organization: Option<OrganizationId>,
        limit: usize,
    ) -> Result<Vec<OperatorAction>, StoreError> {
        let mut found = Vec::new();
        let [first, mut last] = keys::ALL_OPERATOR_ACTIONS.map(str::to_owned);
        let mut seen: Option<Item> = None;
        loop {
            let partition = keys::OPERATOR_ACTIONS.to_owned();
            let query = Query::partition(partition).between(&first, &last).newest_first();
            let Page { items, next } = self.query(&query.limit(PAGE)).await?;
            let new = items.iter().filter(|item| seen.as_ref() != Some(*item));
            for item in new {
                let action: OperatorAction = codec::read(KIND, item.clone())?;
                if organization.is_none() || action.organization == organization {
                    found.push(action);
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
