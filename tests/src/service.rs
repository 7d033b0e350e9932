//! The service under test: an AWS endpoint and two gateways on it, so that nothing may depend on what one of them
//! remembers. The endpoint is the embedded one, or the one that the environment names.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use contract::{Amount, Category, OrganizationId, Plan, TransactionId};
use local::{AwsSource, LoopSource, Resources, Runner, RunnerConfig, Settings};
use media::Bucket;
use queue::Queue;
use runtime::{Aws, AwsConfig, Backoff, Clock, Cors, Models, Names, Retention, Stack};
use sources::SourcesConfig;
use store::{ApiSecret, Deadline, Grant, GrantOutcome, KeyRecord, NewKey, NewOrganization, Store};
use tokio::runtime::{Handle, Id};
use vendors::Vendors;

use crate::client::Client;

/// The variable that names another AWS endpoint for all services under test. The services share it, so each has tables,
/// a bucket and queues of its own there.
const ENDPOINT: &str = "TEST_AWS_ENDPOINT_URL";

/// What is started.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How many gateways share the AWS endpoint.
    pub gateways: usize,
    /// Whether thumbnails are made.
    pub generation_loop: bool,
    /// Where everything is kept; a temporary directory when absent.
    pub data_dir: Option<PathBuf>,
    /// The models themselves; the built-in one when absent.
    pub studio: Option<std::sync::Arc<studio::Studio>>,
    /// Who may call from a page.
    pub cors: Cors,
    /// What fetching pictures depends on.
    pub sources: SourcesConfig,
    /// The models that are configured.
    pub models: Models,
    /// What vendors' models share.
    pub vendors: Option<Vendors>,
    /// How long thumbnails are shown.
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

/// A service under test.
#[derive(Debug)]
pub struct Service {
    runners: Vec<Runner>,
    stack_name: String,
    clock: Clock,
    thumbnail_retention: Retention,
    /// Those of each runtime. They stay as long as the process: shared services do.
    resources: Mutex<HashMap<Id, &'static Resources>>,
}

/// Waits between attempts that are short enough for tests.
pub const QUICK: Backoff = Backoff {
    initial: Duration::from_millis(1),
    most: Duration::from_millis(2),
};

/// An organization to test with, and a caller with all scopes.
#[derive(Clone, Debug)]
pub struct Organization {
    /// Its id.
    pub id: OrganizationId,
    /// A caller with one of its keys.
    pub client: Client,
    /// That key.
    pub key: String,
}

/// How long a test's own writes may take.
pub fn deadline() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}

impl Service {
    /// Starts what `setup` asks for, on free ports.
    ///
    /// # Panics
    ///
    /// When it does not start.
    pub async fn start(setup: Setup) -> Self {
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

    /// The time that this service goes by.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// What its functions work with, with clients that only the calling runtime has: a connection ends with the runtime
    /// that made it, and with it whatever another one asks over it.
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
        let clients = Aws::new(&AwsConfig {
            backoff: QUICK,
            ..AwsConfig::local(self.aws_url())
        });
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
        }
    }

    /// The tables as each of its gateways has them, with clients of their own.
    pub fn stores(&self) -> Vec<Store> {
        self.runners
            .iter()
            .map(|runner| runner.resources().store.clone())
            .collect()
    }

    /// Its tables.
    pub fn store(&self) -> &Store {
        &self.resources().store
    }

    /// Where its AWS endpoint is.
    pub fn aws_url(&self) -> &str {
        &self.runners[0].ready().aws_endpoint_url
    }

    /// The name that the names of its tables, its bucket and its queues begin with.
    pub fn stack_name(&self) -> &str {
        &self.stack_name
    }

    /// The names of its tables, its bucket and its queues.
    pub fn stack(&self) -> Stack {
        Stack::named(&self.stack_name)
    }

    /// Where its gateways are.
    pub fn base_urls(&self) -> Vec<String> {
        self.runners
            .iter()
            .filter_map(|runner| runner.ready().base_url.clone())
            .collect()
    }

    /// A caller without a key.
    pub fn client(&self) -> Client {
        Client::new(self.base_urls(), None)
    }

    /// A new organization of this plan with so many thumbnails, and a key with all scopes.
    ///
    /// # Panics
    ///
    /// When the tables cannot be written.
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

    /// A new key.
    ///
    /// # Panics
    ///
    /// When the tables cannot be written.
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

    /// Gives an organization thumbnails.
    ///
    /// # Panics
    ///
    /// When the tables cannot be written.
    pub async fn grant(&self, organization: OrganizationId, amount: Amount, note: &str) {
        let grant = Grant {
            id: TransactionId::from_uuid(self.store().ids().uuid()),
            amount,
            note: note.to_owned(),
        };
        let granted = self.store().grant(organization, &grant, deadline()).await;
        assert!(matches!(granted, Ok(GrantOutcome::Made(_))), "{granted:?}");
    }

    /// Recomputes the books of an organization.
    ///
    /// # Panics
    ///
    /// When they do not add up.
    pub async fn audit(&self, organization: OrganizationId) {
        let audit = self
            .store()
            .audit(organization)
            .await
            .expect("an audit")
            .expect("an organization");
        assert!(
            audit.differences.is_empty(),
            "the books do not add up: {:?}",
            audit.differences
        );
    }

    /// Stops it in order.
    pub async fn stop(self) {
        for runner in self.runners.into_iter().rev() {
            runner.shutdown().await;
        }
    }
}

/// A name for the stack of one service. A service that is started again in the same data directory gets the same name.
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

/// One service for all tests that need nothing of their own. It lives as long as the process, on threads of its own:
/// each test has a runtime that ends with it.
///
/// # Panics
///
/// When it does not start.
pub fn shared() -> &'static Service {
    static SHARED: OnceLock<Service> = OnceLock::new();
    SHARED.get_or_init(|| {
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async {
                send.send(Service::start(Setup::default()).await)
                    .expect("somebody waits");
                std::future::pending::<()>().await;
            });
        });
        receive.recv().expect("the service starts")
    })
}
