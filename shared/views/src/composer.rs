//! The notes on what the composer cannot do as asked. They follow from the caller's words and references alone. The
//! notes on other models are known only after a model has made a picture.

use capabilities::printable::unprintable;
use contract::AspectRatio;
use lexicon::{Changes, PromptOrder};
use store::{Edit, Generation, Reference, ReferenceKind};

/// A caller's request to the composer.
pub struct Request<'a> {
    /// The text to print.
    pub title: Option<&'a str>,
    /// The caller's prompt.
    pub prompt: Option<&'a str>,
    /// Whether a picture is changed.
    pub is_change: bool,
    /// The words about this change; `None` without words.
    pub change: Option<&'a str>,
    /// The references.
    pub references: Vec<&'a Reference>,
    /// The shape of the pictures.
    pub aspect_ratio: AspectRatio,
}

impl<'a> From<&'a Generation> for Request<'a> {
    fn from(generation: &'a Generation) -> Self {
        Self {
            title: generation.title.as_deref(),
            prompt: generation.prompt.as_deref(),
            is_change: generation.edit.is_some(),
            change: words(generation.edit.as_ref(), generation.prompt.as_deref()),
            references: generation.references.iter().collect(),
            aspect_ratio: generation.aspect_ratio,
        }
    }
}

/// The words about a change. Without words of its own, a generation has the prompt of the picture that it changes.
pub fn words<'a>(edit: Option<&Edit>, prompt: Option<&'a str>) -> Option<&'a str> {
    let changes = &edit?.drawn.as_ref()?.changes;
    prompt.filter(|prompt| changes.last().is_some_and(|last| last == prompt))
}

/// The notes on what the composer cannot do as asked.
pub fn notes(request: &Request<'_>) -> Vec<String> {
    let parts = [
        not_understood(request),
        other_shape(request),
        unprinted(request),
        undrawn(request),
    ];
    parts.into_iter().flatten().collect()
}

/// The notes on what the composer cannot do as asked where it only sets words on a model's plate.
pub fn notes_on_words(request: &Request<'_>) -> Vec<String> {
    unprinted(request).into_iter().collect()
}

/// The note that a model paints the words because the composer cannot print the title. `None` if it can.
pub fn painted_instead(title: Option<&str>, model: &str) -> Option<String> {
    let characters = unprintable(title?)?;
    Some(format!(
        "The composer cannot print these characters of the title: {characters}. So {model} paints the words. Give \
         `lettering` to choose yourself."
    ))
}

/// The note on the changes that the composer does not understand.
fn not_understood(request: &Request<'_>) -> Option<String> {
    let phrases = quoted(Changes::of(request.change?).unknown)?;
    Some(format!(
        "The composer did not understand {phrases}. It can change the title, the background, the subject, ornaments, \
         persons, images, logos and the layout."
    ))
}

/// The most words of a part of a prompt in which "4:3" or "1:1" is a shape, as in "aspect ratio 1:1", and no result of
/// a match.
const SHAPE_WORDS: usize = 3;

/// The note on a shape that the prompt of a new picture names, and the call does not: "aspect 9:16".
fn other_shape(request: &Request<'_>) -> Option<String> {
    let prompt = request.prompt.filter(|_| !request.is_change)?;
    let names = |shape: &AspectRatio| {
        PromptOrder::parts(prompt).any(|part| {
            let is_word = |c: char| c.is_alphanumeric() || c == ':';
            let words: Vec<&str> = part.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
            let is_certain = shape.as_str().contains("16") || words.len() <= SHAPE_WORDS;
            is_certain && words.contains(&shape.as_str())
        })
    };
    if names(&request.aspect_ratio) {
        return None;
    }
    let (named, given) = (
        AspectRatio::ALL.into_iter().find(names)?.as_str(),
        request.aspect_ratio.as_str(),
    );
    Some(format!(
        "The prompt names the shape {named}, and the picture has the shape {given}. Set `aspectRatio` to {named}."
    ))
}

/// The note on characters that no font of the composer has. Without a title, the composer prints words of the prompt; a
/// prompt that changes a picture is not printed.
fn unprinted(request: &Request<'_>) -> Option<String> {
    let letters = |prompt: &str| prompt.chars().filter(|c| c.is_alphabetic()).collect::<String>();
    let (place, characters) = match (request.title, request.prompt) {
        (Some(title), _) => ("the title", unprintable(title)?),
        _ if request.is_change => return None,
        (None, prompt) => ("the prompt", unprintable(&letters(prompt?))?),
    };
    Some(format!(
        "The composer cannot print these characters of {place} and leaves them out of the picture: {characters}."
    ))
}

/// The note on persons without photos.
fn undrawn(request: &Request<'_>) -> Option<String> {
    let persons = request.references.iter();
    let undrawn = persons.filter(|reference| reference.kind == ReferenceKind::Person && reference.objects.is_empty());
    let names = quoted(undrawn.map(|person| person.name.clone()))?;
    Some(format!(
        "The composer draws persons from their photos. It cannot draw {names}, because no photo was given."
    ))
}

/// The phrases in quotation marks, separated by commas. `None` for an empty list.
pub(crate) fn quoted(phrases: impl IntoIterator<Item = String>) -> Option<String> {
    let phrases: Vec<String> = phrases.into_iter().map(|phrase| format!("“{phrase}”")).collect();
    (!phrases.is_empty()).then(|| phrases.join(", "))
}
