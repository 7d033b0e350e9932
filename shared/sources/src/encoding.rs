//! A body's content encoding, undone within bounds.

use std::io::{self, Write};

use flate2::write::{DeflateDecoder, GzDecoder, ZlibDecoder};
use http::{HeaderMap, header::CONTENT_ENCODING};

use crate::error::SourceError;

/// By how much the memory for a body grows at the least, in bytes.
const STEP: usize = 1_000_000;

/// How much of an encoding's name an error repeats.
const LONGEST_NAME: usize = 40;

/// How a body is compressed, RFC 9110 section 8.4.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Not at all.
    Identity,
    Gzip,
    /// With or without zlib's frame: servers disagree about what the name means.
    Deflate,
}

impl Encoding {
    /// What the headers say; an error for what was neither asked for nor is common.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, SourceError> {
        let values: Vec<String> = headers
            .get_all(CONTENT_ENCODING)
            .iter()
            .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
            .map(|name| String::from_utf8_lossy(name.trim_ascii()).to_ascii_lowercase())
            .filter(|name| !matches!(name.as_str(), "" | "identity"))
            .collect();
        let said = values.join(", ");
        match said.as_str() {
            "" => Ok(Self::Identity),
            "gzip" | "x-gzip" => Ok(Self::Gzip),
            "deflate" => Ok(Self::Deflate),
            _ => {
                let name = said.chars().filter(|character| !character.is_control());
                Err(SourceError::Encoding(name.take(LONGEST_NAME).collect()))
            }
        }
    }
}

/// How much of a body is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    /// In bytes, decoded or not.
    pub(crate) most: usize,
    /// Whether what is beyond is left out rather than refused.
    pub(crate) cut: bool,
}

/// Takes a body in, piece by piece. Never holds more than the bound, whatever it is compressed from.
#[derive(Debug)]
pub(crate) struct Intake {
    encoding: Encoding,
    bound: Bound,
    expected: usize,
    taken: usize,
    sink: Option<Sink>,
}

impl Intake {
    /// `expected` is the length that was announced, 0 where none was.
    pub(crate) const fn new(encoding: Encoding, bound: Bound, expected: usize) -> Self {
        Self {
            encoding,
            bound,
            expected,
            taken: 0,
            sink: None,
        }
    }

    /// Takes the next piece; whether more is wanted.
    pub(crate) fn take(&mut self, mut piece: &[u8]) -> Result<bool, SourceError> {
        let Some(first) = piece.first() else { return Ok(true) };
        let sink = self
            .sink
            .get_or_insert_with(|| Sink::new(self.encoding, *first, Bounded::new(self.bound.most, self.expected)));
        self.taken = self.taken.saturating_add(piece.len());
        while !piece.is_empty() {
            match sink.writer().write(piece) {
                // The compressed data have ended; what follows them means nothing.
                Ok(0) => break,
                Ok(count) => piece = piece.get(count..).unwrap_or_default(),
                Err(_) if sink.bounded().full => return self.beyond(),
                Err(_) => return Err(SourceError::Compression),
            }
        }
        // Data that decompress to nothing have an end too.
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
            megabytes: self.bound.most / 1_000_000,
        }
    }

    /// The whole body, decoded.
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
            ended.map_err(|_| SourceError::Compression)?;
        }
        Ok(std::mem::take(&mut bounded.bytes))
    }
}

/// Where pieces go.
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
            // The lower half of zlib's first byte names its method, and 8 is the only one, RFC 1950 section 2.2; a
            // bare stream begins like that only when its padding is not zero.
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

/// Bytes up to a bound.
#[derive(Debug)]
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
    /// Whether there were more.
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
        // Doubling would take up to twice the bound.
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

    fn said(values: &[&str]) -> Result<Encoding, SourceError> {
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
    fn encodings_are_known_by_their_names() {
        assert_eq!(said(&[]), Ok(Encoding::Identity));
        assert_eq!(said(&["", " Identity "]), Ok(Encoding::Identity));
        assert_eq!(said(&["X-GZip"]), Ok(Encoding::Gzip));
        assert_eq!(said(&["identity, gzip"]), Ok(Encoding::Gzip));
        assert_eq!(said(&["deflate"]), Ok(Encoding::Deflate));
        assert_eq!(said(&["br"]), Err(SourceError::Encoding("br".to_owned())));
        assert_eq!(
            said(&["gzip", "gzip"]),
            Err(SourceError::Encoding("gzip, gzip".to_owned()))
        );
        assert_eq!(said(&[&"x".repeat(99)]), Err(SourceError::Encoding("x".repeat(40))));
    }

    #[test]
    fn a_body_is_the_same_in_whatever_encoding_and_pieces_it_comes() {
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
    fn no_more_than_the_bound_is_ever_kept() {
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
    fn what_decompresses_to_nothing_ends_too() {
        // Stored blocks of length 0, in turn.
        let empty = [0, 0, 0, 0xff, 0xff].repeat(600_001);
        assert_eq!(undo(Encoding::Deflate, WHOLE, &[&empty]), Err(TOO_LARGE));
    }

    #[test]
    fn what_is_damaged_is_refused_and_a_page_keeps_what_could_be_read() {
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
