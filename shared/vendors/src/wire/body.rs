//! The body of a request. Pictures are encoded in base64 while the request is sent, so that no encoded copy is in
//! memory.

use std::{
    collections::VecDeque,
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use base64::{Engine, encoded_len, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use serde_json::Value;

use crate::{Attachment, Cause, ModelError};

/// How many bytes of a picture are encoded at once. The number is divisible by 3, so that only the end is padded.
const CHUNK: usize = 48 * 1024;

/// A body in pieces. Its length is known, so it is sent with a `Content-Length`.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pieces: VecDeque<Piece>,
}

#[derive(Debug)]
enum Piece {
    /// Sent unchanged.
    Plain(Bytes),
    /// Sent in base64.
    Base64(Bytes),
}

impl Body {
    /// Adds bytes that are sent unchanged.
    pub(crate) fn plain(&mut self, bytes: impl Into<Bytes>) {
        self.pieces.push_back(Piece::Plain(bytes.into()));
    }

    /// Adds bytes that are sent in base64.
    pub(crate) fn base64(&mut self, bytes: Bytes) {
        self.pieces.push_back(Piece::Base64(bytes));
    }

    /// The whole body, for a client that does not accept pieces.
    pub(crate) fn into_vec(self) -> Vec<u8> {
        let mut encoded = String::new();
        let mut bytes = Vec::with_capacity(self.length());
        for piece in self.pieces {
            match piece {
                Piece::Plain(plain) => bytes.extend_from_slice(&plain),
                Piece::Base64(picture) => {
                    for chunk in picture.chunks(CHUNK) {
                        encoded.clear();
                        STANDARD.encode_string(chunk, &mut encoded);
                        bytes.extend_from_slice(encoded.as_bytes());
                    }
                }
            }
        }
        bytes
    }

    fn length(&self) -> usize {
        self.pieces.iter().map(Piece::length).sum()
    }
}

impl Piece {
    fn length(&self) -> usize {
        match self {
            Self::Plain(bytes) => bytes.len(),
            // A file in memory is far shorter than the longest file that can be encoded.
            Self::Base64(bytes) => encoded_len(bytes.len(), true).unwrap_or(usize::MAX),
        }
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let data = match self.pieces.pop_front() {
            None => return Poll::Ready(None),
            Some(Piece::Plain(bytes)) => bytes,
            Some(Piece::Base64(mut bytes)) => {
                let chunk = bytes.split_to(bytes.len().min(CHUNK));
                if !bytes.is_empty() {
                    self.pieces.push_front(Piece::Base64(bytes));
                }
                STANDARD.encode(chunk).into()
            }
        };
        Poll::Ready(Some(Ok(Frame::data(data))))
    }

    fn is_end_stream(&self) -> bool {
        self.pieces.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.length() as u64)
    }
}

/// Placeholders for pictures in a JSON value. When the JSON is sent, each placeholder is replaced by its picture in
/// base64.
pub(crate) struct Marks {
    mark: String,
    files: Vec<Bytes>,
}

impl Marks {
    /// A set without pictures. The placeholders are random, so that no prompt contains one.
    pub(crate) fn new() -> Self {
        Self {
            mark: format!("picture-{}-", unguessable()),
            files: Vec::new(),
        }
    }

    /// Adds a picture and returns its placeholder, which may occur several times in the JSON.
    pub(crate) fn add(&mut self, picture: &Attachment) -> String {
        self.files.push(picture.bytes.clone());
        format!("{}{};", self.mark, self.files.len() - 1)
    }

    /// The JSON as a body, with pictures instead of placeholders.
    pub(crate) fn body(&self, json: &Value) -> Result<Body, ModelError> {
        let text = json.to_string();
        let mut body = Body::default();
        let mut parts = text.split(&self.mark);
        body.plain(parts.next().unwrap_or_default().to_owned());
        for part in parts {
            let known = part.split_once(';').and_then(|(number, rest)| {
                let file = self.files.get(number.parse::<usize>().ok()?)?;
                Some((file, rest))
            });
            let (file, rest) = known.ok_or(ModelError::permanent(Cause::Invalid))?;
            body.base64(file.clone());
            body.plain(rest.to_owned());
        }
        Ok(body)
    }
}

/// 32 random digits. Without entropy they are fixed, and still do not occur in pictures and prompts by chance.
pub(crate) fn unguessable() -> String {
    let mut random = [0; 16];
    if getrandom::fill(&mut random).is_err() {
        random = *b"thumbnail-pieces";
    }
    format!("{:032x}", u128::from_be_bytes(random))
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::ImageFormat;
    use http_body::Body as _;
    use serde_json::json;

    fn picture(length: usize) -> Attachment {
        Attachment {
            format: ImageFormat::Png,
            bytes: (0..length).map(|at| (at % 251) as u8).collect(),
        }
    }

    /// The frames that are sent, and the announced length.
    fn sent(mut body: Body) -> (Vec<Bytes>, u64) {
        let announced = body.size_hint().exact().unwrap();
        let mut frames = Vec::new();
        let mut context = Context::from_waker(std::task::Waker::noop());
        while let Poll::Ready(Some(Ok(frame))) = Pin::new(&mut body).poll_frame(&mut context) {
            frames.push(frame.into_data().unwrap());
        }
        assert!(body.is_end_stream());
        (frames, announced)
    }

    #[test]
    fn pictures_of_every_length_are_sent_in_base64_with_the_announced_length() {
        for length in [0, 1, 2, 3, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 2] {
            let mut marks = Marks::new();
            let first = picture(length);
            let (one, two) = (marks.add(&first), format!("data:{}", marks.add(&picture(7))));
            let json = json!({ "text": "a \"cat\"", "one": one, "two": two });
            let (frames, announced) = sent(marks.body(&json).unwrap());
            let whole = frames.concat();
            assert_eq!(announced, whole.len() as u64, "{length}");
            assert_eq!(marks.body(&json).unwrap().into_vec(), whole, "{length}");
            let expected = json!({
                "text": "a \"cat\"",
                "one": STANDARD.encode(&first.bytes),
                "two": format!("data:{}", STANDARD.encode(picture(7).bytes)),
            });
            assert_eq!(serde_json::from_slice::<Value>(&whole).unwrap(), expected, "{length}");
        }
    }

    #[test]
    fn no_frame_contains_a_whole_picture() {
        let mut marks = Marks::new();
        let json = json!({ "data": marks.add(&picture(1_000_000)) });
        let (frames, _) = sent(marks.body(&json).unwrap());
        assert!(frames.iter().all(|frame| frame.len() <= CHUNK * 4 / 3));
    }

    #[test]
    fn a_picture_may_occur_twice_or_never() {
        let mut marks = Marks::new();
        let (twice, nowhere) = (marks.add(&picture(3)), marks.add(&picture(4)));
        let json = json!([twice, twice]);
        let data = STANDARD.encode(picture(3).bytes);
        let whole = marks.body(&json).unwrap().into_vec();
        assert_eq!(serde_json::from_slice::<Value>(&whole).unwrap(), json!([data, data]));
        assert!(!nowhere.is_empty());
    }
}
