//! Text search: in whatever case, every word must occur.

/// The words that are looked for.
#[derive(Clone, Debug)]
pub struct Search(Vec<String>);

impl Search {
    /// Looks for every word of `text`.
    pub fn new(text: &str) -> Self {
        Self(in_one_case(text).split_whitespace().map(str::to_owned).collect())
    }

    /// Whether each of the words occurs in one of these texts.
    pub fn matches(&self, texts: &[&str]) -> bool {
        let texts: Vec<String> = texts.iter().map(|text| in_one_case(text)).collect();
        self.0.iter().all(|word| texts.iter().any(|text| text.contains(word)))
    }
}

/// Letter by letter, whatever stands beside: a sigma at the end of what is looked for may be in the middle of a word.
fn in_one_case(text: &str) -> String {
    let lower = text.chars().flat_map(char::to_lowercase);
    lower.map(|letter| if letter == 'ς' { 'σ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_must_occur_somewhere_in_whatever_case() {
        let search = Search::new("  WASSER  fall");
        assert!(search.matches(&["Frozen waterFALL", "Eiswasser"]));
        assert!(!search.matches(&["waterfall"]));
        assert!(Search::new("ÜBER").matches(&["über alles"]));
        assert!(Search::new("").matches(&[]));
        assert!(Search::new("ΑΣ").matches(&["Άστρο, αστροναύτης"]));
        assert!(Search::new("ας").matches(&["ΑΣΤΡΟ"]));
    }
}
