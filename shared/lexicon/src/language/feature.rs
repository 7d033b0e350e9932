//! The features that only some languages have.

macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident $name:literal,)*) => {
        /// A feature of a language. The line `features` of a language's `grammar.txt` names its features.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Feature {
            $($(#[$doc])* $feature,)*
        }

        impl Feature {
            /// All features, with their names in the files.
            pub(super) const NAMES: &[(&str, Self)] = &[$(($name, Self::$feature)),*];
        }
    };
}

features! {
    /// The head of a noun phrase is its last word: "burger recipe".
    HeadIsLast "head_last",
    /// The verb is the last word of a sentence.
    VerbIsLast "verb_last",
    /// A relative clause stands before its noun.
    RelativesFirst "relatives_first",
    /// The last word of a sentence can be a preposition: "What is it for?"
    StrandsPrepositions "strands_prepositions",
    /// "About" stays before a noun that shows its case.
    KeepsAbout "keeps_about",
    /// Words have no spaces between them.
    Unspaced "unspaced",
    /// Each syllable is written as a word.
    WritesSyllables "writes_syllables",
    /// Every noun has a capital, so capitals show no names.
    CapitalizesNouns "capitalizes_nouns",
    /// The capital of "i" is "İ".
    DottedI "dotted_i",
    /// Capitals have no accents.
    CapitalsWithoutAccents "capitals_without_accents",
    /// A word without its accents is often another word: Swedish "snäcka" is a seashell, and "snacka" means "to talk".
    AccentsDistinguish "accents_distinguish",
    /// "Ij" is one letter.
    LetterIj "letter_ij",
    /// A number with a dot is an ordinal: "nach dem 6. Monat".
    DotsOrdinals "dots_ordinals",
    /// Marks have a space before them: "Pourquoi ?"
    SpacesMarks "spaces_marks",
    /// A space may stand between the thousands of a number: "10 000".
    SpacesThousands "spaces_thousands",
    /// Questions and exclamations have a mark at their beginning too: "¿Por qué?"
    OpensMarks "opens_marks",
    /// A semicolon is a question mark.
    SemicolonAsks "semicolon_asks",
    /// Articles and adjectives have the case of the preposition before them, and cannot stand without it.
    InflectsArticles "inflects_articles",
    /// An article may begin a relative clause: "der Mann, der …".
    RelativeArticles "relative_articles",
    /// The parts of a verb stand around the rest of its clause: "ich habe … gebaut".
    SplitsVerbs "splits_verbs",
    /// Headlines may do without articles.
    DropsArticles "drops_articles",
    /// A clause without a pronoun may follow its noun: "the phone I bought".
    ContactClauses "contact_clauses",
    /// Two nouns may stand beside each other as one: "car repair".
    OpenCompounds "open_compounds",
    /// A noun behind a number has one of the plural endings.
    MarksPlurals "marks_plurals",
    /// Verbs have the plural endings too.
    VerbsEndLikePlurals "verbs_end_like_plurals",
    /// A noun behind a number has no plural.
    NoPluralBehindNumbers "no_plural_behind_numbers",
    /// Nouns and adjectives have the endings of participles too: only a small word behind a participle shows it.
    NounsEndLikeParticiples "nouns_end_like_participles",
    /// "And" is written as the first letter of the next word.
    PrefixesAnd "prefixes_and",
    /// The verb follows a question word.
    VerbFollowsQuestion "verb_follows_question",
    /// Adjectives stand behind their noun: "bleu foncé".
    AdjectivesFollow "adjectives_follow",
    /// Articles and prepositions before a word show that it is a noun.
    ArticlesShowNouns "articles_show_nouns",
    /// "'s" and a single apostrophe make a noun a possessor.
    PossessiveS "possessive_s",
    /// Stems change their spelling before a plural ending: "katten" (kat), "manen" (maan), "brieven" (brief).
    DoublesLetters "doubles_letters",
    /// The text has kana. Without any, ideographs are those of another language.
    Kana "kana",
}

impl Feature {
    /// The feature of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, feature)| *feature)
    }
}
