//! Client connections: HTTP/1.1, with TLS by rustls and ring.

use std::{sync::Arc, time::Duration};

use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use rustls::{ClientConfig, DEFAULT_VERSIONS, RootCertStore, crypto::ring};

/// A connector for `http` URLs, and for `https` URLs whose certificates chain to one of `roots`. Opening a TCP
/// connection fails after `timeout`. Makes no connection yet.
pub fn https_connector(roots: impl Into<Arc<RootCertStore>>, timeout: Duration) -> HttpsConnector<HttpConnector> {
    #[expect(clippy::expect_used, reason = "ring has the cipher suites of both versions")]
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(DEFAULT_VERSIONS)
        .expect("TLS 1.2 and 1.3")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let mut tcp = HttpConnector::new();
    tcp.enforce_http(false);
    tcp.set_connect_timeout(Some(timeout));
    tcp.set_nodelay(true);
    HttpsConnectorBuilder::new()
        .with_tls_config(tls)
        .https_or_http()
        .enable_http1()
        .wrap_connector(tcp)
}
