//! What all models of a process share.

use std::{fmt, sync::Arc};

use runtime::{AwsConfig, Lazy};

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
}

impl Vendors {
    /// `aws` is where Secrets Manager and Bedrock are. Nothing is connected yet.
    pub fn new(keys: EnvironmentKeys, aws: &AwsConfig) -> Self {
        Self {
            http: Lazy::new(Http::new),
            keys: Arc::new(Keys::new(keys, aws)),
            aws: Arc::new(aws.clone()),
        }
    }
}

impl fmt::Debug for Vendors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vendors").finish_non_exhaustive()
    }
}
