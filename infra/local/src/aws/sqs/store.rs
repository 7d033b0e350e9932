//! Stores queues and their messages in one SQLite file.

use std::{collections::BTreeMap, path::Path};

use md5::{Digest, Md5};
use runtime::hex;
use rusqlite::{Connection, OptionalExtension, params};

use super::{
    attributes::{Settings, arn, difference},
    error::SqsError,
    wire::Outgoing,
};
use crate::ids::random_id;

const SCHEMA: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
    CREATE TABLE IF NOT EXISTS queues (
        name TEXT PRIMARY KEY,
        attributes TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        modified_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS messages (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        queue TEXT NOT NULL REFERENCES queues (name) ON DELETE CASCADE,
        group_id TEXT NOT NULL,
        body TEXT NOT NULL,
        sent_at INTEGER NOT NULL,
        visible_at INTEGER NOT NULL,
        receives INTEGER NOT NULL DEFAULT 0,
        first_received_at INTEGER,
        dead_letter_source TEXT
    );
    CREATE INDEX IF NOT EXISTS messages_by_group ON messages (queue, group_id, sequence, visible_at, receives);
    CREATE INDEX IF NOT EXISTS messages_by_age ON messages (queue, sent_at);
";

/// Converts a visibility timeout from seconds to milliseconds.
pub(super) fn visibility(seconds: i64) -> Result<i64, SqsError> {
    if (0..=43_200).contains(&seconds) {
        Ok(seconds.saturating_mul(1000))
    } else {
        let message = "VisibilityTimeout must be between 0 and 43200 seconds.";
        Err(SqsError::InvalidParameterValue(message.to_owned()))
    }
}

/// The lower-case hexadecimal MD5 of a body. SDKs compare it.
pub(super) fn md5(body: &str) -> String {
    hex(&Md5::digest(body))
}

/// A stored message.
#[derive(Debug)]
pub(super) struct Sent {
    pub(super) id: String,
    pub(super) md5: String,
}

/// The open file. All times are milliseconds since the Unix epoch.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) connection: Connection,
}

impl Store {
    /// Opens or creates the file. Messages in flight become visible again, because their receivers ended with the last
    /// process.
    pub(super) fn open(path: &Path) -> rusqlite::Result<Self> {
        let connection = Connection::open(path)?;
        connection.execute_batch(SCHEMA)?;
        connection.execute("UPDATE messages SET visible_at = 0 WHERE receives > 0", [])?;
        Ok(Self { connection })
    }

    pub(super) fn create_queue(
        &self,
        name: &str,
        attributes: &BTreeMap<String, String>,
        now: i64,
    ) -> Result<(), SqsError> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if !(1..=80).contains(&name.len()) || !name.bytes().all(plain) {
            return Err(SqsError::InvalidParameterValue(
                "A queue's name is 1 to 80 alphanumeric characters, hyphens and underscores.".to_owned(),
            ));
        }
        match self.settings(name) {
            Ok(existing) => match difference(&existing, attributes)? {
                Some(attribute) => Err(SqsError::QueueNameExists(attribute)),
                None => Ok(()),
            },
            Err(SqsError::QueueDoesNotExist) => {
                Settings::parse(attributes)?;
                self.connection.execute(
                    "INSERT INTO queues (name, attributes, created_at, modified_at) VALUES (?1, ?2, ?3, ?3)",
                    params![name, text(attributes)?, now],
                )?;
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    pub(super) fn delete_queue(&self, name: &str) -> Result<(), SqsError> {
        match self.connection.execute("DELETE FROM queues WHERE name = ?1", [name])? {
            0 => Err(SqsError::QueueDoesNotExist),
            _ => Ok(()),
        }
    }

    pub(super) fn list_queues(&self, prefix: &str) -> Result<Vec<String>, SqsError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT name FROM queues ORDER BY name")?;
        let names = statement
            .query_map([], |row| row.get(0))?
            .collect::<Result<Vec<String>, _>>()?;
        Ok(names.into_iter().filter(|name| name.starts_with(prefix)).collect())
    }

    /// The settings of a queue; an error if it does not exist.
    pub(super) fn settings(&self, queue: &str) -> Result<Settings, SqsError> {
        Settings::parse(&self.set_attributes_of(queue)?)
    }

    fn set_attributes_of(&self, queue: &str) -> Result<BTreeMap<String, String>, SqsError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT attributes FROM queues WHERE name = ?1")?;
        let attributes: Option<String> = statement.query_row([queue], |row| row.get(0)).optional()?;
        let attributes = attributes.ok_or(SqsError::QueueDoesNotExist)?;
        serde_json::from_str(&attributes).map_err(|error| SqsError::Internal(error.to_string()))
    }

    pub(super) fn set_attributes(
        &self,
        queue: &str,
        attributes: BTreeMap<String, String>,
        now: i64,
    ) -> Result<(), SqsError> {
        let mut all = self.set_attributes_of(queue)?;
        all.extend(attributes);
        Settings::parse(&all)?;
        self.connection.execute(
            "UPDATE queues SET attributes = ?2, modified_at = ?3 WHERE name = ?1",
            params![queue, text(&all)?, now],
        )?;
        Ok(())
    }

    /// All attributes of a queue, including the computed ones.
    pub(super) fn attributes(&self, queue: &str, now: i64) -> Result<BTreeMap<String, String>, SqsError> {
        let mut attributes = self.set_attributes_of(queue)?;
        let settings = Settings::parse(&attributes)?;
        self.expire(queue, &settings, now)?;
        for (name, value) in settings.describe() {
            attributes.insert(name.to_owned(), value);
        }
        let counts = "SELECT COUNT(*) FILTER (WHERE visible_at <= ?2),
                             COUNT(*) FILTER (WHERE visible_at > ?2 AND receives > 0),
                             COUNT(*) FILTER (WHERE visible_at > ?2 AND receives = 0),
                             (SELECT created_at FROM queues WHERE name = ?1),
                             (SELECT modified_at FROM queues WHERE name = ?1)
                      FROM messages WHERE queue = ?1";
        let columns: [i64; 5] = self.connection.query_row(counts, params![queue, now], |row| {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?])
        })?;
        let [visible, in_flight, delayed, created, modified] = columns;
        attributes.extend([
            ("QueueArn".to_owned(), arn(queue)),
            ("ApproximateNumberOfMessages".to_owned(), visible.to_string()),
            (
                "ApproximateNumberOfMessagesNotVisible".to_owned(),
                in_flight.to_string(),
            ),
            ("ApproximateNumberOfMessagesDelayed".to_owned(), delayed.to_string()),
            ("CreatedTimestamp".to_owned(), (created / 1000).to_string()),
            ("LastModifiedTimestamp".to_owned(), (modified / 1000).to_string()),
        ]);
        Ok(attributes)
    }

    /// Removes messages that are older than the queue's retention period.
    pub(super) fn expire(&self, queue: &str, settings: &Settings, now: i64) -> Result<(), SqsError> {
        let oldest = now.saturating_sub(settings.retention_seconds.saturating_mul(1000));
        let mut statement = self
            .connection
            .prepare_cached("DELETE FROM messages WHERE queue = ?1 AND sent_at < ?2")?;
        statement.execute(params![queue, oldest])?;
        Ok(())
    }

    pub(super) fn send(&self, queue: &str, message: &Outgoing, now: i64) -> Result<Sent, SqsError> {
        let settings = self.settings(queue)?;
        message.check()?;
        if message.message_body.len() > settings.most_bytes {
            return Err(SqsError::InvalidParameterValue(format!(
                "One or more parameters are invalid. Reason: Message must be shorter than {} bytes.",
                settings.most_bytes
            )));
        }
        let id = random_id()
            .map_err(|error| SqsError::Internal(error.to_string()))?
            .to_string();
        let delay = message.delay_seconds.unwrap_or(settings.delay_seconds);
        let mut statement = self.connection.prepare_cached(
            "INSERT INTO messages (id, queue, group_id, body, sent_at, visible_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        statement.execute(params![
            id,
            queue,
            message.message_group_id.as_deref().unwrap_or_default(),
            message.message_body,
            now,
            now.saturating_add(delay.saturating_mul(1000))
        ])?;
        let md5 = md5(&message.message_body);
        Ok(Sent { id, md5 })
    }

    /// Removes a message if the handle is from its latest receive; an older handle removes nothing, as on AWS.
    pub(super) fn delete(&self, queue: &str, handle: &str) -> Result<(), SqsError> {
        self.settings(queue)?;
        let (id, receives) = parse_handle(handle)?;
        let mut statement = self
            .connection
            .prepare_cached("DELETE FROM messages WHERE queue = ?1 AND id = ?2 AND receives = ?3")?;
        statement.execute(params![queue, id, receives])?;
        Ok(())
    }

    /// Hides a message in flight for this long from now; 0 makes it visible.
    pub(super) fn change_visibility(&self, queue: &str, handle: &str, seconds: i64, now: i64) -> Result<(), SqsError> {
        self.settings(queue)?;
        let (id, receives) = parse_handle(handle)?;
        let visible_at = now.saturating_add(visibility(seconds)?);
        let mut statement = self.connection.prepare_cached(
            "UPDATE messages SET visible_at = ?4
             WHERE queue = ?1 AND id = ?2 AND receives = ?3 AND visible_at > ?5",
        )?;
        match statement.execute(params![queue, id, receives, visible_at, now])? {
            0 => Err(SqsError::MessageNotInflight),
            _ => Ok(()),
        }
    }

    pub(super) fn purge(&self, queue: &str) -> Result<(), SqsError> {
        self.settings(queue)?;
        self.connection
            .execute("DELETE FROM messages WHERE queue = ?1", [queue])?;
        Ok(())
    }
}

/// The receipt handle that a receive returns for a message.
pub(super) fn handle(id: &str, receives: i64) -> String {
    format!("{id}.{receives}")
}

fn parse_handle(handle: &str) -> Result<(&str, i64), SqsError> {
    let (id, receives) = handle.split_once('.').ok_or(SqsError::ReceiptHandleIsInvalid)?;
    let receives = receives.parse().map_err(|_| SqsError::ReceiptHandleIsInvalid)?;
    match uuid::Uuid::try_parse(id) {
        Ok(_) => Ok((id, receives)),
        Err(_) => Err(SqsError::ReceiptHandleIsInvalid),
    }
}

fn text(attributes: &BTreeMap<String, String>) -> Result<String, SqsError> {
    serde_json::to_string(attributes).map_err(|error| SqsError::Internal(error.to_string()))
}
