//! Pictures in base64, as vendors and compatible servers write them.

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use bytes::Bytes;

use crate::{Cause, ModelError};

/// The standard alphabet, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Decodes a picture. Some servers write the whole `data:` URL, break the lines, or use the alphabet for URLs.
pub(crate) fn picture(text: &str) -> Result<Bytes, ModelError> {
    let data = match text.trim_start().split_once(";base64,") {
        Some((start, data)) if start.starts_with("data:") => data,
        _ => text,
    };
    let decoded = match data.bytes().all(|byte| standard(byte) == Some(byte)) {
        true => BASE64.decode(data),
        false => BASE64.decode(data.bytes().filter_map(standard).collect::<Vec<u8>>()),
    };
    let bytes = decoded.map_err(|_| ModelError::transient(Cause::Unreadable))?;
    Ok(bytes.into())
}

/// The byte in the standard alphabet; `None` for white space.
const fn standard(byte: u8) -> Option<u8> {
    match byte {
        b' ' | b'\t' | b'\r' | b'\n' => None,
        b'-' => Some(b'+'),
        b'_' => Some(b'/'),
        other => Some(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_base64_is_decoded() {
        for text in [
            "+/8AAQ==",
            "+/8AAQ",
            "-_8AAQ",
            "+/8A\r\nAQ==\r\n",
            "data:image/png;base64,+/8AAQ==",
            "data:image/webp;base64,\n+/8A AQ",
        ] {
            assert_eq!(picture(text).unwrap().as_ref(), [0xfb, 0xff, 0, 1], "{text}");
        }
        for text in ["no base64!", "+/8AA", "data:image/png,+/8A"] {
            assert_eq!(picture(text), Err(ModelError::transient(Cause::Unreadable)), "{text}");
        }
    }
}
