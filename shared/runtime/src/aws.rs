//! AWS clients that start quickly: region, endpoint and credentials come from the environment, TLS is rustls with ring
//! and the five roots that AWS endpoints chain to, and a client is made when it is first used.

mod failure;
mod http;

use std::{
    fmt,
    ops::Deref,
    sync::{Arc, LazyLock},
    time::Duration,
};

use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
use aws_smithy_async::{
    rt::sleep::{SharedAsyncSleep, TokioSleep},
    time::SharedTimeSource,
};
use aws_smithy_runtime::client::retries::{RetryPartition, TokenBucket};
use aws_smithy_runtime_api::client::{
    behavior_version::BehaviorVersion, http::SharedHttpClient, stalled_stream_protection::StalledStreamProtectionConfig,
};
use aws_smithy_types::{retry::RetryConfig, timeout::TimeoutConfig};
use aws_types::{SdkConfig, region::Region};
use rustls::{
    RootCertStore,
    pki_types::{CertificateDer, pem::PemObject},
};

pub use self::failure::AwsFailure;
use crate::Environment;

/// The roots that AWS endpoints chain to, from <https://www.amazontrust.com/repository/>. They are in DER, because
/// parsing PEM would delay the first call.
const AWS_ROOTS: [&[u8]; 5] = [
    include_bytes!("../roots/AmazonRootCA1.cer"),
    include_bytes!("../roots/AmazonRootCA2.cer"),
    include_bytes!("../roots/AmazonRootCA3.cer"),
    include_bytes!("../roots/AmazonRootCA4.cer"),
    include_bytes!("../roots/SFSRootCAG2.cer"),
];

/// The waits of the SDK before it retries a call after a transient error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    /// The longest wait before the second attempt.
    pub initial: Duration,
    /// The longest wait before any attempt.
    pub most: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self {
            initial: Duration::from_millis(50),
            most: Duration::from_secs(1),
        }
    }
}

/// How long calls of AWS may take: one attempt, and all attempts of a call with the waits between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// One attempt of a call to any service but S3. The default is at least ten times what a call usually takes.
    pub attempt: Duration,
    /// All attempts of such a call.
    pub call: Duration,
    /// One attempt of a call to S3, which may transfer megabytes.
    pub s3_attempt: Duration,
    /// All attempts of a call to S3.
    pub s3_call: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            attempt: Duration::from_secs(2),
            call: Duration::from_secs(7),
            s3_attempt: Duration::from_secs(8),
            s3_call: Duration::from_secs(20),
        }
    }
}

/// A simulated AWS in the same process, without a network. Only for tests.
#[derive(Clone, Debug)]
pub struct SimulatedAws {
    /// The HTTP client that passes all requests to the simulation.
    pub http: SharedHttpClient,
    /// The simulated time, by which the SDK dates and signs its requests.
    pub time: SharedTimeSource,
}

/// The endpoint of AWS and the credentials of the caller.
#[derive(Clone, Debug)]
pub struct AwsConfig {
    /// The region, such as `eu-central-1`.
    pub region: String,
    /// The endpoint of all services, if it is not AWS's own.
    pub endpoint_url: Option<String>,
    /// The credentials of the caller.
    pub credentials: Credentials,
    /// The roots that are trusted instead of AWS's own.
    pub ca_bundle: Option<Arc<RootCertStore>>,
    /// The waits between attempts.
    pub backoff: Backoff,
    /// How long calls may take.
    pub timeouts: Timeouts,
    /// The simulation that answers all requests, in tests.
    pub simulated: Option<SimulatedAws>,
}

impl AwsConfig {
    /// The configuration for the embedded endpoint at this URL.
    pub fn local(endpoint_url: impl Into<String>) -> Self {
        Self {
            region: "us-east-1".to_owned(),
            endpoint_url: Some(endpoint_url.into()),
            credentials: Credentials::new("local", "local", None, None, "local"),
            ca_bundle: None,
            backoff: Backoff::default(),
            timeouts: Timeouts::default(),
            simulated: None,
        }
    }

    /// Whether URLs contain the bucket in their path instead of their host. Endpoints other than AWS's own have only
    /// one host name.
    pub const fn is_path_style(&self) -> bool {
        self.endpoint_url.is_some()
    }

    /// AWS itself, with the environment's region and credentials, for services that an embedded endpoint does not have.
    /// Without credentials in the environment, AWS refuses the calls.
    pub(crate) fn read_own(environment: &Environment) -> Self {
        let (key_id, secret) = (
            environment.optional("AWS_ACCESS_KEY_ID"),
            environment.optional("AWS_SECRET_ACCESS_KEY"),
        );
        let session = environment.optional("AWS_SESSION_TOKEN");
        let region = environment
            .optional("AWS_REGION")
            .or_else(|| environment.optional("AWS_DEFAULT_REGION"));
        let local = Self::local("");
        Self {
            region: region.unwrap_or(local.region),
            endpoint_url: None,
            credentials: match key_id.zip(secret) {
                Some((key_id, secret)) => Credentials::new(key_id, secret, session, None, "environment"),
                None => local.credentials,
            },
            ca_bundle: None,
            backoff: local.backoff,
            timeouts: local.timeouts,
            simulated: None,
        }
    }

    /// The endpoint at this URL, which may be the embedded one, with the environment's region and credentials. Missing
    /// ones are those of the embedded endpoint.
    pub(crate) fn read_at(endpoint_url: String, environment: &mut Environment) -> Self {
        let credentials = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];
        if credentials.iter().any(|name| environment.optional(name).is_some()) {
            for name in credentials {
                environment.required(name, "the other half of the credentials is set");
            }
        }
        Self {
            endpoint_url: Some(endpoint_url),
            ca_bundle: ca_bundle(environment),
            ..Self::read_own(environment)
        }
    }

    pub(crate) fn read(environment: &mut Environment) -> Self {
        let region = environment
            .optional("AWS_REGION")
            .or_else(|| environment.optional("AWS_DEFAULT_REGION"))
            .unwrap_or_else(|| {
                environment.required("AWS_REGION", "the region of the tables, the bucket and the queue")
            });
        let key_id = environment.required("AWS_ACCESS_KEY_ID", "the credentials; Lambda sets it");
        let secret = environment.required("AWS_SECRET_ACCESS_KEY", "the credentials; Lambda sets it");
        let session = environment.optional("AWS_SESSION_TOKEN");
        let ca_bundle = ca_bundle(environment);
        Self {
            region,
            endpoint_url: environment.optional("AWS_ENDPOINT_URL"),
            credentials: Credentials::new(key_id, secret, session, None, "environment"),
            ca_bundle,
            backoff: Backoff::default(),
            timeouts: Timeouts::default(),
            simulated: environment.simulated_aws(),
        }
    }
}

impl Environment {
    /// Reads `AWS_REGION`, the credentials, and the optional `AWS_ENDPOINT_URL` and `AWS_CA_BUNDLE`.
    pub fn aws(&mut self) -> AwsConfig {
        AwsConfig::read(self)
    }

    /// The endpoint at this URL, with the environment's region, credentials and `AWS_CA_BUNDLE`. A missing region and
    /// missing credentials are those of the embedded endpoint.
    pub fn aws_at(&mut self, endpoint_url: String) -> AwsConfig {
        AwsConfig::read_at(endpoint_url, self)
    }

    /// AWS itself, with the environment's region and credentials. `AWS_ENDPOINT_URL` is ignored.
    pub fn own_aws(&self) -> AwsConfig {
        AwsConfig::read_own(self)
    }
}

/// Reads the roots from the file that `AWS_CA_BUNDLE` names.
fn ca_bundle(environment: &mut Environment) -> Option<Arc<RootCertStore>> {
    let path = environment.optional("AWS_CA_BUNDLE")?;
    let roots = std::fs::read(&path)
        .map_err(|error| error.to_string())
        .and_then(|pem| roots(&pem));
    roots
        .map_err(|problem| environment.wrong("AWS_CA_BUNDLE", &format!("{path}: {problem}")))
        .ok()
        .map(Arc::new)
}

/// A value that is made when it is first used. Making a client takes a large part of a function's start, and no client
/// is needed before the first request. Clones share the value.
pub struct Lazy<T>(Arc<LazyLock<T, Make<T>>>);

type Make<T> = Box<dyn FnOnce() -> T + Send>;

impl<T> Lazy<T> {
    /// A value that `make` makes when it is first used.
    pub fn new(make: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(make))))
    }
}

impl<T> Clone for Lazy<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Lazy<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lazy").finish_non_exhaustive()
    }
}

/// Makes the clients of one process, which share connections. Each service has its own method, so that a function only
/// contains the code of the services that it calls.
#[derive(Clone, Debug)]
pub struct Aws {
    config: AwsConfig,
    shared: Lazy<SdkConfig>,
}

fn timeout_config(attempt: Duration, call: Duration) -> TimeoutConfig {
    TimeoutConfig::builder()
        .operation_attempt_timeout(attempt)
        .operation_timeout(call)
        .build()
}

/// A retry partition without a quota. Slowness of one service must not use up the retries of another, and a burst of
/// errors must not use up the retries of a process. Each call's retries are limited by its own count and timeout.
fn partition(service: &'static str) -> RetryPartition {
    RetryPartition::custom(service)
        .token_bucket(TokenBucket::unlimited())
        .build()
}

impl Aws {
    /// Clients with this configuration. Makes no client and no connection yet.
    pub fn new(config: &AwsConfig) -> Self {
        let (config, shared) = (config.clone(), config.clone());
        Self {
            config,
            shared: Lazy::new(move || sdk_config(&shared)),
        }
    }

    /// The configuration of the clients.
    pub const fn config(&self) -> &AwsConfig {
        &self.config
    }

    /// A client of DynamoDB.
    pub fn dynamodb(&self) -> Lazy<aws_sdk_dynamodb::Client> {
        let shared = self.shared.clone();
        Lazy::new(move || {
            let config = aws_sdk_dynamodb::config::Builder::from(&*shared).retry_partition(partition("dynamodb"));
            aws_sdk_dynamodb::Client::from_conf(config.build())
        })
    }

    /// A client of S3.
    pub fn s3(&self) -> Lazy<aws_sdk_s3::Client> {
        let (shared, path_style) = (self.shared.clone(), self.config.is_path_style());
        let Timeouts {
            s3_attempt, s3_call, ..
        } = self.config.timeouts;
        Lazy::new(move || {
            let config = aws_sdk_s3::config::Builder::from(&*shared)
                .retry_partition(partition("s3"))
                .force_path_style(path_style)
                .request_checksum_calculation(aws_sdk_s3::config::RequestChecksumCalculation::WhenRequired)
                .response_checksum_validation(aws_sdk_s3::config::ResponseChecksumValidation::WhenRequired)
                .timeout_config(timeout_config(s3_attempt, s3_call));
            aws_sdk_s3::Client::from_conf(config.build())
        })
    }

    /// A client of SQS.
    pub fn sqs(&self) -> Lazy<aws_sdk_sqs::Client> {
        let shared = self.shared.clone();
        Lazy::new(move || {
            let config = aws_sdk_sqs::config::Builder::from(&*shared).retry_partition(partition("sqs"));
            aws_sdk_sqs::Client::from_conf(config.build())
        })
    }
}

/// The configuration that the clients of all services share. Services that are slower than DynamoDB and SQS need their
/// own timeouts.
pub fn sdk_config(config: &AwsConfig) -> SdkConfig {
    let retries = RetryConfig::standard()
        .with_max_attempts(3)
        .with_initial_backoff(config.backoff.initial)
        .with_max_backoff(config.backoff.most);
    let mut sdk = SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(config.region.clone()))
        .credentials_provider(SharedCredentialsProvider::new(config.credentials.clone()))
        .sleep_impl(SharedAsyncSleep::new(TokioSleep::new()))
        .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
        .timeout_config(timeout_config(config.timeouts.attempt, config.timeouts.call))
        .retry_config(retries);
    sdk.set_endpoint_url(config.endpoint_url.clone());
    match &config.simulated {
        None => {
            let roots = config.ca_bundle.clone().unwrap_or_else(aws_roots);
            sdk.set_http_client(Some(http::client(roots)));
        }
        Some(simulated) => {
            sdk.set_http_client(Some(simulated.http.clone()));
            sdk.set_time_source(Some(simulated.time.clone()));
        }
    }
    sdk.build()
}

/// The embedded roots.
fn aws_roots() -> Arc<RootCertStore> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(AWS_ROOTS.map(CertificateDer::from));
    Arc::new(roots)
}

/// Parses the certificates in `pem`.
fn roots(pem: &[u8]) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let certificate = certificate.map_err(|error| error.to_string())?;
        roots.add(certificate).map_err(|error| error.to_string())?;
    }
    if roots.is_empty() {
        return Err("there is no certificate in it".to_owned());
    }
    Ok(roots)
}

#[cfg(test)]
mod tests;
