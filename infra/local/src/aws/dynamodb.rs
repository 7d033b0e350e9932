//! DynamoDB on one SQLite file.

use std::{fmt, path::Path};

use bytes::Bytes;
use dynoxide::{Database, DynoxideError};
use http::{Response, StatusCode};
use runtime::causes;
use serde::{Serialize, de::DeserializeOwned};
use tokio::sync::Semaphore;

use super::json;
use crate::server::Body;

/// The database executes one call at a time. More threads would only wait for its lock, in an unfair order.
const CALLS_AT_ONCE: usize = 2;

type Operation = fn(&Database, &[u8]) -> Result<String, DynoxideError>;

/// The tables of one file.
pub(super) struct DynamoDb {
    database: Database,
    turns: Semaphore,
}

impl fmt::Debug for DynamoDb {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("DynamoDb")
    }
}

impl DynamoDb {
    /// Opens the tables in the file at `path`, which is created if it does not exist.
    pub(super) fn open(path: &Path) -> Result<Self, DynoxideError> {
        let database = Database::new(&path.to_string_lossy())?;
        // The library's only way to set `synchronous = NORMAL`: a crash of the process loses nothing, and a write does
        // not wait for the disk.
        database.disable_bulk_loading()?;
        Ok(Self {
            database,
            turns: Semaphore::new(CALLS_AT_ONCE),
        })
    }

    /// Executes one call.
    pub(super) async fn call(&self, operation: &str, body: Bytes) -> Response<Body> {
        let Some(operation) = find(operation) else {
            let unknown = r#"{"__type":"com.amazon.coral.service#UnknownOperationException"}"#;
            return json::response(StatusCode::BAD_REQUEST, unknown.to_owned());
        };
        match self.run(move |database| operation(database, &body)).await {
            Ok(answer) => json::response(StatusCode::OK, answer),
            Err(error) => {
                let status = StatusCode::from_u16(error.status_code()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                if status.is_server_error() {
                    tracing::error!(error = %causes(&error), "a dynamodb call failed");
                }
                json::response(status, error.to_json())
            }
        }
    }

    /// Removes expired items.
    pub(super) async fn sweep(&self) {
        if let Err(error) = self.run(Database::sweep_ttl).await {
            tracing::error!(error = %causes(&error), "expired items could not be removed");
        }
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Database) -> Result<T, DynoxideError> + Send + 'static,
    ) -> Result<T, DynoxideError> {
        let internal = |message: String| DynoxideError::InternalServerError(message);
        let turn = self
            .turns
            .acquire()
            .await
            .map_err(|error| internal(error.to_string()))?;
        let database = self.database.clone();
        let done = tokio::task::spawn_blocking(move || work(&database)).await;
        drop(turn);
        done.map_err(|error| internal(error.to_string()))?
    }
}

fn find(operation: &str) -> Option<Operation> {
    Some(match operation {
        "BatchGetItem" => |database, body| write(&database.batch_get_item(read(body)?)?),
        "BatchWriteItem" => |database, body| write(&database.batch_write_item(read(body)?)?),
        "CreateTable" => |database, body| write(&database.create_table(read(body)?)?),
        "DeleteItem" => |database, body| write(&database.delete_item(read(body)?)?),
        "DeleteTable" => |database, body| write(&database.delete_table(read(body)?)?),
        "DescribeTable" => |database, body| write(&database.describe_table(read(body)?)?),
        "DescribeTimeToLive" => |database, body| write(&database.describe_time_to_live(read(body)?)?),
        "GetItem" => |database, body| write(&database.get_item(read(body)?)?),
        "ListTables" => |database, body| write(&database.list_tables(read(body)?)?),
        "PutItem" => |database, body| write(&database.put_item(read(body)?)?),
        "Query" => |database, body| write(&database.query(read(body)?)?),
        "Scan" => |database, body| write(&database.scan(read(body)?)?),
        "TransactGetItems" => |database, body| write(&database.transact_get_items(read(body)?)?),
        "TransactWriteItems" => |database, body| write(&database.transact_write_items(read(body)?)?),
        "UpdateItem" => |database, body| write(&database.update_item(read(body)?)?),
        "UpdateTable" => |database, body| write(&database.update_table(read(body)?)?),
        "UpdateTimeToLive" => |database, body| write(&database.update_time_to_live(read(body)?)?),
        _ => return None,
    })
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, DynoxideError> {
    serde_json::from_slice(body).map_err(|error| {
        let message = error.to_string();
        // The library's types mark in the message which exception reports an invalid value.
        match message.split_once(':') {
            Some(("SERIALIZATION" | "SERIALIZATION_AS_READ", rest)) => {
                DynoxideError::SerializationException(rest.to_owned())
            }
            Some(("VALIDATION" | "VALIDATION_AS_READ" | "VALIDATION_REQUEST", rest)) => {
                DynoxideError::ValidationException(rest.to_owned())
            }
            _ if error.is_data() => DynoxideError::ValidationException(message),
            _ => DynoxideError::SerializationException(message),
        }
    })
}

fn write<T: Serialize>(answer: &T) -> Result<String, DynoxideError> {
    serde_json::to_string(answer).map_err(|error| DynoxideError::InternalServerError(error.to_string()))
}
