//! Configuration from environment variables, which are the same for a Lambda, `cargo lambda watch` and the local
//! runner. One error names all variables that are missing or wrong, with their purposes.

mod startup;

pub use self::startup::{Basics, Startup};

use std::fmt;

use crate::{Entropy, Retention, SimulatedAws};

/// Environment variables are missing or wrong.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub struct ConfigError(Vec<String>);

impl fmt::Debug for ConfigError {
    /// The same as `Display`, because a `main` that returns the error prints its `Debug` format.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the configuration is incomplete: {}", self.0.join("; "))
    }
}

type Lookup = dyn Fn(&str) -> Option<String> + Send;

/// Reads environment variables and collects the problems with them.
pub struct Environment {
    lookup: Box<Lookup>,
    problems: Vec<String>,
    simulated_aws: Option<SimulatedAws>,
    entropy: Entropy,
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("problems", &self.problems)
            .finish_non_exhaustive()
    }
}

/// The URLs of the queues of events.
#[derive(Clone, Debug)]
pub struct EventQueues {
    /// The queue of events to deliver.
    pub deliveries: String,
    /// The queue from which a pipe feeds the account's event bus; `None` if there is no bus.
    pub bus: Option<String>,
}

impl Environment {
    /// The variables of this process.
    pub fn process() -> Self {
        Self::of(|name| std::env::var(name).ok())
    }

    /// Variables from another source, for tests.
    pub fn of(lookup: impl Fn(&str) -> Option<String> + Send + 'static) -> Self {
        Self {
            lookup: Box::new(lookup),
            problems: Vec::new(),
            simulated_aws: None,
            entropy: Entropy::System,
        }
    }

    /// The same variables for a simulated process, whose requests all go to `aws` and whose ids come from `entropy`.
    #[must_use]
    pub fn simulated(self, aws: SimulatedAws, entropy: Entropy) -> Self {
        Self {
            simulated_aws: Some(aws),
            entropy,
            ..self
        }
    }

    pub(crate) fn simulated_aws(&self) -> Option<SimulatedAws> {
        self.simulated_aws.clone()
    }

    /// The source of randomness for ids and secrets.
    pub fn entropy(&self) -> Entropy {
        self.entropy.clone()
    }

    /// An optional variable. An empty value counts as absent.
    pub fn optional(&self, name: &str) -> Option<String> {
        (self.lookup)(name).filter(|value| !value.is_empty())
    }

    /// A required variable. `purpose` explains the variable to the operator.
    pub fn required(&mut self, name: &str, purpose: &str) -> String {
        self.optional(name).unwrap_or_else(|| {
            self.problems.push(format!("{name} is not set ({purpose})"));
            String::new()
        })
    }

    /// Adds the problem that the value of a variable is wrong.
    pub fn wrong(&mut self, name: &str, problem: &str) {
        self.problems.push(format!("{name} is wrong ({problem})"));
    }

    /// Reads `TABLE_NAME` and `EPHEMERAL_TABLE_NAME`.
    pub fn names(&mut self) -> Names {
        Names {
            table: self.required("TABLE_NAME", "the DynamoDB table of records and balances"),
            ephemeral_table: self.required("EPHEMERAL_TABLE_NAME", "the DynamoDB table of what expires"),
        }
    }

    /// Reads `BUCKET_NAME`.
    pub fn bucket(&mut self) -> String {
        self.required("BUCKET_NAME", "the S3 bucket of pictures")
    }

    /// Reads `QUEUE_URL`.
    pub fn queue_url(&mut self) -> String {
        self.required("QUEUE_URL", "the SQS queue of thumbnails to make")
    }

    /// Reads `DEAD_LETTER_QUEUE_URL`.
    pub fn dead_letter_queue_url(&mut self) -> String {
        self.required(
            "DEAD_LETTER_QUEUE_URL",
            "the SQS queue of messages that nobody could settle",
        )
    }

    /// Reads `EVENT_QUEUE_URL`.
    pub fn event_queue_url(&mut self) -> String {
        self.required("EVENT_QUEUE_URL", "the SQS queue of events to deliver")
    }

    /// Reads `EVENT_BUS_QUEUE_URL`, the SQS queue from which a pipe feeds the account's event bus. If it is not set,
    /// there is no bus.
    pub fn event_bus_queue_url(&self) -> Option<String> {
        self.optional("EVENT_BUS_QUEUE_URL")
    }

    /// Reads `EVENT_QUEUE_URL` and `EVENT_BUS_QUEUE_URL`.
    pub fn event_queues(&mut self) -> EventQueues {
        EventQueues {
            deliveries: self.event_queue_url(),
            bus: self.event_bus_queue_url(),
        }
    }

    /// Reads `CORS_ALLOW_ORIGINS`, a comma-separated list. If it is not set, every origin is allowed.
    pub fn cors(&self) -> Cors {
        Cors::parse(self.optional("CORS_ALLOW_ORIGINS").as_deref().unwrap_or("*"))
    }

    /// Reads `SOURCE_ALLOW_HOSTS` and `SOURCE_CONTACT`.
    pub fn sources(&mut self) -> SourceSettings {
        SourceSettings {
            allow_hosts: self.source_allow_hosts(),
            contact: self.source_contact(),
        }
    }

    /// Reads `SOURCE_CONTACT`, a URL or an e-mail address.
    fn source_contact(&mut self) -> Option<String> {
        let contact = self.optional("SOURCE_CONTACT")?;
        let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, '(' | ')' | ';');
        if contact.len() > 200 || !contact.chars().all(is_plain) {
            self.wrong("SOURCE_CONTACT", "a URL or an e-mail address of at most 200 characters");
        }
        Some(contact)
    }

    /// Reads `SOURCE_ALLOW_HOSTS`, a comma-separated list of `host:port` pairs.
    fn source_allow_hosts(&mut self) -> Vec<String> {
        let list = self.optional("SOURCE_ALLOW_HOSTS").unwrap_or_default();
        let pairs: Vec<String> = list
            .split(',')
            .map(str::trim)
            .filter(|pair| !pair.is_empty())
            .map(str::to_owned)
            .collect();
        let has_port = |pair: &String| {
            pair.rsplit_once(':')
                .is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
        };
        if !pairs.iter().all(has_port) {
            self.wrong("SOURCE_ALLOW_HOSTS", "a comma-separated list of host:port");
        }
        pairs
    }

    /// Reads `THUMBNAIL_RETENTION_DAYS`. If it is not set, thumbnails are kept for ever.
    pub fn thumbnail_retention(&mut self) -> Retention {
        let days = self.optional("THUMBNAIL_RETENTION_DAYS");
        days.map_or(Ok(Retention::FOR_EVER), |days| days.parse())
            .unwrap_or_else(|error| {
                self.wrong("THUMBNAIL_RETENTION_DAYS", &error.to_string());
                Retention::FOR_EVER
            })
    }

    /// Fails if a variable that was read is missing or wrong.
    pub fn finish(self) -> Result<(), ConfigError> {
        if self.problems.is_empty() {
            Ok(())
        } else {
            Err(ConfigError(self.problems))
        }
    }
}

/// The settings for requests to hosts that callers name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceSettings {
    /// `host:port` pairs that may have private addresses.
    pub allow_hosts: Vec<String>,
    /// A URL or an e-mail address of the operator, for the `User-Agent` header. Large hosts demand one.
    pub contact: Option<String>,
}

/// The names of the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The table of records and balances, which are kept for ever.
    pub table: String,
    /// The table of request counts and kept answers, which expire.
    pub ephemeral_table: String,
}

/// The origins of the pages that may call the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cors {
    /// All origins.
    Any,
    /// These origins, compared literally.
    Only(Vec<String>),
}

impl Cors {
    /// Parses a comma-separated list. `*` anywhere in the list means all origins.
    pub fn parse(list: &str) -> Self {
        let origins: Vec<String> = list
            .split(',')
            .map(str::trim)
            .filter(|origin| !origin.is_empty())
            .map(str::to_owned)
            .collect();
        if origins.iter().any(|origin| origin == "*") {
            Self::Any
        } else {
            Self::Only(origins)
        }
    }

    /// The value of `Access-Control-Allow-Origin` for a page from `origin`; `None` if the page may not call the
    /// service.
    pub fn allow<'a>(&self, origin: &'a str) -> Option<&'a str> {
        match self {
            Self::Any => Some("*"),
            Self::Only(origins) => origins.iter().any(|allowed| allowed == origin).then_some(origin),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_names_all_missing_variables_and_their_purposes() {
        let mut environment = Environment::of(|name| (name == "TABLE_NAME").then(|| "t".to_owned()));
        let names = environment.names();
        environment.bucket();
        assert_eq!(names.table, "t");
        assert_eq!(
            environment.finish().unwrap_err().to_string(),
            "the configuration is incomplete: EPHEMERAL_TABLE_NAME is not set (the DynamoDB table of what expires); \
             BUCKET_NAME is not set (the S3 bucket of pictures)"
        );
    }

    #[test]
    fn another_endpoint_uses_the_environments_region_and_credentials() {
        let read = |variables: &'static [(&'static str, &'static str)]| {
            let value = |name: &str| {
                variables
                    .iter()
                    .find(|(known, _)| *known == name)
                    .map(|(_, value)| *value)
            };
            let mut environment = Environment::of(move |name| value(name).map(str::to_owned));
            let aws = environment.aws_at("http://127.0.0.1:1".to_owned());
            environment.finish().map(|()| {
                assert_eq!(aws.endpoint_url.as_deref(), Some("http://127.0.0.1:1"));
                let (key_id, session) = (aws.credentials.access_key_id(), aws.credentials.session_token());
                [aws.region.as_str(), key_id, session.unwrap_or_default()].map(str::to_owned)
            })
        };
        assert_eq!(read(&[]).unwrap(), ["us-east-1", "local", ""]);
        assert_eq!(
            read(&[("AWS_DEFAULT_REGION", "eu-central-1")]).unwrap(),
            ["eu-central-1", "local", ""]
        );
        let all = &[
            ("AWS_REGION", "eu-west-1"),
            ("AWS_DEFAULT_REGION", "eu-central-1"),
            ("AWS_ACCESS_KEY_ID", "id"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
            ("AWS_SESSION_TOKEN", "session"),
        ];
        assert_eq!(read(all).unwrap(), ["eu-west-1", "id", "session"]);
        for half in [&[("AWS_ACCESS_KEY_ID", "id")], &[("AWS_SECRET_ACCESS_KEY", "secret")]] {
            let error = read(half).unwrap_err().to_string();
            assert!(error.contains("is not set (the other half"), "{error}");
            assert!(!error.contains("secret)"), "{error}");
        }
    }

    #[test]
    fn allowed_source_hosts_need_a_port() {
        let read = |value: &'static str| {
            let mut environment = Environment::of(move |_| Some(value.to_owned()));
            let pairs = environment.source_allow_hosts();
            environment.finish().map(|()| pairs)
        };
        assert_eq!(
            read("127.0.0.1:8099, [::1]:80,").unwrap(),
            ["127.0.0.1:8099", "[::1]:80"]
        );
        for wrong in ["127.0.0.1", "a:b", ":80", "a:70000"] {
            assert!(
                read(wrong).unwrap_err().to_string().contains("SOURCE_ALLOW_HOSTS"),
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_contact_fits_into_a_header() {
        let read = |value: &'static str| {
            let mut environment = Environment::of(move |_| Some(value.to_owned()));
            let contact = environment.source_contact();
            environment.finish().map(|()| contact)
        };
        for contact in ["https://a.example/bot", "me@a.example"] {
            assert_eq!(read(contact).unwrap().as_deref(), Some(contact));
        }
        for wrong in ["two words", "a(b)", "a\r\nb", "é"] {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.contains("SOURCE_CONTACT"), "{error}");
        }
    }

    #[test]
    fn thumbnails_are_kept_for_ever_unless_days_are_given() {
        let read = |value: Option<&'static str>| {
            let mut environment = Environment::of(move |_| value.map(str::to_owned));
            let retention = environment.thumbnail_retention();
            environment.finish().map(|()| retention)
        };
        for nothing in [None, Some(""), Some("0")] {
            assert_eq!(read(nothing), Ok(Retention::FOR_EVER), "{nothing:?}");
        }
        assert_eq!(read(Some("30")), Ok("30".parse().unwrap()));
        assert_eq!(
            read(Some("a month")).unwrap_err().to_string(),
            "the configuration is incomplete: THUMBNAIL_RETENTION_DAYS is wrong (a whole number of days from 0 to \
             3650, of which 0 is for ever)"
        );
    }

    #[test]
    fn origins_are_compared_literally() {
        let cors = Cors::parse("https://a.example, https://b.example");
        assert_eq!(cors.allow("https://b.example"), Some("https://b.example"));
        assert_eq!(cors.allow("https://b.example.evil"), None);
        assert_eq!(Cors::parse("*").allow("https://x.example"), Some("*"));
    }
}
