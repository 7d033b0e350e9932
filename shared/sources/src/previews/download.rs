//! Downloads the preview picture of a video.

use futures_util::future::{OptionFuture, join};
use url::Url;

use crate::{
    config::VideoSites,
    error::SourceError,
    previews::{oembed, page, preview::Preview, video::Video},
    web::fetch::{ContentKind, Fetched, Fetcher},
};

/// The files of a video's preview, not decoded yet.
#[derive(Debug)]
pub(crate) struct PreviewDownload {
    pub(crate) title: Option<String>,
    /// A larger picture, which is used if it can be decoded.
    pub(crate) larger: Option<Vec<u8>>,
    pub(crate) picture: Result<Vec<u8>, SourceError>,
}

impl PreviewDownload {
    /// Downloads the preview of the video at `url`.
    pub(crate) async fn of(fetcher: &Fetcher<'_>, sites: &VideoSites, url: &Url) -> Result<Self, SourceError> {
        let (preview, larger) = match Video::of(url)? {
            Some(video) => {
                let preview = oembed::ask(fetcher, sites, &video).await?;
                let larger = oembed::largest(video.site, &preview.picture);
                (preview, larger)
            }
            None => {
                let page = fetcher.get(url, ContentKind::Page).await?;
                (parse_page(page).await?, None)
            }
        };
        let larger = OptionFuture::from(larger.as_ref().map(|url| fetcher.get(url, ContentKind::Picture)));
        let (picture, larger) = join(fetcher.get(&preview.picture, ContentKind::Picture), larger).await;
        Ok(Self {
            title: preview.title,
            larger: larger.and_then(Result::ok).map(|larger| larger.body),
            picture: picture.map(|picture| picture.body).map_err(SourceError::of_preview),
        })
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
