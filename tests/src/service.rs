//! The service under test: an AWS endpoint and two gateways. Requests alternate between the gateways, so that no test
//! depends on state in the memory of one gateway. The endpoint is the embedded endpoint, unless an environment variable
//! names another endpoint.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    sync::{
        LazyLock, Mutex, OnceLock, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use contract::{Amount, Category, OrganizationId, Plan, Timestamp, TransactionId};
use local::{AwsSource, LoopSource, Resources, Runner, RunnerConfig, Settings};
use media::Bucket;
use queue::Queue;
use runtime::{Aws, AwsConfig, Backoff, Clock, Cors, Models, Names, Retention, Stack, Timeouts};
use sources::SourcesConfig;
use store::{Adjustment, AdjustmentOutcome, ApiSecret, Deadline, KeyRecord, NewKey, NewOrganization, Store};
use tokio::{
    runtime::{Handle, Id},
    sync::Semaphore,
};
use vendors::Vendors;

use crate::client::Client;

/// The environment variable with the URL of another AWS endpoint for all services under test. Each service creates its
/// own tables, bucket and queues there.
const ENDPOINT: &str = "TEST_AWS_ENDPOINT_URL";

/// Options of [`Service::start`].
#[derive(Clone, Debug)]
pub struct Setup {
    /// How many gateways share the AWS endpoint.
    pub gateways: usize,
    /// Whether the generation loop runs, which makes the thumbnails.
    pub generation_loop: bool,
    /// The directory of the embedded endpoint's data; a temporary directory if `None`.
    pub data_dir: Option<PathBuf>,
    /// The implementations of the models; the built-in model if `None`.
    pub studio: Option<std::sync::Arc<studio::Studio>>,
    /// The origins from which browsers may call the service.
    pub cors: Cors,
    /// The configuration for fetching pictures.
    pub sources: SourcesConfig,
    /// The configured models.
    pub models: Models,
    /// The configuration that all models of vendors share.
    pub vendors: Option<Vendors>,
    /// How long thumbnails are kept.
    pub thumbnail_retention: Retention,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            gateways: 2,
            generation_loop: true,
            data_dir: None,
            studio: None,
            cors: Cors::Any,
            sources: SourcesConfig::default(),
            models: Models::default(),
            vendors: None,
            thumbnail_retention: Retention::FOR_EVER,
        }
    }
}

/// A running service under test.
#[derive(Debug)]
pub struct Service {
    runners: Vec<Runner>,
    stack_name: String,
    clock: Clock,
    thumbnail_retention: Retention,
    /// The resources of each runtime. They are leaked, because shared services live as long as the process.
    resources: Mutex<HashMap<Id, &'static Resources>>,
}

/// A backoff that is short enough for tests.
pub const QUICK: Backoff = Backoff {
    initial: Duration::from_millis(1),
    most: Duration::from_millis(2),
};

/// Timeouts that a busy machine does not exceed. With production's timeouts, a slow call would be repeated or given up,
/// and a test would see effects that it did not cause.
pub const PATIENT: Timeouts = Timeouts {
    attempt: Duration::from_secs(60),
    call: Duration::from_secs(120),
    s3_attempt: Duration::from_secs(60),
    s3_call: Duration::from_secs(120),
};

/// The configuration of a test's own AWS clients.
pub fn aws_config(url: impl Into<String>) -> AwsConfig {
    AwsConfig {
        backoff: QUICK,
        timeouts: PATIENT,
        ..AwsConfig::local(url)
    }
}

/// An organization, with a client whose key has all scopes.
#[derive(Clone, Debug)]
pub struct Organization {
    /// The organization's id.
    pub id: OrganizationId,
    /// A client that uses `key`.
    pub client: Client,
    /// An API key with all scopes.
    pub key: String,
}

/// The deadline for a test's own writes: 20 seconds from now.
pub fn deadline() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}

impl Service {
    /// Starts a service on free ports. Starting takes a processor, so no more services start at once than the machine
    /// has processors.
    ///
    /// # Panics
    ///
    /// When a gateway or the endpoint does not start.
    pub async fn start(setup: Setup) -> Self {
        static STARTS: LazyLock<Semaphore> =
            LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from)));
        let _start = STARTS.acquire().await.expect("it is never closed");
        let (aws, stack_name) = match std::env::var(ENDPOINT) {
            Ok(url) => (AwsSource::Remote(url), own_stack_name(setup.data_dir.as_deref())),
            Err(_) => (AwsSource::Embedded(0), "thumbnails".to_owned()),
        };
        let clock = Clock::system();
        let usual = Settings::default();
        let settings = Settings {
            stack: Stack::named(&stack_name),
            vendors: setup.vendors.unwrap_or(usual.vendors),
            aws: usual.aws,
            clock: clock.clone(),
            backoff: QUICK,
            timeouts: PATIENT,
            cors: setup.cors,
            sources: setup.sources,
            models: setup.models,
            thumbnail_retention: setup.thumbnail_retention,
            studio: setup.studio,
        };
        let generation_loop = if setup.generation_loop {
            LoopSource::Embedded
        } else {
            LoopSource::Nobody
        };
        let first = RunnerConfig {
            aws,
            gateway: Some(0),
            generation_loop,
            data_dir: setup.data_dir,
            demo: false,
            settings: settings.clone(),
        };
        let mut runners = vec![Runner::start(first).await.expect("the service starts")];
        for _ in 1..setup.gateways {
            let further = RunnerConfig {
                aws: AwsSource::Remote(runners[0].ready().aws_endpoint_url.clone()),
                gateway: Some(0),
                generation_loop: LoopSource::Nobody,
                data_dir: None,
                demo: false,
                settings: settings.clone(),
            };
            runners.push(Runner::start(further).await.expect("a further gateway starts"));
        }
        Self {
            runners,
            stack_name,
            clock,
            thumbnail_retention: setup.thumbnail_retention,
            resources: Mutex::default(),
        }
    }

    /// The clock of this service.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Moves the clock to this time, unless it is later already.
    pub fn advance_to(&self, time: Timestamp) {
        self.clock.advance(time.since(self.clock.now()));
    }

    /// The resources with which the functions work, with AWS clients of the calling runtime. A connection ends together
    /// with the runtime that opened it, so clients cannot be shared between runtimes.
    ///
    /// # Panics
    ///
    /// Outside of a runtime.
    pub fn resources(&self) -> &Resources {
        let mut all = self.resources.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(Handle::current().id())
            .or_insert_with(|| Box::leak(Box::new(self.connect())))
    }

    fn connect(&self) -> Resources {
        let there = self.runners[0].resources();
        let clients = Aws::new(&aws_config(self.aws_url()));
        let stack = self.stack();
        let names = Names {
            table: stack.table(),
            ephemeral_table: stack.ephemeral_table(),
        };
        let queue = |queue: &Queue| Queue::new(clients.sqs(), queue.url().to_owned());
        Resources {
            store: Store::new(clients.dynamodb(), names, self.clock.clone(), there.store.ids().clone()),
            bucket: Bucket::new(&clients, stack.bucket(), self.clock.clone())
                .with_thumbnail_retention(self.thumbnail_retention),
            queue: queue(&there.queue),
            dead_letters: queue(&there.dead_letters),
            events: queue(&there.events),
        }
    }

    /// The store of each gateway, with the gateway's own clients.
    pub fn stores(&self) -> Vec<Store> {
        self.runners
            .iter()
            .map(|runner| runner.resources().store.clone())
            .collect()
    }

    /// The store of the calling runtime.
    pub fn store(&self) -> &Store {
        &self.resources().store
    }

    /// The URL of the AWS endpoint.
    pub fn aws_url(&self) -> &str {
        &self.runners[0].ready().aws_endpoint_url
    }

    /// The prefix of the names of the tables, the bucket and the queues.
    pub fn stack_name(&self) -> &str {
        &self.stack_name
    }

    /// The names of the tables, the bucket and the queues.
    pub fn stack(&self) -> Stack {
        Stack::named(&self.stack_name)
    }

    /// The base URLs of the gateways.
    pub fn base_urls(&self) -> Vec<String> {
        self.runners
            .iter()
            .filter_map(|runner| runner.ready().base_url.clone())
            .collect()
    }

    /// A client without an API key.
    pub fn client(&self) -> Client {
        Client::new(self.base_urls(), None)
    }

    /// Creates an organization with this plan, a balance of `thumbnails`, and a key with all scopes.
    ///
    /// # Panics
    ///
    /// When a write to the tables fails.
    pub async fn organization(&self, plan: Plan, thumbnails: u32) -> Organization {
        let new = NewOrganization {
            name: "Test".to_owned(),
            plan,
            balance: Amount::thumbnails(thumbnails),
        };
        let id = self
            .store()
            .create_organization(new, deadline())
            .await
            .expect("an organization")
            .id;
        let (_, secret) = self.key(id, &Category::ALL, None).await;
        let key = secret.expose().to_owned();
        Organization {
            id,
            client: self.client().with_key(Some(&key)),
            key,
        }
    }

    /// Creates an API key.
    ///
    /// # Panics
    ///
    /// When a write to the tables fails.
    pub async fn key(
        &self,
        organization: OrganizationId,
        scopes: &[Category],
        lifetime: Option<Duration>,
    ) -> (KeyRecord, ApiSecret) {
        let expires_at = lifetime.map(|lifetime| self.clock.now().plus(lifetime));
        let new = NewKey {
            organization,
            name: "Test".to_owned(),
            scopes: scopes.to_vec(),
            expires_at,
        };
        self.store().create_key(new, deadline()).await.expect("a key")
    }

    /// Grants an organization thumbnails, or takes them back if the amount is negative.
    ///
    /// # Panics
    ///
    /// When a write to the tables fails.
    pub async fn grant(&self, organization: OrganizationId, amount: Amount, note: &str) {
        let transaction = TransactionId::from_uuid(self.store().ids().uuid());
        let grant = Adjustment {
            id: transaction.to_string(),
            transaction,
            amount,
            note: note.to_owned(),
        };
        let granted = self.store().adjust(organization, &grant, deadline()).await;
        assert!(matches!(granted, Ok(AdjustmentOutcome::Made(_))), "{granted:?}");
    }

    /// Audits the ledger of an organization.
    ///
    /// # Panics
    ///
    /// When the balance does not match the ledger.
    pub async fn audit(&self, organization: OrganizationId) {
        let audit = self
            .store()
            .audit(organization)
            .await
            .expect("an audit")
            .expect("an organization");
        assert!(
            audit.differences.is_empty(),
            "the balance does not match the ledger: {:?}",
            audit.differences
        );
    }

    /// Shuts the service down gracefully.
    pub async fn stop(self) {
        for runner in self.runners.into_iter().rev() {
            runner.shutdown().await;
        }
    }
}

/// The stack name of a service. A service that is restarted in the same data directory gets the same name.
fn own_stack_name(data_dir: Option<&Path>) -> String {
    static STARTED: AtomicUsize = AtomicUsize::new(0);
    match data_dir {
        Some(path) => {
            let mut hasher = DefaultHasher::new();
            path.hash(&mut hasher);
            format!("test-{:016x}", hasher.finish())
        }
        None => {
            let number = STARTED.fetch_add(1, Ordering::Relaxed);
            format!("test-{}-{number}", std::process::id())
        }
    }
}

/// One service for all tests that need no special setup. It runs on its own threads until the process ends, because the
/// runtime of a single test ends with that test.
///
/// # Panics
///
/// When the service does not start.
pub fn shared() -> &'static Service {
    static SHARED: OnceLock<Service> = OnceLock::new();
    SHARED.get_or_init(|| on_own_threads(async || Service::start(Setup::default()).await))
}

/// Runs `start` on a new runtime with its own threads, and returns the result. The runtime runs until the process ends,
/// so that servers which `start` has started stay up.
///
/// # Panics
///
/// When `start` panics.
pub fn on_own_threads<T: Send + 'static>(start: impl AsyncFnOnce() -> T + Send + 'static) -> T {
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            send.send(start().await).expect("somebody waits");
            std::future::pending::<()>().await;
        });
    });
    receive.recv().expect("`start` returns")
}
