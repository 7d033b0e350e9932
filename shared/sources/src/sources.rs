//! Taking the pictures that a call names.

use std::{sync::Arc, time::Duration};

use contract::error::Issue;
use futures_util::future::join_all;
use tokio::{sync::Semaphore, time::Instant};

use crate::{
    config::{SourcesConfig, VideoSites},
    connect::Connector,
    error::SourceError,
    fetch::{Fetcher, Wish},
    picture::Picture,
    preview::{self, Found},
    source::{self, Source},
    title,
};

/// How long all sources of a call have to be received.
const TIME: Duration = Duration::from_secs(10);

/// What a source is expected to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A picture.
    Picture,
    /// The page of a video, whose preview is taken.
    Video,
}

/// A source that a picture is wanted from.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// The parameter it was given in, as in `imageUrls[2]`.
    pub path: String,
    /// The source as it was given.
    pub source: &'a str,
    /// What it is expected to be.
    pub kind: Kind,
}

/// A picture that was taken.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The picture.
    pub picture: Picture,
    /// What it is called, in at most 100 code points: a picture by the file in its URL, a video by its title.
    pub title: Option<String>,
    /// Its URL as it was given; `None` for a `data:` URL.
    pub url: Option<String>,
}

/// Fetches pictures. Clones share everything.
#[derive(Clone)]
pub struct Sources {
    inner: Arc<Inner>,
}

struct Inner {
    connector: Connector,
    video_sites: VideoSites,
    /// A picture of 40 megapixels takes hundreds of megabytes while it is decoded, so it is one at a time.
    decoding: Arc<Semaphore>,
    time: Duration,
}

impl Sources {
    /// Sources as configured. Nothing is resolved or connected yet.
    pub fn new(config: SourcesConfig) -> Self {
        Self::within(config, TIME)
    }

    /// `time` is how long the sources of a call have.
    pub(crate) fn within(config: SourcesConfig, time: Duration) -> Self {
        Self {
            inner: Arc::new(Inner {
                connector: Connector::new(config.allow_hosts, config.resolver),
                video_sites: config.video_sites,
                decoding: Arc::new(Semaphore::new(1)),
                time,
            }),
        }
    }

    /// Takes the pictures of all sources, side by side. What is not received within 10 seconds is refused; decoding
    /// comes on top. The error is all that is wrong, in the order of `wanted`.
    pub async fn take(&self, wanted: &[Wanted<'_>]) -> Result<Vec<Taken>, Vec<Issue>> {
        let fetcher = Fetcher {
            connector: &self.inner.connector,
            deadline: Instant::now() + self.inner.time,
        };
        let mut reader = source::Reader::new();
        let tasks: Vec<_> = wanted
            .iter()
            .map(|wanted| {
                let source = match wanted.kind {
                    Kind::Picture => reader.read(wanted.source),
                    Kind::Video => source::page(wanted.source).map(Source::Web),
                };
                self.take_one(fetcher, wanted, source)
            })
            .collect();
        let mut taken = Vec::with_capacity(wanted.len());
        let mut issues = Vec::new();
        let mut too_large = false;
        for (wanted, result) in wanted.iter().zip(join_all(tasks).await) {
            match result {
                Ok(one) => taken.push(one),
                // The first that goes beyond the sum stands for all that do.
                Err(SourceError::DataTooLarge) if too_large => {}
                Err(error) => {
                    too_large |= error == SourceError::DataTooLarge;
                    issues.push(Issue {
                        path: wanted.path.clone(),
                        message: error.to_string(),
                    });
                }
            }
        }
        if issues.is_empty() { Ok(taken) } else { Err(issues) }
    }

    async fn take_one(
        &self,
        fetcher: Fetcher<'_>,
        wanted: &Wanted<'_>,
        source: Result<Source, SourceError>,
    ) -> Result<Taken, SourceError> {
        let (url, found) = match (source?, wanted.kind) {
            (Source::Data(bytes), _) => (None, Found::picture(None, bytes)),
            (Source::Web(url), Kind::Picture) => {
                let fetched = fetcher.get(&url, Wish::Picture).await?;
                (
                    Some(wanted.source),
                    Found::picture(title::file_name(&url), fetched.body),
                )
            }
            (Source::Web(url), Kind::Video) => {
                let found = preview::find(&fetcher, &self.inner.video_sites, &url).await?;
                (Some(wanted.source), found)
            }
        };
        let picture = self.choose(found.better, found.picture).await;
        Ok(Taken {
            picture: picture.map_err(|error| match wanted.kind {
                Kind::Picture => error,
                Kind::Video => error.of_preview(),
            })?,
            title: found.title,
            url: url.map(str::to_owned),
        })
    }

    async fn choose(
        &self,
        better: Option<Vec<u8>>,
        picture: Result<Vec<u8>, SourceError>,
    ) -> Result<Picture, SourceError> {
        if let Some(better) = better
            && let Ok(picture) = self.decode(better).await
        {
            return Ok(picture);
        }
        self.decode(picture?).await
    }

    /// The bytes are gone as soon as there is a picture. The turn goes with the work, which goes on when nobody waits
    /// for it any more.
    async fn decode(&self, bytes: Vec<u8>) -> Result<Picture, SourceError> {
        let turn = Arc::clone(&self.inner.decoding).acquire_owned().await;
        let decoded = tokio::task::spawn_blocking(move || {
            let picture = Picture::take(&bytes);
            drop(bytes);
            drop(turn);
            picture
        });
        match decoded.await {
            Ok(picture) => Ok(picture?),
            Err(error) => {
                // What a panic says may repeat what was decoded.
                tracing::error!(
                    decoding.panicked = error.is_panic(),
                    "decoding a picture did not end well"
                );
                Err(SourceError::Undecodable)
            }
        }
    }
}

impl std::fmt::Debug for Sources {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sources").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
