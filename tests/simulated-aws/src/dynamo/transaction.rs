//! `TransactWriteItems`: items are locked and written one at a time (two-phase commit).
//!
//! In the first phase, a transaction tries to lock the key of each item, each at a different time. An item is locked if
//! no other transaction holds its key, its condition holds and its partition is not throttled. If all items are locked,
//! the second phase writes each item and releases its key, again at different times. Other requests can therefore see a
//! transaction that is half written. If any item could not be locked, the second phase only releases the keys.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use serde_json::{Value as Json, json};
use tokio::time::Instant;

use crate::{
    body::Body,
    dynamo::{
        Dynamo, Moment, not_found,
        single::to_json,
        table::TransactionId,
        write::{Action, Kind, Write},
    },
    params::Params,
    refusal::Refusal,
    value::Item,
};

/// How long DynamoDB remembers the client token of a committed transaction.
const TOKEN_LIFE: Duration = Duration::from_secs(600);
/// The largest number of items in a transaction.
const MOST_ITEMS: usize = 100;

/// The remembered client tokens. The token of a cancelled transaction is forgotten.
#[derive(Debug, Default)]
pub(super) struct Tokens(BTreeMap<String, Token>);

#[derive(Debug)]
struct Token {
    writes: Arc<Vec<Write>>,
    /// When the transaction was committed; `None` while it is being executed.
    committed: Option<Instant>,
}

/// The result of the first phase for one item.
#[derive(Clone, Debug, PartialEq)]
enum Prepared {
    /// The key is locked. The second phase stores this item, or removes the item if it is `None`.
    Ready(Option<Arc<Item>>),
    Conflict,
    /// The condition failed; this is the item that was checked.
    Failed(Option<Arc<Item>>),
    Throttled,
    /// The update cannot be applied to the existing item.
    Invalid(String),
}

/// A transaction that is being executed.
#[derive(Debug)]
pub(crate) struct Transaction {
    id: TransactionId,
    token: Option<String>,
    writes: Arc<Vec<Write>>,
    prepared: Vec<Option<Prepared>>,
}

/// How to proceed with a request.
#[derive(Debug)]
pub(crate) enum Begun {
    /// Execute the new transaction.
    New(Transaction),
    /// A transaction with the same client token was committed before: return this response.
    Repeated(Vec<u8>),
}

impl Transaction {
    pub(crate) fn len(&self) -> usize {
        self.writes.len()
    }

    /// Whether all items are locked.
    pub(crate) fn is_ready(&self) -> bool {
        let is_ready = |prepared: &Option<Prepared>| matches!(prepared, Some(Prepared::Ready(_)));
        self.prepared.iter().all(is_ready)
    }

    fn reason(&self, number: usize) -> Json {
        let reason = |code: &str, message: &str| json!({ "Code": code, "Message": message });
        match self.prepared.get(number).and_then(Option::as_ref) {
            None | Some(Prepared::Ready(_)) => json!({ "Code": "None" }),
            Some(Prepared::Conflict) => reason("TransactionConflict", "Transaction is ongoing for the item"),
            Some(Prepared::Throttled) => reason(
                "ThrottlingError",
                "Throughput exceeds the current capacity for one or more global secondary indexes or the table.",
            ),
            Some(Prepared::Invalid(message)) => reason("ValidationError", message),
            Some(Prepared::Failed(old)) => {
                let mut reason = reason("ConditionalCheckFailed", "The conditional request failed");
                let shows = self.writes.get(number).is_some_and(|write| write.shows_failed);
                if let (Json::Object(members), Some(old), true) = (&mut reason, old, shows) {
                    members.insert("Item".to_owned(), to_json(old));
                }
                reason
            }
        }
    }

    /// The error response of a cancelled transaction, with a cancellation reason for each item.
    fn refusal(&self) -> Refusal {
        let reasons: Vec<Json> = (0..self.len()).map(|number| self.reason(number)).collect();
        let code = |reason: &Json| reason.get("Code").and_then(Json::as_str).unwrap_or_default().to_owned();
        let codes: Vec<String> = reasons.iter().map(code).collect();
        let message = format!(
            "Transaction cancelled, please refer cancellation reasons for specific reasons [{}]",
            codes.join(", ")
        );
        Refusal::new(400, "TransactionCanceledException", &message).with("CancellationReasons", Json::Array(reasons))
    }

    /// A summary of the writes for the history.
    pub(crate) fn summary(&self) -> String {
        let write = |write: &Write| format!("{} {}", write.verb(), write.key);
        self.writes.iter().map(write).collect::<Vec<_>>().join(", ")
    }
}

impl Dynamo {
    /// Parses a request and looks up its client token.
    pub(crate) fn begin(&mut self, moment: Moment<'_>, body: Json) -> Result<Begun, Refusal> {
        let mut params = Params::new(body)?;
        let token = params.text("ClientRequestToken")?;
        let parts = params.list("TransactItems")?.unwrap_or_default();
        params.finish()?;
        if parts.is_empty() || parts.len() > MOST_ITEMS {
            return Err(Refusal::validation("a transaction must have 1 to 100 items"));
        }
        let writes = parts
            .into_iter()
            .map(|part| self.read_part(part))
            .collect::<Result<Vec<_>, _>>()?;
        for (number, write) in writes.iter().enumerate() {
            let is_same = |other: &Write| (&other.table, &other.key) == (&write.table, &write.key);
            if writes.iter().take(number).any(is_same) {
                return Err(Refusal::validation(
                    "Transaction request cannot include multiple operations on one item",
                ));
            }
        }
        let writes = Arc::new(writes);
        if let Some(token) = &token {
            if let Some(answer) = self.look_up(moment, token, &writes)? {
                return Ok(Begun::Repeated(answer));
            }
            let remembered = Token {
                writes: Arc::clone(&writes),
                committed: None,
            };
            self.tokens.0.insert(token.clone(), remembered);
        }
        self.transactions += 1;
        Ok(Begun::New(Transaction {
            id: self.transactions,
            token,
            prepared: vec![None; writes.len()],
            writes,
        }))
    }

    fn read_part(&self, part: Json) -> Result<Write, Refusal> {
        let mut part = Params::new(part)?;
        let mut found = Vec::new();
        for (name, kind) in [
            ("Put", Kind::Put),
            ("Update", Kind::Update),
            ("Delete", Kind::Delete),
            ("ConditionCheck", Kind::Check),
        ] {
            found.extend(part.take(name).map(|inner| (kind, inner)));
        }
        part.finish()?;
        match (found.pop(), found.pop()) {
            (Some((kind, inner)), None) => {
                let mut inner = Params::new(inner)?;
                let write = Write::read(&self.tables, kind, &mut inner)?;
                inner.finish()?;
                Ok(write)
            }
            _ => Err(Refusal::validation(
                "TransactItems can only contain one of Check, Put, Update or Delete",
            )),
        }
    }

    /// The response to a request with a known client token.
    fn look_up(
        &mut self,
        moment: Moment<'_>,
        token: &str,
        writes: &Arc<Vec<Write>>,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let Some(known) = self.tokens.0.get(token) else {
            return Ok(None);
        };
        if known
            .committed
            .is_some_and(|at| moment.now.duration_since(at) >= TOKEN_LIFE)
        {
            self.tokens.0.remove(token);
            return Ok(None);
        }
        if *known.writes != **writes {
            return Err(Refusal::new(
                400,
                "IdempotentParameterMismatchException",
                "The request uses the same client token as a previous, but non-identical request",
            ));
        }
        if known.committed.is_none() {
            return Err(Refusal::new(
                400,
                "TransactionInProgressException",
                "The transaction with the given request token is already in progress.",
            ));
        }
        let (tables, context) = self.parts(moment);
        for write in &**writes {
            // DynamoDB charges a repeated request with the transactional reads of its items.
            let table = tables.get_mut(&write.table)?;
            for _ in 0..2 {
                let size = table.size_of(&write.key);
                table.bill_read(&context, &write.key.hash, "TransactWriteItems", size, true);
            }
        }
        Ok(Some(Body::new().finish()))
    }

    /// The first phase of one item: locks its key.
    pub(crate) fn prepare(&mut self, moment: Moment<'_>, transaction: &mut Transaction, number: usize) {
        let writes = Arc::clone(&transaction.writes);
        let (Some(write), Some(prepared)) = (writes.get(number), transaction.prepared.get_mut(number)) else {
            return;
        };
        let result = self.prepare_one(moment, transaction.id, write);
        *prepared = Some(result.unwrap_or_else(|refusal| Prepared::Invalid(refusal.message)));
    }

    fn prepare_one(&mut self, moment: Moment<'_>, id: TransactionId, write: &Write) -> Result<Prepared, Refusal> {
        let (tables, context) = self.parts(moment);
        let table = tables.get_mut(&write.table)?;
        if !table.can_write(&context, &write.key) {
            return Ok(Prepared::Throttled);
        }
        if table.lock_of(&write.key).is_some() || context.random.chance(context.conditions.spurious_conflict) {
            return Ok(Prepared::Conflict);
        }
        let old = table.item(&write.key).cloned();
        if !write.holds(old.as_ref()) {
            table.bill_check(&context, &write.key, "TransactWriteItems", 2);
            return Ok(Prepared::Failed(old));
        }
        let new = write.result(tables, old.as_ref())?;
        let table = tables.get_mut(&write.table)?;
        if !table.can_index(&context, new.as_ref()) {
            return Ok(Prepared::Throttled);
        }
        table.lock(&write.key, id);
        Ok(Prepared::Ready(new))
    }

    /// The second phase of one item: writes it if all items were locked, and releases its key.
    pub(crate) fn complete(&mut self, moment: Moment<'_>, transaction: &Transaction, number: usize) {
        let is_ready = transaction.is_ready();
        let prepared = transaction.prepared.get(number).and_then(Option::as_ref);
        let (Some(write), Some(Prepared::Ready(new))) = (transaction.writes.get(number), prepared) else {
            return;
        };
        let (tables, mut context) = self.parts(moment);
        let Ok(table) = tables.get_mut(&write.table) else {
            return;
        };
        let operation = "TransactWriteItems";
        if !is_ready || write.action == Action::Check {
            table.bill_check(&context, &write.key, operation, 2);
        } else {
            table.write(&mut context, &write.key, new.clone(), operation, 2);
        }
        table.unlock(&write.key);
    }

    /// The response after the second phase of all items.
    pub(crate) fn end(&mut self, moment: Moment<'_>, transaction: &Transaction) -> super::Answer {
        let is_ready = transaction.is_ready();
        if let Some(token) = &transaction.token {
            if is_ready {
                if let Some(token) = self.tokens.0.get_mut(token) {
                    token.committed = Some(moment.now);
                }
            } else {
                self.tokens.0.remove(token);
            }
        }
        if is_ready {
            return Ok(Body::new().finish());
        }
        let is_known = |write: &Write| self.tables.get(&write.table).is_ok();
        if transaction.writes.iter().all(is_known) {
            Err(transaction.refusal())
        } else {
            Err(not_found())
        }
    }
}
