//! What a language does, as far as not all languages do it.

/// A feature of a language. A language's file names its features in the line `features`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Feature {
    /// The head of a noun phrase is its last word: "burger recipe".
    HeadIsLast,
    /// The verb is the last word of a sentence.
    VerbIsLast,
    /// A preposition may be the last word of a sentence, as "for" is in "What is it for?"
    StrandsPrepositions,
    /// "About" stays before a noun that shows its case.
    KeepsAbout,
    /// Words have no spaces between them.
    Unspaced,
    /// Each syllable is written as a word.
    WritesSyllables,
    /// Every noun has a capital, so capitals show no names.
    CapitalizesNouns,
    /// The capital of "i" is "İ".
    DottedI,
    /// Capitals have no accents.
    CapitalsWithoutAccents,
    /// "Ij" is one letter.
    LetterIj,
    /// A number with a dot is an ordinal: "nach dem 6. Monat".
    DotsOrdinals,
    /// Marks have a space before them: "Pourquoi ?"
    SpacesMarks,
    /// Questions and exclamations have a mark at their beginning too: "¿Por qué?"
    OpensMarks,
    /// A semicolon is a question mark.
    SemicolonAsks,
    /// Articles and adjectives have the case of the preposition before them, and cannot stand without it.
    InflectsArticles,
    /// An article may begin a relative clause: "der Mann, der …".
    RelativeArticles,
    /// The parts of a verb stand around the rest of its clause: "ich habe … gebaut".
    SplitsVerbs,
    /// Headlines may do without articles.
    DropsArticles,
    /// A clause without a pronoun may follow its noun: "the phone I bought".
    ContactClauses,
    /// Two nouns may stand beside each other as one: "car repair".
    OpenCompounds,
    /// A noun behind a number has one of the plural endings.
    MarksPlurals,
    /// Verbs have the plural endings too.
    VerbsEndLikePlurals,
    /// A noun behind a number has no plural.
    NoPluralBehindNumbers,
    /// Nouns and adjectives have the endings of participles too: only a small word behind a participle shows it.
    NounsEndLikeParticiples,
    /// "And" is written as the first letter of the next word.
    PrefixesAnd,
    /// The verb follows a question word.
    VerbFollowsQuestion,
}

impl Feature {
    /// All features, with their names in the files.
    pub(super) const NAMES: [(&'static str, Self); 26] = [
        ("head_last", Self::HeadIsLast),
        ("verb_last", Self::VerbIsLast),
        ("strands_prepositions", Self::StrandsPrepositions),
        ("keeps_about", Self::KeepsAbout),
        ("unspaced", Self::Unspaced),
        ("writes_syllables", Self::WritesSyllables),
        ("capitalizes_nouns", Self::CapitalizesNouns),
        ("dotted_i", Self::DottedI),
        ("capitals_without_accents", Self::CapitalsWithoutAccents),
        ("letter_ij", Self::LetterIj),
        ("dots_ordinals", Self::DotsOrdinals),
        ("spaces_marks", Self::SpacesMarks),
        ("opens_marks", Self::OpensMarks),
        ("semicolon_asks", Self::SemicolonAsks),
        ("inflects_articles", Self::InflectsArticles),
        ("relative_articles", Self::RelativeArticles),
        ("splits_verbs", Self::SplitsVerbs),
        ("drops_articles", Self::DropsArticles),
        ("contact_clauses", Self::ContactClauses),
        ("open_compounds", Self::OpenCompounds),
        ("marks_plurals", Self::MarksPlurals),
        ("verbs_end_like_plurals", Self::VerbsEndLikePlurals),
        ("no_plural_behind_numbers", Self::NoPluralBehindNumbers),
        ("nouns_end_like_participles", Self::NounsEndLikeParticiples),
        ("prefixes_and", Self::PrefixesAnd),
        ("verb_follows_question", Self::VerbFollowsQuestion),
    ];
}
