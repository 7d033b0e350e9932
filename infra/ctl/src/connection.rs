//! The deployment that a command works on: the endpoint and the names of tables, bucket and queues.

use contract::OrganizationId;
use media::Bucket;
use runtime::{Aws, AwsConfig, Clock, ConfigError, Cors, Environment, Ids, Names, Retention, Stack};
use store::{Organization, Store};

use crate::{Failure, operator::Identity};

/// The default endpoint, that of the local runner.
const LOCAL_ENDPOINT: &str = "http://127.0.0.1:4566";

/// A deployment and its clients.
#[derive(Debug)]
pub(crate) struct Connection {
    config: AwsConfig,
    stack: Stack,
    /// The clients.
    pub(crate) aws: Aws,
    /// The tables.
    pub(crate) store: Store,
    /// The names of the tables.
    pub(crate) tables: Names,
    bucket: Option<String>,
    /// The origins whose pages may show pictures.
    pub(crate) cors: Cors,
    /// How long thumbnails are kept.
    pub(crate) thumbnail_retention: Retention,
    identity: Identity,
    /// The clock for the creation times of new records.
    pub(crate) clock: Clock,
    queue_url: Option<String>,
    dead_letter_queue_url: Option<String>,
    event_queue_url: Option<String>,
}

/// The configuration of the environment. Without credentials, and with a plain-text endpoint or none, it means the
/// local runner: AWS has no plain-text endpoint and refuses calls without credentials.
fn aws(environment: &mut Environment) -> AwsConfig {
    let who = [
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_SESSION_TOKEN",
        "AWS_PROFILE",
    ];
    let anonymous = who.into_iter().all(|name| environment.optional(name).is_none());
    let endpoint = environment
        .optional("AWS_ENDPOINT_URL")
        .unwrap_or_else(|| LOCAL_ENDPOINT.to_owned());
    if !anonymous || !endpoint.starts_with("http://") {
        return environment.aws();
    }
    environment.aws_at(endpoint)
}

fn last_part(url: &str) -> Option<String> {
    url.rsplit('/')
        .next()
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
}

impl Connection {
    /// Reads the configuration. Opens no connection yet.
    pub(crate) fn open(stack: Stack, mut environment: Environment, clock: Clock) -> Result<Self, ConfigError> {
        let config = aws(&mut environment);
        let or = |name: &str, standard: String| environment.optional(name).unwrap_or(standard);
        let tables = Names {
            table: or("TABLE_NAME", stack.table()),
            ephemeral_table: or("EPHEMERAL_TABLE_NAME", stack.ephemeral_table()),
        };
        // Bucket names are unique across all accounts of AWS, so the stack's name does not determine the bucket's name.
        let derived = config.endpoint_url.is_some().then(|| stack.bucket());
        let bucket = environment.optional("BUCKET_NAME").or(derived);
        let cors = environment.cors();
        let thumbnail_retention = environment.thumbnail_retention();
        let queue_url = environment.optional("QUEUE_URL");
        let dead_letter_queue_url = environment.optional("DEAD_LETTER_QUEUE_URL");
        let event_queue_url = environment.optional("EVENT_QUEUE_URL");
        let user = ["USER", "LOGNAME", "USERNAME"]
            .iter()
            .find_map(|name| environment.optional(name));
        // A container has none of these variables.
        let home = || Some(std::env::home_dir()?.file_name()?.to_str()?.to_owned());
        let user = user.or_else(home);
        let entropy = environment.entropy();
        environment.finish()?;
        let aws = Aws::new(&config);
        let ids = Ids::new(clock.clone(), entropy);
        let store = Store::new(aws.dynamodb(), tables.clone(), clock.clone(), ids);
        let identity = match config.endpoint_url {
            Some(_) => Identity::Local(user),
            None => Identity::Aws(Box::new(aws.clone())),
        };
        Ok(Self {
            identity,
            config,
            stack,
            aws,
            store,
            tables,
            bucket,
            cors,
            thumbnail_retention,
            clock,
            queue_url,
            dead_letter_queue_url,
            event_queue_url,
        })
    }

    /// Adds the operator's identity, for commands that change something: their acts are recorded together with the
    /// operator.
    pub(crate) async fn with_operator(mut self) -> Result<Self, Failure> {
        let operator = self.identity.name().await?;
        self.store = self.store.operated_by(operator);
        Ok(self)
    }

    /// The region.
    pub(crate) fn region(&self) -> &str {
        &self.config.region
    }

    /// The endpoint, if it is not AWS's own.
    pub(crate) fn endpoint(&self) -> Option<&str> {
        self.config.endpoint_url.as_deref()
    }

    /// The name of the bucket.
    pub(crate) fn bucket(&self) -> Result<&str, Failure> {
        self.bucket.as_deref().ok_or(Failure::NoBucket)
    }

    /// The bucket.
    pub(crate) fn pictures(&self) -> Result<Bucket, Failure> {
        Ok(Bucket::new(&self.aws, self.bucket()?.to_owned(), self.clock.clone()))
    }

    /// The name of the queue, which is the end of its URL.
    pub(crate) fn queue_name(&self) -> String {
        let configured = self.queue_url.as_deref().and_then(last_part);
        configured.unwrap_or_else(|| self.stack.queue())
    }

    /// The name of the dead-letter queue.
    pub(crate) fn dead_letter_queue_name(&self) -> String {
        let configured = self.dead_letter_queue_url.as_deref().and_then(last_part);
        configured.unwrap_or_else(|| self.stack.dead_letter_queue())
    }

    /// The name of the queue of events.
    pub(crate) fn event_queue_name(&self) -> String {
        let configured = self.event_queue_url.as_deref().and_then(last_part);
        configured.unwrap_or_else(|| self.stack.event_queue())
    }

    /// The name of the dead-letter queue of events.
    pub(crate) fn event_dead_letter_queue_name(&self) -> String {
        self.stack.event_dead_letter_queue()
    }

    /// The queue.
    pub(crate) async fn queue(&self) -> Result<queue::Queue, Failure> {
        self.find_queue(self.queue_url.as_deref(), self.queue_name()).await
    }

    /// The dead-letter queue.
    pub(crate) async fn dead_letter_queue(&self) -> Result<queue::Queue, Failure> {
        self.find_queue(self.dead_letter_queue_url.as_deref(), self.dead_letter_queue_name())
            .await
    }

    async fn find_queue(&self, url: Option<&str>, name: String) -> Result<queue::Queue, Failure> {
        let client = self.aws.sqs();
        let url = match url {
            Some(url) => Some(url.to_owned()),
            None => queue::find(&client, &name).await?,
        };
        match url {
            Some(url) => Ok(queue::Queue::new(client, url)),
            None => Err(Failure::Unknown {
                kind: "queue",
                id: name,
            }),
        }
    }

    /// The organization with this id. An id of another form is unknown.
    pub(crate) async fn organization(&self, id: &str) -> Result<Organization, Failure> {
        let unknown = || Failure::no_organization(id);
        let id: OrganizationId = id.parse().map_err(|_| unknown())?;
        self.store.organization(id).await?.ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(variables: &[(&'static str, &'static str)]) -> Result<Connection, ConfigError> {
        let variables = variables.to_vec();
        let lookup = move |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Connection::open(Stack::local(), Environment::of(lookup), Clock::system())
    }

    #[test]
    fn an_empty_environment_means_the_local_runner() {
        let connection = open(&[]).unwrap();
        assert_eq!(connection.endpoint(), Some("http://127.0.0.1:4566"));
        assert_eq!(connection.region(), "us-east-1");
        assert_eq!(connection.config.credentials.access_key_id(), "local");
        assert_eq!(connection.tables.table, "thumbnails-records");
        assert_eq!(connection.bucket().unwrap(), "thumbnails-pictures");
        assert_eq!(connection.queue_name(), "thumbnails-thumbnails");
        for name in ["AWS_REGION", "AWS_DEFAULT_REGION"] {
            let connection = Connection::open(
                Stack::local(),
                Environment::of(move |known| (known == name).then(|| "eu-central-1".to_owned())),
                Clock::system(),
            );
            assert_eq!(connection.unwrap().region(), "eu-central-1", "{name}");
        }
    }

    #[test]
    fn credentials_without_an_endpoint_mean_aws() {
        let connection = open(&[
            ("AWS_ACCESS_KEY_ID", "id"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
            ("AWS_REGION", "eu-central-1"),
        ]);
        assert_eq!(connection.unwrap().endpoint(), None);
    }

    #[test]
    fn on_aws_the_bucket_must_be_named() {
        let on_aws = [
            ("AWS_ACCESS_KEY_ID", "id"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
            ("AWS_REGION", "eu-central-1"),
        ];
        let error = open(&on_aws).unwrap().pictures().unwrap_err();
        assert!(error.to_string().contains("BUCKET_NAME"), "{error}");
        let named = [on_aws.as_slice(), &[("BUCKET_NAME", "b")]].concat();
        assert_eq!(open(&named).unwrap().bucket().unwrap(), "b");
    }

    #[test]
    fn incomplete_aws_variables_do_not_mean_the_local_runner() {
        assert!(open(&[("AWS_PROFILE", "production"), ("AWS_REGION", "eu-central-1")]).is_err());
        assert!(open(&[("AWS_ENDPOINT_URL", "https://dynamodb.eu-central-1.amazonaws.com")]).is_err());
    }

    #[test]
    fn each_variable_overrides_the_stack() {
        let connection = open(&[
            ("AWS_ENDPOINT_URL", "http://localhost:7"),
            ("TABLE_NAME", "t"),
            ("QUEUE_URL", "http://localhost:7/000000000000/q"),
        ])
        .unwrap();
        assert_eq!(connection.tables.table, "t");
        assert_eq!(connection.tables.ephemeral_table, "thumbnails-ephemeral");
        assert_eq!(connection.queue_name(), "q");
        assert_eq!(connection.dead_letter_queue_name(), "thumbnails-dead-letters");
    }

    #[test]
    fn the_environment_may_set_how_long_thumbnails_are_kept() {
        assert_eq!(open(&[]).unwrap().thumbnail_retention, Retention::FOR_EVER);
        let connection = open(&[("THUMBNAIL_RETENTION_DAYS", "30")]).unwrap();
        assert_eq!(connection.thumbnail_retention, "30".parse().unwrap());
        let error = open(&[("THUMBNAIL_RETENTION_DAYS", "30d")]).unwrap_err();
        assert!(error.to_string().contains("THUMBNAIL_RETENTION_DAYS"), "{error}");
    }
}
