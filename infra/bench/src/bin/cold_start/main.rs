//! `cold-start` measures the cold start of each function: the time from the start of the process to the first poll for
//! an event, the durations of the first call and of later calls, and the size in a ZIP file. Two functions are measured
//! for comparison in the same run: one does nothing, the other only sends requests to DynamoDB.
//!
//! The measured executables are those that are deployed. Lambda's runtime API and DynamoDB are stubs that answer
//! instantly. The time that a call waits for DynamoDB is subtracted: the work of the stub, and the round trips. A plain
//! client measures the round trips with the same requests in the same run. A run is bounded: 40 starts of each
//! function, about ten seconds.

mod bootstrap;
mod dynamodb;
mod functions;
mod measured;
mod recorded_request;
mod round_trip;
mod runtime_api;

use std::{
    error::Error,
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
};

use self::{
    bootstrap::Bootstrap,
    dynamodb::DynamoDb,
    functions::{Call, FUNCTIONS},
    measured::{Measured, median, milliseconds},
    recorded_request::waits,
    round_trip::RoundTrips,
};

type Failure = Box<dyn Error + Send + Sync>;

/// The number of starts of each function.
const STARTS: usize = 40;
/// The number of calls after the first call of each start.
const WARM_CALLS: usize = 10;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(deployed), Some(measures)) = (arguments.next(), arguments.next()) else {
        return Err("usage: cold-start DIRECTORY MEASURES [NAME]...\n\
            DIRECTORY has NAME/bootstrap for each function, MEASURES has `empty` and `asking`"
            .into());
    };
    let (deployed, measures) = (PathBuf::from(deployed), PathBuf::from(measures));
    let wanted: Vec<OsString> = arguments.collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    let dynamodb = DynamoDb::start().await?;
    let empty = Bootstrap::open(measures.join("empty"), Some(Call::ROOT))?;
    let asking = Bootstrap::open(measures.join("asking"), Some(Call::ROOT))?;
    let mut lines = vec![("a function that only asks DynamoDB", asking)];
    for function in FUNCTIONS.iter().filter(|function| is_wanted(function.name)) {
        let path = deployed.join(function.name).join("bootstrap");
        lines.push((function.name, Bootstrap::open(path, function.call)?));
    }
    let mut out = io::stdout();
    writeln!(
        out,
        "| function | start | ÷ empty's | first call | waits | warm call | waits | ZIP |\n|---|---|---|---|---|---|---|---|"
    )?;
    let (mut is_first, mut all) = (true, RoundTrips::default());
    for (name, bootstrap) in lines {
        let (mut own, nothing) = measure(&bootstrap, &empty, &dynamodb).await?;
        if std::mem::take(&mut is_first) {
            let line = nothing.line("a function that does nothing", &nothing, empty.zipped()?);
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", own.line(name, &nothing, bootstrap.zipped()?))?;
        all.connecting.append(&mut own.round_trips.connecting);
        all.connected.append(&mut own.round_trips.connected);
    }
    writeln!(
        out,
        "\nSubtracted for each wait, in addition to the stub's work: {}, or {} including the connection.",
        milliseconds(median(&all.connected)),
        milliseconds(median(&all.connecting)),
    )?;
    dynamodb.stop().await;
    Ok(())
}

/// Starts a function and the empty function in turn, so that other load on the machine affects both alike. Returns the
/// times of both.
async fn measure(
    bootstrap: &Bootstrap,
    empty: &Bootstrap,
    dynamodb: &DynamoDb,
) -> Result<(Measured, Measured), Failure> {
    let (mut own, mut nothing) = (Measured::default(), Measured::default());
    if bootstrap.is_called() {
        bootstrap.record(dynamodb).await?;
        own.waits = [true, false].map(|is_first| waits(&dynamodb.recorded_requests(is_first)));
    }
    for _ in 0..STARTS {
        bootstrap.measure(dynamodb, &mut own).await?;
        empty.measure(dynamodb, &mut nothing).await?;
        if bootstrap.is_called() {
            tokio::task::block_in_place(|| own.round_trips.measure(dynamodb))?;
        }
    }
    Ok((own, nothing))
}
