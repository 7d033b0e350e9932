//! The settings of a runner.

use std::sync::Arc;

use runtime::{AwsConfig, Backoff, Clock, ConfigError, Cors, Environment, Models, Retention, Stack, Timeouts};
use sources::SourcesConfig;
use studio::Studio;
use vendors::Vendors;

use crate::{Dependencies, Resources};

/// Settings that a runner reads from its environment and that a test sets directly.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The names of the tables, the bucket and the queues.
    pub stack: Stack,
    /// The clock.
    pub clock: Clock,
    /// The retry policy of the AWS clients.
    pub backoff: Backoff,
    /// How long calls of the AWS clients may take.
    pub timeouts: Timeouts,
    /// The region and the credentials, used if the endpoint is not embedded.
    pub aws: AwsConfig,
    /// The origins whose pages may call the service.
    pub cors: Cors,
    /// Settings for fetching pictures.
    pub sources: SourcesConfig,
    /// The configuration of the models.
    pub models: Models,
    /// The resources that the clients of vendors share.
    pub vendors: Vendors,
    /// How long thumbnails are shown. The runner deletes nothing.
    pub thumbnail_retention: Retention,
    /// The models themselves; `None` creates them from the configuration.
    pub studio: Option<Arc<Studio>>,
}

impl Default for Settings {
    /// The settings of an empty environment.
    fn default() -> Self {
        let mut environment = Environment::of(|_| None);
        let (own, models) = (environment.own_aws(), Models::default());
        Self {
            stack: Stack::local(),
            clock: Clock::system(),
            backoff: Backoff::default(),
            timeouts: Timeouts::default(),
            aws: environment.aws_at(String::new()),
            cors: Cors::Any,
            sources: SourcesConfig::default(),
            vendors: Vendors::read(&mut environment, &own, &models),
            models,
            thumbnail_retention: Retention::FOR_EVER,
            studio: None,
        }
    }
}

impl Settings {
    /// The dependencies of the functions with these resources.
    pub fn dependencies(&self, resources: &Resources) -> Dependencies {
        let (models, vendors) = (&self.models, &self.vendors);
        let studio = self.studio.clone();
        Dependencies {
            resources: resources.clone(),
            models: Arc::new(models.clone()),
            studio: studio.unwrap_or_else(|| Arc::new(Studio::configured(models, vendors))),
            describer: describer::describer(models, vendors),
            enhancer: describer::enhancer(models, vendors),
            sources: self.sources.clone(),
        }
    }

    /// Reads the variables of this process, for the endpoint at this URL; `None` is the embedded endpoint.
    pub fn from_environment(aws_endpoint: Option<&str>) -> Result<Self, ConfigError> {
        let mut environment = Environment::process();
        // The embedded endpoint has one region and one key, independent of the variables.
        let aws = match aws_endpoint {
            Some(url) => environment.aws_at(url.to_owned()),
            None => AwsConfig::local(String::new()),
        };
        let (cors, models) = (environment.cors(), environment.models());
        let sources = SourcesConfig::of(environment.sources());
        let thumbnail_retention = environment.thumbnail_retention();
        let own = environment.own_aws();
        let vendors = Vendors::read(&mut environment, &own, &models);
        environment.finish()?;
        Ok(Self {
            aws,
            cors,
            sources,
            models,
            vendors,
            thumbnail_retention,
            ..Self::default()
        })
    }
}
