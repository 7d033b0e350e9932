//! Makes a picture's name from a file name or a page title.

mod token;

use self::token::{is_kept_in_file_name, is_meaningful};
use crate::MAX_NAME_CHARS;

/// Extensions of file names. Other text after a dot stays.
const EXTENSIONS: &str = "avif bmp gif heic heif htm html jfif jpe jpeg jpg jxl m4v mkv mov mp4 php png svg tif tiff \
    webm webp";

/// Sites that append their name to a page title after a dash. Other text after a dash stays: it may be a song's title.
const SITES: &str = "behance|deviantart|dribbble|facebook|flickr|freepik|github|imdb|imgur|instagram|linkedin|medium|\
    netflix|pexels|pinterest|pixabay|reddit|shutterstock|soundcloud|spotify|ted|tiktok|tumblr|twitch|twitter|\
    unsplash|vimeo|wikimedia commons|wikipedia|wikipedia, the free encyclopedia|x|youtube|youtube music";

/// A name made from a title; `None` if the title has no words that a person wrote. Separators become spaces. File
/// extension, site name and the marks of cameras and downloads are removed. The name has at most [`MAX_NAME_CHARS`]
/// code points.
pub(crate) fn name_of(title: &str) -> Option<String> {
    let printable = title.chars().map(|c| if c.is_control() { ' ' } else { c });
    let title: String = printable.collect();
    let stem = without_extension(title.trim());
    let words = if stem.contains(char::is_whitespace) {
        words_of_a_page(stem)
    } else {
        words_of_a_file(stem)
    };
    let words = without_copy_marks(&words);
    if !words.iter().any(|word| is_meaningful(word)) {
        return None;
    }
    let name = shortened(words);
    let mut characters = name.chars();
    let first = characters.next()?;
    // A letter whose upper case is two letters, such as ß, stays: a name at the limit must not grow.
    let capital: String = match first.to_uppercase().collect::<Vec<_>>().as_slice() {
        [capital] if !is_styled(&name) => capital.to_string(),
        _ => first.to_string(),
    };
    Some(capital + characters.as_str())
}

/// Whether the first word is deliberately spelt like `iPhone`.
fn is_styled(name: &str) -> bool {
    let mut first = name.chars().take_while(|c| c.is_alphanumeric());
    first.next().is_some_and(char::is_lowercase) && first.next().is_some_and(char::is_uppercase)
}

fn without_extension(title: &str) -> &str {
    match title.rsplit_once('.') {
        Some((stem, end)) if EXTENSIONS.split(' ').any(|known| end.eq_ignore_ascii_case(known)) => stem,
        _ => title,
    }
}

/// The words of a file name without spaces: split at separators, without words that only machines use.
fn words_of_a_file(stem: &str) -> Vec<&str> {
    // A UUID or a hash: some of its groups could be words by chance.
    let digits: Vec<char> = stem.chars().filter(|c| !matches!(c, '-' | '{' | '}')).collect();
    if digits.len() == 32 && digits.iter().all(char::is_ascii_hexdigit) {
        return Vec::new();
    }
    let words = stem.split(['_', '-', '+', '.', '~']);
    words.filter(|word| is_kept_in_file_name(word)).collect()
}

fn words_of_a_page(title: &str) -> Vec<&str> {
    let title = without_site(without_site(without_unread(title)));
    title
        .split(|c: char| c.is_whitespace() || c == '_')
        .filter(|word| !word.is_empty())
        .collect()
}

/// Removes the number of unread messages that some sites put first, as in `(3) Title`.
fn without_unread(title: &str) -> &str {
    let counted = title.strip_prefix('(').and_then(|rest| rest.split_once(") "));
    match counted {
        Some((number, rest)) if number.len() <= 3 && number.bytes().all(|c| c.is_ascii_digit() || c == b'+') => rest,
        _ => title,
    }
}

fn without_site(title: &str) -> &str {
    if let Some(title) = title.strip_suffix(" on Vimeo") {
        return title;
    }
    for separator in [" | ", " - ", " – ", " — ", " · ", " • ", " :: ", " » "] {
        let Some((rest, site)) = title.rsplit_once(separator) else {
            continue;
        };
        let is_dash = matches!(separator, " - " | " – " | " — ");
        let is_known = SITES.split('|').any(|known| site.trim().eq_ignore_ascii_case(known));
        let is_domain = !site.contains(' ') && site.split('.').count() > 1 && !site.ends_with('.');
        let is_short = site.split_whitespace().count() <= 4 && site.chars().count() <= rest.chars().count();
        if is_known || is_domain || !is_dash && is_short {
            return rest.trim_end();
        }
    }
    title
}

/// Removes trailing marks that tell copies of a file apart: `(1)`, `copy`, `1920x1080`.
fn without_copy_marks<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let mut left = words;
    while let [rest @ .., last] = left {
        if rest.is_empty() || !token::is_copy_mark(last) {
            break;
        }
        left = rest;
    }
    left
}

/// Joins as many whole words as fit. If even the first does not fit, it is truncated.
fn shortened(words: &[&str]) -> String {
    let mut name = String::new();
    let mut length = 0;
    for word in words {
        let added = word.chars().count() + usize::from(length > 0);
        if length + added > MAX_NAME_CHARS {
            break;
        }
        if length > 0 {
            name.push(' ');
        }
        name.push_str(word);
        length += added;
    }
    match words.first() {
        Some(word) if name.is_empty() => word.chars().take(MAX_NAME_CHARS).collect(),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_a_person_wrote_become_the_name() {
        for (title, expected) in [
            ("my_summer-holiday.jpg", "My summer holiday"),
            ("red+panda.final.PNG", "Red panda final"),
            ("blue logo (2).png", "Blue logo"),
            ("Acme Logo - Copy.png", "Acme Logo"),
            ("acme-logo-1920x1080", "Acme logo"),
            ("sunset-3840x2160-scaled.webp", "Sunset"),
            ("IMG_1234_birthday_cake.jpg", "Birthday cake"),
            ("portrait-5f4dcc3b5aa765d61d8327deb882cf99.png", "Portrait"),
            ("How I built a rocket - YouTube", "How I built a rocket"),
            ("(3) How I built a rocket - YouTube", "How I built a rocket"),
            ("Best pasta ever | Kitchen Stories", "Best pasta ever"),
            ("Ten tips — example.com", "Ten tips"),
            ("A quiet film on Vimeo", "A quiet film"),
            ("Queen - Bohemian Rhapsody", "Queen - Bohemian Rhapsody"),
            ("iPhone 20: the review", "iPhone 20: the review"),
            ("Top 10 of 2025", "Top 10 of 2025"),
            ("über-uns.html", "Über uns"),
            ("日本の夏.jpg", "日本の夏"),
            ("cat", "Cat"),
            ("  spaced \t out\n", "Spaced out"),
            ("v2.1 release notes", "V2.1 release notes"),
        ] {
            assert_eq!(name_of(title).as_deref(), Some(expected), "{title}");
        }
    }

    #[test]
    fn titles_made_by_machines_give_no_name() {
        for title in [
            "",
            " ",
            "IMG_1234",
            "IMG_1234.JPG",
            "DSC00042.jpg",
            "DSC_0042.jpg",
            "PXL_20250102_101112.jpg",
            "P1010042.JPG",
            "IMG-20250102-WA0001.jpg",
            "WhatsApp Image 2025-01-02 at 10.11.12.jpeg",
            "Screenshot 2025-01-02 at 10.11.12.png",
            "Screenshot_20250102-101112.png",
            "maxresdefault",
            "hqdefault.jpg",
            "download (1)",
            "download.png",
            "image",
            "untitled-1.png",
            "photo-1518791841217-8f162f1e1131",
            "d41d8cd98f00b204e9800998ecf8427e",
            "550e8400-e29b-41d4-a716-446655440000.png",
            "decade00-cafe-dead-beef-facadefacade",
            "dQw4w9WgXcQ",
            "20250102",
            "12345.webp",
            "---.png",
            "🎉🎉.png",
            "unnamed (3).webp",
        ] {
            assert_eq!(name_of(title), None, "{title}");
        }
    }

    #[test]
    fn long_titles_are_cut_after_a_word() {
        let name = name_of(&"word ".repeat(40)).unwrap();
        assert_eq!(name.chars().count(), 99);
        assert!(name.ends_with("word"));
        let name = name_of(&"ß".repeat(400)).unwrap();
        assert_eq!(name.chars().count(), MAX_NAME_CHARS);
    }
}
