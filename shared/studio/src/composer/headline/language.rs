//! The function words of languages, which decide where a headline may begin, end and be cut.

use super::clause::Clause;
use std::{collections::HashSet, sync::LazyLock};

/// The number of words from which the language is detected.
const MAX_WORDS: usize = 60;

type Words = HashSet<&'static str>;

/// The function words of a language.
#[derive(Debug)]
pub(super) struct Language {
    articles: Words,
    links: Words,
    dependent: Words,
    faint: Words,
    /// Whether the last noun of a compound is its head: "burger recipe".
    pub(super) ends_in_head: bool,
    /// Whether the verb ends a clause after a question word: "warum ich mein Auto verkauft habe".
    pub(super) ends_in_verb: bool,
}

static ENGLISH: LazyLock<Language> = LazyLock::new(|| ENGLISH_LISTS.language());
static OTHERS: LazyLock<Vec<Language>> = LazyLock::new(|| OTHER_LISTS.iter().map(Lists::language).collect());

/// The source form of a [`Language`]: words separated by spaces.
struct Lists {
    /// Words that a headline does not begin with.
    articles: &'static str,
    /// Words before which a sentence may be cut.
    links: &'static str,
    /// Words that mean nothing alone and that a headline does not end with.
    dependent: &'static str,
    /// Pronouns and adverbs, which mean little but may end a sentence.
    faint: &'static str,
    ends_in_head: bool,
    ends_in_verb: bool,
}

impl Lists {
    fn language(&self) -> Language {
        let words = |list: &'static str| list.split_whitespace().collect();
        Language {
            articles: words(self.articles),
            links: words(self.links),
            dependent: words(self.dependent),
            faint: words(self.faint),
            ends_in_head: self.ends_in_head,
            ends_in_verb: self.ends_in_verb,
        }
    }
}

static ENGLISH_LISTS: Lists = Lists {
    articles: "a an the some my our your this that these those and but so his her their its or",
    links: "of for in on at by with and or but from into about that which who when where while without over under every \
        everyone near during after before behind next so because what above surrounded against if",
    dependent: "to as is are was were be been my your our his her their its than not very will can could should would may \
        might has have had am does did i i'll how why whose between upon onto through vs versus & another just via",
    faint: "it we you me us him them they he she i'm i've it's there here some only every no too also up it'll we're \
        don't do everything nobody before after",
    ends_in_head: true,
    ends_in_verb: false,
};

static OTHER_LISTS: [Lists; 10] = [
    // German
    Lists {
        articles: "der die das ein eine einen einem einer mein meine unser unsere dein deine dieser diese dieses und den",
        links: "für in im am an auf bei mit und oder aber von vom aus über ohne unter wenn dass weil während nach vor zum \
            zur durch um gegen",
        dependent: "des dem zu ist sind war als wie nicht sehr mein meinen dich mich sich ins habe haben hat wird kann man ich",
        faint: "du er sie es wir ihr auch nur hier noch vorher nachher",
        ends_in_head: true,
        ends_in_verb: true,
    },
    // Spanish
    Lists {
        articles: "el la los las un una unos unas mi mis su sus tu tus este esta y",
        links: "de del en con y o pero por para sobre sin desde que cuando donde al a",
        dependent: "es son muy como más lo se",
        faint: "yo tú él ella me te no antes después",
        ends_in_head: false,
        ends_in_verb: false,
    },
    // French
    Lists {
        articles: "le la les un une des mon ma mes ton ta tes son sa ses notre votre ce cette et",
        links: "de du des en dans avec et ou mais par pour sur sans depuis que qui quand où au aux à chez",
        dependent: "est sont très plus d'un d'une comme ne pas se",
        faint: "je tu il elle nous vous me te avant après",
        ends_in_head: false,
        ends_in_verb: false,
    },
    // Portuguese
    Lists {
        articles: "o a os as um uma meu minha seu sua este esta e",
        links: "de do da dos das em no na nos nas com e ou mas por para sobre sem que quando onde ao pelo pela",
        dependent: "é são muito mais se como",
        faint: "eu você ele ela me não antes depois",
        ends_in_head: false,
        ends_in_verb: false,
    },
    // Italian
    Lists {
        articles: "il lo la i gli le un uno una mio mia questo questa e ed",
        links: "di del della dei delle in nel nella con e o ma per su sul sulla senza da dal che quando dove al alla a",
        dependent: "è sono molto più si non ho ha",
        faint: "io tu lui lei mi ti noi prima dopo",
        ends_in_head: false,
        ends_in_verb: false,
    },
    // Russian
    Lists {
        articles: "и а но этот эта это мой моя мои наш",
        links: "в во на с со и или но из от до для про о об без под над при после когда где что который за по к",
        dependent: "у не ни бы ли же как",
        faint: "я ты он она мы вы они до после",
        ends_in_head: false,
        ends_in_verb: false,
    },
    // Greek
    Lists {
        articles: "ο η το οι τα ένας μια μία ένα τον την και",
        links: "για σε με και ή από στο στη στην στον στα που όταν χωρίς",
        dependent: "του της των είναι να θα δεν πιο",
        faint: "εγώ εσύ μου σου",
        ends_in_head: false,
        ends_in_verb: false,
    },
    // Arabic
    Lists {
        articles: "و هذا هذه",
        links: "في من على إلى عن مع أو بدون عند بعد قبل التي الذي",
        dependent: "أن لا ما هو هي",
        faint: "أنا أنت",
        ends_in_head: false,
        ends_in_verb: false,
    },
    // Hebrew
    Lists {
        articles: "זה זאת",
        links: "של על עם בלי או מן אל אחרי לפני כאשר",
        dependent: "את לא הוא היא",
        faint: "אני אתה",
        ends_in_head: false,
        ends_in_verb: false,
    },
    // Hindi, whose postpositions follow their nouns
    Lists {
        articles: "यह एक और",
        links: "और या लेकिन",
        dependent: "का की के में से को पर ने",
        faint: "मैं आप हम है हैं सबसे",
        ends_in_head: true,
        ends_in_verb: false,
    },
];

impl Language {
    /// The language whose function words are most frequent in the first words of the clauses; English if no other
    /// language has more.
    pub(super) fn of(clauses: &[Clause]) -> &'static Self {
        let words = clauses
            .iter()
            .flat_map(|clause| &clause.words)
            .take(MAX_WORDS)
            .map(|word| word.lower.as_str());
        let score = |language: &Self| words.clone().filter(|word| language.contains(word)).count();
        let others = OTHERS.iter().map(|language| (score(language), language));
        // `max_by_key` takes the last of equal items; reversed, it takes the first.
        let best = others.rev().max_by_key(|(score, _)| *score);
        best.filter(|(best, _)| *best > score(&ENGLISH))
            .map_or(&ENGLISH, |(_, language)| language)
    }

    fn contains(&self, word: &str) -> bool {
        self.is_function_word(word) || self.articles.contains(word)
    }

    /// Whether a headline must not begin with the word.
    pub(super) fn is_article(&self, word: &str) -> bool {
        self.articles.contains(word)
    }

    /// Whether a sentence may be cut before the word.
    pub(super) fn is_link(&self, word: &str) -> bool {
        self.links.contains(word)
    }

    /// Whether a headline must not end with the word.
    pub(super) fn cannot_end(&self, word: &str) -> bool {
        [&self.articles, &self.links, &self.dependent]
            .iter()
            .any(|list| list.contains(word))
            && !self.faint.contains(word)
    }

    /// Whether the word is a function word.
    pub(super) fn is_function_word(&self, word: &str) -> bool {
        self.cannot_end(word) || self.faint.contains(word)
    }
}
