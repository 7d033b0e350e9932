//! Requests to URLs that others name: events to the URLs of callers, and downloads from the URLs of vendors.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::{
    Request, Response, StatusCode,
    header::{CONNECTION, HOST, HeaderMap, USER_AGENT},
};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use tokio::{
    task::JoinSet,
    time::{Instant, timeout_at},
};
use url::{Host, Position, Url};

use crate::{
    config::SourcesConfig,
    error::SourceError,
    source,
    web::{
        address::is_public,
        connect::Connector,
        fetch::{ContentKind, Fetcher},
    },
};

/// The most bytes of an answer's body that are read. The body is not used; a server that is still writing would
/// otherwise see its connection reset.
const MOST_BODY_BYTES: usize = 64 * 1024;
/// How long the body of an answer is read.
const BODY_TIMEOUT: Duration = Duration::from_secs(1);

/// Why a URL cannot receive events. The messages are phrases that follow the name of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// The text is not a URL, or has another scheme.
    #[error("is not an https URL; it must start with `https://`")]
    NotHttps,
    /// The URL contains a user name or a password.
    #[error("contains a user name or a password; leave it out, and let the receiver verify the signature")]
    UserInfo,
    /// The host is an address that is not public.
    #[error("leads to an address that is not public; use a URL that everybody on the internet can reach")]
    NotPublic,
    /// The URL breaks a rule that holds for sources, too.
    #[error(transparent)]
    Url(SourceError),
}

/// The status and the headers of an answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
}

/// Sends requests to hosts that callers or vendors name, under the rules of sources: public addresses only, judged when
/// the connection is made, and verified TLS. Clones share everything.
#[derive(Clone)]
pub struct Endpoints {
    connector: Arc<Connector>,
}

impl std::fmt::Debug for Endpoints {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Endpoints").finish_non_exhaustive()
    }
}

impl Endpoints {
    /// Endpoints under the configuration of sources. Makes no connection yet.
    pub fn new(config: SourcesConfig) -> Self {
        Self {
            connector: Arc::new(Connector::new(
                config.allow_hosts,
                config.resolver,
                config.dialler,
                config.contact,
            )),
        }
    }

    /// Checks a URL without a connection: `https`, or `http` for exempted hosts, and no private address.
    pub fn check(&self, text: &str) -> Result<Url, EndpointError> {
        let url = source::web(text).map_err(|error| match error {
            SourceError::NotAUrl | SourceError::Scheme(_) => EndpointError::NotHttps,
            SourceError::UserInfo => EndpointError::UserInfo,
            other => EndpointError::Url(other),
        })?;
        if self.connector.is_exempt(&url) {
            return Ok(url);
        }
        let is_private = match url.host() {
            Some(Host::Ipv4(address)) => !is_public(address.into()),
            Some(Host::Ipv6(address)) => !is_public(address.into()),
            Some(Host::Domain(_)) => false,
            None => return Err(EndpointError::Url(SourceError::NoHost)),
        };
        if is_private {
            return Err(EndpointError::NotPublic);
        }
        if url.scheme() != "https" {
            return Err(EndpointError::NotHttps);
        }
        Ok(url)
    }

    /// Downloads a picture of at most 40 MB from a URL that was checked. Follows redirects under the same rules.
    ///
    /// # Errors
    ///
    /// There is no whole picture by the deadline, it is too large, or a host has no public address.
    pub async fn download(&self, url: &Url, deadline: Instant) -> Result<Bytes, SourceError> {
        let connector = self.connector.as_ref();
        let fetched = Fetcher { connector, deadline }.get(url, ContentKind::Painted).await?;
        Ok(fetched.body.into())
    }

    /// Sends `body` to a URL that was checked, and returns the status and the headers of the answer. Follows no
    /// redirect. Reads at most 64 kB of the answer's body, so that the connection can be used again, and discards them.
    ///
    /// # Errors
    ///
    /// There is no answer by the deadline, or the host has no public address.
    pub async fn post(
        &self,
        url: &Url,
        headers: HeaderMap,
        body: Bytes,
        deadline: Instant,
    ) -> Result<Answer, SourceError> {
        // Dropping the set aborts the task that drives the connection.
        let mut driver = JoinSet::new();
        let sent = self.send(url, headers, body, &mut driver);
        let response = timeout_at(deadline, sent).await.map_err(|_| SourceError::Slow)??;
        let (parts, body) = response.into_parts();
        let end = deadline.min(Instant::now() + BODY_TIMEOUT);
        // The answer counts, whatever happens to its body.
        let _ended_in_time = timeout_at(end, drain(body)).await.is_ok();
        Ok(Answer {
            status: parts.status,
            headers: parts.headers,
        })
    }

    async fn send(
        &self,
        url: &Url,
        headers: HeaderMap,
        body: Bytes,
        driver: &mut JoinSet<hyper::Result<()>>,
    ) -> Result<Response<Incoming>, SourceError> {
        let mut request = Request::post(&url[Position::BeforePath..Position::AfterQuery])
            .header(HOST, &url[Position::BeforeHost..Position::AfterPort])
            .header(USER_AGENT, self.connector.agent("webhooks"))
            .header(CONNECTION, "close")
            .body(Full::new(body))
            .map_err(|_| SourceError::NotAUrl)?;
        request.headers_mut().extend(headers);
        self.connector.send(url, request, driver).await
    }
}

/// Reads a body up to the limit.
async fn drain(mut body: Incoming) {
    let mut left = MOST_BODY_BYTES;
    while let Some(Ok(frame)) = body.frame().await {
        let bytes = frame.data_ref().map_or(0, Bytes::len);
        match left.checked_sub(bytes) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{Answers, Reply, Server};

    fn endpoints(hosts: &[&str], answers: &[&[&str]]) -> Endpoints {
        Endpoints::new(SourcesConfig {
            resolver: Answers::new(answers),
            ..SourcesConfig::allowing(hosts.iter().map(|&host| host.to_owned()).collect())
        })
    }

    async fn post(endpoints: &Endpoints, url: &str) -> Result<StatusCode, SourceError> {
        let deadline = Instant::now() + Duration::from_secs(2);
        let url = Url::parse(url).unwrap();
        let answer = endpoints.post(&url, HeaderMap::new(), "{}".into(), deadline).await;
        answer.map(|answer| answer.status)
    }

    async fn replied(reply: impl Fn() -> Reply + Send + Sync + 'static) -> Result<StatusCode, SourceError> {
        let server = Server::start(move |_| reply()).await;
        post(&endpoints(&[&server.host()], &[]), &server.url("/hook?x=y")).await
    }

    #[test]
    fn a_receiver_has_an_https_url_without_a_private_address() {
        let endpoints = endpoints(&["127.0.0.1:8099"], &[]);
        let check = |text: &str| endpoints.check(text).map(|url| url.to_string());
        assert_eq!(check("https://a.example/x").as_deref(), Ok("https://a.example/x"));
        assert_eq!(
            check("http://127.0.0.1:8099/x").as_deref(),
            Ok("http://127.0.0.1:8099/x")
        );
        for (text, error) in [
            ("hello", EndpointError::NotHttps),
            ("ftp://a.example/", EndpointError::NotHttps),
            ("data:,x", EndpointError::NotHttps),
            ("http://a.example/", EndpointError::NotHttps),
            ("https://u:p@a.example/", EndpointError::UserInfo),
            ("http://127.0.0.1:8098/", EndpointError::NotPublic),
            ("https://127.0.0.1/", EndpointError::NotPublic),
            ("https://0x7f.1/", EndpointError::NotPublic),
            ("https://[::1]/", EndpointError::NotPublic),
            ("https://[::ffff:10.0.0.1]/", EndpointError::NotPublic),
            ("https://169.254.169.254/latest/", EndpointError::NotPublic),
            ("https://", EndpointError::Url(SourceError::NoHost)),
        ] {
            assert_eq!(check(text), Err(error), "{text}");
        }
    }

    #[tokio::test]
    async fn a_request_has_the_body_and_the_headers() {
        let server = Server::start(|_| Reply::status(202)).await;
        let headers = HeaderMap::from_iter([("webhook-id".parse().unwrap(), "evt_1".parse().unwrap())]);
        let deadline = Instant::now() + Duration::from_secs(2);
        let url = Url::parse(&server.url("/a%20b?c#d")).unwrap();
        let answer = endpoints(&[&server.host()], &[])
            .post(&url, headers, "{\"a\":1}".into(), deadline)
            .await
            .unwrap();
        assert_eq!(answer.status, 202);
        let head = server.heads().concat().to_ascii_lowercase();
        assert!(head.starts_with("post /a%20b?c http/1.1\r\n"), "{head}");
        for line in ["webhook-id: evt_1", "content-length: 7", "connection: close"] {
            assert!(head.contains(&format!("\r\n{line}")), "{line}: {head}");
        }
    }

    #[tokio::test]
    async fn a_redirect_is_an_answer_and_is_not_followed() {
        let canary = Server::start(|_| Reply::ok("secret")).await;
        let url = canary.url("/");
        assert_eq!(replied(move || Reply::redirect(307, &url)).await.unwrap(), 307);
        assert_eq!(canary.connections().await, 0);
    }

    #[tokio::test]
    async fn a_status_counts_whatever_its_body_does() {
        let pause = Duration::from_millis(5);
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        assert_eq!(
            replied(move || Reply::endless(head, "1\r\nx\r\n", pause))
                .await
                .unwrap(),
            200
        );
        let broken = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody";
        assert_eq!(replied(move || Reply::raw(broken)).await.unwrap(), 200);
    }

    #[tokio::test]
    async fn what_is_not_an_answer_is_an_error() {
        for reply in ["", "+PONG\r\n", "HTTP/1.1 200 OK\r\nContent-Le"] {
            assert_eq!(
                replied(move || Reply::raw(reply)).await,
                Err(SourceError::NotHttp),
                "{reply}"
            );
        }
        let silent = || Reply::endless("", "", Duration::from_secs(1));
        assert_eq!(replied(silent).await, Err(SourceError::Slow));
    }

    #[tokio::test]
    async fn a_download_gets_the_whole_file_and_follows_no_redirect_to_a_private_address() {
        let deadline = Instant::now() + Duration::from_secs(2);
        let canary = Server::start(|_| Reply::ok("secret")).await;
        let target = canary.url("/");
        let server = Server::start(move |path| match path {
            "/file" => Reply::ok("a picture"),
            _ => Reply::redirect(302, &target),
        })
        .await;
        let endpoints = endpoints(&[&server.host()], &[]);
        let download = async |path: &str| {
            let url = endpoints.check(&server.url(path)).unwrap();
            endpoints.download(&url, deadline).await
        };
        assert_eq!(download("/file").await.unwrap(), "a picture");
        assert_eq!(download("/elsewhere").await, Err(SourceError::NotPublic));
        assert_eq!(canary.connections().await, 0);
    }

    #[tokio::test]
    async fn a_name_that_has_turned_private_gets_no_connection() {
        let canary = Server::start(|_| Reply::ok("secret")).await;
        let endpoints = endpoints(&[], &[&["127.0.0.1"]]);
        let text = format!("https://a.example:{}/", canary.port());
        let url = endpoints.check(&text).unwrap();
        assert_eq!(post(&endpoints, &text).await, Err(SourceError::NotPublic));
        let deadline = Instant::now() + Duration::from_secs(2);
        assert_eq!(endpoints.download(&url, deadline).await, Err(SourceError::NotPublic));
        assert_eq!(canary.connections().await, 0);
    }
}
