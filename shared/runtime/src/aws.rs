//! AWS clients without what a Lambda does not need: region, endpoint and credentials come from the environment, TLS is
//! rustls with ring and the five roots that AWS endpoints chain to, and a client is made when it is first used.

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

/// The roots that AWS endpoints chain to, as <https://www.amazontrust.com/repository/> has them in DER, which takes a
/// first call less time to read than PEM.
const AWS_ROOTS: [&[u8]; 5] = [
    include_bytes!("../roots/AmazonRootCA1.cer"),
    include_bytes!("../roots/AmazonRootCA2.cer"),
    include_bytes!("../roots/AmazonRootCA3.cer"),
    include_bytes!("../roots/AmazonRootCA4.cer"),
    include_bytes!("../roots/SFSRootCAG2.cer"),
];

/// How long the SDK waits before it repeats a call that failed for the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    /// Before the second attempt, at the most.
    pub initial: Duration,
    /// Before any attempt, at the most.
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

/// A simulated AWS in the same process, which no network leads to. Only tests have one.
#[derive(Clone, Debug)]
pub struct SimulatedAws {
    /// Carries the requests of all services to the simulation.
    pub http: SharedHttpClient,
    /// The simulated time, by which the SDK dates and signs its requests.
    pub time: SharedTimeSource,
}

/// Where AWS is and who is calling.
#[derive(Clone, Debug)]
pub struct AwsConfig {
    /// The region, such as `eu-central-1`.
    pub region: String,
    /// Another endpoint than AWS's own, for all services.
    pub endpoint_url: Option<String>,
    /// Who is calling.
    pub credentials: Credentials,
    /// Roots to trust instead of AWS's own.
    pub ca_bundle: Option<Arc<RootCertStore>>,
    /// Waits between attempts.
    pub backoff: Backoff,
    /// Answers all requests in place of what the network leads to.
    pub simulated: Option<SimulatedAws>,
}

impl AwsConfig {
    /// The embedded endpoint's region and credentials.
    pub fn local(endpoint_url: impl Into<String>) -> Self {
        Self {
            region: "us-east-1".to_owned(),
            endpoint_url: Some(endpoint_url.into()),
            credentials: Credentials::new("local", "local", None, None, "local"),
            ca_bundle: None,
            backoff: Backoff::default(),
            simulated: None,
        }
    }

    /// Whether the bucket stands in the path of a URL instead of its host: another endpoint than AWS's own has one name.
    pub const fn is_path_style(&self) -> bool {
        self.endpoint_url.is_some()
    }

    /// AWS itself as the environment names it, for what an embedded endpoint does not have. Without credentials there,
    /// whoever needs it is refused.
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
            simulated: None,
        }
    }

    /// Another endpoint than AWS's own, which may be the embedded one: the region and the credentials of the environment,
    /// and the embedded endpoint's where there are none.
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
            simulated: environment.simulated_aws(),
        }
    }
}

/// The roots in the file that `AWS_CA_BUNDLE` names.
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

/// What is made when it is first used. Making a client takes a good part of a function's start, and is not needed before
/// the first request. Clones share it.
pub struct Lazy<T>(Arc<LazyLock<T, Make<T>>>);

type Make<T> = Box<dyn FnOnce() -> T + Send>;

impl<T> Lazy<T> {
    /// Made by `make` when it is first used.
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

/// The clients of one process, which share connections. Each is made anew by whoever asks for it, so that a function
/// has no code of a service that it never asks for.
#[derive(Clone, Debug)]
pub struct Aws {
    config: AwsConfig,
    shared: Lazy<SdkConfig>,
}

/// An attempt at a call of DynamoDB or SQS ends after this; none of ours takes a tenth of it on a good day.
const ATTEMPT: Duration = Duration::from_secs(2);
/// All attempts of such a call.
const OPERATION: Duration = Duration::from_secs(7);
/// An attempt at a call of S3, which moves megabytes.
const S3_ATTEMPT: Duration = Duration::from_secs(8);
/// All attempts of such a call.
const S3_OPERATION: Duration = Duration::from_secs(20);

fn timeouts(attempt: Duration, operation: Duration) -> TimeoutConfig {
    TimeoutConfig::builder()
        .operation_attempt_timeout(attempt)
        .operation_timeout(operation)
        .build()
}

/// One service's slowness must not use up another's attempts, nor a burst of faults all attempts of a process: how
/// often a call is repeated is bounded by its own count and deadline.
fn partition(service: &'static str) -> RetryPartition {
    RetryPartition::custom(service)
        .token_bucket(TokenBucket::unlimited())
        .build()
}

impl Aws {
    /// Clients for `config`. Nothing is made or connected yet.
    pub fn new(config: &AwsConfig) -> Self {
        let (config, shared) = (config.clone(), config.clone());
        Self {
            config,
            shared: Lazy::new(move || sdk_config(&shared)),
        }
    }

    /// What they were made for.
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
        Lazy::new(move || {
            let config = aws_sdk_s3::config::Builder::from(&*shared)
                .retry_partition(partition("s3"))
                .force_path_style(path_style)
                .request_checksum_calculation(aws_sdk_s3::config::RequestChecksumCalculation::WhenRequired)
                .response_checksum_validation(aws_sdk_s3::config::ResponseChecksumValidation::WhenRequired)
                .timeout_config(timeouts(S3_ATTEMPT, S3_OPERATION));
            aws_sdk_s3::Client::from_conf(config.build())
        })
    }

    /// A client of STS, which tells who is calling.
    pub fn sts(&self) -> Lazy<aws_sdk_sts::Client> {
        let shared = self.shared.clone();
        Lazy::new(move || {
            let config = aws_sdk_sts::config::Builder::from(&*shared).retry_partition(partition("sts"));
            aws_sdk_sts::Client::from_conf(config.build())
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

/// What clients of all services have in common. Calls of a service that is slower than DynamoDB and SQS need timeouts of
/// their own.
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
        .timeout_config(timeouts(ATTEMPT, OPERATION))
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

/// AWS's own roots.
fn aws_roots() -> Arc<RootCertStore> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(AWS_ROOTS.map(CertificateDer::from));
    Arc::new(roots)
}

/// The certificates in `pem`.
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
