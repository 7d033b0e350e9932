//! What the caller wants to be different in a picture, collected from all texts about it.

use crate::composer::recipe::Recipe;
use colour::Rgb;
use lexicon::{Action, Case, Change, Extent, Ornament, Part, Place, Typeface};

/// The most steps by which a part grows or shrinks.
const MOST_STEPS: i32 = 3;

/// The wishes of all texts. If several texts change the same thing, the last one counts; sizes add up.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wishes {
    pub(super) title: TitleWishes,
    /// The colour of the background, and the colour of emphasis; empty if the colours stay.
    pub(super) colours: Vec<Rgb>,
    /// The place where the picture plays.
    pub(super) scene: Option<&'static str>,
    pub(super) subject: SubjectWishes,
    pub(super) persons: PhotoWishes,
    pub(super) images: PhotoWishes,
    /// The ornaments that are added or removed.
    pub(super) ornaments: Vec<(Ornament, bool)>,
    pub(super) layout: Option<LayoutWish>,
    pub(super) logo: LogoWishes,
}

/// Wishes about the look of the title.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TitleWishes {
    pub(super) colour: Option<Rgb>,
    /// How many times it was asked to be larger, minus how many times smaller.
    pub(super) steps: i32,
    pub(super) place: Option<Place>,
    pub(super) typeface: Option<TypefaceWish>,
    pub(super) case: Option<Case>,
    /// The words to emphasise.
    pub(super) emphasis: Option<String>,
}

/// A wish for a typeface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TypefaceWish {
    Named(Typeface),
    /// Any other one. The number says how many times another one was asked for.
    Another(usize),
}

/// Wishes about the subject.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SubjectWishes {
    /// The words for the new subjects, and the one of several that each replaces.
    pub(super) replaced: Vec<(String, Option<String>)>,
    /// The subjects to remove; `None` for all.
    pub(super) removed: Vec<Option<String>>,
    pub(super) steps: i32,
    pub(super) place: Option<Place>,
    /// The subjects that were named to change their size or place.
    pub(super) named: Vec<String>,
}

/// Wishes about persons or images.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PhotoWishes {
    pub(super) is_removed: bool,
    pub(super) steps: i32,
    pub(super) place: Option<Place>,
}

/// A wish about the logo.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum LogoWishes {
    #[default]
    None,
    Removed,
    /// In this corner.
    In(Place),
}

/// A wish for a layout.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LayoutWish {
    /// The layout of this name.
    Named(String),
    /// Any other layout. The number says how many times another layout was asked for, so that each request gives a
    /// layout that was not there before.
    Another(usize),
}

impl Wishes {
    /// Adds the changes that texts ask for. The oldest text comes first.
    pub(super) fn with(self, texts: impl IntoIterator<Item = Vec<Change>>) -> Self {
        let mut wishes = self;
        for changes in texts {
            let mut has_colour = false;
            for Change { part, action, target } in changes {
                if let (Part::Background, Action::Colour(colour)) = (part, &action) {
                    if !std::mem::replace(&mut has_colour, true) {
                        wishes.colours.clear();
                    }
                    wishes.colours.push(*colour);
                }
                wishes.add(part, action, target);
            }
        }
        wishes.colours.truncate(2);
        wishes
    }

    /// The wishes that a recipe has. Other inspirations may give the colours.
    pub(super) fn of_series(recipe: &Recipe, has_other_colours: bool) -> Self {
        Self {
            title: TitleWishes {
                colour: recipe.fill.filter(|_| !has_other_colours),
                case: recipe.case,
                ..TitleWishes::default()
            },
            ornaments: recipe.ornaments.clone(),
            ..Self::default()
        }
    }

    fn add(&mut self, part: Part, action: Action, target: Option<String>) {
        match (part, action) {
            (Part::Title, action) => self.title.add(action),
            (Part::Background, Action::Scene(scene)) => self.scene = Some(scene),
            (Part::Subject, action) => self.subject.add(action, target),
            (Part::Person, action) => self.persons.add(&action),
            (Part::Image, action) => self.images.add(&action),
            (Part::Logo, Action::Remove) => self.logo = LogoWishes::Removed,
            (Part::Logo, Action::Place(corner)) => self.logo = LogoWishes::In(corner),
            (Part::Ornament(ornament), action) => {
                self.ornaments.retain(|(known, _)| *known != ornament);
                self.ornaments.push((ornament, action == Action::Add));
            }
            (Part::Layout, Action::Replace(Some(name))) => self.layout = Some(LayoutWish::Named(name)),
            (Part::Layout, Action::Replace(None)) => {
                let requests = match self.layout {
                    Some(LayoutWish::Another(requests)) => requests,
                    _ => 0,
                };
                self.layout = Some(LayoutWish::Another(requests + 1));
            }
            _ => {}
        }
    }

    /// Whether an ornament is added (`true`) or removed (`false`); `None` if nothing is said about it.
    pub(super) fn ornament(&self, ornament: Ornament) -> Option<bool> {
        self.ornaments
            .iter()
            .find(|(known, _)| *known == ornament)
            .map(|(_, is_added)| *is_added)
    }

    /// Whether they only change how the title looks, ornaments and logos, so that everything else has to stay where it
    /// is.
    pub(super) fn keep_places(&self) -> bool {
        let look = Self {
            title: TitleWishes {
                place: None,
                ..self.title.clone()
            },
            ornaments: self.ornaments.clone(),
            logo: self.logo,
            ..Self::default()
        };
        *self == look
    }
}

impl TitleWishes {
    fn add(&mut self, action: Action) {
        match action {
            Action::Colour(colour) => self.colour = Some(colour),
            Action::Size(extent) => self.steps = stepped(self.steps, extent),
            Action::Place(place) => self.place = Some(place),
            Action::Typeface(Some(typeface)) => self.typeface = Some(TypefaceWish::Named(typeface)),
            Action::Typeface(None) => {
                let requests = match self.typeface {
                    Some(TypefaceWish::Another(requests)) => requests,
                    _ => 0,
                };
                self.typeface = Some(TypefaceWish::Another(requests + 1));
            }
            Action::Case(case) => self.case = Some(case),
            Action::Emphasis(words) => self.emphasis = Some(words),
            // The title itself is in the brief.
            _ => {}
        }
    }
}

impl SubjectWishes {
    fn add(&mut self, action: Action, target: Option<String>) {
        match action {
            Action::Replace(Some(words)) => {
                self.removed.retain(|removed| *removed != target);
                self.replaced.retain(|(_, known)| known.is_some() && target.is_some());
                self.replaced.push((words, target));
            }
            Action::Remove => self.removed.push(target),
            Action::Size(extent) => {
                self.steps = stepped(self.steps, extent);
                self.named.extend(target);
            }
            Action::Place(place) => {
                self.place = Some(place);
                self.named.extend(target);
            }
            _ => {}
        }
    }
}

impl PhotoWishes {
    fn add(&mut self, action: &Action) {
        match action {
            Action::Remove => self.is_removed = true,
            Action::Size(extent) => self.steps = stepped(self.steps, *extent),
            Action::Place(place) => self.place = Some(*place),
            _ => {}
        }
    }
}

fn stepped(steps: i32, extent: Extent) -> i32 {
    let step = match extent {
        Extent::Larger => 1,
        Extent::Smaller => -1,
    };
    (steps + step).clamp(-MOST_STEPS, MOST_STEPS)
}
