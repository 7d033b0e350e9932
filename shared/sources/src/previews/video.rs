//! Recognizes the URLs of videos.

use url::Url;

use crate::error::SourceError;

/// A video site with an oEmbed endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Site {
    YouTube,
    Vimeo,
}

/// A video at a site, with its canonical URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Video {
    pub(crate) site: Site,
    pub(crate) address: String,
}

impl Video {
    /// The video that `url` names. `None` if the URL belongs to no known site; an error if it is another page of a
    /// known site.
    pub(crate) fn of(url: &Url) -> Result<Option<Self>, SourceError> {
        if url.port().is_some() {
            return Ok(None);
        }
        let host = url.host_str().unwrap_or_default();
        let host = host.strip_suffix('.').unwrap_or(host);
        let path: Vec<&str> = url.path().split('/').filter(|segment| !segment.is_empty()).collect();
        let (site, address) = match host {
            "youtu.be" => (
                Site::YouTube,
                path.first().copied().and_then(youtube).or_else(|| watched(url, &path)),
            ),
            "youtube.com"
            | "www.youtube.com"
            | "m.youtube.com"
            | "music.youtube.com"
            | "youtube-nocookie.com"
            | "www.youtube-nocookie.com" => (Site::YouTube, watched(url, &path)),
            "vimeo.com" | "www.vimeo.com" | "player.vimeo.com" => (Site::Vimeo, vimeo(url, &path)),
            _ => return Ok(None),
        };
        let name = match site {
            Site::YouTube => "YouTube",
            Site::Vimeo => "Vimeo",
        };
        match address {
            Some(address) => Ok(Some(Self { site, address })),
            None => Err(SourceError::NoVideo(name)),
        }
    }
}

fn watched(url: &Url, path: &[&str]) -> Option<String> {
    match path {
        ["watch"] => url
            .query_pairs()
            .find(|(name, _)| name == "v")
            .and_then(|(_, id)| youtube(&id)),
        ["shorts" | "live" | "embed" | "v", id, ..] => youtube(id),
        _ => None,
    }
}

fn youtube(id: &str) -> Option<String> {
    let good = id.len() == 11
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    good.then(|| format!("https://www.youtube.com/watch?v={id}"))
}

/// The canonical URL of a video at Vimeo. An unlisted video has a hash after its number or in the parameter `h`.
fn vimeo(url: &Url, path: &[&str]) -> Option<String> {
    let (id, hash) = match path {
        ["channels" | "groups" | "album" | "showcase" | "ondemand", .., id] => (*id, None),
        ["video", id] => {
            let hash = url.query_pairs().find(|(name, _)| name == "h");
            (*id, hash.map(|(_, hash)| hash.into_owned()))
        }
        [id] => (*id, None),
        [id, hash] => (*id, Some((*hash).to_owned())),
        _ => return None,
    };
    if id.is_empty() || id.len() > 20 || !id.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let hash = hash.filter(|hash| (1..=40).contains(&hash.len()) && hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    Some(match hash {
        Some(hash) => format!("https://vimeo.com/{id}/{hash}"),
        None => format!("https://vimeo.com/{id}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(url: &str) -> Result<Option<Video>, SourceError> {
        Video::of(&Url::parse(url).unwrap())
    }

    fn check(site: Site, address: &str, urls: &[&str]) {
        for url in urls {
            let video = Video {
                site,
                address: address.to_owned(),
            };
            assert_eq!(of(url), Ok(Some(video)), "{url}");
        }
    }

    #[test]
    fn every_form_of_a_youtube_url_names_the_same_video() {
        check(
            Site::YouTube,
            "https://www.youtube.com/watch?v=dQw4w9_gX-Q",
            &[
                "https://www.youtube.com/watch?v=dQw4w9_gX-Q",
                "http://youtube.com/watch?t=42&v=dQw4w9_gX-Q&list=x#t=1",
                "https://m.youtube.com/watch/?v=dQw4w9_gX-Q",
                "https://music.youtube.com/watch?v=dQw4w9_gX-Q",
                "https://WWW.YouTube.com./watch?v=dQw4w9_gX-Q",
                "https://www.youtube.com:443/watch?v=dQw4w9_gX-Q",
                "https://youtu.be/dQw4w9_gX-Q",
                "https://youtu.be/dQw4w9_gX-Q?si=abc&t=3",
                "https://youtu.be/watch?v=dQw4w9_gX-Q",
                "https://www.youtube.com/shorts/dQw4w9_gX-Q",
                "https://www.youtube.com/live/dQw4w9_gX-Q?feature=share",
                "https://www.youtube.com/embed/dQw4w9_gX-Q/",
                "https://www.youtube.com/v/dQw4w9_gX-Q",
                "https://www.youtube-nocookie.com/embed/dQw4w9_gX-Q",
                "https://youtube-nocookie.com/embed/dQw4w9_gX-Q",
            ],
        );
    }

    #[test]
    fn every_form_of_a_vimeo_url_names_the_same_video() {
        check(
            Site::Vimeo,
            "https://vimeo.com/76979871",
            &[
                "https://vimeo.com/76979871",
                "https://www.vimeo.com/76979871/?share=copy",
                "https://vimeo.com/channels/staffpicks/76979871",
                "https://vimeo.com/groups/shortfilms/videos/76979871",
                "https://vimeo.com/showcase/123/video/76979871",
                "https://player.vimeo.com/video/76979871?badge=0",
            ],
        );
        check(
            Site::Vimeo,
            "https://vimeo.com/76979871/0a1b2c3d4e",
            &[
                "https://vimeo.com/76979871/0a1b2c3d4e",
                "https://player.vimeo.com/video/76979871?h=0a1b2c3d4e",
            ],
        );
    }

    #[test]
    fn a_sites_other_pages_name_no_video() {
        for url in [
            "https://www.youtube.com/",
            "https://www.youtube.com/watch",
            "https://www.youtube.com/watch?v=short",
            "https://www.youtube.com/watch?v=dQw4w9WgXcQQ",
            "https://www.youtube.com/watch?v=dQw4w9WgXc%26",
            "https://www.youtube.com/@someone",
            "https://www.youtube.com/playlist?list=PL123",
            "https://www.youtube.com/shorts/",
            "https://youtu.be/",
        ] {
            assert_eq!(of(url), Err(SourceError::NoVideo("YouTube")), "{url}");
        }
        for url in [
            "https://vimeo.com/",
            "https://vimeo.com/staff",
            "https://vimeo.com/channels/staffpicks",
            "https://player.vimeo.com/video/",
        ] {
            assert_eq!(of(url), Err(SourceError::NoVideo("Vimeo")), "{url}");
        }
    }

    #[test]
    fn urls_of_other_hosts_are_ordinary_pages() {
        for url in [
            "https://a.example/watch?v=dQw4w9WgXcQ",
            "https://notyoutube.com/watch?v=dQw4w9WgXcQ",
            "https://youtube.com.a.example/watch?v=dQw4w9WgXcQ",
            "https://youtube.com:8443/watch?v=dQw4w9WgXcQ",
            "http://127.0.0.1/76979871",
        ] {
            assert_eq!(of(url), Ok(None), "{url}");
        }
    }
}
