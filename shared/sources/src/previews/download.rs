//! Finds the preview of a video, and downloads its picture.

use futures_util::stream::{self, Stream, StreamExt};
use url::Url;

use crate::{
    config::VideoSites,
    error::SourceError,
    previews::{oembed, page, preview::Preview, video::Video},
    web::fetch::{ContentKind, Fetched, Fetcher},
};

/// The preview of a video, whose picture is not fetched yet.
#[derive(Debug)]
pub(crate) struct FoundPreview {
    pub(crate) preview: Preview,
    /// How many of the pictures are fetched concurrently.
    pub(crate) concurrency: usize,
}

impl FoundPreview {
    /// Finds the preview of the video at `url`.
    pub(crate) async fn of(fetcher: &Fetcher<'_>, sites: &VideoSites, url: &Url) -> Result<Self, SourceError> {
        Ok(match Video::of(url)? {
            // Most of the larger pictures do not exist. Waiting for each answer would take too long.
            Some(video) => {
                let preview = oembed::ask(fetcher, sites, &video).await?;
                Self {
                    concurrency: preview.pictures.len(),
                    preview,
                }
            }
            None => Self {
                preview: parse_page(fetcher.get(url, ContentKind::Page).await?).await?,
                concurrency: 1,
            },
        })
    }

    /// The files of the pictures, best first.
    pub(crate) fn files<'a>(&'a self, fetcher: &'a Fetcher<'_>) -> impl Stream<Item = Result<Vec<u8>, SourceError>> {
        let fetch = move |url| async move { Ok(fetcher.get(url, ContentKind::Picture).await?.body) };
        stream::iter(&self.preview.pictures)
            .map(fetch)
            .buffered(self.concurrency)
    }
}

/// Parses a page on a thread of its own, because a hostile page takes a tenth of a second and more.
async fn parse_page(page: Fetched) -> Result<Preview, SourceError> {
    let parsed = tokio::task::spawn_blocking(move || page::preview(&page.url, &page.body));
    parsed.await.unwrap_or_else(|error| {
        // The message of a panic may repeat a part of the page.
        tracing::error!(parsing.panicked = error.is_panic(), "parsing a page failed");
        Err(SourceError::NotAPage)
    })
}
