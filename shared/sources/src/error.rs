//! Why a source has no usable picture.

use std::error::Error;

use crate::{
    limits::{FETCH_TIMEOUT, MAX_DATA_BYTES, MAX_REDIRECTS, MAX_URL_CHARS, megabytes},
    picture::PictureError,
};

/// Why a source has no usable picture. The messages are for the caller: a phrase that follows the name of the
/// parameter, as in "`imageUrl` is larger than 10 MB". An error inside another one is a part of its phrase.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The text is not a URL.
    #[error("is not a URL; it must start with `https://`, `http://` or `data:`")]
    NotAUrl,
    /// The text that should be the URL of a video's page is not a URL.
    #[error("is not a URL; it must start with `https://` or `http://`")]
    NotAPageUrl,
    /// The text begins like a URL, but is not one.
    #[error("is not a URL that can be read: {0}")]
    Malformed(url::ParseError),
    /// The URL has another scheme.
    #[error("has the scheme `{0}`; it must be an http, https or data: URL")]
    Scheme(String),
    /// A path on the caller's machine, or a `file:` URL.
    #[error(
        "{mistake}, and the service cannot read files of your machine; pass the content of the file as a data: URL, \
         data:image/png;base64,CONTENT, or, if it has more than {} MB, post it with `POST /api/v1/uploads`",
        megabytes(MAX_DATA_BYTES)
    )]
    LocalFile {
        /// The first words of the message, which name the mistake.
        mistake: &'static str,
    },
    /// The content of a file in base64, without the beginning of a `data:` URL.
    #[error(
        "is base64 without the beginning of a data: URL; write it as data:{media_type};base64,CONTENT, or, if the file has \
         more than {} MB, post it with `POST /api/v1/uploads`",
        megabytes(MAX_DATA_BYTES)
    )]
    BareBase64 {
        /// The media type of the file.
        media_type: &'static str,
    },
    /// The content of a file as hexadecimal digits.
    #[error("is hexadecimal text; encode the file in base64, and write data:image/png;base64,CONTENT")]
    Hexadecimal,
    /// The URL of a video's page, or the target of a redirect, has another scheme.
    #[error("has the scheme `{0}`; it must be an http or https URL")]
    PageScheme(String),
    /// The URL is too long.
    #[error("is longer than {MAX_URL_CHARS} characters; use a shorter URL")]
    TooLong,
    /// The URL is too long where a `data:` URL may take its place.
    #[error("is longer than {MAX_URL_CHARS} characters; use a shorter URL, or a data: URL")]
    TooLongForUrl,
    /// The URL contains a user name or a password.
    #[error("contains a user name or a password; use a URL that needs none")]
    UserInfo,
    /// The URL has no host.
    #[error("names no host; write the whole URL, such as https://example.com/path")]
    NoHost,
    /// A `data:` URL without content.
    #[error("is a data: URL without a comma before its content; write it as data:image/png;base64,CONTENT")]
    NoComma,
    /// A `data:` URL with invalid base64.
    #[error(
        "is a data: URL whose base64 cannot be decoded; encode it again with the standard alphabet, which has \
             `+` and `/`"
    )]
    Base64,
    /// The `data:` URLs of a call are too large together.
    #[error(
        "exceeds the {} MB that the data: URLs of a request may have together; pass an http or https URL instead, or \
         upload the file with `POST /api/v1/uploads`",
        megabytes(MAX_DATA_BYTES)
    )]
    DataTooLarge,
    /// The text begins with `upload:`, but is not the source of an upload.
    #[error("is not the `source` of an upload; pass the whole `source` that `POST /api/v1/uploads` returned")]
    NotAnUpload,
    /// Two sources of a call name one upload.
    #[error("names the same upload as another source of this call; each upload can be used once")]
    UploadTwice,
    /// There is no such upload, or it belongs to another organization, is used up, or is too old.
    #[error(
        "names an upload that does not exist, was used before, or has expired; upload the file again with \
         `POST /api/v1/uploads`"
    )]
    NoUpload,
    /// No file was posted to the upload.
    #[error("names an upload to which no file was posted; post the file to the `url` of the upload first")]
    EmptyUpload,
    /// The file of the upload does not have the announced size.
    #[error("names an upload whose file does not have the announced `sizeBytes`; upload the file again")]
    UploadSize,
    /// An upload as the URL of a video.
    #[error("is an upload; a video must be an http or https URL")]
    UploadVideo,
    /// A `data:` URL as the URL of a video.
    #[error("is a data: URL; a video must be an http or https URL")]
    DataVideo,

    /// The host has no public address.
    #[error("leads to an address that is not public; use a URL that everybody on the internet can reach")]
    NotPublic,
    /// The host's name has no address.
    #[error("names a host that cannot be found; check its spelling")]
    UnknownHost,
    /// No address accepts a connection.
    #[error("names a host that accepts no connection; check the port, and that the server is open to everybody")]
    Unreachable,
    /// The TLS handshake failed, usually because of an invalid certificate.
    #[error("names a host to which no secure connection can be made; check that its TLS certificate is valid")]
    Insecure,
    /// The response is not HTTP, or is missing.
    #[error("names a server that does not answer with HTTP; check the scheme and the port")]
    NotHttp,
    /// The connection ended early.
    #[error("sent only a part of the file before the connection ended; try again")]
    BrokeOff,
    /// The status of the response is not 200.
    #[error("answers with status {0}; it must give the file with status 200 to everybody")]
    Status(u16),
    /// Too many redirects.
    #[error("redirects more than {MAX_REDIRECTS} times; pass the URL at which the redirects end")]
    TooManyRedirects,
    /// A redirect without a target.
    #[error("redirects without a Location header; pass the URL of the file itself")]
    NoLocation,
    /// A redirect to a URL that cannot be fetched.
    #[error("redirects to another URL, and that URL {0}")]
    Redirect(Box<Self>),
    /// The body is too large.
    #[error("is larger than {megabytes} MB; make the file smaller")]
    TooLarge {
        /// The limit.
        megabytes: usize,
    },
    /// An unknown content encoding.
    #[error(
        "is sent with the content encoding `{0}`; only gzip and deflate can be read; pass a URL that is sent \
             uncompressed"
    )]
    Encoding(String),
    /// A compressed body that is damaged.
    #[error("is sent compressed, and the compressed data are damaged; try again, or pass another URL")]
    Compression,
    /// The deadline passed.
    #[error("was not received within {} seconds; try again, or use a faster server", FETCH_TIMEOUT.as_secs())]
    Slow,

    /// A page of a video site that is not the page of one video.
    #[error("is a URL of {0}, but not of a video; pass the URL of one video's page")]
    NoVideo(&'static str),
    /// A video that is not public.
    #[error("names a video that is private or does not exist; check the URL, or pass a picture as `imageUrl`")]
    VideoHidden,
    /// The request to the video site failed.
    #[error(
        "names a video whose preview picture could not be looked up: the site {0}; try again later, or pass a picture as `imageUrl`"
    )]
    Site(Box<Self>),
    /// The response of the video site names no picture.
    #[error("names a video for which its site names no preview picture; pass a picture as `imageUrl`")]
    NoPreview,
    /// A page without a preview picture.
    #[error("is not a page that names a preview picture; pass a picture as `imageUrl`")]
    NotAPage,
    /// A picture instead of the page of a video.
    #[error("is a picture, not a page: pass it as `imageUrl`")]
    PictureNotPage,
    /// The preview picture of a page cannot be used.
    #[error("has a preview picture that {0}; pass another picture as `imageUrl`")]
    Preview(Box<Self>),

    /// The bytes are not a usable picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The task that decodes the picture failed.
    #[error("cannot be decoded; save it again as PNG or JPEG")]
    Undecodable,
}

impl SourceError {
    /// This error, with its cause in the log: the caller does not see the cause, and nothing else keeps it.
    ///
    /// The causes are errors of the network and of parsers. None of them may contain the URL, which may be a secret.
    pub(crate) fn caused_by(self, cause: &(dyn Error + 'static)) -> Self {
        tracing::info!(error = %runtime::causes(cause), refusal = %self, "a source is refused");
        self
    }

    /// This error about a page's preview picture. A timeout has the same message everywhere.
    pub(crate) fn of_preview(self) -> Self {
        match self {
            Self::Slow | Self::Preview(_) => self,
            other => Self::Preview(Box::new(other)),
        }
    }

    /// This error about the request to a video site. A timeout has the same message everywhere.
    pub(crate) fn of_site(self) -> Self {
        match self {
            Self::Slow => self,
            other => Self::Site(Box::new(other)),
        }
    }
}
