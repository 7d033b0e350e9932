//! Completes files that lack only their end marker.

use std::borrow::Cow;

/// The last chunk of every PNG: its length, its name, and its checksum.
const END: [u8; 12] = *b"\0\0\0\0IEND\xae\x42\x60\x82";

/// The file with its last chunk, if nothing but this chunk or a part of it is missing.
pub(super) fn with_end(bytes: &[u8]) -> Cow<'_, [u8]> {
    match after_chunks(bytes) {
        Some(rest) if rest.len() < END.len() && END.starts_with(rest) => {
            let whole = bytes.len() - rest.len();
            [bytes.get(..whole).unwrap_or(bytes), &END].concat().into()
        }
        _ => bytes.into(),
    }
}

/// The bytes after the last whole chunk. `None` if the file has its last chunk.
fn after_chunks(bytes: &[u8]) -> Option<&[u8]> {
    /// The length of the signature, and of a chunk's length, name and checksum.
    const SIGNATURE: usize = 8;
    const FRAME: usize = 12;

    let mut rest = bytes.get(SIGNATURE..)?;
    while let Some((length, after)) = rest.split_first_chunk() {
        if after.starts_with(b"IEND") && rest.len() >= FRAME {
            return None;
        }
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        match rest.get(length.checked_add(FRAME)?..) {
            Some(next) => rest = next,
            None => break,
        }
    }
    Some(rest)
}
