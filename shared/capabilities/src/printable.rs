//! The characters that the built-in composer can print. A function need not contain its fonts to know them.
//!
//! `characters.bin` has one bit for each of the first 131,072 code points, the lowest bit of a byte first. The fonts
//! have no other characters. A test of `studio` compares the file with the fonts, and writes it with `UPDATE_DOCS=1`.

use contract::input::is_unseen;

static CHARACTERS: &[u8] = include_bytes!("characters.bin");

/// The largest number of characters that a sentence names.
const MAX_NAMED: usize = 8;

/// Whether the composer can print the character. White space, joiners and other characters without a picture count as
/// printable.
pub fn is_printable(c: char) -> bool {
    let code = u32::from(c);
    let byte = usize::try_from(code / 8).ok().and_then(|at| CHARACTERS.get(at));
    is_invisible(c) || byte.is_some_and(|byte| byte >> (code % 8) & 1 == 1)
}

/// Whether a reader sees nothing where the character is, or it only modifies an emoji.
fn is_invisible(c: char) -> bool {
    is_unseen(c) || matches!(c, '\u{20e3}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Names the characters of a text that the composer cannot print, each once, such as `Ꮳ, Ꮃ and 3 more`. `None` if it
/// can print all.
pub fn unprintable(text: &str) -> Option<String> {
    let mut found: Vec<char> = Vec::new();
    for c in text.chars().filter(|c| !is_printable(*c)) {
        if !found.contains(&c) {
            found.push(c);
        }
    }
    let named: Vec<String> = found.iter().take(MAX_NAMED).map(char::to_string).collect();
    match found.len() {
        0 => None,
        1..=MAX_NAMED => Some(named.join(", ")),
        count => Some(format!("{} and {} more", named.join(", "), count - MAX_NAMED)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unprintable_characters_of_a_text_are_named_once() {
        for text in ["", "Hello — 10 €", "สวัสดี नमस्ते 日本 👩🏽‍🚀 1️⃣", "a\u{200d}b\u{fe0f}"]
        {
            assert_eq!(unprintable(text), None, "{text}");
        }
        assert_eq!(unprintable("GO ᏣᎳᏣ").as_deref(), Some("Ꮳ, Ꮃ"));
        assert_eq!(
            unprintable("ᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩ").as_deref(),
            Some("Ꭰ, Ꭱ, Ꭲ, Ꭳ, Ꭴ, Ꭵ, Ꭶ, Ꭷ and 2 more")
        );
        assert_eq!(unprintable("\u{2ffff}").as_deref(), Some("\u{2ffff}"));
    }
}
