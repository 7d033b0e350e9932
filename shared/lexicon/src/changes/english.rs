//! Changes as plain English orders, for models that read no other language as well.

use super::{
    change::{Action, Change},
    names::{Case, Extent, Ornament, Part, Place, Typeface},
};
use crate::colours::colours;
use colour::Rgb;

impl Change {
    /// The change as an English sentence. `None` for another title: its words are not part of the picture.
    #[must_use]
    pub fn in_english(&self) -> Option<String> {
        let thing = self.thing();
        Some(match (&self.action, self.part) {
            (Action::Text(_), _) => return None,
            (Action::Colour(colour), _) => format!("Make {thing} {}.", named(*colour)),
            (Action::Size(Extent::Larger), _) => format!("Make {thing} larger."),
            (Action::Size(Extent::Smaller), _) => format!("Make {thing} smaller."),
            (Action::Place(place), _) => format!("Move {thing} to {}.", where_is(*place)),
            (Action::Typeface(None), _) => format!("Set {thing} in another typeface."),
            (Action::Typeface(Some(typeface)), _) => format!("Set {thing} in {} letters.", letters(*typeface)),
            (Action::Case(Case::Upper), _) => format!("Set {thing} in capital letters."),
            (Action::Case(Case::Normal), _) => format!("Set {thing} in small letters with a capital at the start."),
            (Action::Emphasis(words), _) => format!("Emphasise “{words}” in {thing}."),
            (Action::Scene(scene), _) => format!("Make the background this place: {scene}."),
            (Action::Add, Part::Ornament(ornament)) => format!("Add {}.", added(ornament)),
            (Action::Add, _) => format!("Add {thing}."),
            (Action::Remove, _) => format!("Remove {thing}."),
            (Action::Replace(Some(name)), Part::Layout) => format!("Rearrange the picture in this way: {name}."),
            (Action::Replace(Some(words)), _) => format!("Replace {thing} with this: “{words}”."),
            (Action::Replace(None), _) => "Rearrange the picture.".to_owned(),
        })
    }

    /// What changes: the thing that the caller named, or the part.
    fn thing(&self) -> String {
        if let Some(target) = &self.target {
            return format!("what the caller calls “{target}”");
        }
        match self.part {
            Part::Title => "the title",
            Part::Background => "the background",
            Part::Subject => "the main subject",
            Part::Ornament(Ornament::Arrow) => "the arrow",
            Part::Ornament(Ornament::Quotes) => "the quotation marks",
            Part::Ornament(Ornament::Sparks) => "the sparkles",
            Part::Ornament(Ornament::Frame) => "the frame",
            Part::Logo => "the logo",
            Part::Person => "the person",
            Part::Image => "the image that was added",
            Part::Layout => "the composition",
        }
        .to_owned()
    }
}

const fn added(ornament: Ornament) -> &'static str {
    match ornament {
        Ornament::Arrow => "an arrow that points at the main subject",
        Ornament::Quotes => "quotation marks before the title",
        Ornament::Sparks => "a few sparkles around the main subject",
        Ornament::Frame => "a frame along the picture's edges",
    }
}

const fn where_is(place: Place) -> &'static str {
    match place {
        Place::Left => "the left",
        Place::Right => "the right",
        Place::Top => "the top",
        Place::Bottom => "the bottom",
        Place::Middle => "the middle",
        Place::TopLeft => "the top left corner",
        Place::TopRight => "the top right corner",
        Place::BottomLeft => "the bottom left corner",
        Place::BottomRight => "the bottom right corner, above the place of the duration",
        Place::Other => "the other side",
    }
}

const fn letters(typeface: Typeface) -> &'static str {
    match typeface {
        Typeface::Display => "heavy display",
        Typeface::Geometric => "plain geometric",
        Typeface::Round => "rounded",
        Typeface::Serif => "serif",
        Typeface::Comic => "comic",
    }
}

/// The name of a colour, if it has one, and its value.
fn named(colour: Rgb) -> String {
    match colours().find(|(_, known)| *known == colour) {
        Some((name, _)) => format!("{name} ({colour})"),
        None => colour.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use crate::Changes;

    fn english(words: &str) -> Vec<String> {
        Changes::of(words)
            .made
            .iter()
            .filter_map(super::Change::in_english)
            .collect()
    }

    #[test]
    fn changes_in_any_language_become_english_orders() {
        for (words, expected) in [
            ("make the title yellow", "Make the title yellow (#facc15)."),
            ("Mach den Titel gelb", "Make the title yellow (#facc15)."),
            ("sin la flecha", "Remove the arrow."),
            ("タイトルを大きく", "Make the title larger."),
            ("put it on a beach", "Make the background this place: beach."),
            (
                "replace the cat with a lion",
                "Replace what the caller calls “cat” with this: “lion”.",
            ),
            ("add an arrow", "Add an arrow that points at the main subject."),
            ("Logo nach oben rechts", "Move the logo to the top right corner."),
            ("another layout", "Rearrange the picture."),
        ] {
            assert_eq!(english(words), [expected], "{words}");
        }
        assert!(english("title: Hola").is_empty());
    }
}
