//! Finds the words to print in a phrase.

/// What callers call the words of a picture, in lower case.
const LABELS: [&str; 26] = [
    "title",
    "headline",
    "text",
    "words",
    "caption", // English
    "titel",
    "überschrift",
    "schlagzeile", // German; Dutch and Swedish share the first
    "titre",
    "texte", // French
    "título",
    "titulo",
    "texto", // Spanish, Portuguese
    "titolo",
    "testo", // Italian
    "başlık",
    "yazı", // Turkish
    "tytuł",
    "tekst", // Polish
    "заголовок",
    "текст", // Russian
    "タイトル",
    "文字", // Japanese
    "标题",
    "標題", // Chinese; it shares the words above
    "제목", // Korean
];

/// The words that may stand before a label, in lower case.
const BEFORE: [&str; 14] = [
    "the", "new", "a", "neuer", "neue", "der", "die", "nouveau", "le", "nuevo", "el", "novo", "o", "nuovo",
];

/// The orders that put new words in the place of the old ones: what stands before the label, and what stands after it.
const ORDERS: [(&[&str], &[&str]); 2] = [
    (&["change", "set", "rename", "make", "let"], &["to", "say", "read"]),
    (&["replace", "exchange"], &["with", "by"]),
];

/// The longest words that are printed, in code points.
const LONGEST: usize = 100;

/// The words to print, if the phrase names them.
pub(crate) fn title(phrase: &str) -> Option<String> {
    let words = labelled(phrase).or_else(|| ordered(phrase))?;
    let words = unquoted(words);
    let is_printable = (1..=LONGEST).contains(&words.chars().count()) && !words.chars().any(char::is_control);
    is_printable.then(|| words.to_owned())
}

fn is_label(word: &str) -> bool {
    LABELS.contains(&word.to_lowercase().as_str())
}

/// The rest of a phrase like "new title: …".
fn labelled(phrase: &str) -> Option<&str> {
    let (head, words) = phrase.split_once([':', '：', '='])?;
    let mut head = head.split_whitespace().rev();
    let is_named = is_label(head.next()?);
    let is_before = |word: &str| BEFORE.contains(&word.to_lowercase().as_str());
    (is_named && head.all(is_before)).then_some(words)
}

/// The rest of a phrase like "change the title to …".
fn ordered(phrase: &str) -> Option<&str> {
    let (head, rest) = phrase.split_once(char::is_whitespace)?;
    if head.eq_ignore_ascii_case("please") {
        return ordered(rest.trim_start());
    }
    let verb = head.to_lowercase();
    let (_, links) = ORDERS.iter().find(|(verbs, _)| verbs.contains(&verb.as_str()))?;
    let (mut next, mut rest) = rest.trim_start().split_once(char::is_whitespace)?;
    if BEFORE.contains(&next.to_lowercase().as_str()) {
        (next, rest) = rest.trim_start().split_once(char::is_whitespace)?;
    }
    let (link, words) = rest.trim_start().split_once(char::is_whitespace)?;
    (is_label(next) && links.contains(&link.to_lowercase().as_str())).then_some(words)
}

/// The text without the quotation marks around it.
fn unquoted(text: &str) -> &str {
    const PAIRS: [(char, char); 7] = [
        ('"', '"'),
        ('\'', '\''),
        ('“', '”'),
        ('„', '“'),
        ('«', '»'),
        ('「', '」'),
        ('‘', '’'),
    ];
    let text = text.trim();
    let inside = |&(open, close): &(char, char)| text.strip_prefix(open)?.strip_suffix(close);
    PAIRS.iter().find_map(inside).unwrap_or(text).trim()
}
