//! `answers`: the responses that are stored for idempotency keys.

use clap::Subcommand;
use contract::Timestamp;
use serde::Serialize;

use crate::{Connection, Failure, Report, values};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// After a restore: delete the responses that were stored after the restored moment, or up to a minute before
    ///
    /// These responses name records and charges that no longer exist. A call that is repeated with its idempotency key
    /// is then executed again. Run this before calls are served again, because it cannot tell the responses of new
    /// calls from those before the restore. It reads the whole ephemeral table. It may be repeated.
    Clear {
        /// The moment to which the table of records was restored, such as 2026-11-22T08:00:00Z
        #[arg(long, value_name = "TIME", value_parser = values::moment)]
        since: Timestamp,
    },
}

#[derive(Debug, Serialize)]
struct Cleared {
    since: Timestamp,
    cleared: usize,
}

impl Command {
    pub(crate) async fn run(self, connection: &Connection) -> Result<Report, Failure> {
        let Self::Clear { since } = self;
        let cleared = connection.store.clear_answers(since).await?;
        Report::new(&Cleared { since, cleared }, format!("answers deleted: {cleared}\n"))
    }
}
