//! A GET request with limits on addresses, redirects, bytes and time.

use std::borrow::Cow;

use bytes::Bytes;
use http::{
    Request, Response, StatusCode,
    header::{ACCEPT, ACCEPT_ENCODING, CONNECTION, HOST, HeaderMap, LOCATION, USER_AGENT},
};
use http_body_util::{BodyExt, Empty};
use hyper::body::{Body, Incoming};
use tokio::{
    task::JoinSet,
    time::{Instant, timeout_at},
};
use url::{Position, Url};

use crate::{
    error::SourceError,
    limits::{MAX_JSON_BYTES, MAX_PAGE_BYTES, MAX_PAINTED_BYTES, MAX_PICTURE_BYTES, MAX_REDIRECTS, megabytes},
    source,
    web::{
        connect::Connector,
        encoding::{Bound, Encoding, Intake},
    },
};

/// The kind of content that is fetched. It decides the limit in bytes and the `Accept` header.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ContentKind {
    /// A picture file.
    Picture,
    /// A picture file from a vendor's model.
    Painted,
    /// The beginning of a page.
    Page,
    /// A response in JSON.
    Json,
}

impl ContentKind {
    const fn bound(self) -> Bound {
        match self {
            Self::Picture => Bound {
                most: MAX_PICTURE_BYTES,
                cut: false,
            },
            Self::Painted => Bound {
                most: MAX_PAINTED_BYTES,
                cut: false,
            },
            Self::Page => Bound {
                most: MAX_PAGE_BYTES,
                cut: true,
            },
            Self::Json => Bound {
                most: MAX_JSON_BYTES,
                cut: false,
            },
        }
    }

    const fn accept(self) -> &'static str {
        match self {
            Self::Picture | Self::Painted => "image/png,image/jpeg,image/webp,image/gif,*/*;q=0.1",
            Self::Page => "text/html,application/xhtml+xml,*/*;q=0.1",
            Self::Json => "application/json",
        }
    }
}

/// A fetched body.
#[derive(Debug)]
pub(crate) struct Fetched {
    /// The URL of the body, after redirects.
    pub(crate) url: Url,
    pub(crate) body: Vec<u8>,
}

/// Fetches bodies for one call until its deadline.
#[derive(Clone, Copy)]
pub(crate) struct Fetcher<'a> {
    pub(crate) connector: &'a Connector,
    pub(crate) deadline: Instant,
}

impl Fetcher<'_> {
    /// Fetches the body at `url` and follows redirects. The target of each redirect is checked like the first URL.
    pub(crate) async fn get(&self, url: &Url, kind: ContentKind) -> Result<Fetched, SourceError> {
        timeout_at(self.deadline, self.follow(url, kind))
            .await
            .map_err(|_| SourceError::Slow)?
    }

    async fn follow(&self, url: &Url, kind: ContentKind) -> Result<Fetched, SourceError> {
        let mut url = url.clone();
        for _ in 0..=MAX_REDIRECTS {
            // Dropping the set aborts the task that drives the connection of this request.
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
                    url = source::join(&url, &location).map_err(|error| SourceError::Redirect(Box::new(error)))?;
                }
                other => return Err(SourceError::Status(other.as_u16())),
            }
        }
        Err(SourceError::TooManyRedirects)
    }

    async fn request(
        &self,
        url: &Url,
        kind: ContentKind,
        driver: &mut JoinSet<hyper::Result<()>>,
    ) -> Result<Response<Incoming>, SourceError> {
        let request = Request::get(&url[Position::BeforePath..Position::AfterQuery])
            .header(HOST, &url[Position::BeforeHost..Position::AfterPort])
            .header(USER_AGENT, self.connector.agent("picture fetcher"))
            .header(ACCEPT, kind.accept())
            .header(ACCEPT_ENCODING, "identity")
            .header(CONNECTION, "close")
            .body(Empty::<Bytes>::new())
            .map_err(|_| SourceError::NotAUrl)?;
        self.connector.send(url, request, driver).await
    }
}

/// The target of a redirect. Some servers write it in UTF-8, others in Latin-1, as browsers accept it.
fn location(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    let bytes = headers.get(LOCATION)?.as_bytes();
    Some(match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    })
}

async fn receive(response: Response<Incoming>, bound: Bound) -> Result<Vec<u8>, SourceError> {
    let encoding = Encoding::of(response.headers());
    let mut body = response.into_body();
    let announced = body
        .size_hint()
        .exact()
        .map(|length| usize::try_from(length).unwrap_or(usize::MAX));
    if announced.is_some_and(|length| length > bound.most) && !bound.cut {
        return Err(SourceError::TooLarge {
            megabytes: megabytes(bound.most),
        });
    }
    let mut intake = Intake::new(encoding, bound, announced.unwrap_or(0));
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| SourceError::BrokeOff.caused_by(&error))?;
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
