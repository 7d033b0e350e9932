//! Decodes the content encoding of a body, up to a limit in bytes.

use std::io::{self, Write};

use flate2::write::{DeflateDecoder, GzDecoder, ZlibDecoder};
use http::{HeaderMap, header::CONTENT_ENCODING};

use crate::{
    error::SourceError,
    limits::{MAX_SHOWN_ENCODING_CHARS, megabytes},
};

/// The least number of bytes by which the memory for a body grows.
const STEP: usize = 1_000_000;

/// The names of content encodings, <https://www.iana.org/assignments/http-parameters>. Servers also write other names
/// into the header, such as `aws-chunked`, `none` or `utf-8`; these do not change the body.
const NAMES: [&str; 12] = [
    "aes128gcm",
    "br",
    "compress",
    "dcb",
    "dcz",
    "deflate",
    "exi",
    "gzip",
    "pack200-gzip",
    "x-compress",
    "x-gzip",
    "zstd",
];

/// How many bytes at the beginning of a body show whether it is a picture.
const HEAD: usize = 4;

/// The first bytes of pictures. A body that begins with them is not compressed, whatever the header says.
const PICTURES: [&[u8]; 4] = [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF"];

/// The compression of a body, RFC 9110 section 8.4.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// No compression.
    Identity,
    Gzip,
    /// DEFLATE with or without zlib's header: servers disagree about the meaning of the name.
    Deflate,
    /// Encodings that this service cannot undo.
    Other(String),
}

impl Encoding {
    /// The encoding in the headers.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let values: Vec<String> = headers
            .get_all(CONTENT_ENCODING)
            .iter()
            .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
            .map(|name| String::from_utf8_lossy(name.trim_ascii()).to_ascii_lowercase())
            .filter(|name| NAMES.contains(&name.as_str()))
            .collect();
        match values.join(", ").as_str() {
            "" => Self::Identity,
            "gzip" | "x-gzip" => Self::Gzip,
            "deflate" => Self::Deflate,
            name => Self::Other(name.chars().take(MAX_SHOWN_ENCODING_CHARS).collect()),
        }
    }
}

/// The limit of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    /// The limit in bytes, of the encoded and of the decoded body.
    pub(crate) most: usize,
    /// Whether a longer body is cut off at the limit; otherwise it is an error.
    pub(crate) cut: bool,
}

/// Decodes a body piece by piece. Never keeps more bytes than the limit, whatever the compression.
#[derive(Debug)]
pub(crate) struct Intake {
    encoding: Encoding,
    bound: Bound,
    expected: usize,
    taken: usize,
    /// The first bytes, until there are enough to recognize a picture.
    head: Vec<u8>,
    sink: Option<Sink>,
}

impl Intake {
    /// `expected` is the announced length, or 0 if no length was announced.
    pub(crate) const fn new(encoding: Encoding, bound: Bound, expected: usize) -> Self {
        Self {
            encoding,
            bound,
            expected,
            taken: 0,
            head: Vec::new(),
            sink: None,
        }
    }

    /// Decodes the next piece. Returns whether more pieces are needed.
    pub(crate) fn take(&mut self, piece: &[u8]) -> Result<bool, SourceError> {
        if self.sink.is_some() {
            return self.decode(piece);
        }
        self.head.extend_from_slice(piece);
        if self.head.len() < HEAD {
            return Ok(true);
        }
        self.begin()
    }

    /// Chooses the decoder by the first bytes, and decodes them.
    fn begin(&mut self) -> Result<bool, SourceError> {
        let head = std::mem::take(&mut self.head);
        let bounded = Bounded::new(self.bound.most, self.expected);
        self.sink = Some(Sink::new(&self.encoding, &head, bounded)?);
        self.decode(&head)
    }

    fn decode(&mut self, mut piece: &[u8]) -> Result<bool, SourceError> {
        let Some(sink) = &mut self.sink else { return Ok(true) };
        self.taken = self.taken.saturating_add(piece.len());
        while !piece.is_empty() {
            match sink.writer().write(piece) {
                // The compressed data have ended. Bytes after the end are ignored.
                Ok(0) => break,
                Ok(count) => piece = piece.get(count..).unwrap_or_default(),
                Err(_) if sink.bounded().full => return self.beyond(),
                Err(error) => return Err(SourceError::Compression.caused_by(&error)),
            }
        }
        // The limit also holds for compressed data that decompress to nothing.
        if self.taken > self.bound.most {
            self.beyond()
        } else {
            Ok(true)
        }
    }

    const fn beyond(&self) -> Result<bool, SourceError> {
        if self.bound.cut {
            Ok(false)
        } else {
            Err(self.too_large())
        }
    }

    const fn too_large(&self) -> SourceError {
        SourceError::TooLarge {
            megabytes: megabytes(self.bound.most),
        }
    }

    /// Returns the whole decoded body.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>, SourceError> {
        if !self.head.is_empty() {
            self.begin()?;
        }
        let Some(mut sink) = self.sink.take() else {
            return Ok(Vec::new());
        };
        let ended = sink.finish();
        let bounded = sink.bounded();
        if !self.bound.cut {
            if bounded.full {
                return Err(self.too_large());
            }
            ended.map_err(|error| SourceError::Compression.caused_by(&error))?;
        }
        Ok(std::mem::take(&mut bounded.bytes))
    }
}

/// The decoder of the pieces.
#[derive(Debug)]
enum Sink {
    Plain(Bounded),
    Gzip(Box<GzDecoder<Bounded>>),
    Zlib(Box<ZlibDecoder<Bounded>>),
    Deflate(Box<DeflateDecoder<Bounded>>),
}

impl Sink {
    fn new(encoding: &Encoding, head: &[u8], bounded: Bounded) -> Result<Self, SourceError> {
        if PICTURES.iter().any(|start| head.starts_with(start)) {
            return Ok(Self::Plain(bounded));
        }
        Ok(match encoding {
            Encoding::Identity => Self::Plain(bounded),
            Encoding::Gzip => Self::Gzip(Box::new(GzDecoder::new(bounded))),
            // The lower half of zlib's first byte is always 8, RFC 1950 section 2.2. A stream without zlib's header can
            // begin with such a byte only if its padding is not zero.
            Encoding::Deflate if head.first().is_some_and(|first| first & 0x0f == 8) => {
                Self::Zlib(Box::new(ZlibDecoder::new(bounded)))
            }
            Encoding::Deflate => Self::Deflate(Box::new(DeflateDecoder::new(bounded))),
            Encoding::Other(name) => return Err(SourceError::Encoding(name.clone())),
        })
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(bounded) => bounded,
            Self::Gzip(decoder) => decoder,
            Self::Zlib(decoder) => decoder,
            Self::Deflate(decoder) => decoder,
        }
    }

    fn bounded(&mut self) -> &mut Bounded {
        match self {
            Self::Plain(bounded) => bounded,
            Self::Gzip(decoder) => decoder.get_mut(),
            Self::Zlib(decoder) => decoder.get_mut(),
            Self::Deflate(decoder) => decoder.get_mut(),
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(_) => Ok(()),
            Self::Gzip(decoder) => decoder.try_finish(),
            Self::Zlib(decoder) => decoder.try_finish(),
            Self::Deflate(decoder) => decoder.try_finish(),
        }
    }
}

/// Bytes up to a limit.
#[derive(Debug)]
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
    /// Whether there were more bytes than the limit allows.
    full: bool,
}

impl Bounded {
    fn new(most: usize, expected: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(expected.min(most)),
            most,
            full: false,
        }
    }
}

impl Write for Bounded {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let left = self.most - self.bytes.len();
        let fitting = piece.get(..left).unwrap_or(piece);
        if fitting.is_empty() && !piece.is_empty() {
            self.full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        // Doubling the capacity could take twice the limit.
        if self.bytes.capacity() - self.bytes.len() < fitting.len() {
            self.bytes.reserve_exact(STEP.max(fitting.len()).min(left));
        }
        self.bytes.extend_from_slice(fitting);
        Ok(fitting.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use flate2::{
        Compression,
        write::{DeflateEncoder, GzEncoder, ZlibEncoder},
    };
    use http::HeaderValue;

    use super::*;

    fn encoding(values: &[&str]) -> Encoding {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(CONTENT_ENCODING, HeaderValue::from_str(value).unwrap());
        }
        Encoding::of(&headers)
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn undo(encoding: Encoding, bound: Bound, pieces: &[&[u8]]) -> Result<Vec<u8>, SourceError> {
        let mut intake = Intake::new(encoding, bound, 0);
        for piece in pieces {
            if !intake.take(piece)? {
                break;
            }
        }
        intake.finish()
    }

    const WHOLE: Bound = Bound {
        most: 3_000_000,
        cut: false,
    };
    const CUT: Bound = Bound {
        most: 3_000_000,
        cut: true,
    };
    const TOO_LARGE: SourceError = SourceError::TooLarge { megabytes: 3 };

    #[test]
    fn encodings_are_recognized_by_name() {
        let other = |name: &str| Encoding::Other(name.to_owned());
        for (values, expected) in [
            (&[][..], Encoding::Identity),
            (&["", " Identity "], Encoding::Identity),
            (&["X-GZip"], Encoding::Gzip),
            (&["identity, gzip"], Encoding::Gzip),
            (&["aws-chunked,gzip"], Encoding::Gzip),
            (&["deflate"], Encoding::Deflate),
            (&["br"], other("br")),
            (&["gzip", "gzip"], other("gzip, gzip")),
        ] {
            assert_eq!(encoding(values), expected, "{values:?}");
        }
        for name in [
            "aws-chunked",
            "none",
            "UTF-8",
            "utf-8",
            "binary",
            "8bit",
            "jpeg",
            "\u{fc}",
        ] {
            assert_eq!(encoding(&[name]), Encoding::Identity, "{name}");
        }
    }

    #[test]
    fn an_intact_picture_is_taken_whatever_the_header_says() {
        let picture = b"\x89PNG and the rest";
        for encoding in [Encoding::Gzip, Encoding::Deflate, Encoding::Other("br".to_owned())] {
            for size in [1, 3, 100] {
                let pieces: Vec<&[u8]> = picture.chunks(size).collect();
                assert_eq!(
                    undo(encoding.clone(), WHOLE, &pieces),
                    Ok(picture.to_vec()),
                    "{encoding:?}"
                );
            }
        }
        for body in [&b"text"[..], b"x"] {
            let unknown = undo(Encoding::Other("br".to_owned()), WHOLE, &[body]);
            assert_eq!(unknown, Err(SourceError::Encoding("br".to_owned())));
        }
    }

    #[test]
    fn every_encoding_gives_the_same_body_however_it_is_split() {
        let body: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
        zlib.write_all(&body).unwrap();
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::fast());
        deflate.write_all(&body).unwrap();
        for (encoding, encoded) in [
            (Encoding::Identity, body.clone()),
            (Encoding::Gzip, gzip(&body)),
            (Encoding::Deflate, zlib.finish().unwrap()),
            (Encoding::Deflate, deflate.finish().unwrap()),
        ] {
            for size in [1, 7, 4096, 10_000_000] {
                let pieces: Vec<&[u8]> = encoded.chunks(size).collect();
                assert!(
                    undo(encoding.clone(), WHOLE, &pieces) == Ok(body.clone()),
                    "{encoding:?} {size}"
                );
            }
        }
        assert_eq!(undo(Encoding::Gzip, WHOLE, &[]), Ok(Vec::new()));
        assert_eq!(
            undo(Encoding::Gzip, WHOLE, &[&gzip(b"a"), b"garbage"]),
            Ok(b"a".to_vec())
        );
    }

    #[test]
    fn no_more_bytes_than_the_limit_are_ever_kept() {
        let exact = vec![7; 3_000_000];
        let beyond = vec![7; 3_000_001];
        assert!(undo(Encoding::Identity, WHOLE, &[&exact]) == Ok(exact.clone()));
        assert!(undo(Encoding::Gzip, WHOLE, &[&gzip(&exact)]) == Ok(exact.clone()));
        assert_eq!(undo(Encoding::Identity, WHOLE, &[&beyond]), Err(TOO_LARGE));
        assert_eq!(undo(Encoding::Gzip, WHOLE, &[&gzip(&beyond)]), Err(TOO_LARGE));
        assert!(undo(Encoding::Identity, CUT, &[&beyond]) == Ok(exact.clone()));
        assert!(undo(Encoding::Gzip, CUT, &[&gzip(&beyond)]) == Ok(exact.clone()));

        let bomb = gzip(&vec![0; 100_000_000]);
        let mut intake = Intake::new(Encoding::Gzip, WHOLE, 0);
        assert_eq!(intake.take(&bomb), Err(TOO_LARGE));
        assert!(intake.sink.unwrap().bounded().bytes.capacity() <= WHOLE.most);
    }

    #[test]
    fn data_that_decompress_to_nothing_are_limited_too() {
        // Stored blocks of length 0, in turn.
        let empty = [0, 0, 0, 0xff, 0xff].repeat(600_001);
        assert_eq!(undo(Encoding::Deflate, WHOLE, &[&empty]), Err(TOO_LARGE));
    }

    #[test]
    fn damaged_bodies_are_refused_and_pages_keep_the_readable_part() {
        let good = gzip(b"a body that is long enough to be cut in two");
        assert_eq!(undo(Encoding::Gzip, WHOLE, &[b"<html>"]), Err(SourceError::Compression));
        assert_eq!(
            undo(Encoding::Gzip, WHOLE, &[&good[..20]]),
            Err(SourceError::Compression)
        );
        assert!(
            undo(Encoding::Gzip, CUT, &[&good[..40]])
                .unwrap()
                .starts_with(b"a body")
        );
    }
}
