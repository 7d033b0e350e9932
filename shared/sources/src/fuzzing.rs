//! Parsers for the fuzz targets, which must not fetch the URLs in their input. Nothing else calls these functions.

use url::Url;

use crate::{
    previews::{page, title, video::Video},
    source::{self, Reader},
};

/// Whether a page of a video names a preview picture.
#[must_use]
pub fn page(page: &[u8]) -> bool {
    Url::parse("https://videos.example/watch").is_ok_and(|url| page::preview(&url, page).is_ok())
}

/// Whether a text is a source of a picture. Also parses the text as the URL of a video and as a title.
#[must_use]
pub fn source(text: &str) -> bool {
    if let Ok(url) = source::page(text) {
        drop(Video::of(&url));
        drop(title::file_name(&url));
    }
    drop(title::clean(text));
    Reader::new().read(text).is_ok()
}
