//! The preview of a video, as its page or its site names it.

use url::Url;

/// The preview of a video.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Preview {
    /// The URL of the preview picture.
    pub(crate) picture: Url,
    /// The title of the video.
    pub(crate) title: Option<String>,
}
