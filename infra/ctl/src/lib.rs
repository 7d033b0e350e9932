//! The operator's command line: organizations, keys, grants, audits, dead letters, stored responses and cleaning up,
//! directly on the tables, the queues and the bucket; and a smoke test of a deployment through its API.
//!
//! [`run`] is the whole tool without a process around it, so that others can call it on their own endpoint.

mod commands;
mod connection;
mod failure;
mod operator;
mod outcome;
mod report;
mod values;

use std::{ffi::OsString, time::Duration};

use clap::{CommandFactory, Parser, Subcommand, error::ErrorKind};
use runtime::{Clock, Environment, Stack};
use store::Deadline;

pub use self::outcome::Outcome;
use self::{
    commands::{
        answers, credits, dlq, key, library, log, models, org, setup, smoke,
        upkeep::{audit, gc},
        webhook,
    },
    connection::Connection,
    failure::Failure,
    report::Report,
};

/// Runs a deployment of the thumbnail service: organizations, API keys, grants, audits, dead letters, cleaning up.
///
/// AWS_ENDPOINT_URL, AWS_REGION and the AWS credentials of the environment select the deployment; without endpoint and
/// credentials it is the local runner on 127.0.0.1:4566. Only `smoke`, which has a URL and a key instead, and `models`
/// need no deployment.
#[derive(Debug, Parser)]
#[command(name = "tgctl", bin_name = "tgctl", version, no_binary_name = true)]
struct Cli {
    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    json: bool,
    /// The deployment with these tables, bucket and queues [default: the local runner's]. TABLE_NAME,
    /// EPHEMERAL_TABLE_NAME, BUCKET_NAME, QUEUE_URL, DEAD_LETTER_QUEUE_URL and EVENT_QUEUE_URL override single names;
    /// on AWS the bucket must be named by BUCKET_NAME
    #[arg(long, global = true, value_name = "NAME", value_parser = values::stack)]
    stack: Option<Stack>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Operate(Operation),
    /// Call every tool of a deployment and report the results
    ///
    /// Needs a base URL and a key, but no access to AWS. It creates and deletes an image, an inspiration and a person.
    /// It makes two generations of one thumbnail, which it does not delete, and cancels one of them if it has not
    /// begun. It checks every response, every picture and the balance. At the prices of this version that needs a
    /// balance of 2.15 thumbnails; the cancelled thumbnail is refunded.
    ///
    /// The balance must change only by the costs in the responses, so use an organization that nobody else uses. If the
    /// plan's rate limit is reached, it waits for the next minute: on the plan `free` it takes minutes.
    Smoke(smoke::Arguments),
    /// The configured models
    ///
    /// Needs MODELS or MODELS_FILE and the keys that they name, as the functions have them, but no stack. Bedrock is
    /// asked with the AWS credentials of the environment.
    #[command(subcommand)]
    Models(models::Command),
}

/// Commands that work on the tables, the queues and the bucket.
#[derive(Debug, Subcommand)]
enum Operation {
    /// Create tables, bucket and queues that do not exist, and print the environment variables that name them
    Setup,
    /// Organizations
    #[command(subcommand)]
    Org(org::Command),
    /// API keys
    #[command(subcommand)]
    Key(key::Command),
    /// The balances of organizations
    #[command(subcommand)]
    Credits(credits::Command),
    /// The public library of inspirations
    #[command(subcommand)]
    Library(library::Command),
    /// The webhooks of organizations
    #[command(subcommand)]
    Webhook(webhook::Command),
    /// Show the acts of operators, newest first: who, when, what
    Log(log::Arguments),
    /// Recompute the balances from the ledgers; exit code 1 if they differ
    Audit(audit::Arguments),
    /// The dead-letter queue: messages that could not be settled
    #[command(subcommand)]
    Dlq(dlq::Command),
    /// The responses that are stored for idempotency keys
    #[command(subcommand)]
    Answers(answers::Command),
    /// Compare the bucket with the records: delete objects that no record names, report objects that are missing
    Gc(gc::Arguments),
}

impl Operation {
    /// Whether the command is recorded in the operators' log.
    const fn is_logged(&self) -> bool {
        match self {
            Self::Org(command) => command.is_logged(),
            Self::Key(command) => command.is_logged(),
            Self::Credits(_) => true,
            Self::Library(command) => command.is_logged(),
            Self::Webhook(command) => command.is_logged(),
            _ => false,
        }
    }

    async fn run(self, connection: &Connection) -> Result<Report, Failure> {
        match self {
            Self::Setup => setup::run(connection).await,
            Self::Org(command) => command.run(connection).await,
            Self::Key(command) => command.run(connection).await,
            Self::Credits(command) => command.run(connection).await,
            Self::Library(command) => command.run(connection).await,
            Self::Webhook(command) => command.run(connection).await,
            Self::Log(arguments) => log::run(arguments, connection).await,
            Self::Audit(arguments) => audit::run(arguments, connection).await,
            Self::Dlq(command) => command.run(connection).await,
            Self::Answers(command) => command.run(connection).await,
            Self::Gc(arguments) => gc::run(arguments, connection).await,
        }
    }
}

/// Runs one command and returns its output. `arguments` follow the program's name; all configuration comes from
/// `environment`, all times from `clock`.
pub async fn run<A>(arguments: A, environment: Environment, clock: Clock) -> Outcome
where
    A: IntoIterator,
    A::Item: Into<OsString> + Clone,
{
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return Outcome::unparsed(&error),
    };
    let operation = match cli.command {
        Command::Operate(operation) => operation,
        Command::Smoke(arguments) => return smoke_test(arguments, environment, clock, cli.json).await,
        Command::Models(command) => {
            return match command.run(environment, &clock).await {
                Ok(report) => Outcome::of(report, cli.json),
                Err(failure) => Outcome::failed(&failure, None),
            };
        }
    };
    let stack = cli.stack.unwrap_or_else(Stack::local);
    let connection = match Connection::open(stack, environment, clock) {
        Ok(connection) => connection,
        Err(error) => return Outcome::failed(&error.into(), None),
    };
    let endpoint = connection.endpoint().map(str::to_owned);
    let done = async {
        let connection = if operation.is_logged() {
            connection.with_operator().await?
        } else {
            connection
        };
        operation.run(&connection).await
    };
    match done.await {
        Ok(report) => Outcome::of(report, cli.json),
        Err(failure) => Outcome::failed(&failure, endpoint.as_deref()),
    }
}

/// Runs the smoke test, which works without a stack.
async fn smoke_test(arguments: smoke::Arguments, environment: Environment, clock: Clock, json: bool) -> Outcome {
    let Some((arguments, key)) = arguments.with_key_of(&environment) else {
        let message = "a key is needed, as --key KEY or in the variable TGCTL_KEY";
        return Outcome::unparsed(&Cli::command().error(ErrorKind::MissingRequiredArgument, message));
    };
    match smoke::run(arguments, key, clock).await {
        Ok(report) => Outcome::of(report, json),
        Err(failure) => Outcome::failed(&failure, None),
    }
}

/// Until when a write may be retried.
fn deadline() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn call(line: &str) -> Outcome {
        // Nothing listens on port 1, so a command that reaches the endpoint fails there.
        let variable = |name: &str| (name == "AWS_ENDPOINT_URL").then(|| "http://127.0.0.1:1".to_owned());
        run(line.split_whitespace(), Environment::of(variable), Clock::system()).await
    }

    #[test]
    fn the_arguments_are_well_formed() {
        Cli::command().debug_assert();
    }

    #[tokio::test]
    async fn help_goes_to_stdout() {
        for line in [
            "--help",
            "org --help",
            "key create --help",
            "org delete --help",
            "org export --help",
            "answers clear --help",
            "gc --help",
            "smoke --help",
            "models check --help",
        ] {
            let outcome = call(line).await;
            assert_eq!((outcome.exit_code, outcome.stderr.as_str()), (0, ""), "{line}");
            assert!(outcome.stdout.contains("Usage: tgctl"), "{}", outcome.stdout);
        }
    }

    #[tokio::test]
    async fn the_help_of_the_smoke_test_states_its_cost() {
        let cost = contract::costs::GENERATE_THUMBNAIL
            + contract::costs::GENERATE_VARIATION
            + contract::costs::CREATE_INSPIRATION
            + contract::costs::UPLOAD_IMAGE;
        let help = call("smoke --help").await.stdout;
        assert!(help.contains(&format!(" {cost} thumbnails")), "{help}");
    }

    #[tokio::test]
    async fn bad_usage_exits_2() {
        for line in [
            "",
            "org",
            "frobnicate",
            "org create --plan pro",
            "org create --name A --plan gold",
            "org create --name A --plan pro --balance -1",
            "org create --name A --plan pro --balance 1.234",
            "key create --org org_1 --scopes images,videos",
            "key create --org org_1 --expires 0s",
            "key create --org org_1 --expires 5w",
            "credits grant --org org_1 --amount 0",
            "credits grant --org org_1 --amount -5",
            "credits grant --org org_1",
            "credits grant --org org_1 --amount 1 --id=",
            "credits take --org org_1 --amount 0",
            "credits take --org org_1 --amount -1",
            "credits take --org org_1",
            "org rename org_1",
            "org rename org_1 A B",
            "org set-rate org_1 10",
            "org set-rate org_1 --tool generate 10",
            "org set-rate org_1 --tool list_images 0",
            "org set-rate org_1 --tool list_images 1.5",
            "org usage org_1 --days 0",
            "org usage org_1 --days 93",
            "answers clear",
            "answers clear --since yesterday",
            "answers clear --since 2026-11-22",
            "audit --organization org_1",
            "org export org_1",
            "org export --to x",
            "org delete",
            "org delete org_1",
            "org delete --yes",
            "org delete org_1 --yes=no",
            "org set-quota org_1",
            "org set-quota org_1 --images -1",
            "org set-quota org_1 --images 1.5",
            "org set-quota org_1 --bytes 1GB",
            "org set-quota --images 1",
            "org suspend org_1",
            "org resume",
            "org set-key-expiry org_1",
            "org set-key-expiry org_1 soon",
            "key create",
            "key create --org org_1 --grace 1h",
            "key create --org org_1 --replaces key_1 --grace soon",
            "log --limit 0",
            "library hide",
            "models",
            "models check banana",
            "gc org_1",
            "gc --dry-run=maybe",
            "gc --thumbnail-retention-days forever",
            "setup --stack Thumb_nails",
            "smoke",
            "smoke --key tgs_1",
            "smoke --base-url https://example.com",
            "smoke --base-url example.com --key tgs_1",
            "smoke --base-url http://example.com --key tgs_1",
            "smoke --base-url https://example.com --key tgs_1 --timeout 0s",
        ] {
            let outcome = call(line).await;
            assert_eq!((outcome.exit_code, outcome.stdout.as_str()), (2, ""), "{line}");
            assert!(!outcome.stderr.is_empty(), "{line}");
        }
    }

    #[tokio::test]
    async fn a_malformed_id_is_unknown() {
        for line in [
            "org show org_1",
            "org set-plan key_0193e5a0b1c27d3e8f4a5b6c7d8e9f00 pro",
            "org set-quota org_1 --images 1",
            "org suspend org_1 --reason Unpaid",
            "org resume org_1",
            "org recount org_1",
            "org set-key-expiry org_1 90d",
            "library list --org org_1",
            "library hide ins_1",
            "key create --replaces key_1",
            "log --org org_1",
            "key create --org x",
            "key list --org x",
            "key revoke x",
            "credits grant --org x --amount 1",
            "credits take --org x --amount 1",
            "org rename org_1 A",
            "org set-rate org_1 --tool list_images 1",
            "org usage org_1",
            "audit --org x",
            "org export x --to y",
            "org delete x --yes",
        ] {
            let outcome = call(line).await;
            assert_eq!((outcome.exit_code, outcome.stdout.as_str()), (1, ""), "{line}");
            assert!(outcome.stderr.starts_with("tgctl: there is no "), "{}", outcome.stderr);
            assert_eq!(outcome.stderr.matches('\n').count(), 1, "{}", outcome.stderr);
        }
    }

    #[tokio::test]
    async fn an_unreachable_endpoint_is_reported_in_one_line() {
        for line in [
            "org list --json",
            "setup",
            "dlq list",
            "--json --stack other audit",
            "gc",
            "gc --dry-run --json",
            "answers clear --since 2026-11-22T08:00:00Z",
            "credits grant --org org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00 --amount 1",
            "org delete org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00 --yes",
        ] {
            let outcome = call(line).await;
            assert_eq!((outcome.exit_code, outcome.stdout.as_str()), (1, ""), "{line}");
            assert!(outcome.stderr.contains("http://127.0.0.1:1"), "{}", outcome.stderr);
            assert!(!outcome.stderr.contains("DispatchFailure"), "{}", outcome.stderr);
            assert_eq!(outcome.stderr.matches('\n').count(), 1, "{}", outcome.stderr);
        }
    }

    #[tokio::test]
    async fn missing_variables_are_named() {
        let variable = |name: &str| (name == "AWS_ACCESS_KEY_ID").then(|| "AKIA".to_owned());
        let outcome = run(["org", "list"], Environment::of(variable), Clock::system()).await;
        assert_eq!(outcome.exit_code, 1);
        assert!(outcome.stderr.contains("AWS_REGION"), "{}", outcome.stderr);
        assert!(outcome.stderr.contains("AWS_SECRET_ACCESS_KEY"), "{}", outcome.stderr);
        assert!(!outcome.stderr.contains("AKIA"), "{}", outcome.stderr);
    }

    #[test]
    fn a_run_can_be_spawned() {
        fn sent<T: Send>(_: &T) {}
        sent(&run(["setup"], Environment::process(), Clock::system()));
    }
}
