//! An endpoint on a free port, a clock that tests can move, and clients of the real SDKs.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use aws_credential_types::Credentials;
use aws_smithy_async::rt::sleep::{SharedAsyncSleep, TokioSleep};

use local::aws::{AwsEndpoint, AwsOptions, Clock};
use tempfile::TempDir;

/// The system's time plus an offset that the test sets.
#[derive(Clone, Default)]
pub(crate) struct TestClock(Arc<AtomicI64>);

#[allow(dead_code, reason = "each test crate uses a part of this")]
impl TestClock {
    pub(crate) fn advance(&self, by: Duration) {
        self.0
            .fetch_add(i64::try_from(by.as_millis()).unwrap(), Ordering::SeqCst);
    }

    pub(crate) fn clock(&self) -> Clock {
        let ahead = self.0.clone();
        Arc::new(move || {
            let now = runtime::Clock::system().now().millis();
            now + ahead.load(Ordering::SeqCst)
        })
    }
}

/// An endpoint with temporary data.
pub(crate) struct Aws {
    endpoint: AwsEndpoint,
    data: TempDir,
    pub(crate) clock: TestClock,
}

pub(crate) fn options(data_dir: PathBuf, clock: &TestClock) -> AwsOptions {
    AwsOptions {
        port: 0,
        data_dir,
        clock: clock.clock(),
        cors_allow_origins: vec!["https://app.example".to_owned()],
    }
}

#[allow(dead_code, reason = "each test crate uses a part of this")]
impl Aws {
    pub(crate) async fn start() -> Self {
        let data = TempDir::new().unwrap();
        let clock = TestClock::default();
        let endpoint = AwsEndpoint::start(options(data.path().to_owned(), &clock))
            .await
            .unwrap();
        Self { endpoint, data, clock }
    }

    pub(crate) async fn restart(self) -> Self {
        self.restart_on(0).await
    }

    pub(crate) async fn restart_on(self, port: u16) -> Self {
        let Self { endpoint, data, clock } = self;
        endpoint.shutdown().await;
        let mut options = options(data.path().to_owned(), &clock);
        options.port = port;
        let endpoint = AwsEndpoint::start(options).await.unwrap();
        Self { endpoint, data, clock }
    }

    pub(crate) async fn shutdown(self) {
        self.endpoint.shutdown().await;
    }

    pub(crate) fn data_dir(&self) -> &Path {
        self.data.path()
    }

    pub(crate) fn url(&self) -> String {
        self.endpoint.url()
    }

    pub(crate) fn port(&self) -> u16 {
        self.endpoint.addr().port()
    }

    pub(crate) fn sqs(&self) -> aws_sdk_sqs::Client {
        sqs(&self.url())
    }

    pub(crate) fn dynamodb(&self) -> aws_sdk_dynamodb::Client {
        let config = aws_sdk_dynamodb::Config::builder()
            .behavior_version(aws_sdk_dynamodb::config::BehaviorVersion::latest())
            .region(aws_sdk_dynamodb::config::Region::new("us-east-1"))
            .credentials_provider(credentials())
            .http_client(http_client())
            .sleep_impl(SharedAsyncSleep::new(TokioSleep::new()))
            .endpoint_url(self.url());
        aws_sdk_dynamodb::Client::from_conf(config.build())
    }

    pub(crate) fn s3(&self) -> aws_sdk_s3::Client {
        let config = aws_sdk_s3::Config::builder()
            .behavior_version(aws_sdk_s3::config::BehaviorVersion::latest())
            .region(aws_sdk_s3::config::Region::new("us-east-1"))
            .credentials_provider(credentials())
            .http_client(http_client())
            .sleep_impl(SharedAsyncSleep::new(TokioSleep::new()))
            .force_path_style(true)
            .endpoint_url(self.url());
        aws_sdk_s3::Client::from_conf(config.build())
    }
}

pub(crate) fn sqs(url: &str) -> aws_sdk_sqs::Client {
    let config = aws_sdk_sqs::Config::builder()
        .behavior_version(aws_sdk_sqs::config::BehaviorVersion::latest())
        .region(aws_sdk_sqs::config::Region::new("us-east-1"))
        .credentials_provider(credentials())
        .http_client(http_client())
        .sleep_impl(SharedAsyncSleep::new(TokioSleep::new()))
        .endpoint_url(url);
    aws_sdk_sqs::Client::from_conf(config.build())
}

fn http_client() -> aws_sdk_dynamodb::config::SharedHttpClient {
    let config = runtime::sdk_config(&runtime::AwsConfig::local("http://127.0.0.1"));
    config.http_client().unwrap()
}

fn credentials() -> Credentials {
    Credentials::new("local", "local", None, None, "tests")
}
