//! The changes of a picture that the composer understands, as callers see them.

use contract::{ChangeKind, ChangedPart, PictureChange};
use lexicon::{Action, Change, Changes, Part, Place};

/// The changes that the words ask for. `title` is the title that is printed: a call that names one wins over its words.
pub fn understood(words: &str, title: Option<&str>) -> Vec<PictureChange> {
    let changes = Changes::of(words);
    let is_overruled = changes.title().is_some_and(|asked| title.unwrap_or_default() != asked);
    let is_made = |change: &Change| {
        let is_title = change.part == Part::Title && matches!(change.action, Action::Text(_) | Action::Remove);
        !(is_title && is_overruled)
    };
    changes.made.into_iter().filter(is_made).map(view).collect()
}

fn view(change: Change) -> PictureChange {
    PictureChange {
        part: part(change.part),
        change: kind(&change.action),
        // Which side is the other one is known only when the picture is drawn.
        value: change.value().filter(|_| change.action != Action::Place(Place::Other)),
        target: change.target,
    }
}

const fn part(part: Part) -> ChangedPart {
    match part {
        Part::Title => ChangedPart::Title,
        Part::Background => ChangedPart::Background,
        Part::Subject => ChangedPart::Subject,
        Part::Ornament(_) => ChangedPart::Ornament,
        Part::Logo => ChangedPart::Logo,
        Part::Person => ChangedPart::Person,
        Part::Image => ChangedPart::Image,
        Part::Layout => ChangedPart::Layout,
    }
}

const fn kind(action: &Action) -> ChangeKind {
    match action {
        Action::Text(_) => ChangeKind::Text,
        Action::Colour(_) => ChangeKind::Colour,
        Action::Size(_) => ChangeKind::Size,
        Action::Place(_) => ChangeKind::Place,
        Action::Typeface(_) => ChangeKind::Typeface,
        Action::Case(_) => ChangeKind::Case,
        Action::Emphasis(_) => ChangeKind::Emphasis,
        Action::Scene(_) => ChangeKind::Scene,
        Action::Add => ChangeKind::Add,
        Action::Remove => ChangeKind::Remove,
        Action::Replace(_) => ChangeKind::Replace,
    }
}
