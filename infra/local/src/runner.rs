//! Runs everything in one process: the embedded AWS endpoint, the gateway, the generation loop, the sweep.

mod error;
mod resources;
mod settings;

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
};

use runtime::{Aws, AwsConfig, Cors, Stack};
use sources::SourcesConfig;

pub use self::{error::RunnerError, resources::Resources, settings::Settings};
use crate::{
    aws::{AwsEndpoint, AwsOptions},
    disk::{
        files::{DataDir, LocalFile},
        private,
    },
    first_run::{
        demo::{self, Demo},
        library,
    },
    functions::Dependencies,
    gateway::api_gateway::ApiGateway,
    options::Options,
    triggers::{
        event_source::{EventSource, EventSourceOptions, HttpInvoke, Invoke},
        invoke::{DeliveryInProcess, InProcess},
        schedule::{EVERY_MINUTE, Schedule},
    },
};

/// How many batches of events are delivered concurrently. An attempt mostly waits for its receiver.
const DELIVERY_CONCURRENCY: usize = 50;

/// Which AWS endpoint to use.
#[derive(Clone, Debug)]
pub enum AwsSource {
    /// An embedded endpoint on this port of 127.0.0.1; 0 selects a free port.
    Embedded(u16),
    /// The endpoint at this URL, with [`Settings::aws`].
    Remote(String),
}

/// The program that makes the thumbnails.
#[derive(Clone, Debug)]
pub enum LoopSource {
    /// This process.
    Embedded,
    /// A Lambda invoke endpoint at this URL, which receives the queue's batches and the sweep.
    Remote(String),
    /// Nothing: thumbnails stay in the queue.
    Nobody,
}

/// The parts that a runner starts.
#[derive(Clone, Debug)]
pub struct RunnerConfig {
    /// Which AWS endpoint to use.
    pub aws: AwsSource,
    /// The gateway's port; 0 selects a free port; `None` runs no gateway.
    pub gateway: Option<u16>,
    /// The program that makes the thumbnails.
    pub generation_loop: LoopSource,
    /// The directory for all data; `None` uses a temporary directory.
    pub data_dir: Option<PathBuf>,
    /// Whether to create a demo organization.
    pub demo: bool,
    /// The settings, from the environment or from a test.
    pub settings: Settings,
}

impl RunnerConfig {
    /// The configuration that the command line selects.
    pub fn new(options: Options, settings: Settings) -> Self {
        let aws = options
            .aws_endpoint
            .map_or(AwsSource::Embedded(options.aws_port), AwsSource::Remote);
        let generation_loop = match (options.aws_only, options.loop_url) {
            (true, Some(url)) => LoopSource::Remote(url),
            (true, None) => LoopSource::Nobody,
            (false, _) => LoopSource::Embedded,
        };
        Self {
            aws,
            gateway: (!options.aws_only).then_some(options.port),
            generation_loop,
            data_dir: (!options.ephemeral).then_some(options.data_dir),
            demo: !options.no_demo,
            settings,
        }
    }
}

/// A running service.
#[derive(Debug)]
pub struct Runner {
    gateway: Option<ApiGateway>,
    triggers: [Option<(EventSource, Schedule)>; 2],
    endpoint: Option<AwsEndpoint>,
    ready: LocalFile,
    resources: Resources,
    _data_dir: DataDir,
    _temporary: Option<tempfile::TempDir>,
}

impl Runner {
    /// Starts everything, and returns when the service accepts requests.
    pub async fn start(config: RunnerConfig) -> Result<Self, RunnerError> {
        let settings = &config.settings;
        let temporary = match &config.data_dir {
            Some(_) => None,
            None => Some(private::temporary().map_err(RunnerError::DataDir)?),
        };
        let path = temporary
            .as_ref()
            .map(|directory| directory.path().to_owned())
            .or(config.data_dir.clone());
        let data_dir = DataDir::open(&path.unwrap_or_default()).map_err(RunnerError::DataDir)?;
        let endpoint = match &config.aws {
            AwsSource::Embedded(port) => Some(start_endpoint(*port, &data_dir, settings).await?),
            AwsSource::Remote(_) => None,
        };
        let (url, at) = match (&config.aws, &endpoint) {
            (AwsSource::Remote(url), _) => (url.clone(), settings.aws.clone()),
            (AwsSource::Embedded(_), Some(endpoint)) => (endpoint.url(), AwsConfig::local("")),
            (AwsSource::Embedded(_), None) => (String::new(), AwsConfig::local("")),
        };
        let aws = AwsConfig {
            endpoint_url: Some(url.clone()),
            backoff: settings.backoff,
            timeouts: settings.timeouts,
            ..at
        };
        let stack = &settings.stack;
        let mut resources = Resources::set_up(&aws, stack, &settings.clock).await?;
        resources.bucket = resources.bucket.with_thumbnail_retention(settings.thumbnail_retention);
        data_dir
            .write_lambda_env(&lambda_env(&aws, stack, &resources, &settings.sources))
            .map_err(RunnerError::DataDir)?;
        let demo = if config.demo {
            let demo = demo::prepare(&resources.store, &data_dir).await?;
            library::prepare(&resources, demo.organization_id).await?;
            Some(demo)
        } else {
            None
        };
        let clients = Aws::new(&aws);
        let dependencies = settings.dependencies(&resources);
        let triggers = [
            start_loop(&config, &clients, &dependencies),
            start_delivery(&config, &clients, &dependencies),
        ];
        let gateway = match config.gateway {
            Some(port) => {
                let pictures = discovery::pictures_origin(&aws, &stack.bucket());
                let functions = dependencies.local_gateway(&settings.cors, &pictures);
                Some(ApiGateway::start(port, Arc::new(functions)).await?)
            }
            None => None,
        };
        let ready = LocalFile {
            base_url: gateway.as_ref().map(|gateway| format!("http://{}", gateway.addr())),
            aws_endpoint_url: url,
            organization_id: demo.as_ref().map(|demo| demo.organization_id),
            api_key: demo.map(|demo: Demo| demo.api_key),
            pid: std::process::id(),
        };
        data_dir.write_local(&ready).map_err(RunnerError::DataDir)?;
        Ok(Self {
            gateway,
            triggers,
            endpoint,
            ready,
            resources,
            _data_dir: data_dir,
            _temporary: temporary,
        })
    }

    /// The addresses of the runner.
    pub const fn ready(&self) -> &LocalFile {
        &self.ready
    }

    /// The AWS resources of the functions.
    pub const fn resources(&self) -> &Resources {
        &self.resources
    }

    /// Prints the addresses of the service, and a command that makes a thumbnail.
    pub fn greet(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "AWS endpoint  {}", self.ready.aws_endpoint_url)?;
        let Some(base) = &self.ready.base_url else {
            return out.flush();
        };
        writeln!(out, "Base URL      {base}")?;
        let Some(key) = &self.ready.api_key else {
            writeln!(
                out,
                "No demo organization: make one with `cargo run --bin tgctl -- org create`."
            )?;
            return out.flush();
        };
        write!(out, "{}", demo::greeting(base, key))?;
        out.flush()
    }

    /// Stops in this order: new requests, work in progress, the endpoint.
    pub async fn shutdown(self) {
        if let Some(gateway) = self.gateway {
            gateway.shutdown().await;
        }
        // The loop stops first, because the thumbnails that it ends have events.
        for (source, schedule) in self.triggers.into_iter().flatten() {
            schedule.shutdown().await;
            source.shutdown().await;
        }
        if let Some(endpoint) = self.endpoint {
            endpoint.shutdown().await;
        }
    }
}

async fn start_endpoint(port: u16, data_dir: &DataDir, settings: &Settings) -> Result<AwsEndpoint, RunnerError> {
    let clock = settings.clock.clone();
    let origins = match &settings.cors {
        Cors::Any => vec!["*".to_owned()],
        Cors::Only(origins) => origins.clone(),
    };
    let options = AwsOptions {
        port,
        data_dir: data_dir.path().to_owned(),
        clock: Arc::new(move || clock.now().millis()),
        cors_allow_origins: origins,
    };
    Ok(AwsEndpoint::start(options).await?)
}

/// Starts the delivery of events: the poller of their queue, and their sweep.
fn start_delivery(
    config: &RunnerConfig,
    clients: &Aws,
    dependencies: &Dependencies,
) -> Option<(EventSource, Schedule)> {
    let invoke: Arc<dyn Invoke> = match config.generation_loop {
        LoopSource::Nobody | LoopSource::Remote(_) => return None,
        LoopSource::Embedded => Arc::new(DeliveryInProcess(dependencies.webhook_delivery())),
    };
    let options = EventSourceOptions {
        queue_url: dependencies.resources.events.url().to_owned(),
        batch_size: 10,
        concurrency: DELIVERY_CONCURRENCY,
    };
    let source = EventSource::start((*clients.sqs()).clone(), options, Arc::clone(&invoke));
    Some((source, Schedule::start(invoke, EVERY_MINUTE)))
}

fn start_loop(config: &RunnerConfig, clients: &Aws, dependencies: &Dependencies) -> Option<(EventSource, Schedule)> {
    let invoke: Arc<dyn Invoke> = match &config.generation_loop {
        LoopSource::Nobody => return None,
        LoopSource::Remote(url) => Arc::new(HttpInvoke::new(url.clone())),
        LoopSource::Embedded => Arc::new(InProcess(dependencies.generation_loop())),
    };
    let concurrency = std::thread::available_parallelism().map_or(1, usize::from);
    let options = EventSourceOptions {
        queue_url: dependencies.resources.queue.url().to_owned(),
        batch_size: 2,
        concurrency,
    };
    let source = EventSource::start((*clients.sqs()).clone(), options, Arc::clone(&invoke));
    Some((source, Schedule::start(invoke, EVERY_MINUTE)))
}

/// The environment variables with which every function works on this endpoint.
fn lambda_env(
    aws: &AwsConfig,
    stack: &Stack,
    resources: &Resources,
    sources: &SourcesConfig,
) -> Vec<(&'static str, String)> {
    let credentials = &aws.credentials;
    let mut variables = vec![
        ("AWS_REGION", aws.region.clone()),
        ("AWS_ENDPOINT_URL", aws.endpoint_url.clone().unwrap_or_default()),
        ("AWS_ACCESS_KEY_ID", credentials.access_key_id().to_owned()),
        ("AWS_SECRET_ACCESS_KEY", credentials.secret_access_key().to_owned()),
    ];
    let session = credentials.session_token();
    variables.extend(session.map(|token| ("AWS_SESSION_TOKEN", token.to_owned())));
    variables.extend([
        ("TABLE_NAME", stack.table()),
        ("EPHEMERAL_TABLE_NAME", stack.ephemeral_table()),
        ("BUCKET_NAME", stack.bucket()),
        ("QUEUE_URL", resources.queue.url().to_owned()),
        ("DEAD_LETTER_QUEUE_URL", resources.dead_letters.url().to_owned()),
        ("EVENT_QUEUE_URL", resources.events.url().to_owned()),
        ("SOURCE_ALLOW_HOSTS", sources.allow_hosts.join(",")),
    ]);
    variables.extend(sources.contact.clone().map(|contact| ("SOURCE_CONTACT", contact)));
    variables
}
