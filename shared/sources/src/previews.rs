//! The preview pictures of videos.

pub(crate) mod download;
pub(crate) mod oembed;
pub(crate) mod page;
pub(crate) mod preview;
pub(crate) mod title;
pub(crate) mod video;
