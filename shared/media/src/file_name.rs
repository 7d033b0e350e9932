//! The file name under which a browser saves a picture.

use contract::input::is_control;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The most bytes of a file name without its extension. File systems allow 255. This is less, because a URL has five
/// bytes for each byte of a letter that is not ASCII, and a list may have a thousand URLs.
const MOST_BYTES: usize = 120;
/// Characters that a file system or the header does not allow.
const FORBIDDEN: &str = "\"%*/:<>?\\|";

/// The extensions of pictures, which names of uploaded files often have.
const EXTENSIONS: [&str; 5] = ["gif", "jpeg", "jpg", "png", "webp"];

/// Marks that a transliteration has for letters without a sound of their own. A shell gives them a meaning.
const UNWANTED_IN_ASCII: [char; 3] = ['`', '\'', '@'];

/// The bytes that are percent-encoded in `filename*`: all except letters, digits and the marks that RFC 8187 allows.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'~');

/// The header `Content-Disposition` for a picture of this name (RFC 6266). `filename*` has the name's own letters;
/// `filename`, for programs that do not know it, has ASCII letters that sound alike.
///
/// A long name is cut; `ending`, such as `-2.png`, is not. It replaces the extension of a name such as `logo.jpg`.
pub(crate) fn disposition(name: &str, ending: &str) -> String {
    let name = clean(without_extension(name));
    let sounds = deunicode::deunicode_with_tofu(&name, "_");
    let ascii = clean(&sounds.replace(UNWANTED_IN_ASCII, ""));
    let encoded = utf8_percent_encode(&name, ENCODED);
    format!("inline; filename=\"{ascii}{ending}\"; filename*=UTF-8''{encoded}{ending}")
}

fn without_extension(name: &str) -> &str {
    match name.trim_end().rsplit_once('.') {
        Some((stem, end)) if EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(end)) => stem,
        _ => name,
    }
}

/// The name without characters that a file name must not have; `picture` if nothing is left.
pub fn clean(name: &str) -> String {
    let allowed = name.replace(|c: char| is_control(c) || FORBIDDEN.contains(c), " ");
    let words: Vec<&str> = allowed.split_whitespace().collect();
    let words = words.join(" ");
    let kept = words.get(..words.floor_char_boundary(MOST_BYTES)).unwrap_or_default();
    match kept.trim_matches(['.', ' ']) {
        "" => "picture".to_owned(),
        kept => kept.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_letters_of_its_name_and_ascii_letters_that_sound_alike() {
        for (name, ascii, encoded) in [
            ("Logo", "Logo.png", "Logo.png"),
            ("logo.PNG", "logo.png", "logo.png"),
            ("logo.jpg", "logo.png", "logo.png"),
            ("version 2.0", "version 2.0.png", "version%202.0.png"),
            (".png", "picture.png", "picture.png"),
            ("Café au lait", "Cafe au lait.png", "Caf%C3%A9%20au%20lait.png"),
            ("Привет", "Privet.png", "%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82.png"),
            (
                "გამარჯობა",
                "gamarjoba.png",
                "%E1%83%92%E1%83%90%E1%83%9B%E1%83%90%E1%83%A0%E1%83%AF%E1%83%9D%E1%83%91%E1%83%90.png",
            ),
            ("يوم", "ywm.png", "%D9%8A%D9%88%D9%85.png"),
            ("東京", "Dong Jing.png", "%E6%9D%B1%E4%BA%AC.png"),
            ("100% \"a\"/..\\b", "100 a .. b.png", "100%20a%20..%20b.png"),
            (" ..", "picture.png", "picture.png"),
            ("a\u{202e}b\nc", "a b c.png", "a%20b%20c.png"),
        ] {
            assert_eq!(
                disposition(name, ".png"),
                format!("inline; filename=\"{ascii}\"; filename*=UTF-8''{encoded}"),
            );
        }
    }

    #[test]
    fn a_long_name_is_cut_before_its_ending() {
        let header = disposition(&"ж".repeat(100), "-2.jpg");
        assert!(header.ends_with(&format!("''{}-2.jpg", "%D0%B6".repeat(MOST_BYTES / 2))));
        assert!(header.is_ascii());
    }
}
