//! Reads what a caller wants to change in a picture. It understands phrases, not sentences: a phrase that it does not
//! know is kept as it is.

mod title;

/// The changes that a text asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The words to print instead; `None` if the words stay.
    pub title: Option<String>,
    /// The phrases that were not understood.
    pub unknown: Vec<String>,
}

impl Changes {
    /// Reads a text. Each line, and each part of a line between semicolons, is a phrase. If several phrases name a title,
    /// the last one counts.
    pub fn read(text: &str) -> Self {
        let mut changes = Self::default();
        let phrases = text.split(['\n', ';', '；']).map(str::trim);
        for phrase in phrases.filter(|phrase| !phrase.is_empty()) {
            match title::title(phrase) {
                Some(title) => changes.title = Some(title),
                None => changes.unknown.push(phrase.to_owned()),
            }
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(text: &str) -> Option<String> {
        Changes::read(text).title
    }

    #[test]
    fn a_title_follows_its_label() {
        for (text, expected) in [
            ("title: NEVER AGAIN", "NEVER AGAIN"),
            ("Title = Never again!", "Never again!"),
            ("new headline: “Day 1: the start”", "Day 1: the start"),
            ("the text: 100 %", "100 %"),
            ("Titel: Nie wieder", "Nie wieder"),
            ("neuer Titel: 'Nie wieder'", "Nie wieder"),
            ("Titre : « Plus jamais »", "Plus jamais"),
            ("título: Nunca más", "Nunca más"),
            ("titolo: Mai più", "Mai più"),
            ("başlık: Bir daha asla", "Bir daha asla"),
            ("tytuł: Nigdy więcej", "Nigdy więcej"),
            ("заголовок: Никогда больше", "Никогда больше"),
            ("タイトル：もう二度と", "もう二度と"),
            ("标题：再也不会", "再也不会"),
            ("제목: 다시는", "다시는"),
        ] {
            assert_eq!(title(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_title_follows_an_order_to_change_it() {
        for (text, expected) in [
            ("change the title to NEVER AGAIN", "NEVER AGAIN"),
            ("Set the headline to \"Never again\"", "Never again"),
            ("please make the text say Never again.", "Never again."),
            ("replace the words with 24 HOURS", "24 HOURS"),
        ] {
            assert_eq!(title(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_title_is_kept() {
        for text in [
            "make the title yellow",
            "bigger text",
            "without the arrow",
            "subtitle: none",
            "a film title: that is too little",
            "title:",
            "change the title to",
            "put it on a beach",
        ] {
            let expected = Changes {
                title: None,
                unknown: vec![text.to_owned()],
            };
            assert_eq!(Changes::read(text), expected);
        }
    }

    #[test]
    fn a_title_that_is_too_long_to_print_is_not_understood() {
        assert!(title(&format!("title: {}", "a".repeat(100))).is_some());
        assert!(title(&format!("title: {}", "a".repeat(101))).is_none());
    }

    #[test]
    fn each_line_and_each_part_between_semicolons_is_a_phrase() {
        let changes = Changes::read("make it blue; title: One\n\ntitle: Two\nno arrow");
        assert_eq!(changes.title.as_deref(), Some("Two"));
        assert_eq!(changes.unknown, ["make it blue", "no arrow"]);
    }
}
