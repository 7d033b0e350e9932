//! What fetching pictures depends on.

use std::sync::Arc;

use crate::resolve::{Resolve, SystemResolver};

/// What fetching pictures depends on. The default is what a deployed service needs.
#[derive(Clone)]
pub struct SourcesConfig {
    /// `host:port` pairs that may have private addresses, for development and tests. They are compared literally with
    /// a URL's host as it is serialized (lower case, IPv6 in brackets) and its port.
    pub allow_hosts: Vec<String>,
    /// Finds the addresses of hosts.
    pub resolver: Arc<dyn Resolve>,
    /// Where video sites are asked.
    pub video_sites: VideoSites,
    /// Where pictures are decoded.
    pub decoding: Decoding,
}

/// Where pictures are decoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decoding {
    /// On a thread of their own: other calls of the process go on meanwhile.
    #[default]
    Aside,
    /// On the thread of the call. A simulation needs this: with a second thread its events have no fixed order.
    InPlace,
}

impl Default for SourcesConfig {
    fn default() -> Self {
        Self {
            allow_hosts: Vec::new(),
            resolver: Arc::new(SystemResolver),
            video_sites: VideoSites::default(),
            decoding: Decoding::default(),
        }
    }
}

impl std::fmt::Debug for SourcesConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SourcesConfig")
            .field("allow_hosts", &self.allow_hosts)
            .field("video_sites", &self.video_sites)
            .field("decoding", &self.decoding)
            .finish_non_exhaustive()
    }
}

/// The oEmbed endpoints of video sites, <https://oembed.com/providers.json>.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VideoSites {
    /// YouTube's.
    pub youtube_oembed: String,
    /// Vimeo's.
    pub vimeo_oembed: String,
}

impl Default for VideoSites {
    fn default() -> Self {
        Self {
            youtube_oembed: "https://www.youtube.com/oembed".to_owned(),
            vimeo_oembed: "https://vimeo.com/api/oembed.json".to_owned(),
        }
    }
}
