//! DynamoDB.

mod batch;
mod capacity;
mod index;
mod inspection;
mod key;
mod query;
mod schema;
mod single;
mod table;
mod transaction;
mod write;

use std::collections::BTreeMap;

use serde_json::Value as Json;
use tokio::time::Instant;

pub(crate) use self::transaction::Begun;
use self::{
    table::{Context, Table},
    transaction::Tokens,
};
use crate::{Conditions, cloud::Operation, params::Params, random::Random, refusal::Refusal};

/// The body of a success response, or an error.
pub(crate) type Answer = Result<Vec<u8>, Refusal>;

/// All tables by name.
#[derive(Debug, Default)]
struct Tables(BTreeMap<String, Table>);

impl Tables {
    fn get(&self, name: &str) -> Result<&Table, Refusal> {
        self.0.get(name).ok_or_else(not_found)
    }

    fn get_mut(&mut self, name: &str) -> Result<&mut Table, Refusal> {
        self.0.get_mut(name).ok_or_else(not_found)
    }
}

fn not_found() -> Refusal {
    Refusal::new(400, "ResourceNotFoundException", "Requested resource not found")
}

/// The state of DynamoDB.
#[derive(Debug)]
pub(crate) struct Dynamo {
    tables: Tables,
    tokens: Tokens,
    random: Random,
    transactions: u64,
}

/// The time and the conditions under which an operation is executed.
#[derive(Clone, Copy)]
pub(crate) struct Moment<'a> {
    pub(crate) now: Instant,
    pub(crate) conditions: &'a Conditions,
}

impl Dynamo {
    pub(crate) fn new(random: Random) -> Self {
        Self {
            tables: Tables::default(),
            tokens: Tokens::default(),
            random,
            transactions: 0,
        }
    }

    /// Borrows the tables, and separately the context that their methods need.
    fn parts<'a>(&'a mut self, moment: Moment<'a>) -> (&'a mut Tables, Context<'a>) {
        let context = Context {
            now: moment.now,
            conditions: moment.conditions,
            random: &mut self.random,
        };
        (&mut self.tables, context)
    }

    /// Executes an operation that takes no simulated time. Transactions and batches take several steps, see
    /// [`Self::begin`].
    pub(crate) fn execute(&mut self, moment: Moment<'_>, operation: Operation, body: Json) -> Answer {
        let params = Params::new(body)?;
        match operation {
            "GetItem" => self.get_item(moment, params),
            "PutItem" => self.write_item(moment, operation, write::Kind::Put, params),
            "UpdateItem" => self.write_item(moment, operation, write::Kind::Update, params),
            "DeleteItem" => self.write_item(moment, operation, write::Kind::Delete, params),
            "Query" => self.query(moment, params),
            "Scan" => self.scan(moment, params),
            "CreateTable" => self.create_table(params),
            "DescribeTable" => self.describe_table(params),
            "UpdateTimeToLive" => self.update_time_to_live(params),
            _ => Err(Refusal::not_simulated(operation)),
        }
    }
}

/// The error for a throttled partition key. DynamoDB uses two error codes for it.
fn throttled(random: &mut Random) -> Refusal {
    if random.chance(0.5) {
        Refusal::new(
            400,
            "ProvisionedThroughputExceededException",
            "The level of configured provisioned throughput for the table was exceeded.",
        )
    } else {
        Refusal::new(
            400,
            "ThrottlingException",
            "Throughput exceeds the current capacity of your table or index.",
        )
    }
}

#[cfg(test)]
mod agreement;
