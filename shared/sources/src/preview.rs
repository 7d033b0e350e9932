//! The picture of a video.

use futures_util::future::{OptionFuture, join};
use url::Url;

use crate::{
    config::VideoSites,
    error::SourceError,
    fetch::{ContentKind, Fetched, Fetcher},
    oembed,
    page::Preview,
    video::Video,
};

/// What was found for a video, not decoded yet.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) title: Option<String>,
    /// Taken instead of the picture, if it is one.
    pub(crate) better: Option<Vec<u8>>,
    pub(crate) picture: Result<Vec<u8>, SourceError>,
}

/// Finds the preview of the video that `url` names.
pub(crate) async fn find(fetcher: &Fetcher<'_>, sites: &VideoSites, url: &Url) -> Result<Found, SourceError> {
    let (preview, largest) = match Video::of(url)? {
        Some(video) => {
            let preview = oembed::ask(fetcher, sites, &video).await?;
            let largest = oembed::largest(video.site, &preview.picture);
            (preview, largest)
        }
        None => {
            let page = fetcher.get(url, ContentKind::Page).await?;
            (read(page).await?, None)
        }
    };
    let better = OptionFuture::from(largest.as_ref().map(|url| fetcher.get(url, ContentKind::Picture)));
    let (picture, better) = join(fetcher.get(&preview.picture, ContentKind::Picture), better).await;
    Ok(Found {
        title: preview.title,
        better: better.and_then(Result::ok).map(|better| better.body),
        picture: picture.map(|picture| picture.body).map_err(SourceError::of_preview),
    })
}

/// A page that is made for it takes a tenth of a second and more to read, in which others would wait.
async fn read(page: Fetched) -> Result<Preview, SourceError> {
    let read = tokio::task::spawn_blocking(move || Preview::of(&page.url, &page.body));
    read.await.unwrap_or_else(|error| {
        tracing::error!(reading.panicked = error.is_panic(), "reading a page did not end well");
        Err(SourceError::NotAPage)
    })
}
