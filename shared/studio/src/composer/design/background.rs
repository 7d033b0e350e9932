//! Decides what is behind the subject and the words.

use crate::composer::{
    cast::arrangement::Arrangement,
    chance::Chance,
    layout::{
        Layout,
        look::{Lift, Pattern},
        scene::{Scene, View},
    },
    recipe::{BackgroundKind, Recipe},
};

/// The probability that a shown photo, blurred, is also the background, if the layout allows several patterns.
const PHOTOGRAPHIC: f32 = 0.4;
/// The probability that the place where a subject belongs fills the background instead of a pattern, if the layout
/// allows both.
const SCENIC: f32 = 0.9;
/// The probability that a neutral place fills the background instead of a pattern, if no place of the subject is known.
const NEUTRAL: f32 = 0.45;

/// What fills the background.
#[derive(Clone, Debug)]
pub(crate) enum Background {
    /// One of the shown photos, blurred.
    Photo,
    /// One colour.
    Flat(PatternDetails),
    /// A gradient with a glow at the subject. `radius` is the glow's, in pixels.
    Lit { radius: f32, pattern: PatternDetails },
    /// A scene, lit by a glow at the subject. `radius` is the glow's, in pixels.
    Scene { radius: f32, scene: &'static Scene },
}

/// A pattern with the choices that make it different in every picture. Lengths are in pixels, angles in degrees unless
/// something else is said.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PatternDetails {
    /// `turn` is the rotation in radians.
    Rays {
        count: usize,
        turn: f32,
    },
    /// `lean` is how much of the growth is across the picture, the rest is down, 0 to 1.
    Halftone {
        lean: f32,
    },
    Bokeh(Vec<Spot>),
    /// `lean` is how far the upper end of a band is beside the lower end; `start` is the first band's left edge.
    Slabs {
        lean: f32,
        start: f32,
    },
    /// `step` is the distance of rings, which is the width of their lines.
    Rings {
        step: f32,
    },
    /// `horizon` is the distance of the horizon from the top.
    Floor {
        horizon: f32,
    },
    Waves(Vec<Wave>),
    Blocks(Vec<Block>),
    Plain,
}

/// A light that is out of focus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) centre: (f32, f32),
    pub(crate) radius: f32,
    pub(crate) opacity: f32,
}

/// The crest of a wave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wave {
    pub(crate) length: f32,
    /// The phase at the left border, in radians.
    pub(crate) phase: f32,
    /// The height of the crest above the middle.
    pub(crate) swing: f32,
}

/// A rotated square with rounded corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Block {
    pub(crate) centre: (f32, f32),
    pub(crate) side: f32,
    pub(crate) tilt: f32,
}

impl Background {
    /// Decides the background of a layout. `places` are the scenes where the subject belongs. A photo that reaches the
    /// picture's edges is also the background.
    ///
    /// In a series, the kind of background and the pattern are those of the `recipe`.
    pub(super) fn new(
        layout: &Layout,
        places: Vec<&'static Scene>,
        photos: Option<&Arrangement>,
        recipe: Option<&Recipe>,
        chance: &mut Chance,
    ) -> Self {
        let look = layout.look();
        let has_photo = photos.is_some_and(|photos| photos.scene().is_some());
        if photos.is_some_and(Arrangement::reaches_edges) {
            return Self::Photo;
        }
        let kind = recipe.map(|recipe| recipe.background);
        let is_of = |by_chance: bool, kinds: &[BackgroundKind]| kind.map_or(by_chance, |kind| kinds.contains(&kind));
        if has_photo && look.patterns.len() > 1 {
            let by_chance = chance.happens(PHOTOGRAPHIC);
            if is_of(by_chance, &[BackgroundKind::Photo]) {
                return Self::Photo;
            }
        }
        let pattern = recipe.and_then(|recipe| recipe.pattern);
        if look.is_flat {
            return Self::Flat(PatternDetails::new(layout, pattern, chance));
        }
        let size = layout.shape().size();
        let diagonal = (size.width as f32).hypot(size.height as f32);
        let radius = diagonal * chance.between(0.40, 0.50);
        let (places, odds) = if places.is_empty() {
            (Scene::neutral(), NEUTRAL)
        } else {
            (places, SCENIC)
        };
        let by_chance = look.has_scene && chance.happens(odds);
        // If the recipe's background is a photo and this picture has none, a scene takes its place.
        let is_scene = look.has_scene && is_of(by_chance, &[BackgroundKind::Scene, BackgroundKind::Photo]);
        let scene = match recipe {
            _ if !is_scene => None,
            // Thumbnails of one call have different scenes.
            Some(_) => chance.in_turn(&places).map(|(scene, _)| *scene),
            None => chance.pick(&places).copied(),
        };
        match scene {
            Some(scene) => Self::Scene { radius, scene },
            None => Self::Lit {
                radius,
                pattern: PatternDetails::new(layout, pattern, chance),
            },
        }
    }

    /// The kind of background and its pattern.
    pub(super) fn kind(&self) -> (BackgroundKind, Option<Pattern>) {
        match self {
            Self::Photo => (BackgroundKind::Photo, None),
            Self::Flat(pattern) => (BackgroundKind::Flat, Some(pattern.pattern())),
            Self::Lit { pattern, .. } => (BackgroundKind::Lit, Some(pattern.pattern())),
            Self::Scene { .. } => (BackgroundKind::Scene, None),
        }
    }

    /// Where the ground begins on which a subject may stand, in pixels from the top; `None` if there is no ground.
    pub(super) fn horizon(&self, layout: &Layout) -> Option<f32> {
        match self {
            Self::Scene { .. } => Some(View::of(layout.shape().size()).horizon()),
            Self::Lit {
                pattern: PatternDetails::Floor { horizon },
                ..
            } => Some(*horizon),
            _ => None,
        }
    }
}

impl PatternDetails {
    const fn pattern(&self) -> Pattern {
        match self {
            Self::Rays { .. } => Pattern::Rays,
            Self::Halftone { .. } => Pattern::Halftone,
            Self::Bokeh(_) => Pattern::Bokeh,
            Self::Slabs { .. } => Pattern::Slabs,
            Self::Rings { .. } => Pattern::Rings,
            Self::Floor { .. } => Pattern::Floor,
            Self::Waves(_) => Pattern::Waves,
            Self::Blocks(_) => Pattern::Blocks,
            Self::Plain => Pattern::Plain,
        }
    }

    /// The pattern of a series, or else one of the layout's patterns, with its details.
    fn new(layout: &Layout, series: Option<Pattern>, chance: &mut Chance) -> Self {
        let size = layout.shape().size();
        let (width, height) = (size.width as f32, size.height as f32);
        let unit = width.min(height);
        let by_chance = chance.pick(&layout.look().patterns).copied();
        match series.or(by_chance).unwrap_or(Pattern::Plain) {
            Pattern::Rays => Self::Rays {
                count: 12 + chance.below(7),
                turn: chance.between(0.0, 0.5),
            },
            Pattern::Halftone => Self::Halftone {
                lean: chance.between(0.25, 0.65),
            },
            Pattern::Bokeh => {
                let spot = |_| Spot {
                    centre: (chance.between(0.0, width), chance.between(0.0, height)),
                    radius: unit * chance.between(0.02, 0.11),
                    opacity: chance.between(0.10, 0.32),
                };
                Self::Bokeh((0..26).map(spot).collect())
            }
            Pattern::Slabs => Self::Slabs {
                lean: height * chance.between(0.35, 0.6),
                start: width * chance.between(-0.05, 0.05),
            },
            Pattern::Rings => Self::Rings {
                step: layout.size * chance.between(0.17, 0.22),
            },
            Pattern::Floor => Self::Floor {
                horizon: height * chance.between(0.60, 0.70),
            },
            Pattern::Waves => {
                let wave = |_| Wave {
                    length: width * chance.between(0.45, 0.8),
                    phase: chance.between(0.0, 6.0),
                    swing: height * chance.between(0.04, 0.08),
                };
                Self::Waves((0..4).map(wave).collect())
            }
            Pattern::Blocks => {
                let block = |_| Block {
                    centre: (chance.between(-0.1, 1.0) * width, chance.between(-0.1, 1.0) * height),
                    side: unit * chance.between(0.22, 0.55),
                    tilt: chance.between(18.0, 38.0),
                };
                Self::Blocks((0..7).map(block).collect())
            }
            Pattern::Plain => Self::Plain,
        }
    }
}

/// What separates the subject from the background.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Backing {
    pub(crate) lift: Lift,
    /// The rotation of a burst, in radians.
    pub(crate) turn: f32,
}

impl Backing {
    /// Chooses one of the layout's lifts. A subject that needs no shape, such as a framed photo, has only light behind
    /// it. So has a subject that stands on a ground; a subject that `hovers` stands on none. A photo that reaches the
    /// picture's edges has neither light nor shape behind it. A shape in a series is that of the `recipe`.
    pub(super) fn new(
        layout: &Layout,
        background: &Background,
        photos: Option<&Arrangement>,
        hovers: bool,
        recipe: Option<&Recipe>,
        chance: &mut Chance,
    ) -> Self {
        let bleeds = photos.is_some_and(Arrangement::subject_bleeds);
        let has_ground = layout.variant().has_stage() || (!hovers && background.horizon(layout).is_some());
        let lift = if bleeds || layout.look().lifts == [Lift::None] {
            Lift::None
        } else if layout.is_lifted && !has_ground {
            let by_chance = chance.pick(&layout.look().lifts).copied();
            let of_series = recipe.map(|recipe| recipe.lift).filter(|lift| *lift != Lift::None);
            of_series.or(by_chance).unwrap_or(Lift::Light)
        } else {
            Lift::Light
        };
        let turn = if lift == Lift::Burst {
            chance.between(0.0, 0.3)
        } else {
            0.0
        };
        Self { lift, turn }
    }
}
