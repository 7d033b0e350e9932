//! Selects the messages of a receive.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::{Value, json};

use super::{
    attributes::{Redrive, Settings, arn},
    error::SqsError,
    store::{Store, handle, md5, visibility},
};

/// A message that was received.
#[derive(Debug)]
pub(super) struct Received {
    id: String,
    body: String,
    receives: i64,
    attributes: BTreeMap<&'static str, String>,
}

impl Received {
    /// The message as JSON, with the requested attributes.
    pub(super) fn to_json(&self, asked: &[String]) -> Value {
        let is_asked = |name: &str| asked.iter().any(|asked| asked == name || asked == "All");
        let attributes: BTreeMap<_, _> = self.attributes.iter().filter(|(name, _)| is_asked(name)).collect();
        let mut message = json!({
            "MessageId": self.id,
            "ReceiptHandle": handle(&self.id, self.receives),
            "MD5OfBody": md5(&self.body),
            "Body": self.body,
        });
        if let (false, Some(fields)) = (attributes.is_empty(), message.as_object_mut()) {
            fields.insert("Attributes".to_owned(), json!(attributes));
        }
        message
    }
}

/// The messages of one group, at least one of them visible.
struct Group {
    id: String,
    /// The number of the group's messages that are in flight, including messages that this receive has selected.
    busy: i64,
    visible: i64,
    /// The position after the last selected message.
    next: i64,
}

struct Candidate {
    sequence: i64,
    id: String,
    body: String,
    sent_at: i64,
    receives: i64,
    first_received_at: Option<i64>,
    dead_letter_source: Option<String>,
}

impl Store {
    /// Returns at most `most` visible messages, and hides them for a while. Groups with the fewest messages in flight
    /// come first, so that the backlog of one sender does not delay the others. Within a group the oldest message comes
    /// first. A message that was received too often moves to the dead-letter queue instead.
    pub(super) fn receive(
        &mut self,
        queue: &str,
        most: usize,
        visibility_seconds: Option<i64>,
        now: i64,
    ) -> Result<Vec<Received>, SqsError> {
        let settings = self.settings(queue)?;
        let hidden = visibility(visibility_seconds.unwrap_or(settings.visibility_seconds))?;
        self.expire(queue, &settings, now)?;
        let redrive = self.redrive_to(&settings)?;
        let transaction = self.connection.transaction()?;
        let mut groups = groups(&transaction, queue, now)?;
        let mut received = Vec::new();
        while received.len() < most {
            let waiting = groups.iter_mut().filter(|group| group.visible > 0);
            let Some(group) = waiting.min_by_key(|group| (group.busy, group.next)) else {
                break;
            };
            let Some(candidate) = oldest(&transaction, queue, group, now)? else {
                group.visible = 0;
                continue;
            };
            group.visible -= 1;
            group.next = candidate.sequence.saturating_add(1);
            match &redrive {
                Some(redrive) if candidate.receives >= redrive.most_receives => {
                    bury(&transaction, &candidate, queue, redrive, now)?;
                }
                _ => {
                    group.busy += 1;
                    let group_id = group.id.clone();
                    received.push(hand_out(&transaction, candidate, group_id, now, hidden)?);
                }
            }
        }
        transaction.commit()?;
        Ok(received)
    }

    /// The redrive rule. Without an existing dead-letter queue, no rule applies, and messages stay in their queue.
    fn redrive_to(&self, settings: &Settings) -> Result<Option<Redrive>, SqsError> {
        let Some(redrive) = &settings.redrive else {
            return Ok(None);
        };
        match self.settings(&redrive.target) {
            Ok(_) => Ok(Some(redrive.clone())),
            Err(SqsError::QueueDoesNotExist) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn groups(connection: &Connection, queue: &str, now: i64) -> rusqlite::Result<Vec<Group>> {
    let mut statement = connection.prepare_cached(
        "SELECT group_id,
                COUNT(*) FILTER (WHERE visible_at > ?2 AND receives > 0),
                COUNT(*) FILTER (WHERE visible_at <= ?2) AS visible,
                MIN(sequence) FILTER (WHERE visible_at <= ?2)
         FROM messages WHERE queue = ?1 GROUP BY group_id HAVING visible > 0",
    )?;
    let group = |row: &Row<'_>| {
        Ok(Group {
            id: row.get(0)?,
            busy: row.get(1)?,
            visible: row.get(2)?,
            next: row.get(3)?,
        })
    };
    statement.query_map(params![queue, now], group)?.collect()
}

fn oldest(connection: &Connection, queue: &str, group: &Group, now: i64) -> rusqlite::Result<Option<Candidate>> {
    let mut statement = connection.prepare_cached(
        "SELECT sequence, id, body, sent_at, receives, first_received_at, dead_letter_source FROM messages
         WHERE queue = ?1 AND group_id = ?2 AND sequence >= ?3 AND visible_at <= ?4 ORDER BY sequence LIMIT 1",
    )?;
    let candidate = |row: &Row<'_>| {
        Ok(Candidate {
            sequence: row.get(0)?,
            id: row.get(1)?,
            body: row.get(2)?,
            sent_at: row.get(3)?,
            receives: row.get(4)?,
            first_received_at: row.get(5)?,
            dead_letter_source: row.get(6)?,
        })
    };
    statement
        .query_row(params![queue, group.id, group.next, now], candidate)
        .optional()
}

fn bury(
    connection: &Connection,
    candidate: &Candidate,
    queue: &str,
    redrive: &Redrive,
    now: i64,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "UPDATE messages SET queue = ?2, visible_at = ?3, receives = 0, first_received_at = NULL,
                dead_letter_source = ?4
         WHERE sequence = ?1",
    )?;
    statement.execute(params![candidate.sequence, redrive.target, now, arn(queue)])?;
    Ok(())
}

fn hand_out(
    connection: &Connection,
    candidate: Candidate,
    group_id: String,
    now: i64,
    hidden: i64,
) -> rusqlite::Result<Received> {
    let receives = candidate.receives.saturating_add(1);
    let first = candidate.first_received_at.unwrap_or(now);
    let mut statement = connection.prepare_cached(
        "UPDATE messages SET visible_at = ?2, receives = ?3, first_received_at = ?4 WHERE sequence = ?1",
    )?;
    statement.execute(params![candidate.sequence, now.saturating_add(hidden), receives, first])?;
    let mut attributes = BTreeMap::from([
        ("ApproximateReceiveCount", receives.to_string()),
        ("SentTimestamp", candidate.sent_at.to_string()),
        ("ApproximateFirstReceiveTimestamp", first.to_string()),
        ("SenderId", "000000000000".to_owned()),
    ]);
    if !group_id.is_empty() {
        attributes.insert("MessageGroupId", group_id);
    }
    if let Some(source) = candidate.dead_letter_source {
        attributes.insert("DeadLetterQueueSourceArn", source);
    }
    Ok(Received {
        id: candidate.id,
        body: candidate.body,
        receives,
        attributes,
    })
}
