//! What all models of a process share.

use std::{fmt, sync::Arc};

use runtime::{AwsConfig, Environment, Lazy, Models};

use crate::{
    http::Http,
    keys::{EnvironmentKeys, Keys},
};

/// What all models of a process share: connections, keys, and where AWS is. Clones share it too.
#[derive(Clone)]
pub struct Vendors {
    pub(crate) http: Lazy<Http>,
    pub(crate) keys: Arc<Keys>,
    pub(crate) aws: Arc<AwsConfig>,
    /// Another endpoint for Bedrock's models than that of `aws`.
    pub(crate) bedrock_url: Option<String>,
}

impl Vendors {
    /// What these models need: the variables that hold their keys, and where they are set
    /// `AWS_ENDPOINT_URL_SECRETS_MANAGER` and `AWS_ENDPOINT_URL_BEDROCK_RUNTIME`. Nothing is connected yet.
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
        }
    }
}

impl fmt::Debug for Vendors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vendors").finish_non_exhaustive()
    }
}
