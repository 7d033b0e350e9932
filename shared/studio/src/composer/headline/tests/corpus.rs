//! Tests headlines of real prompts, and properties of the headlines of all texts.

use crate::composer::headline::{
    Headline,
    clause::clauses,
    emphasis::bare,
    kind::Kind,
    order::is_look,
    vocabulary::{Vocabulary, role::Role},
    word::MAX_WORDS,
};
use crate::composer::writing::Writing;
use proptest::prelude::*;

struct Case {
    prompt: String,
    headline: &'static str,
    kind: &'static str,
    emphasis: &'static str,
}

fn cases() -> Vec<Case> {
    let lines = include_str!("prompts.txt").lines();
    let written = lines.filter(|line| !line.is_empty() && !line.starts_with("# ") && !line.starts_with("## "));
    written
        .map(|line| {
            let parts: Vec<&str> = line.split('⇒').map(str::trim).collect();
            let [prompt, headline, kind, emphasis] = parts[..] else {
                panic!("not a case: {line}");
            };
            Case {
                prompt: prompt.replace("\\n", "\n"),
                headline,
                kind,
                emphasis,
            }
        })
        .collect()
}

fn printed(headline: &Headline) -> String {
    let words: Vec<&str> = headline.words.iter().map(|word| word.text.as_str()).collect();
    words.join(" ")
}

fn named(kind: Kind) -> String {
    match kind {
        Kind::Plain => "plain".to_owned(),
        Kind::Versus { joint } => format!("versus {joint}"),
        Kind::Number => "number".to_owned(),
        Kind::Change { joint: Some(joint) } => format!("change {joint}"),
        Kind::Change { joint: None } => "change".to_owned(),
        Kind::Steps { opening } => format!("steps {opening}"),
        Kind::Quote => "quote".to_owned(),
        Kind::Shock => "shock".to_owned(),
        Kind::Product => "product".to_owned(),
    }
}

/// Checks for any headline that its indexes are inside its words.
fn check_places(headline: &Headline) {
    let count = headline.words.len();
    assert!(headline.emphasis < count.max(1), "{headline:?}");
    match headline.kind {
        Kind::Versus { joint } | Kind::Change { joint: Some(joint) } => {
            assert!(joint > 0 && joint + 1 < count, "{headline:?}");
        }
        Kind::Steps { opening } => assert!(opening > 0 && opening < count, "{headline:?}"),
        Kind::Number => assert!(headline.words[0].text.chars().any(char::is_numeric)),
        Kind::Plain | Kind::Change { joint: None } | Kind::Quote | Kind::Shock | Kind::Product => {}
    }
}

/// Checks the rules for a headline that was picked, not quoted.
fn check_picked(headline: &Headline, prompt: &str) {
    let language = Vocabulary::of(prompt);
    let words: Vec<String> = headline.words.iter().map(|word| bare(&word.text, language)).collect();
    assert!(words.len() <= MAX_WORDS, "{prompt:?}: {words:?}");
    assert!(
        !words.iter().any(|word| is_look(word, language)),
        "{prompt:?}: {words:?}"
    );
    let is_small = |word: &String| (language.is_small(word) || word.is_empty()) && !language.is(word, Role::Strong);
    assert!(
        !words.get(headline.emphasis).is_some_and(is_small) || words.iter().all(is_small),
        "{prompt:?}: {words:?}"
    );
    let clauses = clauses(prompt, language);
    let ends_clause = words.last().is_some_and(|last| {
        let ends = clauses.iter().filter_map(|clause| clause.words.last());
        ends.into_iter().any(|end| bare(&end.lower, language) == *last)
    });
    // A sentence may end with any word; a part of it may not.
    assert!(
        words.len() == 1 || ends_clause || !words.last().is_some_and(|word| language.cannot_end(word)),
        "{prompt:?}: {words:?}"
    );
}

#[test]
fn real_prompts_give_the_expected_headlines() {
    let wrong: Vec<String> = cases()
        .iter()
        .filter_map(|case| {
            let headline = Headline::new(&case.prompt, None);
            let emphasis = headline
                .words
                .get(headline.emphasis)
                .map_or("", |word| word.text.as_str());
            let found = [printed(&headline), named(headline.kind), emphasis.to_owned()];
            let expected = [case.headline, case.kind, case.emphasis];
            (found != expected).then(|| format!("{}\n    {expected:?}\n    {found:?}", case.prompt))
        })
        .collect();
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_corpus_has_at_least_200_prompts() {
    assert!(cases().len() >= 200);
}

#[test]
fn headlines_of_real_prompts_follow_the_rules() {
    for case in cases() {
        let headline = Headline::new(&case.prompt, None);
        check_places(&headline);
        let is_verbatim = case.prompt.contains(&printed(&headline)) && case.prompt.contains(['"', '\'', '“']);
        if !is_verbatim && headline.writing == Writing::Other {
            check_picked(&headline, &case.prompt);
        }
    }
}

#[test]
fn sentences_that_once_broke_a_rule_follow_the_rules() {
    for (prompt, headline) in [
        // French, because of the loose "pour".
        ("cooking a pour", "COOKING"),
        ("la recette de la tarte pour", "LA RECETTE DE LA TARTE"),
        // "detailed" describes the picture and is not printed.
        ("neon bought dark - I 10 I high I in detailed,", "I 10 I HIGH I"),
        (
            "culture, minecraft for every IN $1,000,000 tech Lamborghini everything",
            "CULTURE, $1,000,000 TECH LAMBORGHINI EVERYTHING",
        ),
    ] {
        let chosen = Headline::new(prompt, None);
        assert_eq!(printed(&chosen), headline, "{prompt}");
        check_picked(&chosen, prompt);
    }
}

#[test]
fn titles_have_the_expected_kinds() {
    for (title, kind) in [
        ("iPhone vs. Pixel", "versus 1"),
        ("Von 0 auf 100", "change 2"),
        ("Broke → Rich", "change 1"),
        ("DAY 30", "steps 1"),
        ("Step 3: Paint it", "steps 2"),
        ("$10,000 in 30 Days!", "number"),
        ("2026 in review", "product"),
        ("5 Tipps gegen Stress", "number"),
        ("Tipps gegen Stress", "plain"),
        ("I almost died", "shock"),
        ("We moved", "quote"),
        ("why", "plain"),
        ("vs", "plain"),
        ("我的手机 vs 你的手机", "versus 2"),
    ] {
        let headline = Headline::new("", Some(title));
        check_places(&headline);
        assert_eq!(named(headline.kind), kind, "{title}");
    }
}

/// Words of the corpus in random order, without quotation marks and words that ask to print something.
fn jumbled() -> impl Strategy<Value = String> {
    let cases = cases();
    let words = cases.iter().flat_map(|case| case.prompt.split_whitespace());
    let english = Vocabulary::of("");
    let asks = |word: &str| {
        let roles = [Role::Says, Role::TitleKey, Role::TopicKey, Role::WorkKey, Role::LookKey];
        let is_asking = roles.iter().any(|role| english.is(&bare(word, english), *role));
        is_asking || word.contains(['"', '\'', '“', '”', ':', '='])
    };
    let plain: Vec<String> = words.filter(|word| !asks(word)).map(str::to_owned).collect();
    prop::collection::vec(prop::sample::select(plain), 0..40).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn any_text_gives_valid_indexes(prompt in any::<String>(), title in any::<Option<String>>()) {
        check_places(&Headline::new(&prompt, title.as_deref()));
    }

    #[test]
    fn jumbled_words_give_headlines_that_follow_the_rules(prompt in jumbled()) {
        let headline = Headline::new(&prompt, None);
        check_places(&headline);
        if headline.writing == Writing::Other {
            check_picked(&headline, &prompt);
        }
    }
}

#[test]
fn the_time_grows_with_the_length_of_the_prompt() {
    let time = |sentences: usize| {
        let prompt = "a knight, a castle and 10 dragons in the rain. ".repeat(sentences);
        let start = tokio::time::Instant::now();
        for _ in 0..10 {
            assert_eq!(printed(&Headline::new(&prompt, None)), "KNIGHT, CASTLE AND 10 DRAGONS");
        }
        start.elapsed().as_millis()
    };
    let (short, long) = (time(10), time(90));
    // Nine times the length may take nine times as long. The rest is for other work of the machine.
    assert!(long < short * 50 + 200, "{short} ms, {long} ms");
}
