//! Classifies single words of a title: written by a person or by a machine.

/// Generic words that cameras, phones and downloads put into file names.
const GENERIC_WORDS: &str = "at am asset attachment bild bildschirmfoto capture copy copie default download downloads \
    dsc dscf dscn edit edited export file final foto frame full gopr hd hq720 hqdefault image images img index jpeg \
    jpg kopie large maxresdefault medium mqdefault mvimg new original photo photos pic picture png pm preview pxl scaled \
    scan scr screen screenshot sddefault shot signal small snapchat telegram temp thumb thumbnail thumbnails tmp \
    unbenannt unknown unnamed untitled upload vid video vlcsnap wa webp whatsapp";

/// Words that tell copies of a file apart.
const COPY_MARKS: &str = "copy kopie copie scaled";

/// Whether a word is likely to have been chosen by a person. A title with such a word is worth keeping.
pub(crate) fn is_meaningful(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    // Outside the Latin alphabet a single character can be a word.
    let enough = if word.is_ascii() { 2 } else { 1 };
    letters >= enough
        && !listed(GENERIC_WORDS, word)
        && !word.starts_with(|c: char| c.is_ascii_digit())
        && !is_numbered(word)
        && !is_code(word)
}

/// Whether a word of a file name is kept. Generic words are kept too; codes, camera marks and long numbers are not.
pub(crate) fn is_kept_in_file_name(word: &str) -> bool {
    let is_long_number = word.len() >= 4 && word.bytes().all(|c| c.is_ascii_digit()) && !is_year(word);
    let is_camera = ["img", "dsc", "dscn", "dscf", "pxl", "mvimg", "gopr"]
        .iter()
        .any(|mark| word.eq_ignore_ascii_case(mark));
    !word.is_empty() && !is_long_number && !is_camera && !is_code(word)
}

/// Whether the word only distinguishes copies or sizes of a file.
pub(crate) fn is_copy_mark(word: &str) -> bool {
    let inner = word.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let is_counter = inner.is_some_and(|inner| inner.len() <= 3 && inner.bytes().all(|c| c.is_ascii_digit()));
    let is_dash = word.chars().all(|c| matches!(c, '-' | '–' | '—'));
    is_counter || is_dash || is_size(word) || listed(COPY_MARKS, word)
}

fn listed(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| word.eq_ignore_ascii_case(known))
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && (word.starts_with("19") || word.starts_with("20"))
}

/// Whether the word is a size in pixels, like `1920x1080`.
fn is_size(word: &str) -> bool {
    let parts = word.split_once(['x', 'X', '×']);
    let is_number = |part: &str| part.len() >= 2 && part.bytes().all(|c| c.is_ascii_digit());
    parts.is_some_and(|(width, height)| is_number(width) && is_number(height))
}

/// Whether the word is a numbered file name like `DSC00042`, `WA0001` or `P1010042`: few or generic letters and digits.
fn is_numbered(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = word.len() - letters.len();
    let is_word = letters.chars().all(char::is_alphabetic);
    is_word && (digits >= 3 && letters.len() <= 4 || digits >= 1 && listed(GENERIC_WORDS, letters))
}

/// Whether the word looks like a hash or a random id.
fn is_code(word: &str) -> bool {
    if !word.is_ascii() {
        return false;
    }
    let length = word.len();
    let has_digit = word.bytes().any(|c| c.is_ascii_digit());
    let is_hex = length >= 8 && has_digit && word.bytes().all(|c| c.is_ascii_hexdigit());
    let changes = |kind: fn(&u8) -> bool| {
        let bytes = word.as_bytes();
        let pairs = bytes.iter().zip(bytes.iter().skip(1));
        pairs.filter(|(a, b)| kind(a) != kind(b)).count()
    };
    let is_mixed = length >= 6 && changes(u8::is_ascii_digit) >= 3;
    let is_long = length >= 16 && changes(u8::is_ascii_digit) >= 2;
    // No spelling has an upper-case letter after every other letter, not even names like `JavaScriptGuide`.
    let is_jagged = length >= 8 && changes(u8::is_ascii_uppercase) * 2 >= length;
    let vowels = b"aeiouyAEIOUY";
    let is_mute = length >= 6
        && word.bytes().all(|c| c.is_ascii_alphabetic())
        && !word.bytes().any(|letter| vowels.contains(&letter));
    is_hex || is_mixed || is_long || is_jagged || is_mute || is_size(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_distinguished_from_codes() {
        for word in [
            "cat",
            "JavaScriptGuide",
            "YouTube",
            "mp3",
            "rhythm",
            "Ω",
            "don't",
            "McDonald's",
            "facade",
            "B2B",
        ] {
            assert!(is_meaningful(word), "{word}");
        }
        for word in [
            "5f4dcc3b5aa7",
            "dQw4w9WgXcQ",
            "WA0001",
            "xkcdqwrt",
            "42",
            "a",
            "1080p",
            "IMG",
            "image2",
            "🎉",
        ] {
            assert!(!is_meaningful(word), "{word}");
        }
    }
}
