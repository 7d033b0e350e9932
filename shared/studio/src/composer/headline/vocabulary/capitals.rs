//! Capitals by the rules of each language.

use super::{Vocabulary, role::Role};
use crate::composer::headline::clause::lower;
use lexicon::Feature;

impl Vocabulary {
    /// The word in capitals. German "ß" becomes "SS", Turkish and Azeri "i" becomes "İ", and Greek capitals lose their
    /// accents. The currency "Rp" keeps its small letter.
    pub(in super::super) fn capitals(&self, word: &str) -> String {
        if self.has_feature(Feature::DottedI) {
            // "iPhone" is no Turkish word, but its suffix is: "iPhone'da".
            let end = word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len());
            let (stem, rest) = word.split_at(end);
            let is_brand = self.is(&lower(stem), Role::Name) && stem.chars().skip(1).any(char::is_uppercase);
            let stem = if is_brand { stem.to_uppercase() } else { dotted(stem) };
            return stem + &dotted(rest);
        }
        if let Some(amount) = word
            .strip_prefix("Rp")
            .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        {
            return format!("Rp{amount}");
        }
        let capitals = word.to_uppercase();
        if self.has_feature(Feature::CapitalsWithoutAccents) {
            without_accents(&capitals)
        } else {
            capitals
        }
    }

    /// The word with its first letter as a capital. "Ij" may be one letter.
    pub(in super::super) fn initial(&self, word: &str) -> String {
        let length = if self.has_feature(Feature::LetterIj) && word.to_lowercase().starts_with("ij") {
            2
        } else {
            word.chars().next().map_or(0, char::len_utf8)
        };
        let (first, rest) = word.split_at(length);
        format!("{}{rest}", self.capitals(first))
    }
}

/// Turkish and Azeri capitals: "i" and "ı" are two letters.
fn dotted(word: &str) -> String {
    word.replace('i', "İ").to_uppercase()
}

/// Greek capitals without accents. A diaeresis stays.
fn without_accents(capitals: &str) -> String {
    // The capitals of "ΐ" and "ΰ" are three characters: the letter, the diaeresis and the accent.
    let composed = capitals.replace("Ι\u{308}\u{301}", "Ϊ").replace("Υ\u{308}\u{301}", "Ϋ");
    let bare = |c| match c {
        'Ά' => 'Α',
        'Έ' => 'Ε',
        'Ή' => 'Η',
        'Ί' => 'Ι',
        'Ό' => 'Ο',
        'Ύ' => 'Υ',
        'Ώ' => 'Ω',
        c => c,
    };
    composed.chars().map(bare).collect()
}

#[cfg(test)]
mod tests {
    use crate::composer::headline::vocabulary::Vocabulary;
    use lexicon::Language;

    fn vocabulary(code: &str) -> &'static Vocabulary {
        Vocabulary::in_language(Language::named(code).unwrap())
    }

    #[test]
    fn capitals_follow_the_rules_of_the_language() {
        for (code, word, capitals) in [
            ("tr", "istanbul'da", "İSTANBUL'DA"),
            ("tr", "ıspanak", "ISPANAK"),
            ("tr", "dakikada", "DAKİKADA"),
            ("tr", "iPhone'da", "IPHONE'DA"),
            ("tr", "iPhone'nin", "IPHONE'NİN"),
            ("tr", "iPhone?", "IPHONE?"),
            ("tr", "iyi", "İYİ"),
            ("az", "istilik", "İSTİLİK"),
            ("az", "işləyir", "İŞLƏYİR"),
            ("de", "straßenmusik", "STRASSENMUSIK"),
            ("de", "größe", "GRÖSSE"),
            ("el", "μαγειρική", "ΜΑΓΕΙΡΙΚΗ"),
            ("el", "δρόμος", "ΔΡΟΜΟΣ"),
            ("el", "μαΐου", "ΜΑΪΟΥ"),
            ("el", "ρολόι", "ΡΟΛΟΙ"),
            ("nl", "ijsjes", "IJSJES"),
            ("fr", "œufs", "ŒUFS"),
            ("fr", "île", "ÎLE"),
            ("es", "años", "AÑOS"),
            ("pl", "łódź", "ŁÓDŹ"),
            ("vi", "vàng", "VÀNG"),
            ("uk", "під'їзді", "ПІД'ЇЗДІ"),
            ("id", "Rp30.000", "Rp30.000"),
            ("en", "istanbul", "ISTANBUL"),
        ] {
            assert_eq!(vocabulary(code).capitals(word), capitals);
        }
    }

    #[test]
    fn the_first_letter_follows_the_rules_of_the_language() {
        for (code, word, initial) in [
            ("nl", "ijsjes", "IJsjes"),
            ("nl", "ijsselmeer", "IJsselmeer"),
            ("en", "ijtihad", "Ijtihad"),
            ("tr", "ilk", "İlk"),
            ("ja", "python", "Python"),
            ("de", "", ""),
        ] {
            assert_eq!(vocabulary(code).initial(word), initial);
        }
    }
}
