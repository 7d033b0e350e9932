//! What can be wrong with a source.

use crate::picture::PictureError;

/// Why no picture can be taken from a source. Displays as a phrase that follows the name of the parameter, as in
/// "`imageUrl` is larger than 10 MB".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// It is not a URL at all.
    #[error("is not a URL; it must start with `https://`, `http://` or `data:`")]
    NotAUrl,
    /// It begins like a URL and goes on like none.
    #[error("is not a URL that can be read: {0}")]
    Malformed(url::ParseError),
    /// It is a URL of another scheme.
    #[error("has the scheme `{0}`; it must be an http, https or data: URL")]
    Scheme(String),
    /// It is longer than any URL needs to be.
    #[error("is longer than {} characters", crate::source::LONGEST_URL)]
    TooLong,
    /// It would send a secret along.
    #[error("has a user name or a password in it; only what is open to everybody can be fetched")]
    UserInfo,
    /// It does not say where to connect to.
    #[error("names no host")]
    NoHost,
    /// A `data:` URL has no content.
    #[error("is a data: URL without a comma before its content")]
    NoComma,
    /// A `data:` URL says that it is base64, and is not.
    #[error("is a data: URL whose base64 cannot be decoded; its alphabet ends in `+/`")]
    Base64,
    /// The `data:` URLs of a call are too large together.
    #[error("goes beyond the 4 MB that the data: URLs of a request may have in sum; pass an http or https URL instead")]
    DataTooLarge,
    /// A `data:` URL where a video is wanted.
    #[error("is a data: URL; a video must be an http or https URL")]
    DataVideo,

    /// Nobody outside could connect to it.
    #[error("leads to an address that is not public")]
    NotPublic,
    /// The name has no address.
    #[error("names a host that cannot be found")]
    UnknownHost,
    /// No address accepts a connection.
    #[error("names a host that accepts no connection")]
    Unreachable,
    /// TLS failed: a certificate that is not valid, mostly.
    #[error("names a host to which no secure connection can be made; its certificate may not be valid")]
    Insecure,
    /// What came is not HTTP, or nothing came.
    #[error("got no answer that can be read as HTTP")]
    NotHttp,
    /// The connection ended early.
    #[error("broke off before all of it was received")]
    BrokeOff,
    /// There is no success.
    #[error("answers with status {0} where 200 is needed")]
    Status(u16),
    /// One redirect after the other.
    #[error("redirects more than {} times", crate::fetch::MOST_REDIRECTS)]
    TooManyRedirects,
    /// A redirect to nowhere.
    #[error("redirects without saying where to")]
    NoLocation,
    /// A redirect to where nothing is fetched from.
    #[error("redirects to a URL that {0}")]
    Redirect(Box<Self>),
    /// The body is too large.
    #[error("is larger than {megabytes} MB")]
    TooLarge {
        /// What would be allowed.
        megabytes: usize,
    },
    /// A content encoding that was not asked for.
    #[error("is sent with the content encoding `{0}`; only gzip and deflate can be read")]
    Encoding(String),
    /// A content encoding that is known, and damaged.
    #[error("is sent compressed, and cannot be decompressed")]
    Compression,
    /// The deadline passed.
    #[error("was not received within 10 seconds")]
    Slow,

    /// A page of a video site that shows no single video.
    #[error("is an address at {0} that names no video")]
    NoVideo(&'static str),
    /// The site does not show the video to everybody.
    #[error("names a video that is private or does not exist")]
    VideoHidden,
    /// The site cannot be asked for the video.
    #[error("names a video whose site cannot be asked: its address {0}")]
    Site(Box<Self>),
    /// The site was asked, and its answer names no picture.
    #[error("names a video for which its site names no preview picture")]
    NoPreview,
    /// A page without a preview picture.
    #[error("is not a page that names a preview picture")]
    NotAPage,
    /// A picture where a page of a video is wanted.
    #[error("is a picture, not a page: pass it as `imageUrl`")]
    PictureNotPage,
    /// The page is good, its preview picture is not.
    #[error("has a preview picture that {0}")]
    Preview(Box<Self>),

    /// The bytes are no picture that can be taken.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// Decoding them failed in a way that it should not.
    #[error("cannot be decoded")]
    Undecodable,
}

impl SourceError {
    /// The same of a page's preview picture. That time is up is said the same way everywhere.
    pub(crate) fn of_preview(self) -> Self {
        match self {
            Self::Slow | Self::Preview(_) => self,
            other => Self::Preview(Box::new(other)),
        }
    }

    /// The same of the site that is asked for a video.
    pub(crate) fn of_site(self) -> Self {
        match self {
            Self::Slow => self,
            other => Self::Site(Box::new(other)),
        }
    }
}
