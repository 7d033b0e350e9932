//! Finds what a phrase changes, and the new value.

/// The part of a picture that a phrase changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Title,
    Colours,
    Layout,
    Subject,
    Emphasis,
}

/// What callers call the parts of a picture, in lower case. A label that several languages share is listed once.
const LABELS: &[(Target, &[&str])] = &[
    (
        Target::Title,
        &[
            "title",
            "headline",
            "text",
            "words",
            "caption", // English
            "titel",
            "überschrift",
            "schlagzeile", // German
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
            "標題", // Chinese
            "제목", // Korean
        ],
    ),
    (
        Target::Colours,
        &[
            "colour",
            "colours",
            "color",
            "colors",
            "background",
            "palette",
            "farbe",
            "farben",
            "hintergrund",
            "couleur",
            "couleurs",
            "fond",
            "colores",
            "fondo",
            "cores",
            "cor",
            "fundo",
            "colore",
            "colori",
            "sfondo",
        ],
    ),
    (
        Target::Layout,
        &[
            "layout",
            "composition",
            "arrangement",
            "anordnung",
            "disposition",
            "diseño",
            "disposizione",
        ],
    ),
    (
        Target::Subject,
        &[
            "subject", "motif", "object", "motiv", "sujet", "sujeto", "motivo", "soggetto", "assunto",
        ],
    ),
    (
        Target::Emphasis,
        &[
            "emphasis",
            "highlight",
            "betonung",
            "accent",
            "énfasis",
            "enfasi",
            "ênfase",
        ],
    ),
];

/// The words that may stand before a label, in lower case.
const BEFORE: &[&str] = &[
    "the", "new", "a", "neuer", "neue", "der", "die", "nouveau", "le", "nuevo", "el", "novo", "o", "nuovo",
];

/// The verbs of an order to give a part of the picture a new value, and the word between the part and the value.
const ORDERS: &[(&[&str], &[&str])] = &[
    (&["change", "set", "rename", "make", "let"], &["to", "say", "read"]),
    (&["replace", "exchange"], &["with", "by"]),
];

/// The verbs of an order that has no label: the value follows the verb.
const VERBS: &[(Target, &[&str])] = &[
    (
        Target::Subject,
        &["show", "draw", "zeige", "zeichne", "montre", "muestra", "mostra"],
    ),
    (
        Target::Emphasis,
        &[
            "emphasise",
            "emphasize",
            "highlight",
            "stress",
            "betone",
            "accentue",
            "destaca",
            "evidenzia",
        ],
    ),
];

/// The part that the phrase changes, and the new value. `None` if the phrase names no part of the picture.
pub(crate) fn named(phrase: &str) -> Option<(Target, &str)> {
    labelled(phrase).or_else(|| ordered(phrase))
}

fn target(label: &str) -> Option<Target> {
    let label = label.to_lowercase();
    let found = LABELS.iter().find(|(_, labels)| labels.contains(&label.as_str()));
    found.map(|(target, _)| *target)
}

fn is_before(word: &str) -> bool {
    BEFORE.contains(&word.to_lowercase().as_str())
}

/// The part and the value of a phrase like "new title: …".
fn labelled(phrase: &str) -> Option<(Target, &str)> {
    let (head, value) = phrase.split_once([':', '：', '='])?;
    let mut head = head.split_whitespace().rev();
    let target = target(head.next()?)?;
    head.all(is_before).then_some((target, value))
}

/// The part and the value of a phrase like "change the title to …", "show …" or "replace … with …".
fn ordered(phrase: &str) -> Option<(Target, &str)> {
    let (head, rest) = phrase.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    if head.eq_ignore_ascii_case("please") {
        return ordered(rest);
    }
    let verb = head.to_lowercase();
    if let Some((target, _)) = VERBS.iter().find(|(_, verbs)| verbs.contains(&verb.as_str())) {
        let value = rest.split(" instead").next().unwrap_or(rest);
        return Some((*target, value));
    }
    let (_, links) = ORDERS.iter().find(|(verbs, _)| verbs.contains(&verb.as_str()))?;
    let (part, value) = split_at_link(rest, links)?;
    let mut part = part.split_whitespace().rev();
    let label = part.next()?;
    match target(label) {
        Some(target) => part.all(is_before).then_some((target, value)),
        // In "replace … with …", a thing that is not a part of every picture is the subject.
        None if links.contains(&"with") => Some((Target::Subject, value)),
        None => None,
    }
}

/// The text before the first of these words, and the text after it.
fn split_at_link<'a>(text: &'a str, links: &[&str]) -> Option<(&'a str, &'a str)> {
    let mut start = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let end = start + word.len();
        if links.contains(&word.trim_end().to_lowercase().as_str()) {
            return text.get(..start).zip(text.get(end..));
        }
        start = end;
    }
    None
}
