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
    let picture = source::web(picture).map_err(SourceError::of_preview)?;
    let mut pictures = larger(video.site, &picture);
    pictures.push(picture);
    Ok(Preview {
        pictures,
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

/// The names of YouTube's larger pictures of a video, largest first. Few videos have all of them. oEmbed names a
/// smaller one.
const YOUTUBE_SIZES: [&str; 7] = [
    "uhddefault",
    "uhd",
    "qhddefault",
    "qhd",
    "fhddefault",
    "fhd",
    "maxresdefault",
];

fn larger(site: Site, picture: &Url) -> Vec<Url> {
    if site != Site::YouTube {
        return Vec::new();
    }
    let named = |name: &&str| {
        let mut url = picture.clone();
        url.path_segments_mut().ok()?.pop().push(&format!("{name}.jpg"));
        Some(url)
    };
    let larger = YOUTUBE_SIZES.iter().filter_map(named);
    larger.take_while(|url| url != picture).collect()
}
