//! What the composer cannot do as asked, as far as the call shows. Other models say what they left out when they have
//! drawn.

use printable::unprintable;
use runtime::{Models, Provider};
use store::ReferenceKind;

use crate::start::Draft;

/// The sentences about what the composer cannot do as asked. None if another model draws.
pub(crate) fn notes(models: &Models, draft: &Draft) -> Vec<String> {
    let model = models.get(draft.model.as_deref().unwrap_or(models.default_id()));
    if model.is_none_or(|model| model.provider != Provider::Composer) {
        return Vec::new();
    }
    let parts = [not_understood(&draft.not_understood), unprinted(draft), undrawn(draft)];
    parts.into_iter().flatten().collect()
}

/// The note on the changes that the composer does not understand.
fn not_understood(phrases: &[String]) -> Option<String> {
    (!phrases.is_empty()).then(|| {
        let phrases: Vec<String> = phrases.iter().map(|phrase| format!("“{phrase}”")).collect();
        let phrases = phrases.join(", ");
        format!(
            "The composer did not understand {phrases}. It can change the title, the colours, the layout, the subject \
             and the emphasis."
        )
    })
}

/// The note on characters that no font of the composer has. Without a title, the composer prints words of the prompt; a
/// prompt that changes a picture is not printed.
fn unprinted(draft: &Draft) -> Option<String> {
    let (place, characters) = match (&draft.title, &draft.prompt) {
        (Some(title), _) => ("the title", unprintable(title)?),
        (None, Some(prompt)) if draft.edit.is_none() => {
            let letters: String = prompt.chars().filter(|c| c.is_alphabetic()).collect();
            ("the prompt", unprintable(&letters)?)
        }
        _ => return None,
    };
    Some(format!(
        "The composer cannot print these characters of {place} and leaves them out of the picture: {characters}."
    ))
}

/// The note on persons without photos.
fn undrawn(draft: &Draft) -> Option<String> {
    let persons = draft.named.iter().chain(&draft.inherited);
    let undrawn = persons.filter(|reference| reference.kind == ReferenceKind::Person && reference.objects.is_empty());
    let names: Vec<String> = undrawn.map(|person| format!("“{}”", person.name)).collect();
    (!names.is_empty()).then(|| {
        let names = names.join(", ");
        format!("The composer draws persons from their photos. It cannot draw {names}, because no photo was given.")
    })
}
