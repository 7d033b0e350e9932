//! The persons and objects that a picture shows: decoding the references and giving each photo its place.

pub(crate) mod arrangement;
pub(crate) mod bleed;
pub(crate) mod cache;
mod crop;
pub(crate) mod framing;
mod matte;
pub(crate) mod photo;
pub(crate) mod plate;
mod region;
mod salience;
mod sample;
mod silhouette;
pub(crate) mod slots;
pub(crate) mod style;

use crate::{
    brief::{Content, ReferencePicture, Role},
    composer::layout::requirements::Subjects,
};
use colour::Swatch;
use photo::{Photo, PhotoKind};
use plate::Plate;
use style::Style;

/// More persons than this make none of them recognizable.
const MAX_PERSONS: usize = 3;
/// More objects than this make none of them legible.
const MAX_OBJECTS: usize = 8;
/// The corners for logos: all but that of the duration.
const MAX_LOGOS: usize = 3;

/// The persons and objects of a picture, in the order of their references.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cast {
    pub(crate) persons: Vec<Photo>,
    pub(crate) objects: Vec<Photo>,
    /// The photo of a place, which fills the background.
    pub(crate) place: Option<Photo>,
    /// The picture of a model that fills the thumbnail. Then nothing else is shown but logos.
    pub(crate) plate: Option<Plate>,
    /// The logos, each with its name.
    pub(crate) logos: Vec<(Photo, String)>,
}

impl Cast {
    /// Decodes what is to be shown. Photos of the same name show the same person, so the first that can be decoded
    /// stands for them all.
    pub(crate) fn of(references: &[ReferencePicture]) -> Self {
        let of = |role| references.iter().filter(move |reference| reference.role == role);
        let mut names: Vec<&str> = Vec::new();
        for person in of(Role::Person) {
            if !names.contains(&person.name.as_str()) {
                names.push(&person.name);
            }
        }
        let photo = |name: &&str| {
            of(Role::Person)
                .filter(|person| person.name == *name)
                .find_map(cache::photo)
        };
        let persons: Vec<Photo> = names.iter().filter_map(photo).take(MAX_PERSONS).collect();
        let mut objects: Vec<Photo> = of(Role::Object).filter_map(cache::photo).take(MAX_OBJECTS).collect();
        let scenes = objects
            .iter()
            .filter(|object| object.kind() == PhotoKind::Scene)
            .count();
        // Behind standing persons, or as the only scene among objects without background, a scene is where the picture
        // plays. A photo of a person would hide it.
        let is_cut_out = |person: &Photo| person.kind() == PhotoKind::CutOut;
        let stand = !persons.is_empty() && persons.iter().all(is_cut_out);
        let has_place = stand || (persons.is_empty() && scenes == 1 && objects.len() > 1);
        let is_place = |object: &Photo| object.kind() == PhotoKind::Scene && object.can_fill_picture();
        let at = objects.iter().position(is_place).filter(|_| has_place);
        let place = at.map(|at| objects.remove(at));
        let logo = |logo: &ReferencePicture| Some((cache::photo(logo)?, logo.name.clone()));
        let logos = of(Role::Logo).filter_map(logo).take(MAX_LOGOS).collect();
        let plate = of(Role::Plate).find_map(cache::plate);
        if plate.is_some() {
            // The model that painted the plate was given the other references.
            return Self {
                plate,
                logos,
                ..Self::default()
            };
        }
        Self {
            persons,
            objects,
            place,
            plate: None,
            logos,
        }
    }

    /// Makes the logos the subject.
    pub(crate) fn show_logos(&mut self) {
        let logos = std::mem::take(&mut self.logos);
        self.objects.splice(..0, logos.into_iter().map(|(logo, _)| logo));
        self.objects.truncate(MAX_OBJECTS);
    }

    /// Whether there is nothing to show but logos in corners.
    pub(crate) fn is_empty(&self) -> bool {
        self.persons.is_empty() && self.objects.is_empty() && self.plate.is_none()
    }

    /// Whether a person is cut out, and so stands on the picture's lower edge.
    pub(crate) fn has_standing_person(&self) -> bool {
        self.persons.iter().any(|person| person.kind() == PhotoKind::CutOut)
    }

    /// Whether the subject is a photo that reaches the picture's edges, unless it is too small for that.
    fn bleeds(&self) -> bool {
        let subjects = if self.persons.is_empty() {
            &self.objects
        } else {
            &self.persons
        };
        !subjects.is_empty() && subjects.iter().all(|subject| subject.kind() == PhotoKind::Scene)
    }

    /// The colours of the photo that fills the picture or reaches its edges. Empty without such a photo.
    pub(crate) fn swatches(&self) -> Vec<Swatch> {
        let subject = self.persons.first().or(self.objects.first());
        let plate = self.plate.as_ref().map(|plate| &plate.photo);
        let photo = plate.or(self.place.as_ref()).or(subject.filter(|_| self.bleeds()));
        photo.map(Photo::swatches).unwrap_or_default()
    }

    /// The subjects that a layout must have slots for, with this number of drawn motifs. `has_pair` tells whether there
    /// is a motif for each side of a comparison.
    pub(crate) fn subjects(&self, drawn: usize, has_pair: bool) -> Subjects {
        Subjects {
            persons: self.persons.len(),
            objects: self.objects.len() + usize::from(self.plate.is_some()),
            drawn,
            has_pair,
            has_standing_person: self.has_standing_person(),
            bleeds: self.bleeds() || self.plate.is_some(),
        }
    }
}

/// Whether [`Cast::of`] would show the picture at this place or [`styles`] would follow it, when the pictures before it
/// have been decoded.
pub(crate) fn is_needed(references: &[ReferencePicture], at: usize) -> bool {
    let Some((reference, before)) = references.get(at).zip(references.get(..at)) else {
        return false;
    };
    let of_role = |other: &&ReferencePicture| other.role == reference.role;
    let is_decoded = |other: &&ReferencePicture| matches!(other.content, Content::Decoded(_));
    let decoded = before.iter().filter(of_role).filter(is_decoded);
    match reference.role {
        Role::Person => {
            let names: Vec<&str> = decoded.map(|person| person.name.as_str()).collect();
            names.len() < MAX_PERSONS && !names.contains(&reference.name.as_str())
        }
        Role::Object => decoded.count() < MAX_OBJECTS,
        Role::Logo => decoded.count() < MAX_LOGOS,
        Role::Style => true,
        // A plate is kept as a file.
        Role::Original | Role::Plate => false,
    }
}

/// The style of each inspiration, in their order. The first inspiration that has a recipe is skipped, because its
/// recipe says how the picture looks. Inspirations that cannot be decoded are skipped, too.
pub(crate) fn styles(references: &[ReferencePicture]) -> Vec<Style> {
    let followed = references.iter().position(|reference| reference.recipe.is_some());
    let others = references.iter().enumerate().filter(|(at, _)| Some(*at) != followed);
    let styles = others
        .map(|(_, reference)| reference)
        .filter(|reference| reference.role == Role::Style);
    styles.filter_map(cache::style).collect()
}

#[cfg(test)]
mod tests;
