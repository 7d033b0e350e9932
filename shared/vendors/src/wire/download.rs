//! Downloads of the pictures whose URLs vendors return.

use std::time::Duration;

use bytes::Bytes;
use http::Uri;
use runtime::causes;
use sources::{Endpoints, SourceError, SourcesConfig};
use tokio::time::Instant;

use crate::{Cause, ModelError};

/// How long a download may take. The timeout of the attempt may end it earlier.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The error for a URL that must not be followed. It is permanent, because the vendor would return a similar URL to the
/// next attempt.
pub(crate) const FORBIDDEN_URL: ModelError = ModelError::permanent(Cause::ForbiddenUrl);

/// Downloads pictures without the key, from public addresses over TLS and from the configured server.
pub(crate) struct Downloads(Endpoints);

impl Downloads {
    /// The downloads of a model. `base_url` is the configured URL of the model's server, if that is not the vendor's
    /// server. Only this server may have a private address.
    pub(crate) fn of(base_url: Option<&str>) -> Self {
        let hosts = base_url.and_then(host_and_port).into_iter().collect();
        Self(Endpoints::new(SourcesConfig::allowing(hosts)))
    }

    /// Downloads a picture. Its address is checked when the connection is made.
    pub(crate) async fn get(&self, url: &str) -> Result<Bytes, ModelError> {
        let url = self.0.check(url).map_err(|_| FORBIDDEN_URL)?;
        self.0.download(&url, Instant::now() + TIMEOUT).await.map_err(|error| {
            tracing::info!(error = %causes(&error), "a picture could not be downloaded from a vendor");
            match error {
                SourceError::NotPublic | SourceError::Redirect(_) => FORBIDDEN_URL,
                SourceError::Status(status) => ModelError::transient(Cause::Status(status)),
                SourceError::TooLarge { .. } => ModelError::transient(Cause::TooLarge),
                SourceError::Slow => ModelError::transient(Cause::TimedOut),
                SourceError::UnknownHost | SourceError::Unreachable => ModelError::transient(Cause::Unreachable),
                _ => ModelError::transient(Cause::Cut),
            }
        })
    }
}

/// The host and the port of a URL, `host:port`.
fn host_and_port(url: &str) -> Option<String> {
    let uri: Uri = url.parse().ok()?;
    let default_port = if uri.scheme_str() == Some("http") { 80 } else { 443 };
    Some(format!("{}:{}", uri.host()?, uri.port_u16().unwrap_or(default_port)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_without_a_port_has_the_port_of_its_scheme() {
        assert_eq!(
            host_and_port("http://127.0.0.1:8080/v1").as_deref(),
            Some("127.0.0.1:8080")
        );
        assert_eq!(
            host_and_port("https://flux.example").as_deref(),
            Some("flux.example:443")
        );
        assert_eq!(host_and_port("http://[::1]").as_deref(), Some("[::1]:80"));
    }
}
