//! The title of a source.

use contract::input::is_control;
use percent_encoding::percent_decode_str;
use url::Url;

use crate::limits::MAX_TITLE_CHARS;

/// The text without control characters, with single spaces between words, and cut to 100 code points. `None` if nothing
/// is left.
pub(crate) fn clean(text: &str) -> Option<String> {
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.chars().filter(|c| !is_control(*c)).collect())
        .filter(|word: &String| !word.is_empty())
        .collect();
    let short: String = words.join(" ").chars().take(MAX_TITLE_CHARS).collect();
    let short = short.trim_end();
    (!short.is_empty()).then(|| short.to_owned())
}

/// The file name at the end of a URL's path, without its extension.
pub(crate) fn file_name(url: &Url) -> Option<String> {
    let segment = url.path_segments()?.next_back()?;
    let name = percent_decode_str(segment).decode_utf8_lossy();
    clean(name.rsplit_once('.').map_or(&*name, |(stem, _)| stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pictures_title_is_its_file_name() {
        for (url, name) in [
            ("https://a.example/cat.jpg", Some("cat")),
            (
                "https://a.example/x/My%20Cat%20%C3%A9.final.png?size=1#top",
                Some("My Cat é.final"),
            ),
            ("https://a.example/photo%2Ejpg", Some("photo")),
            ("https://a.example/photo", Some("photo")),
            ("https://a.example/%0a%00%20a%09b%7f%e2%80%ae.png", Some("a b")),
            ("https://a.example/", None),
            ("https://a.example", None),
            ("https://a.example/x/", None),
            ("https://a.example/.png", None),
            ("https://a.example/%20%20.png", None),
        ] {
            assert_eq!(file_name(&Url::parse(url).unwrap()).as_deref(), name, "{url}");
        }
    }

    #[test]
    fn a_title_is_one_short_line() {
        assert_eq!(clean(" \n a\t\tb \u{a0} c\u{0}d ").as_deref(), Some("a b cd"));
        assert_eq!(clean(&"é".repeat(101)), Some("é".repeat(100)));
        assert_eq!(clean(&format!("{} b", "a".repeat(99))), Some("a".repeat(99)));
        assert_eq!(clean(" \n\u{0}\u{1b} "), None);
    }
}
