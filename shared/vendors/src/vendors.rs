//! The state that all models of a process share.

use std::{fmt, sync::Arc};

use runtime::{AwsConfig, Environment, Lazy, Models};

use crate::{
    keys::{EnvironmentKeys, Keys},
    wire::http::Http,
};

/// The state that all models of a process share: connections, API keys and the AWS configuration. Clones share it.
#[derive(Clone)]
pub struct Vendors {
    pub(crate) http: Lazy<Http>,
    pub(crate) keys: Arc<Keys>,
    pub(crate) aws: Arc<AwsConfig>,
    /// The endpoint of Bedrock, if it differs from the endpoint in `aws`.
    pub(crate) bedrock_url: Option<String>,
    /// The endpoint of Bedrock's catalog of models, if it differs from the endpoint in `aws`.
    pub(crate) bedrock_catalog_url: Option<String>,
}

impl Vendors {
    /// Reads the variables that these models need: those with their API keys, and the optional
    /// `AWS_ENDPOINT_URL_SECRETS_MANAGER`, `AWS_ENDPOINT_URL_BEDROCK_RUNTIME` and `AWS_ENDPOINT_URL_BEDROCK`. Makes no
    /// connection yet.
    pub fn read(environment: &mut Environment, aws: &AwsConfig, models: &Models) -> Self {
        let mut for_secrets = aws.clone();
        if let Some(url) = environment.optional("AWS_ENDPOINT_URL_SECRETS_MANAGER") {
            for_secrets.endpoint_url = Some(url);
        }
        Self {
            http: Lazy::new(Http::new),
            keys: Arc::new(Keys::new(EnvironmentKeys::read(environment, models), &for_secrets)),
            aws: Arc::new(aws.clone()),
            bedrock_url: environment.optional("AWS_ENDPOINT_URL_BEDROCK_RUNTIME"),
            bedrock_catalog_url: environment.optional("AWS_ENDPOINT_URL_BEDROCK"),
        }
    }
}

impl fmt::Debug for Vendors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vendors").finish_non_exhaustive()
    }
}
