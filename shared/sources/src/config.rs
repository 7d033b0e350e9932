//! The configuration of sources.

use std::sync::Arc;

use runtime::SourceSettings;

use crate::web::{
    dial::{Dial, SystemDialler},
    resolve::{Resolve, SystemResolver},
};

/// The configuration of sources. The default is the configuration of a deployed service.
#[derive(Clone)]
pub struct SourcesConfig {
    /// `host:port` pairs that may have private addresses, for development and tests. They are compared literally with
    /// the serialized host of a URL (lower case, IPv6 in brackets) and its port.
    pub allow_hosts: Vec<String>,
    /// A URL or an e-mail address of the operator, for the `User-Agent` header.
    pub contact: Option<String>,
    /// The resolver of host names.
    pub resolver: Arc<dyn Resolve>,
    /// Opens the connections.
    pub dialler: Arc<dyn Dial>,
    /// The endpoints of video sites.
    pub video_sites: VideoSites,
    /// The thread that decodes pictures.
    pub decoding: Decoding,
}

/// The thread that decodes pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decoding {
    /// A thread for blocking work, so that other calls of the process continue.
    #[default]
    Aside,
    /// The thread of the call. A simulation needs this, because with a second thread its events would have no fixed
    /// order.
    InPlace,
}

impl SourcesConfig {
    /// The configuration of a deployed service with these settings.
    #[must_use]
    pub fn of(settings: SourceSettings) -> Self {
        Self {
            allow_hosts: settings.allow_hosts,
            contact: settings.contact,
            ..Self::default()
        }
    }

    /// The configuration of a deployed service that may also fetch from these hosts.
    #[must_use]
    pub fn allowing(allow_hosts: Vec<String>) -> Self {
        Self {
            allow_hosts,
            ..Self::default()
        }
    }
}

impl Default for SourcesConfig {
    fn default() -> Self {
        Self {
            allow_hosts: Vec::new(),
            contact: None,
            resolver: Arc::new(SystemResolver),
            dialler: Arc::new(SystemDialler),
            video_sites: VideoSites::default(),
            decoding: Decoding::default(),
        }
    }
}

impl std::fmt::Debug for SourcesConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SourcesConfig")
            .field("allow_hosts", &self.allow_hosts)
            .field("contact", &self.contact)
            .field("video_sites", &self.video_sites)
            .field("decoding", &self.decoding)
            .finish_non_exhaustive()
    }
}

/// The oEmbed endpoints of video sites, <https://oembed.com/providers.json>.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VideoSites {
    /// YouTube's endpoint.
    pub youtube_oembed: String,
    /// Vimeo's endpoint.
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
