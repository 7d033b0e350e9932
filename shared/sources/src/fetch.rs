//! One GET within bounds: of addresses, redirects, bytes and time.

use bytes::Bytes;
use http::{
    Request, Response, StatusCode,
    header::{ACCEPT, ACCEPT_ENCODING, CONNECTION, HOST, HeaderMap, LOCATION, USER_AGENT},
};
use http_body_util::{BodyExt, Empty};
use hyper::{
    body::{Body, Incoming},
    client::conn::http1,
};
use hyper_util::rt::TokioIo;
use tokio::{
    task::JoinSet,
    time::{Instant, timeout_at},
};
use url::{Position, Url};

use crate::{
    connect::Connector,
    encoding::{Bound, Encoding, Intake},
    error::SourceError,
    source,
};

/// How many redirects are followed.
pub(crate) const MOST_REDIRECTS: usize = 3;

/// The most that is buffered of a connection, and so the longest head of an answer, in bytes.
const BUFFER: usize = 64 * 1024;

/// Who is asking. Some sites refuse those who do not say.
const AGENT: &str = concat!("thumbnails/", env!("CARGO_PKG_VERSION"), " (picture fetcher)");

/// The kind of content that is fetched. It decides the limit in bytes and the `Accept` header.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ContentKind {
    /// A picture, at most 10 MB.
    Picture,
    /// The first 2 MB of a page. What names its preview picture stands near its beginning.
    Page,
    /// An answer in JSON, at most 1 MB.
    Json,
}

impl ContentKind {
    const fn bound(self) -> Bound {
        match self {
            Self::Picture => Bound {
                most: 10_000_000,
                cut: false,
            },
            Self::Page => Bound {
                most: 2_000_000,
                cut: true,
            },
            Self::Json => Bound {
                most: 1_000_000,
                cut: false,
            },
        }
    }

    const fn accept(self) -> &'static str {
        match self {
            Self::Picture => "image/png,image/jpeg,image/webp,image/gif,*/*;q=0.1",
            Self::Page => "text/html,application/xhtml+xml,*/*;q=0.1",
            Self::Json => "application/json",
        }
    }
}

/// What was fetched.
#[derive(Debug)]
pub(crate) struct Fetched {
    /// From where, after redirects.
    pub(crate) url: Url,
    pub(crate) body: Vec<u8>,
}

/// Fetches for one call, until its deadline.
#[derive(Clone, Copy)]
pub(crate) struct Fetcher<'a> {
    pub(crate) connector: &'a Connector,
    pub(crate) deadline: Instant,
}

impl Fetcher<'_> {
    /// Fetches what is at `url`, following redirects; each is judged as if it had been given.
    pub(crate) async fn get(&self, url: &Url, kind: ContentKind) -> Result<Fetched, SourceError> {
        timeout_at(self.deadline, self.follow(url, kind))
            .await
            .map_err(|_| SourceError::Slow)?
    }

    async fn follow(&self, url: &Url, kind: ContentKind) -> Result<Fetched, SourceError> {
        let mut url = url.clone();
        for _ in 0..=MOST_REDIRECTS {
            // Aborts what drives the connection when this hop is done or given up.
            let mut driver = JoinSet::new();
            let response = self.request(&url, kind, &mut driver).await?;
            match response.status() {
                StatusCode::OK => {
                    let body = receive(response, kind.bound()).await?;
                    return Ok(Fetched { url, body });
                }
                StatusCode::MOVED_PERMANENTLY
                | StatusCode::FOUND
                | StatusCode::SEE_OTHER
                | StatusCode::TEMPORARY_REDIRECT
                | StatusCode::PERMANENT_REDIRECT => {
                    let location = location(response.headers()).ok_or(SourceError::NoLocation)?;
                    url = source::join(&url, location).map_err(|error| SourceError::Redirect(Box::new(error)))?;
                }
                other => return Err(SourceError::Status(other.as_u16())),
            }
        }
        Err(SourceError::TooManyRedirects)
    }

    /// The head of the answer. Each request has a connection of its own, so that no host is ever reached over what was
    /// opened for another.
    async fn request(
        &self,
        url: &Url,
        kind: ContentKind,
        driver: &mut JoinSet<hyper::Result<()>>,
    ) -> Result<Response<Incoming>, SourceError> {
        let stream = self.connector.connect(url).await?;
        let (mut sender, connection) = http1::Builder::new()
            .max_buf_size(BUFFER)
            .handshake(TokioIo::new(stream))
            .await
            .map_err(|_| SourceError::NotHttp)?;
        // What goes wrong with the connection goes wrong with the request as well.
        driver.spawn(connection);
        let request = Request::get(&url[Position::BeforePath..Position::AfterQuery])
            .header(HOST, &url[Position::BeforeHost..Position::AfterPort])
            .header(USER_AGENT, AGENT)
            .header(ACCEPT, kind.accept())
            .header(ACCEPT_ENCODING, "identity")
            .header(CONNECTION, "close")
            .body(Empty::<Bytes>::new())
            .map_err(|_| SourceError::NotAUrl)?;
        sender.send_request(request).await.map_err(|_| SourceError::NotHttp)
    }
}

/// Where a redirect leads. Some servers write it in UTF-8, which a header's text does not cover.
fn location(headers: &HeaderMap) -> Option<&str> {
    std::str::from_utf8(headers.get(LOCATION)?.as_bytes()).ok()
}

async fn receive(response: Response<Incoming>, bound: Bound) -> Result<Vec<u8>, SourceError> {
    let encoding = Encoding::of(response.headers())?;
    let mut body = response.into_body();
    let announced = body
        .size_hint()
        .exact()
        .map(|length| usize::try_from(length).unwrap_or(usize::MAX));
    if announced.is_some_and(|length| length > bound.most) && !bound.cut {
        return Err(SourceError::TooLarge {
            megabytes: bound.most / 1_000_000,
        });
    }
    let mut intake = Intake::new(encoding, bound, announced.unwrap_or(0));
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| SourceError::BrokeOff)?;
        if let Some(piece) = frame.data_ref()
            && !intake.take(piece)?
        {
            break;
        }
    }
    intake.finish()
}

#[cfg(test)]
mod tests;
