//! Parsers that fuzz targets call without fetching what their input names. Nothing else calls these functions.

use url::Url;

use crate::{
    page::Preview,
    source::{self, Reader},
    title,
    video::Video,
};

/// Reads a page of a video as it comes from the web. Whether it names a preview picture.
#[must_use]
pub fn page(page: &[u8]) -> bool {
    Url::parse("https://videos.example/watch").is_ok_and(|url| Preview::of(&url, page).is_ok())
}

/// Reads a source as it stands in a request: as a picture's, as a video's, and as a picture's title. Whether it is a
/// source.
#[must_use]
pub fn source(text: &str) -> bool {
    if let Ok(url) = source::page(text) {
        drop(Video::of(&url));
        drop(title::file_name(&url));
    }
    drop(title::clean(text));
    Reader::new().read(text).is_ok()
}
