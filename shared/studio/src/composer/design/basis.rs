//! The start of a picture. A new picture starts from its brief. A picture that is changed starts from the brief of the
//! picture before the changes, so that the random choices are the same again, and everything that the changes do not
//! name stays.

use super::{
    background::Background,
    drawing::Drawing,
    headline::PlacedHeadline,
    logos::{Logos, Obstacles, PlacedLogo},
    orders::Orders,
    ornaments::{self, OrnamentShape},
    wishes::{LayoutWish, LogoWishes, PhotoWishes, TypefaceWish, Wishes},
};
use crate::{
    brief::{Brief, Original, Role},
    composer::{
        cast::{Cast, photo::Photo},
        chance::Chance,
        headline::Headline,
        layout::{Layout, Layouts, requirements::Requirements, scene::Scene},
        motif::{Motif, chosen::motifs_of},
        palette::Palette,
        recipe::Recipe,
        text::typeface::family::Family,
    },
};
use contract::Size;
use lexicon::{Change, Changes, Choice, Ornament, Place, Reading};

/// The factor by which one step enlarges something.
const STEP: f32 = 1.25;

/// The radius of the light in a scene that takes the place of an even background, in pixels.
const FLAT_LIGHT: f32 = 660.0;

/// The start of a picture.
pub(super) struct Basis<'a> {
    /// The orders of the prompt that determines the subject, and a headline without title.
    pub(super) orders: Orders,
    /// The prompt that determines the colours and the random choices. It may be a rewritten one.
    prompt: &'a str,
    /// The title that determines the subject and the colours. It is not necessarily the title that is printed.
    pub(super) title: Option<&'a str>,
    /// The seed of the random choices.
    pub(super) seed: u32,
    /// The layout of the picture before the changes.
    layout: Option<String>,
    wishes: Wishes,
    /// Whether the changes, without the orders of the prompt, only change how the title looks, ornaments and logos.
    changes_looks: bool,
    /// The recipe that the picture follows.
    recipe: Option<&'a Recipe>,
    /// Whether the printed words are the same as before, or none.
    has_same_words: bool,
    /// The requested changes that cannot be made, as the caller named them.
    pub(super) unchanged: Vec<String>,
}

impl<'a> Basis<'a> {
    /// The brief of the picture before the changes; `None` for a new picture.
    pub(super) fn before(brief: &Brief) -> Option<Brief> {
        let original = brief.original.as_ref()?;
        Some(Brief {
            prompt: original.prompt.clone(),
            own_prompt: original.own_prompt.clone(),
            title: original.title.clone(),
            seed: original.seed,
            original: None,
            ..brief.clone()
        })
    }

    /// The start of a picture, given the name of the layout before the changes.
    pub(super) fn of(brief: &'a Brief, layout: Option<String>) -> Self {
        let recipe = brief.recipe();
        let styles = brief
            .references
            .iter()
            .filter(|reference| reference.role == Role::Style);
        let has_other_colours = styles.count() > 1;
        let series = recipe.map(|recipe| Wishes::of_series(recipe, has_other_colours));
        let series = series.unwrap_or_default();
        let original = brief.original.as_ref();
        let (prompt, own_prompt, title, seed) = match original {
            Some(original) => (&original.prompt, &original.own_prompt, &original.title, original.seed),
            None => (&brief.prompt, &brief.own_prompt, &brief.title, brief.seed),
        };
        let mut orders = Orders::of(own_prompt.as_ref().unwrap_or(prompt), &brief.references);
        // On a plate only words and logos are the composer's; the rest is up to the model that painted it.
        let has_plate = brief.plate().is_some();
        let is_own = |change: &Change| !has_plate || change.part.is_set_on_plates();
        orders.looks.retain(is_own);
        let texts = original.iter().flat_map(|original| &original.changes);
        let changes = texts.map(|text| Changes::of(text).made.into_iter().filter(is_own).collect());
        let changes: Vec<Vec<Change>> = changes.collect();
        let is_same = |original: &Original| brief.title == original.title || is_blank(brief.title.as_deref());
        Self {
            prompt,
            title: title.as_deref(),
            seed,
            layout,
            changes_looks: Wishes::default().with(changes.clone()).keep_places(),
            wishes: series.with(std::iter::once(orders.looks.clone()).chain(changes)),
            orders,
            recipe,
            has_same_words: original.is_some_and(is_same),
            unchanged: Vec::new(),
        }
    }

    /// Notes the looks that a new picture cannot have. The notes of a change are about the change.
    pub(super) fn refuse_looks(&mut self, looks: Vec<String>) {
        if self.layout.is_none() {
            self.unchanged.extend(looks);
        }
    }

    /// The text that determines the random choices.
    pub(super) fn text(&self) -> String {
        format!("{} {}", self.prompt, self.title.unwrap_or_default())
    }

    /// The title by which the words are placed. A title that is taken away still has its place, so that everything else
    /// stays where it is.
    pub(super) fn placed_title<'b>(&self, title: Option<&'b str>) -> Option<&'b str>
    where
        'a: 'b,
    {
        if self.layout.is_some() && is_blank(title) {
            self.title
        } else {
            title
        }
    }

    /// Whether everything but the title and the ornaments has to stay where it is.
    pub(super) fn keeps_places(&self) -> bool {
        self.layout.is_some() && self.has_same_words && self.changes_looks
    }

    /// Removes the persons and images that a change takes away. A change of a person, an image or a logo that the
    /// picture does not have is refused.
    pub(super) fn cast(&mut self, mut cast: Cast) -> Cast {
        let has_images = !cast.objects.is_empty() || cast.place.is_some();
        for (part, is_wished, is_there) in [
            (
                "the person",
                self.wishes.persons != PhotoWishes::default(),
                !cast.persons.is_empty(),
            ),
            ("the image", self.wishes.images != PhotoWishes::default(), has_images),
            ("the logo", self.wishes.logo != LogoWishes::None, !cast.logos.is_empty()),
        ] {
            if is_wished && !is_there {
                self.refuse(part);
            }
        }
        let removes_all = self.wishes.subject.removed.contains(&None);
        if self.wishes.persons.is_removed || removes_all {
            cast.persons.clear();
        }
        if self.wishes.images.is_removed || removes_all {
            cast.objects.clear();
            cast.place = None;
        }
        cast
    }

    /// The motifs of the prompt after the changes have replaced or removed some. Photos cannot be replaced by a motif.
    /// `choice` is the subjects of the prompt.
    pub(super) fn motifs(&mut self, motifs: Vec<Motif>, choice: &Choice, has_no_photos: bool) -> Vec<Motif> {
        let mut motifs = motifs;
        let subject = self.wishes.subject.clone();
        for (words, target) in subject.replaced {
            let named = motifs_of(&Choice::of(&words, None));
            let at = match &target {
                Some(target) => place_of(target, &motifs, choice),
                None => Some(0),
            };
            match at.filter(|_| has_no_photos && !named.is_empty()) {
                Some(at) if motifs.len() > 1 && target.is_some() => {
                    motifs.splice(at..=at, named.into_iter().take(1));
                }
                Some(_) => motifs = named,
                None => self.unchanged.push(words),
            }
        }
        for removed in subject.removed {
            match removed.map(|name| (place_of(&name, &motifs, choice), name)) {
                None => motifs.clear(),
                Some((Some(at), _)) => drop(motifs.remove(at)),
                Some((None, name)) => self.unchanged.push(name),
            }
        }
        for name in &self.wishes.subject.named {
            if has_no_photos && place_of(name, &motifs, choice).is_none() {
                self.unchanged.push(name.clone());
            }
        }
        // A drawing in the place of a person who is taken away would be something new.
        if self.wishes.persons.is_removed || self.wishes.images.is_removed {
            motifs.clear();
        }
        motifs
    }

    /// Moves the emphasis to the word that the changes name, and changes capitals.
    pub(super) fn edit(&mut self, headline: &mut Headline) {
        if let Some(emphasis) = &self.wishes.title.emphasis
            && !headline.emphasise(emphasis)
        {
            self.unchanged.push(emphasis.clone());
        }
        if let Some(case) = self.wishes.title.case {
            headline.recase(case);
        }
    }

    /// The palette in the colours that the changes name. If they name only a scene, the palette has the colours of that
    /// place.
    pub(super) fn palette(&self, palette: Palette, reading: Reading) -> Palette {
        match (self.wishes.colours.as_slice(), self.scene().and_then(Scene::hues)) {
            ([], None) => palette,
            ([], Some(hues)) => {
                let mut chance = Chance::new(&self.text(), self.seed);
                palette.on(Palette::choose(&mut chance, reading, None, Some(hues)))
            }
            ([ground, accent], _) => Palette::around(*ground, Some(*accent)),
            ([ground, ..], _) => palette.on(Palette::around(*ground, None)),
        }
    }

    /// The scene that the changes name.
    pub(super) fn scene(&self) -> Option<&'static Scene> {
        Scene::named(self.wishes.scene?)
    }

    /// Refuses the scene that the changes name if a photo reaches the picture's edges and leaves no room for it.
    pub(super) fn place_scene(&mut self, is_filled: bool) {
        if let Some(scene) = self.wishes.scene.take_if(|_| is_filled) {
            self.refuse(scene);
        }
    }

    /// The background with the scene that the changes name.
    pub(super) fn background(&self, background: Background) -> Background {
        match (self.scene(), background) {
            (None, background) => background,
            (Some(scene), Background::Lit { radius, .. } | Background::Scene { radius, .. }) => {
                Background::Scene { radius, scene }
            }
            (Some(scene), Background::Flat(_) | Background::Photo) => Background::Scene {
                radius: FLAT_LIGHT,
                scene,
            },
        }
    }

    /// The ornaments that the changes add. One that is taken away and is not there is refused.
    pub(super) fn ornaments(
        &mut self,
        layout: &Layout,
        headline: Option<&PlacedHeadline>,
        drawings: &[Drawing],
    ) -> Vec<OrnamentShape> {
        let added = |ornament| self.wishes.ornament(ornament) == Some(true);
        let shapes = [
            added(Ornament::Frame).then(|| ornaments::frame(layout)),
            added(Ornament::Quotes).then(|| ornaments::quotes(layout, headline)),
            added(Ornament::Arrow).then(|| ornaments::arrow(layout, headline, drawings)),
        ];
        shapes.into_iter().flatten().flatten().collect()
    }

    /// The logos in the corners that the changes name, or else in that of the prompt, or else in that of the series.
    /// `before` are those of the picture before the changes.
    pub(super) fn logos(
        &mut self,
        logos: &[(Photo, String)],
        corner: Option<Place>,
        before: &[PlacedLogo],
        obstacles: &Obstacles,
        size: Size,
    ) -> Logos {
        let corner = match self.wishes.logo {
            LogoWishes::Removed => return Logos::default(),
            LogoWishes::In(corner) => Some(corner),
            LogoWishes::None => corner.filter(|_| before.is_empty()),
        };
        let of_series = || self.recipe?.logo.filter(|_| before.is_empty());
        let placed = Logos::of(logos, corner.or_else(of_series), before, obstacles, size);
        if let Some(corner) = corner.filter(|_| placed.is_elsewhere) {
            self.refuse(&format!("the logo at “{}”", corner.name()));
        }
        placed
    }

    /// What the changes ask for.
    pub(super) const fn wishes(&self) -> &Wishes {
        &self.wishes
    }

    /// The family of the title, given the one that it has.
    pub(super) fn family(&self, family: Family) -> Family {
        match self.wishes.title.typeface {
            None => family,
            Some(TypefaceWish::Named(typeface)) => Family::of(typeface),
            Some(TypefaceWish::Another(requests)) => family.after(requests),
        }
    }

    /// The layouts that can hold the picture, in the groups and the order in which they are tried: first the layout
    /// that the changes name, or else the layout before the changes.
    pub(super) fn ordered(&self, requirements: &Requirements, layouts: &Layouts) -> Vec<Vec<Layout>> {
        let mut groups = match (self.recipe, layouts) {
            (Some(recipe), Layouts::All) => requirements.like(&recipe.layout, layouts, &self.text(), self.seed),
            _ => requirements.groups(layouts, &self.text(), self.seed),
        };
        let before = self.layout.as_deref();
        let wanted = match &self.wishes.layout {
            None => before,
            Some(LayoutWish::Named(name)) => Some(name.as_str()),
            Some(LayoutWish::Another(requests)) => {
                let mut all = groups.concat();
                all.retain(|layout| Some(layout.name()) != before);
                let start = requests.saturating_sub(1) % all.len().max(1);
                all.rotate_left(start);
                return vec![all];
            }
        };
        if let Some(name) = wanted {
            // A layout may not suit what the changes leave, and stays all the same.
            let named = Layouts::named(name).map(|named| requirements.layouts(&named, &self.text(), self.seed));
            let named = named.unwrap_or_default();
            for group in &mut groups {
                group.retain(|layout| layout.name() != name);
                group.sort_by_key(|layout| Some(layout.name()) != before);
            }
            groups.insert(0, named);
        }
        groups
    }

    /// Whether the changes ask for this layout. Changes that name no layout ask for the layout of the picture that they
    /// change. A new picture of a series asks for the layout of its recipe.
    pub(super) fn is_wanted(&self, layout: &Layout) -> bool {
        match &self.wishes.layout {
            Some(LayoutWish::Named(name)) => layout.name() == name,
            Some(LayoutWish::Another(_)) => true,
            None => {
                let of_series = self.recipe.map(|recipe| recipe.layout.as_str());
                self.layout.as_deref().or(of_series) == Some(layout.name())
            }
        }
    }

    /// The layout of the recipe, if another one was chosen although no change names one.
    pub(super) fn other_layout(&self, chosen: &Layout) -> Option<String> {
        let layout = &self.recipe?.layout;
        (self.wishes.layout.is_none() && layout != chosen.name()).then(|| layout.clone())
    }

    /// The place of the words in the pictures of the same series.
    pub(super) fn words_of_series(&self) -> Option<Place> {
        self.recipe?.words
    }

    /// Notes that a layout which the changes name cannot hold the picture, if another one was chosen.
    pub(super) fn compare(&mut self, chosen: &Layout) {
        if let Some(LayoutWish::Named(name)) = &self.wishes.layout
            && chosen.name() != name
        {
            self.unchanged.push(name.clone());
        }
    }

    /// The place to which the changes move the subject: what is drawn, or the persons, or the images without persons.
    pub(super) fn subject_place(&self, cast: &Cast) -> Option<Place> {
        self.photos(cast)
            .and_then(|wishes| wishes.place)
            .or(self.wishes.subject.place)
    }

    /// The factor by which the changes enlarge the subject.
    pub(super) fn subject_factor(&self, cast: &Cast) -> f32 {
        factor(self.wishes.subject.steps + self.photos(cast).map_or(0, |wishes| wishes.steps))
    }

    /// The factor by which the changes enlarge the images beside persons.
    pub(super) fn beside_factor(&self) -> f32 {
        factor(self.wishes.images.steps)
    }

    fn photos(&self, cast: &Cast) -> Option<&PhotoWishes> {
        match (cast.persons.is_empty(), cast.objects.is_empty()) {
            (false, _) => Some(&self.wishes.persons),
            (true, false) => Some(&self.wishes.images),
            (true, true) => None,
        }
    }

    /// Notes a change that cannot be made.
    pub(super) fn refuse(&mut self, change: &str) {
        self.unchanged.push(change.to_owned());
    }
}

/// The factor of a number of steps.
pub(super) fn factor(steps: i32) -> f32 {
    STEP.powi(steps)
}

pub(super) fn is_blank(title: Option<&str>) -> bool {
    title.is_some_and(|title| title.trim().is_empty())
}

/// The motif that a caller calls by this name: the only one if the prompt names it with the same word, or the one that
/// has the same picture.
fn place_of(name: &str, motifs: &[Motif], choice: &Choice) -> Option<usize> {
    let named = motifs_of(&Choice::of(name, None));
    let same = named
        .first()
        .and_then(|named| motifs.iter().position(|motif| motif.name == named.name));
    let is_word = |word: &str| word.to_lowercase() == name.to_lowercase();
    let subjects = [choice.main(), choice.second()].into_iter().flatten();
    let by_word = || subjects.into_iter().position(|subject| is_word(&subject.word));
    same.or_else(by_word).filter(|at| *at < motifs.len())
}
