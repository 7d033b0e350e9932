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

/// The compression of a body, RFC 9110 section 8.4.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// No compression.
    Identity,
    Gzip,
    /// DEFLATE with or without zlib's header: servers disagree about the meaning of the name.
    Deflate,
}

impl Encoding {
    /// The encoding in the headers; an error if this service does not know it.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, SourceError> {
        let values: Vec<String> = headers
            .get_all(CONTENT_ENCODING)
            .iter()
            .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
            .map(|name| String::from_utf8_lossy(name.trim_ascii()).to_ascii_lowercase())
            .filter(|name| !matches!(name.as_str(), "" | "identity"))
            .collect();
        let name = values.join(", ");
        match name.as_str() {
            "" => Ok(Self::Identity),
            "gzip" | "x-gzip" => Ok(Self::Gzip),
            "deflate" => Ok(Self::Deflate),
            _ => {
                let name = name.chars().filter(|character| !character.is_control());
                Err(SourceError::Encoding(name.take(MAX_SHOWN_ENCODING_CHARS).collect()))
            }
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
            sink: None,
        }
    }

    /// Decodes the next piece. Returns whether more pieces are needed.
    pub(crate) fn take(&mut self, mut piece: &[u8]) -> Result<bool, SourceError> {
        let Some(first) = piece.first() else { return Ok(true) };
        let sink = self
            .sink
            .get_or_insert_with(|| Sink::new(self.encoding, *first, Bounded::new(self.bound.most, self.expected)));
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
    fn new(encoding: Encoding, first: u8, bounded: Bounded) -> Self {
        match encoding {
            Encoding::Identity => Self::Plain(bounded),
            Encoding::Gzip => Self::Gzip(Box::new(GzDecoder::new(bounded))),
            // The lower half of zlib's first byte is always 8, RFC 1950 section 2.2. A stream without zlib's header can
            // begin with such a byte only if its padding is not zero.
            Encoding::Deflate if first & 0x0f == 8 => Self::Zlib(Box::new(ZlibDecoder::new(bounded))),
            Encoding::Deflate => Self::Deflate(Box::new(DeflateDecoder::new(bounded))),
        }
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

    fn encoding(values: &[&str]) -> Result<Encoding, SourceError> {
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
        assert_eq!(encoding(&[]), Ok(Encoding::Identity));
        assert_eq!(encoding(&["", " Identity "]), Ok(Encoding::Identity));
        assert_eq!(encoding(&["X-GZip"]), Ok(Encoding::Gzip));
        assert_eq!(encoding(&["identity, gzip"]), Ok(Encoding::Gzip));
        assert_eq!(encoding(&["deflate"]), Ok(Encoding::Deflate));
        assert_eq!(encoding(&["br"]), Err(SourceError::Encoding("br".to_owned())));
        assert_eq!(
            encoding(&["gzip", "gzip"]),
            Err(SourceError::Encoding("gzip, gzip".to_owned()))
        );
        assert_eq!(encoding(&[&"x".repeat(99)]), Err(SourceError::Encoding("x".repeat(40))));
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
                    undo(encoding, WHOLE, &pieces) == Ok(body.clone()),
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
