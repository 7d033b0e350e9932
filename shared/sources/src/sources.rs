//! Taking the pictures that a call names.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use contract::error::Issue;
use futures_util::future::join_all;
use tokio::{sync::Semaphore, time::Instant};

use crate::{
    config::{Decoding, SourcesConfig, VideoSites},
    connect::Connector,
    error::SourceError,
    fetch::{Fetcher, Wish},
    picture::Picture,
    preview,
    source::{self, Source},
    title,
};

/// How long all sources of a call have to be received.
const TIME: Duration = Duration::from_secs(10);

/// A source that a picture is wanted from.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// The parameter it was given in, as in `imageUrls[2]`.
    pub path: String,
    /// The source as it was given.
    pub source: &'a str,
}

impl Wanted<'_> {
    fn issue(&self, error: &SourceError) -> Issue {
        Issue {
            path: self.path.clone(),
            message: error.to_string(),
        }
    }
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
    turns: Arc<Semaphore>,
    decoding: Decoding,
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
                turns: Arc::new(Semaphore::new(1)),
                decoding: config.decoding,
                time,
            }),
        }
    }

    /// Takes the pictures of all sources, side by side. What is not received within 10 seconds is refused; decoding
    /// comes on top. The error is all that is wrong, in the order of `wanted`.
    pub async fn take(&self, wanted: &[Wanted<'_>]) -> Result<Vec<Taken>, Vec<Issue>> {
        let fetcher = self.fetcher();
        let mut reader = source::Reader::new();
        let tasks: Vec<_> = wanted
            .iter()
            .map(|wanted| self.picture(fetcher, wanted.source, reader.read(wanted.source)))
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
                    issues.push(wanted.issue(&error));
                }
            }
        }
        if issues.is_empty() { Ok(taken) } else { Err(issues) }
    }

    /// Takes the preview of the video whose page this is, under the same bounds. Apart from [`Self::take`], so that
    /// reading pages is linked by those alone who take videos.
    pub async fn take_video(&self, wanted: &Wanted<'_>) -> Result<Taken, Vec<Issue>> {
        self.video(wanted.source)
            .await
            .map_err(|error| vec![wanted.issue(&error)])
    }

    fn fetcher(&self) -> Fetcher<'_> {
        Fetcher {
            connector: &self.inner.connector,
            deadline: Instant::now() + self.inner.time,
        }
    }

    async fn picture(
        &self,
        fetcher: Fetcher<'_>,
        given: &str,
        source: Result<Source, SourceError>,
    ) -> Result<Taken, SourceError> {
        let (url, title, bytes) = match source? {
            Source::Data(bytes) => (None, None, bytes),
            Source::Web(url) => {
                let fetched = fetcher.get(&url, Wish::Picture).await?;
                (Some(given.to_owned()), title::file_name(&url), fetched.body)
            }
        };
        Ok(Taken {
            picture: self.decode(bytes).await?,
            title,
            url,
        })
    }

    async fn video(&self, given: &str) -> Result<Taken, SourceError> {
        let url = source::page(given)?;
        let found = preview::find(&self.fetcher(), &self.inner.video_sites, &url).await?;
        let picture = self.choose(found.better, found.picture).await;
        Ok(Taken {
            picture: picture.map_err(SourceError::of_preview)?,
            title: found.title,
            url: Some(given.to_owned()),
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

    /// Reads a picture that the service stored itself.
    pub async fn stored(&self, bytes: Bytes) -> Result<Picture, SourceError> {
        Ok(self.work(move || Picture::stored(bytes)).await??)
    }

    /// The bytes are gone as soon as there is a picture. The turn goes with the work, which goes on when nobody waits
    /// for it any more.
    async fn decode(&self, bytes: Vec<u8>) -> Result<Picture, SourceError> {
        let turn = Arc::clone(&self.inner.turns).acquire_owned().await;
        let decode = move || {
            let picture = Picture::take(&bytes);
            drop(bytes);
            drop(turn);
            picture
        };
        Ok(self.work(decode).await??)
    }

    /// Decodes where the configuration says.
    async fn work<T: Send + 'static>(&self, decode: impl FnOnce() -> T + Send + 'static) -> Result<T, SourceError> {
        if self.inner.decoding == Decoding::InPlace {
            return Ok(decode());
        }
        tokio::task::spawn_blocking(decode).await.map_err(|error| {
            // What a panic says may repeat what was decoded.
            tracing::error!(
                decoding.panicked = error.is_panic(),
                "decoding a picture did not end well"
            );
            SourceError::Undecodable
        })
    }
}

impl std::fmt::Debug for Sources {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sources").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
