//! The source of a picture: a URL to fetch, a `data:` URL with the bytes, or an upload.

use std::collections::HashSet;

use contract::{UploadId, operations::UploadSource};
use data_url::{DataUrl, DataUrlError, forgiving_base64::DecodeError};
use url::{ParseError, Url};

use crate::{
    error::SourceError,
    limits::{MAX_DATA_BYTES, MAX_SHOWN_SCHEME_CHARS, MAX_URL_CHARS},
};

/// The source of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The bytes of a `data:` URL.
    Data(Vec<u8>),
    /// An `http:` or `https:` URL.
    Web(Url),
    /// A file that the caller has uploaded.
    Upload(UploadId),
}

/// A source without the bytes of a `data:` URL.
enum Origin {
    Data,
    Web(Url),
    Upload(UploadId),
}

/// Parses the sources of one call, whose `data:` URLs share one limit, and which name each upload once.
#[derive(Debug)]
pub(crate) struct Reader {
    /// The bytes that the following `data:` URLs may still have.
    left: usize,
    uploads: HashSet<UploadId>,
}

impl Reader {
    pub(crate) fn new() -> Self {
        Self {
            left: MAX_DATA_BYTES,
            uploads: HashSet::new(),
        }
    }

    /// Parses a picture's source. A `data:` URL that exceeds the limit does not count toward it.
    pub(crate) fn read(&mut self, text: &str) -> Result<Source, SourceError> {
        let most = self.left.min(text.len());
        let mut bytes = Vec::new();
        let origin = self.parse(text, |part| {
            if bytes.is_empty() {
                bytes.reserve_exact(most);
            }
            bytes.extend_from_slice(part);
        })?;
        Ok(match origin {
            Origin::Data => Source::Data(bytes),
            Origin::Web(url) => Source::Web(url),
            Origin::Upload(id) => Source::Upload(id),
        })
    }

    /// Checks a picture's source as [`Reader::read`] does, without keeping its bytes.
    pub(crate) fn check(&mut self, text: &str) -> Result<(), SourceError> {
        self.parse(text, |_| ()).map(drop)
    }

    /// Parses a picture's source. The parts of a `data:` URL's content go to `take`.
    fn parse(&mut self, text: &str, take: impl FnMut(&[u8])) -> Result<Origin, SourceError> {
        if UploadSource::begins(text) {
            let UploadSource(id) = text.parse().map_err(|_| SourceError::NotAnUpload)?;
            return if self.uploads.insert(id) {
                Ok(Origin::Upload(id))
            } else {
                Err(SourceError::UploadTwice)
            };
        }
        match DataUrl::process(text) {
            Ok(data) => {
                self.left -= self.decode(&data, take)?;
                Ok(Origin::Data)
            }
            Err(DataUrlError::NoComma) => Err(SourceError::NoComma),
            Err(DataUrlError::NotADataUrl) => web(text).map(Origin::Web).map_err(|error| match error {
                SourceError::TooLong => no_url(text).unwrap_or(SourceError::TooLongForUrl),
                SourceError::NotAUrl | SourceError::Scheme(_) | SourceError::Malformed(_) => {
                    no_url(text).unwrap_or(error)
                }
                error => error,
            }),
        }
    }

    /// Decodes the content, and returns its length. Decoding stops at the limit.
    fn decode(&self, data: &DataUrl<'_>, mut take: impl FnMut(&[u8])) -> Result<usize, SourceError> {
        let mut length = 0;
        let decoded = data.decode(|part| {
            if part.len() > self.left - length {
                return Err(SourceError::DataTooLarge);
            }
            length += part.len();
            take(part);
            Ok(())
        });
        match decoded {
            Ok(_) => Ok(length),
            Err(DecodeError::InvalidBase64(_)) => Err(SourceError::Base64),
            Err(DecodeError::WriteError(error)) => Err(error),
        }
    }
}

/// The beginnings of files in base64, and their media types.
const BASE64: [(&str, &str); 4] = [
    ("iVBORw0KGgo", "image/png"),
    ("/9j/", "image/jpeg"),
    ("UklGR", "image/webp"),
    ("R0lGOD", "image/gif"),
];

/// The least length of a text that is taken for base64 because of its characters alone.
const MIN_BASE64_CHARS: usize = 64;

/// The file name extensions of pictures.
const EXTENSIONS: [&str; 12] = [
    "avif", "bmp", "gif", "heic", "jpeg", "jpg", "png", "psd", "svg", "tif", "tiff", "webp",
];

/// What callers pass by mistake instead of a URL: a path on their machine, or a file's content in base64.
fn no_url(text: &str) -> Option<SourceError> {
    let text = text.trim();
    if let Some((_, media_type)) = BASE64.iter().find(|(start, _)| text.starts_with(start)) {
        return Some(SourceError::BareBase64 { media_type });
    }
    if text.len() >= MIN_BASE64_CHARS && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Some(SourceError::Hexadecimal);
    }
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=-_\r\n".contains(&byte);
    if text.len() >= MIN_BASE64_CHARS && text.bytes().all(is_base64) && !text.starts_with("//") {
        return Some(SourceError::BareBase64 {
            media_type: "image/png",
        });
    }
    let is_url = text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("file:"));
    let mistake = match is_url {
        true => Some("has the scheme `file`"),
        false => is_path(text).then_some("is not a URL, but the path of a file"),
    };
    mistake.map(|mistake| SourceError::LocalFile { mistake })
}

fn is_path(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_drive = lower.starts_with(|c: char| c.is_ascii_lowercase()) && lower.get(1..2) == Some(":");
    let starts = ["./", "../", "~", "\\", ".\\", "..\\"];
    if is_drive || starts.iter().any(|start| lower.starts_with(start)) {
        return true;
    }
    if lower.starts_with('/') {
        return !lower.starts_with("//");
    }
    // A name with a dot before the first slash may be a host.
    let first = lower.split(['/', '\\']).next().unwrap_or_default();
    // The colon of a URL's scheme is missing.
    if matches!(first, "http" | "https") {
        return false;
    }
    let is_name = first.len() == lower.len() || !first.contains('.');
    let extension = lower.rsplit_once('.').map_or("", |(_, extension)| extension);
    is_name && !lower.contains(':') && EXTENSIONS.contains(&extension)
}

/// Parses a URL that can be fetched.
pub(crate) fn web(text: &str) -> Result<Url, SourceError> {
    parse(text, Url::parse)
}

/// Resolves a reference relative to `base`. The result is checked like the URL in a call.
pub(crate) fn join(base: &Url, reference: &str) -> Result<Url, SourceError> {
    parse(reference, |text| base.join(text)).map_err(|error| match error {
        SourceError::Scheme(scheme) => SourceError::PageScheme(scheme),
        error => error,
    })
}

/// Parses the URL of a video's page.
pub(crate) fn page(text: &str) -> Result<Url, SourceError> {
    if UploadSource::begins(text) {
        return Err(SourceError::UploadVideo);
    }
    match DataUrl::process(text) {
        Err(DataUrlError::NotADataUrl) => web(text).map_err(|error| match error {
            SourceError::NotAUrl => SourceError::NotAPageUrl,
            SourceError::Scheme(scheme) => SourceError::PageScheme(scheme),
            error => error,
        }),
        Ok(_) | Err(DataUrlError::NoComma) => Err(SourceError::DataVideo),
    }
}

fn parse(text: &str, parse: impl FnOnce(&str) -> Result<Url, ParseError>) -> Result<Url, SourceError> {
    if text.chars().nth(MAX_URL_CHARS).is_some() {
        return Err(SourceError::TooLong);
    }
    let url = parse(text).map_err(|error| match error {
        ParseError::EmptyHost => SourceError::NoHost,
        ParseError::RelativeUrlWithoutBase => SourceError::NotAUrl,
        error => SourceError::Malformed(error),
    })?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(SourceError::Scheme(
            url.scheme().chars().take(MAX_SHOWN_SCHEME_CHARS).collect(),
        ));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(SourceError::UserInfo);
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Source, SourceError> {
        Reader::new().read(text)
    }

    #[test]
    fn a_host_is_the_one_that_a_browser_would_connect_to() {
        for (text, host) in [
            ("http://2130706433/", "127.0.0.1"),
            ("http://0x7f000001/", "127.0.0.1"),
            ("http://0177.0.0.01/", "127.0.0.1"),
            ("http://127.1/", "127.0.0.1"),
            ("http://0/", "0.0.0.0"),
            ("http://①②⑦.⓪.⓪.①/", "127.0.0.1"),
            ("http://127。0。0。1/", "127.0.0.1"),
            ("http://%31%32%37.0.0.1/", "127.0.0.1"),
            ("http://[::FFFF:127.0.0.1]/", "[::ffff:7f00:1]"),
            ("HTTPS:\\\\EXAMPLE.com\\x", "example.com"),
            ("https:example.com", "example.com"),
            (" h\tttp://exa\nmple.com ", "example.com"),
            ("http://example.com.:80/", "example.com."),
            ("http://bücher.example/", "xn--bcher-kva.example"),
            ("http://a.example#@127.0.0.1/", "a.example"),
            ("http://a.example\\@127.0.0.1@b.example/", "a.example"),
        ] {
            let Source::Web(url) = read(text).unwrap() else {
                panic!("{text}")
            };
            assert_eq!(url.host_str(), Some(host), "{text}");
        }
    }

    #[test]
    fn texts_that_are_no_sources_are_refused_with_the_reason() {
        let scheme = |name: &str| SourceError::Scheme(name.to_owned());
        for (text, error) in [
            ("//a.example/cat.png", SourceError::NotAUrl),
            ("a.example/cat.png", SourceError::NotAUrl),
            ("", SourceError::NotAUrl),
            ("http://a b/", SourceError::Malformed(ParseError::IdnaError)),
            (
                "http://1.2.3.256/",
                SourceError::Malformed(ParseError::InvalidIpv4Address),
            ),
            ("http://[::1/", SourceError::Malformed(ParseError::InvalidIpv6Address)),
            (
                "http://a.example:99999/",
                SourceError::Malformed(ParseError::InvalidPort),
            ),
            ("http://", SourceError::NoHost),
            ("https:///", SourceError::NoHost),
            ("ftp://a.example/x.png", scheme("ftp")),
            ("gopher://127.0.0.1:6379/_x", scheme("gopher")),
            ("javascript:alert(1)", scheme("javascript")),
            ("blob:https://a.example/1", scheme("blob")),
            ("s3://bucket/key", scheme("s3")),
            ("http://user@a.example/", SourceError::UserInfo),
            ("http://user:secret@a.example/", SourceError::UserInfo),
            ("http://:secret@a.example/", SourceError::UserInfo),
            ("http://a.example:80@127.0.0.1/", SourceError::UserInfo),
            ("data:image/png;base64", SourceError::NoComma),
            ("data:#,", SourceError::NoComma),
            ("data:image/png;base64,a", SourceError::Base64),
            ("data:;base64,*", SourceError::Base64),
        ] {
            assert_eq!(read(text), Err(error), "{text}");
        }
    }

    #[test]
    fn a_url_has_at_most_2048_code_points() {
        let url = |length: usize| format!("https://a.example/{}", "é".repeat(length - 18));
        assert!(read(&url(2048)).is_ok());
        assert_eq!(read(&url(2049)), Err(SourceError::TooLongForUrl));
        assert_eq!(page(&url(2049)), Err(SourceError::TooLong));
    }

    #[test]
    fn paths_and_bare_base64_are_told_from_urls() {
        for text in [
            "cat.png",
            "My holiday.JPG",
            "pictures/cat.webp",
            "pictures\\cat.webp",
            "./cat",
            "../cat.png",
            "~/cat.png",
            "/etc/passwd",
            "/home/me/a.example/cat.png",
            "C:\\Users\\me\\cat.png",
            "c:/cat.png",
            "\\\\server\\share\\cat.png",
        ] {
            let mistake = "is not a URL, but the path of a file";
            assert_eq!(read(text), Err(SourceError::LocalFile { mistake }), "{text}");
        }
        for text in ["file:///etc/passwd", "FILE:cat.png"] {
            let mistake = "has the scheme `file`";
            assert_eq!(read(text), Err(SourceError::LocalFile { mistake }), "{text}");
        }
        for text in ["https//a.example/cat.png", "http//a.example/cat.png"] {
            assert_eq!(read(text), Err(SourceError::NotAUrl), "{text}");
        }
        assert_eq!(read(&"89504E470d0a1a0a".repeat(4)), Err(SourceError::Hexadecimal));
        for (text, media_type) in [
            ("iVBORw0KGgoAAAA", "image/png"),
            ("/9j/4AAQSkZJRg", "image/jpeg"),
            ("R0lGODlhAQABAIAAAAUEBA==", "image/gif"),
            ("UklGRiQAAABXRUJQ", "image/webp"),
            (&"iVBORw0KGgo".repeat(1000), "image/png"),
            (&"AAAAIGZ0eXBhdmlm\n".repeat(10), "image/png"),
        ] {
            assert_eq!(read(text), Err(SourceError::BareBase64 { media_type }), "{text}");
        }
    }

    #[test]
    fn data_urls_are_decoded() {
        for (text, bytes) in [
            ("data:,a%20b", "a b"),
            ("data:image/png;base64,YWJj", "abc"),
            ("DATA:text/html;x=y;BASE64,YW Jj\n", "abc"),
            (" da\nta:;base64,YWI", "ab"),
            ("data:;base64,YW%4Aj#fragment", "abc"),
            ("data:,", ""),
        ] {
            assert_eq!(read(text), Ok(Source::Data(bytes.into())), "{text}");
        }
    }

    #[test]
    fn data_urls_share_4_mb() {
        let data = |length: usize| format!("data:,{}", "x".repeat(length));
        let mut reader = Reader::new();
        assert!(reader.read(&data(3_000_000)).is_ok());
        assert_eq!(reader.read(&data(1_000_001)), Err(SourceError::DataTooLarge));
        assert!(reader.read(&data(1_000_000)).is_ok());
        assert_eq!(reader.read(&data(1)), Err(SourceError::DataTooLarge));
        assert!(reader.read(&data(0)).is_ok());
        assert!(reader.read("https://a.example").is_ok());
        assert!(Reader::new().read(&data(4_000_000)).is_ok());
        assert_eq!(Reader::new().read(&data(4_000_001)), Err(SourceError::DataTooLarge));
        // 4 MB decoded are more in base64.
        let base64 = |groups: usize| format!("data:;base64,{}", "AAAA".repeat(groups));
        assert!(Reader::new().read(&base64(1_333_333)).is_ok());
        assert_eq!(Reader::new().read(&base64(1_333_334)), Err(SourceError::DataTooLarge));
    }

    #[test]
    fn a_check_refuses_what_reading_refuses() {
        let large = format!("data:,{}", "x".repeat(3_000_000));
        let texts = [
            "cat.png",
            "ftp://a.example/",
            "data:;base64,*",
            "data:x",
            large.as_str(),
            large.as_str(),
            "data:,a",
            "https://a.example/",
        ];
        let (mut read, mut checked) = (Reader::new(), Reader::new());
        for text in texts {
            let shown: String = text.chars().take(20).collect();
            assert_eq!(checked.check(text), read.read(text).map(drop), "{shown}");
        }
        assert_eq!(checked.left, 999_999);
    }

    #[test]
    fn references_are_resolved_and_checked_again() {
        let base = Url::parse("https://a.example/x/y?z").unwrap();
        for (reference, url) in [
            ("b", "https://a.example/x/b"),
            ("/b", "https://a.example/b"),
            ("//b.example/", "https://b.example/"),
            ("http://127.1", "http://127.0.0.1/"),
            ("", "https://a.example/x/y?z"),
        ] {
            assert_eq!(join(&base, reference).unwrap().as_str(), url, "{reference}");
        }
        for (reference, error) in [
            ("file:///etc/passwd", SourceError::PageScheme("file".to_owned())),
            ("data:,x", SourceError::PageScheme("data".to_owned())),
            ("//u:p@b.example/", SourceError::UserInfo),
            ("http://", SourceError::NoHost),
        ] {
            assert_eq!(join(&base, reference), Err(error), "{reference}");
        }
    }

    #[test]
    fn an_upload_is_named_once_and_as_it_was_returned() {
        const ID: &str = "upl_0193e5a0b1c27d3e8f4a5b6c7d8e9f00";
        let id = ID.parse().unwrap();
        let text = format!("upload:{ID}");
        let mut reader = Reader::new();
        assert_eq!(reader.read(&text), Ok(Source::Upload(id)));
        assert_eq!(reader.read(&text), Err(SourceError::UploadTwice));
        for text in [
            "upload:",
            "upload:upl_1",
            "upload:img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
            "upload:http://127.0.0.1/",
            "upload:UPL_0193E5A0B1C27D3E8F4A5B6C7D8E9F00",
            "upload://upl_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
            "upload:upl_0193e5a0b1c27d3e8f4a5b6c7d8e9f00/../x",
        ] {
            assert_eq!(read(text), Err(SourceError::NotAnUpload), "{text}");
        }
        assert_eq!(read(ID), Err(SourceError::NotAUrl));
        assert_eq!(page(&text), Err(SourceError::UploadVideo));
        let base = Url::parse("https://a.example/").unwrap();
        assert_eq!(join(&base, &text), Err(SourceError::PageScheme("upload".to_owned())));
    }

    #[test]
    fn a_data_url_cannot_be_a_video() {
        assert_eq!(page("data:text/html,<p>"), Err(SourceError::DataVideo));
        assert_eq!(page("data:x"), Err(SourceError::DataVideo));
        assert!(page("https://a.example").is_ok());
    }
}
