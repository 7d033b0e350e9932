//! What a source is called.

use percent_encoding::percent_decode_str;
use url::Url;

/// The longest name that an image or an inspiration may have, in code points.
const LONGEST: usize = 100;

/// Without control characters, with single spaces between words, at most 100 code points long; `None` when nothing is
/// left.
pub(crate) fn clean(text: &str) -> Option<String> {
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.chars().filter(|character| !character.is_control()).collect())
        .filter(|word: &String| !word.is_empty())
        .collect();
    let short: String = words.join(" ").chars().take(LONGEST).collect();
    let short = short.trim_end();
    (!short.is_empty()).then(|| short.to_owned())
}

/// The file name in a URL's path, without its extension.
pub(crate) fn file_name(url: &Url) -> Option<String> {
    let segment = url.path_segments()?.next_back()?;
    let name = percent_decode_str(segment).decode_utf8_lossy();
    clean(name.rsplit_once('.').map_or(&*name, |(stem, _)| stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_called_like_its_file() {
        for (url, name) in [
            ("https://a.example/cat.jpg", Some("cat")),
            (
                "https://a.example/x/My%20Cat%20%C3%A9.final.png?size=1#top",
                Some("My Cat é.final"),
            ),
            ("https://a.example/photo%2Ejpg", Some("photo")),
            ("https://a.example/photo", Some("photo")),
            ("https://a.example/%0a%00%20a%09b%7f.png", Some("a b")),
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
