//! Connects to the host of a URL, unless its address is private.

use std::{
    collections::HashSet,
    error::Error,
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, OnceLock},
};

use http::{Request, Response};
use hyper::{
    body::{Body, Incoming},
    client::conn::http1,
};
use hyper_util::rt::TokioIo;
use rustls::{ClientConfig, RootCertStore, pki_types::ServerName};
use tokio::{task::JoinSet, time::timeout};
use tokio_rustls::TlsConnector;
use url::{Host, Url};

use crate::{
    error::SourceError,
    limits::{CONNECT_TIMEOUT, MAX_BUFFER_BYTES},
    web::{
        address::is_public,
        dial::{Connection, Dial},
        resolve::Resolve,
    },
};

/// Connects to public addresses, and to all addresses of the allowed hosts.
pub(crate) struct Connector {
    allow_hosts: HashSet<String>,
    resolver: Arc<dyn Resolve>,
    dialler: Arc<dyn Dial>,
    contact: Option<String>,
    /// Made when it is first needed, because reading the roots takes a while.
    tls: OnceLock<Option<TlsConnector>>,
}

impl Connector {
    pub(crate) fn new(
        allow_hosts: Vec<String>,
        resolver: Arc<dyn Resolve>,
        dialler: Arc<dyn Dial>,
        contact: Option<String>,
    ) -> Self {
        Self {
            allow_hosts: allow_hosts.into_iter().collect(),
            resolver,
            dialler,
            contact,
            tls: OnceLock::new(),
        }
    }

    /// The `User-Agent` header of requests for this purpose. Some hosts refuse requests without this header, and large
    /// hosts demand a contact in it.
    pub(crate) fn agent(&self, purpose: &str) -> String {
        const NAME: &str = concat!("thumbnails/", env!("CARGO_PKG_VERSION"));
        match &self.contact {
            Some(contact) => format!("{NAME} (+{contact}; {purpose})"),
            None => format!("{NAME} ({purpose})"),
        }
    }

    /// Whether the host and port of `url` may have a private address.
    pub(crate) fn is_exempt(&self, url: &Url) -> bool {
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return false;
        };
        self.allow_hosts.contains(&format!("{host}:{port}"))
    }

    /// Sends a request to the host of `url`, and returns the head of the response. Each request has its own connection,
    /// so that no host is reached over a connection that was checked for another host. A task in `driver` drives the
    /// connection, and dropping `driver` closes it.
    pub(crate) async fn send<B>(
        &self,
        url: &Url,
        request: Request<B>,
        driver: &mut JoinSet<hyper::Result<()>>,
    ) -> Result<Response<Incoming>, SourceError>
    where
        B: Body<Data: Send, Error: Into<Box<dyn Error + Send + Sync>>> + Send + 'static,
    {
        let stream = self.connect(url).await?;
        let (mut sender, connection) = http1::Builder::new()
            .max_buf_size(MAX_BUFFER_BYTES)
            // Browsers read what some servers send: headers over several lines, and headers with a wrong name.
            .allow_obsolete_multiline_headers_in_responses(true)
            .allow_spaces_after_header_name_in_responses(true)
            .ignore_invalid_headers_in_responses(true)
            .handshake(TokioIo::new(stream))
            .await
            .map_err(|error| SourceError::NotHttp.caused_by(&error))?;
        // An error of the connection is also an error of the request.
        driver.spawn(connection);
        let response = sender.send_request(request).await;
        response.map_err(|error| SourceError::NotHttp.caused_by(&error))
    }

    /// Connects to the host and port of `url`, with TLS if its scheme is https.
    pub(crate) async fn connect(&self, url: &Url) -> Result<Box<dyn Connection>, SourceError> {
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(SourceError::NoHost);
        };
        let allowed = self.is_exempt(url);
        let name = match host {
            Host::Domain(name) => ServerName::try_from(name.to_owned()).ok(),
            Host::Ipv4(address) => Some(IpAddr::from(address).into()),
            Host::Ipv6(address) => Some(IpAddr::from(address).into()),
        };
        let addresses = self.addresses(host, allowed).await?;
        let stream = self.open(&addresses, port).await?;
        if url.scheme() == "http" {
            return Ok(stream);
        }
        let tls = self
            .tls
            .get_or_init(|| tls(known_roots()))
            .as_ref()
            .ok_or(SourceError::Insecure)?;
        let name = name.ok_or(SourceError::Insecure)?;
        let secure = tls.connect(name, stream).await;
        let secure = secure.map_err(|error| SourceError::Insecure.caused_by(&error))?;
        Ok(Box::new(secure))
    }

    /// The addresses of the host that may be connected to. IPv4 comes first, because not every network has IPv6.
    async fn addresses(&self, host: Host<&str>, allowed: bool) -> Result<Vec<IpAddr>, SourceError> {
        let mut addresses = match host {
            Host::Ipv4(address) => vec![address.into()],
            Host::Ipv6(address) => vec![address.into()],
            Host::Domain(name) => {
                let resolved = self.resolver.resolve(name).await;
                resolved.map_err(|error| SourceError::UnknownHost.caused_by(&error))?
            }
        };
        if addresses.is_empty() {
            return Err(SourceError::UnknownHost);
        }
        addresses.retain(|address| allowed || is_public(*address));
        if addresses.is_empty() {
            return Err(SourceError::NotPublic);
        }
        addresses.sort_by_key(IpAddr::is_ipv6);
        Ok(addresses)
    }

    /// Connects to the first of the addresses that accepts a connection.
    async fn open(&self, addresses: &[IpAddr], port: u16) -> Result<Box<dyn Connection>, SourceError> {
        let mut cause = io::Error::from(io::ErrorKind::AddrNotAvailable);
        for address in addresses {
            let connecting = self.dialler.dial(SocketAddr::new(*address, port));
            match timeout(CONNECT_TIMEOUT, connecting).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => cause = error,
                Err(elapsed) => cause = elapsed.into(),
            }
        }
        Err(SourceError::Unreachable.caused_by(&cause))
    }
}

/// The roots that browsers trust.
fn known_roots() -> RootCertStore {
    RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned())
}

/// A connector for TLS 1.2 and 1.3. `None` only if ring did not support these versions.
fn tls(roots: RootCertStore) -> Option<TlsConnector> {
    let mut config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .ok()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Some(TlsConnector::from(Arc::new(config)))
}

#[cfg(test)]
mod tests;
