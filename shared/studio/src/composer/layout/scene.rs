//! Scenes: the places in which pictures play, such as a kitchen or a stage. Each is a file in `scenes/`.

use super::{piece::piece, template::Piece};
use crate::composer::{
    element::{flag, words},
    palette::Hues,
};
use contract::Size;
use lexicon::Subject;
use roxmltree::{Document, Node};
use std::{fmt, str::FromStr, sync::LazyLock};
use tiny_skia::{Path, Transform};

/// The side of a scene's drawing, in pixels.
const SIDE: f32 = 1280.0;

/// The row of a scene's drawing where the ground begins.
const GROUND: f32 = 800.0;

/// The scene files: name without extension, and content.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenes.rs"));

/// All scenes, parsed for the first picture. A file with errors would be left out, but a test parses them all.
static ALL: LazyLock<Vec<Scene>> = LazyLock::new(|| {
    FILES
        .iter()
        .filter_map(|(name, svg)| Scene::read(name, svg).ok())
        .collect()
});

/// A place, drawn in three layers. The subject stands between the ground and the front.
pub(crate) struct Scene {
    /// The file's name without extension.
    name: &'static str,
    /// The niches whose subjects the scene suits.
    niches: Vec<&'static str>,
    /// The ids of concepts that the scene suits, whatever their niche is.
    concepts: Vec<String>,
    /// Whether it is a lit ground on which anything may stand. `data-with` lists the concepts that do
    /// not belong in the scenes of their niche.
    is_neutral: bool,
    /// The hues that the place has in nature; `None` if every hue suits it.
    hues: Option<Hues>,
    /// The things far behind the subject.
    pub(crate) far: Vec<Piece>,
    /// The floor or the table at the subject's foot.
    pub(crate) ground: Vec<Piece>,
    /// The things nearer than the subject, at the picture's borders.
    pub(crate) front: Vec<Piece>,
}

/// The name alone: the pieces would fill pages.
impl fmt::Debug for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Scene {
    /// The scenes that suit the subject. If some scenes name the subject, these; otherwise the scenes of its niche.
    /// Empty if no scene suits it: a wrong place is worse than none.
    pub(crate) fn places_of(subject: &Subject) -> Vec<&'static Self> {
        let all = || ALL.iter();
        let named: Vec<&Self> = all().filter(|scene| scene.concepts.contains(&subject.id)).collect();
        if !named.is_empty() {
            return named;
        }
        lexicon::niche_of(&subject.id).map_or_else(Vec::new, Self::places_of_niche)
    }

    /// The scene of this name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|scene| scene.name == name)
    }

    /// The hues that the place has in nature; `None` if every hue suits it.
    pub(crate) const fn hues(&self) -> Option<Hues> {
        self.hues
    }

    /// The hues that the places of the subject have in nature; `None` if every hue suits them.
    pub(crate) fn hues_of(subject: &Subject) -> Option<Hues> {
        Self::places_of(subject).into_iter().find_map(|scene| scene.hues)
    }

    /// The scenes that suit all subjects of a niche.
    fn places_of_niche(niche: &str) -> Vec<&'static Self> {
        ALL.iter().filter(|scene| scene.niches.contains(&niche)).collect()
    }

    /// The lit grounds on which anything may stand.
    pub(crate) fn neutral() -> Vec<&'static Self> {
        ALL.iter().filter(|scene| scene.is_neutral).collect()
    }

    fn read(name: &'static str, svg: &str) -> Result<Self, String> {
        let document = Document::parse(svg).map_err(|error| error.to_string())?;
        let root = document.root_element();
        let niches: Vec<Niche> = words(root, "data-for")?;
        let concepts: Vec<ConceptId> = words(root, "data-with")?;
        let layer = |class: &str| -> Result<Vec<Piece>, String> {
            let groups = root.children().filter(|node| node.attribute("class") == Some(class));
            let nodes = groups.flat_map(|group| group.children().filter(Node::is_element));
            nodes
                .map(|node| piece(node, node.attribute("class").unwrap_or_default()))
                .collect()
        };
        let scene = Self {
            name,
            niches: niches.into_iter().map(|Niche(niche)| niche).collect(),
            concepts: concepts.into_iter().map(|ConceptId(id)| id).collect(),
            is_neutral: flag(root, "data-neutral", false)?,
            hues: hues(root)?,
            far: layer("far")?,
            ground: layer("ground")?,
            front: layer("front")?,
        };
        if scene.far.is_empty() || scene.ground.is_empty() {
            return Err("there is no far layer or no ground".to_owned());
        }
        Ok(scene)
    }
}

/// The hues of a scene file: two angles.
fn hues(root: Node<'_, '_>) -> Result<Option<Hues>, String> {
    match words::<f32>(root, "data-hues")?.as_slice() {
        [] => Ok(None),
        [from, to] if from < to => Ok(Some(Hues { from: *from, to: *to })),
        _ => Err("data-hues are not two angles in ascending order".to_owned()),
    }
}

/// A niche of the lexicon, as named in a scene file.
struct Niche(&'static str);

impl FromStr for Niche {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        lexicon::niches().find(|niche| *niche == name).map(Self).ok_or(())
    }
}

/// The id of a concept of the lexicon, as named in a scene file.
struct ConceptId(String);

impl FromStr for ConceptId {
    type Err = ();

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        lexicon::niche_of(id).ok_or(())?;
        Ok(Self(id.to_owned()))
    }
}

/// The part of a scene that a picture of this size shows: the middle of the drawing, as large as fits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    scale: f32,
    /// The hidden width at each side and the hidden height above and below, in pixels of the drawing.
    hidden: (f32, f32),
}

impl View {
    pub(crate) fn of(Size { width, height }: Size) -> Self {
        let (width, height) = (width as f32, height as f32);
        let scale = width.max(height) / SIDE;
        Self {
            scale,
            hidden: ((SIDE - width / scale) / 2.0, (SIDE - height / scale) / 2.0),
        }
    }

    /// Where the ground begins, in pixels from the picture's top.
    pub(crate) fn horizon(self) -> f32 {
        (GROUND - self.hidden.1) * self.scale
    }

    /// The transform of the far layer and the ground.
    pub(crate) fn middle(self) -> Transform {
        Transform::from_translate(-self.hidden.0, -self.hidden.1).post_scale(self.scale, self.scale)
    }

    /// The transform of a piece of the front. A piece in a corner of the wide picture is in the same corner of a
    /// picture of any shape: wide pictures show the rows from 280 to 1000.
    pub(crate) fn corner(self, piece: &Piece) -> Transform {
        let Some(bounds) = piece.shape.as_ref().map(Path::bounds) else {
            return self.middle();
        };
        let middle = SIDE / 2.0;
        let across = if bounds.right() <= middle {
            self.hidden.0
        } else if bounds.left() >= middle {
            -self.hidden.0
        } else {
            0.0
        };
        let shift = WIDE_HIDDEN - self.hidden.1;
        let down = if bounds.top() >= middle { shift } else { -shift };
        Transform::from_translate(across, down).post_concat(self.middle())
    }
}

/// The hidden height above and below a wide picture's part of a scene, in pixels of the drawing.
const WIDE_HIDDEN: f32 = 280.0;

#[cfg(test)]
mod tests {
    use super::*;
    use contract::AspectRatio;

    #[test]
    fn every_file_is_valid() {
        for (name, svg) in FILES {
            if let Err(error) = Scene::read(name, svg) {
                panic!("{name}: {error}");
            }
        }
        assert!(FILES.len() >= 10);
    }

    #[test]
    fn a_subject_stands_only_where_it_belongs() {
        let places = |prompt: &str| -> Vec<&str> {
            let choice = lexicon::Choice::of(prompt, None);
            let scenes = Scene::places_of(choice.main().expect("the prompt names a subject"));
            scenes.into_iter().map(|scene| scene.name).collect()
        };
        assert_eq!(places("a shark"), ["sea"]);
        assert_eq!(places("my electric guitar"), ["stage"]);
        assert_eq!(places("the pyramids"), ["desert"]);
        // The sofa stands in the living room, the bathtub does not.
        assert_eq!(places("my old sofa"), ["room"]);
        assert_eq!(places("a bathtub"), ["bathroom"]);
        // Nothing says where a fire is, although it belongs to the weather.
        assert_eq!(places("a fire"), ["hall", "studio"]);
        // Nothing says where a checklist or an idea is.
        for prompt in ["my checklist", "a good idea", "my calendar"] {
            assert!(places(prompt).is_empty(), "{prompt}");
        }
        assert!(!Scene::neutral().is_empty());
    }

    #[test]
    fn the_front_stays_at_the_borders_of_every_shape() {
        for scene in &*ALL {
            for shape in AspectRatio::ALL {
                let size = shape.size();
                let (width, height) = (size.width as f32, size.height as f32);
                for piece in &scene.front {
                    let bounds = piece.shape.as_ref().unwrap().bounds();
                    let bounds = bounds.transform(View::of(size).corner(piece)).unwrap();
                    let is_middle = bounds.left() < width * 0.5
                        && bounds.right() > width * 0.5
                        && bounds.top() < height * 0.8
                        && bounds.bottom() > height * 0.2;
                    // Snow falls everywhere.
                    assert!(
                        !is_middle || scene.name == "snow",
                        "{} {shape:?}: {bounds:?}",
                        scene.name
                    );
                }
            }
        }
    }
}
