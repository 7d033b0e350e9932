//! Asks a video site about a video, <https://oembed.com>.

use serde_json::Value;
use url::Url;

use crate::{
    config::VideoSites,
    error::SourceError,
    previews::{
        preview::Preview,
        title,
        video::{Site, Video},
    },
    source,
    web::fetch::{ContentKind, Fetcher},
};

/// Asks the site of `video` for its preview.
pub(crate) async fn ask(fetcher: &Fetcher<'_>, sites: &VideoSites, video: &Video) -> Result<Preview, SourceError> {
    let question = question(sites, video).map_err(SourceError::of_site)?;
    let answer = fetcher
        .get(&question, ContentKind::Json)
        .await
        .map_err(|error| match error {
            // Status 429 means too many requests and says nothing about this video.
            SourceError::Status(status @ 400..500) if status != 429 => SourceError::VideoHidden,
            SourceError::TooLarge { .. } => SourceError::NoPreview,
            other => other.of_site(),
        })?;
    let answer: Value =
        serde_json::from_slice(&answer.body).map_err(|error| SourceError::NoPreview.caused_by(&error))?;
    let text = |name: &str| answer.get(name).and_then(Value::as_str);
    let picture = text("thumbnail_url").ok_or(SourceError::NoPreview)?;
    Ok(Preview {
        picture: source::web(picture).map_err(SourceError::of_preview)?,
        title: text("title").and_then(title::clean),
    })
}

fn question(sites: &VideoSites, video: &Video) -> Result<Url, SourceError> {
    let (endpoint, parameter) = match video.site {
        Site::YouTube => (&sites.youtube_oembed, ("format", "json")),
        // Without a width, Vimeo names a small picture.
        Site::Vimeo => (&sites.vimeo_oembed, ("width", "1280")),
    };
    let mut url = source::web(endpoint)?;
    url.query_pairs_mut()
        .append_pair(parameter.0, parameter.1)
        .append_pair("url", &video.address);
    Ok(url)
}

/// The URL of YouTube's largest picture of a video, which not every video has. oEmbed names a smaller one.
pub(crate) fn largest(site: Site, picture: &Url) -> Option<Url> {
    if site != Site::YouTube {
        return None;
    }
    let mut url = picture.clone();
    url.path_segments_mut().ok()?.pop().push("maxresdefault.jpg");
    (url != *picture).then_some(url)
}
