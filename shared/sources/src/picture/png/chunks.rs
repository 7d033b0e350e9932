//! Prepares the chunks of a file for the decoder.

use std::{borrow::Cow, ops::Range};

/// The last chunk of every PNG: its length, its name, and its checksum.
const END: [u8; 12] = *b"\0\0\0\0IEND\xae\x42\x60\x82";
/// The length of the signature, and of a chunk's length, name and checksum.
const SIGNATURE: usize = 8;
const FRAME: usize = 12;

/// The file as the decoder needs it: with its last chunk, if nothing but this chunk or a part of it is missing, and
/// without code points of colours that PNG does not have, on which the decoder fails.
pub(super) fn readable(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut wrong: Option<Range<usize>> = None;
    let mut at = SIGNATURE;
    let mut has_end = false;
    while let Some(chunk) = bytes.get(at..).and_then(whole_chunk) {
        match chunk {
            [_, _, _, _, b'I', b'E', b'N', b'D', ..] => {
                has_end = true;
                break;
            }
            // PNG's third edition, section 11.3.2.6: the matrix is 0, and the last byte is a flag.
            [_, _, _, _, b'c', b'I', b'C', b'P', _, _, matrix, flag, _, _, _, _] if *matrix != 0 || *flag > 1 => {
                wrong = Some(at..at + chunk.len());
            }
            _ => {}
        }
        at += chunk.len();
    }
    let rest = bytes.get(at..).unwrap_or_default();
    let lacks_end = !has_end && rest.len() < END.len() && END.starts_with(rest);
    if !lacks_end && wrong.is_none() {
        return bytes.into();
    }
    let mut readable = bytes.to_vec();
    if lacks_end {
        readable.truncate(at);
        readable.extend_from_slice(&END);
    }
    if let Some(wrong) = wrong {
        readable.drain(wrong);
    }
    readable.into()
}

/// The first chunk of these bytes. `None` if it is not whole.
fn whole_chunk(bytes: &[u8]) -> Option<&[u8]> {
    let length = usize::try_from(u32::from_be_bytes(*bytes.first_chunk()?)).ok()?;
    bytes.get(..length.checked_add(FRAME)?)
}
