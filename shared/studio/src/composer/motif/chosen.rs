//! Which motifs a picture shows.

use super::Motif;
use lexicon::{Choice, Depiction, Language, Subject};

/// The motifs of the subjects that the words name, the largest first: none, one or two. If the words name none that a
/// picture can show, the words alone are the picture: a symbol of the topic would say nothing that they do not say.
pub(crate) fn motifs_of(choice: &Choice) -> Vec<Motif> {
    let motif = |subject: Option<&Subject>| Motif::of(&subject?.picture);
    let main = motif(choice.main());
    // The second subject alone would be taken for the first.
    let second = main.as_ref().and_then(|_| motif(choice.second()));
    main.into_iter().chain(second).collect()
}

/// The motif of a picture without words and without a subject, which would be empty: a clapperboard stands for a video.
pub(crate) fn without_words() -> Vec<Motif> {
    Motif::of(&Depiction::Emoji("🎬".to_owned())).into_iter().collect()
}

/// The motif that a part of a brief names.
pub(crate) fn named(text: &str, language: Language) -> Option<Motif> {
    let choice = Choice::of_part(text, language);
    Motif::of(&choice.main()?.picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(prompt: &str) -> Vec<String> {
        let motifs = motifs_of(&Choice::of(prompt, None));
        motifs.iter().map(|motif| motif.name.to_string()).collect()
    }

    #[test]
    fn words_select_the_motifs() {
        assert_eq!(names("a cat and a violin"), ["🐱", "🎻"]);
        assert_eq!(names("the best burger ever"), ["🍔"]);
        assert_eq!(names("ich repariere mein Motorrad"), ["🏍️"]);
        assert_eq!(names("猫とピアノ"), ["🐱", "🎹"]);
        assert_eq!(names("cats, cats and a cat"), ["🐱"]);
    }

    #[test]
    fn words_that_name_nothing_show_nothing() {
        for prompt in [
            "",
            "something about nothing",
            "the very best of us",
            "a new idea",
            "the secret",
            "my Theremin",
        ] {
            assert!(names(prompt).is_empty(), "{prompt}");
        }
    }
}
