//! The preview of a video, as its page or its site names it.

use url::Url;

/// The preview of a video.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Preview {
    /// The URLs of the preview picture, best first. Some may lead nowhere.
    pub(crate) pictures: Vec<Url>,
    /// The title of the video.
    pub(crate) title: Option<String>,
}
