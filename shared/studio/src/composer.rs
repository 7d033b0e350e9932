//! The built-in model: draws a thumbnail by rules, without a network.

mod alpha;
mod backdrop;
mod canvas;
mod cast;
mod chance;
mod eastern;
mod emoji;
mod enlarge;
mod finish;
mod headline;
mod layout;
mod lettering;
mod mood;
mod motif;
mod palette;
mod pattern;
mod phrase;
mod subject;
mod typeface;
mod typesetting;
mod vocabulary;
mod writing;

use crate::{
    brief::{Brief, Origin, Picture},
    encode::encode,
    model::{ImageModel, Painting},
};
use canvas::Canvas;
use cast::{Cast, Hanging, Stage};
use chance::Chance;
use contract::AspectRatio;
use headline::Headline;
use layout::{BADGE, Layout};
use lettering::Emphasis;
use mood::Mood;
use motif::{Motif, Sketch};
use palette::Palette;
use subject::Stand;
use tiny_skia::Rect;
use typesetting::Block;
use vendors::{Cause, ModelError};

/// The second subject's size, in parts of the first one's.
const COMPANION: f32 = 0.42;

/// Draws a thumbnail from the prompt's words: a subject, a headline, a background, one palette.
///
/// It understands keywords, not sentences. The same brief gives the same bytes; another seed gives another layout,
/// palette and background. References to persons and objects are shown, whole and undistorted; those to styles set the
/// palette. One that cannot be decoded is left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Composer {}

impl Composer {
    /// A composer. It has no settings and keeps nothing between pictures.
    pub const fn new() -> Self {
        Self {}
    }
}

impl ImageModel for Composer {
    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a> {
        let brief = brief.clone();
        Box::pin(async move {
            let drawing = tokio::task::spawn_blocking(move || compose(&brief));
            // A panic would come again with the same brief; a task that was called off may run elsewhere.
            match drawing.await {
                Ok(picture) => picture.ok_or(ModelError::permanent(Cause::Drawing)),
                Err(error) if error.is_panic() => Err(ModelError::permanent(Cause::Drawing)),
                Err(_) => Err(ModelError::transient(Cause::Drawing)),
            }
        })
    }
}

/// `None` if there is no memory for a canvas.
fn compose(brief: &Brief) -> Option<Picture> {
    let canvas = Design::new(brief)?.draw(brief)?;
    let size = brief.aspect_ratio.size();
    let bytes = encode(&canvas.to_rgb(), size, brief.format)?;
    Some(Picture {
        bytes: bytes.into(),
        format: brief.format,
        size,
        origin: Origin {
            seed: Some(brief.seed),
            references: (0..brief.references.len()).collect(),
            ..Origin::default()
        },
    })
}

/// Everything decided about a picture before the first pixel.
struct Design {
    chance: Chance,
    motifs: Vec<Motif>,
    mood: Option<Mood>,
    palette: Palette,
    layout: Layout,
    headline: Option<Block>,
    hanging: Option<Hanging>,
}

impl Design {
    fn new(brief: &Brief) -> Option<Self> {
        let title = brief.title.as_deref();
        // The prompt says what to draw, and so chooses the subject before the title does.
        let text = format!("{} {}", brief.prompt, title.unwrap_or_default());
        let mut chance = Chance::new(&text, brief.seed);
        let motifs = motif::asked_for(&text, &mut chance);
        let palette = Palette::choose(&mut chance, motifs.first().map(|motif| motif.hero));
        let mood = Mood::of(&cast::styles(&brief.references));
        let headline = Headline::new(&brief.prompt, title);
        let cast = Cast::of(&brief.references);
        let (layout, headline, hanging) = if cast.is_empty() {
            let (layout, headline) = composed(&headline, brief.aspect_ratio, &mut chance)?;
            (layout, headline, None)
        } else {
            let (stage, headline) = staged(&headline, &cast, brief.aspect_ratio, &mut chance)?;
            let hanging = Hanging::new(cast, &stage, brief.aspect_ratio.size());
            (hanging.light(stage.layout), headline, Some(hanging))
        };
        Some(Self {
            chance,
            motifs,
            mood,
            palette: mood.map_or(palette, |mood| mood.palette),
            layout,
            headline,
            hanging,
        })
    }

    /// What the words, their outlines and plates cover, in pixels.
    fn words(&self) -> Option<Rect> {
        self.headline.as_ref().map(|block| block.bounds)
    }

    fn draw(mut self, brief: &Brief) -> Option<Canvas> {
        let size = brief.aspect_ratio.size();
        let mut canvas = Canvas::new(size.width, size.height)?;
        let (palette, layout, words) = (self.palette, self.layout, self.words());
        backdrop::paint(&mut canvas, &palette, &layout, words, &mut self.chance);
        if let Some(hanging) = &self.hanging {
            hanging.draw(&mut canvas, &palette);
        } else {
            backdrop::sparkle(&mut canvas, &palette, &layout, words, &mut self.chance);
            self.draw_subjects(&mut canvas);
        }
        if let Some(block) = &self.headline {
            let needs_plate = self.mood.is_some_and(|mood| mood.is_accent_pale());
            let emphasis = if self.chance.happens(0.5) || needs_plate {
                Emphasis::Plate
            } else {
                Emphasis::Colour
            };
            lettering::paint(&mut canvas, block, &palette, emphasis);
        }
        Some(canvas)
    }

    /// The motif as the mood colours it.
    fn sketch(&self, motif: &Motif) -> Sketch {
        let sketch = motif.sketch();
        match &self.mood {
            Some(mood) => sketch.recoloured(|colour| mood.tint(colour)),
            None => sketch,
        }
    }

    /// The first motif large; the second, if the prompt names one and the words leave room, small before it.
    fn draw_subjects(&self, canvas: &mut Canvas) {
        let (x, y) = self.layout.focus;
        let size = self.layout.size * layout::SUBJECT;
        if let Some(main) = self.motifs.first() {
            let stand = Stand {
                centre: (x, y),
                size,
                tilt: main.tilt + self.layout.subject_tilt,
            };
            subject::draw(canvas, &self.sketch(main), &self.palette, stand);
        }
        let side = size * COMPANION;
        let is_free = |centre: &(f32, f32)| {
            let square = Rect::from_xywh(centre.0 - side * 0.68, centre.1 - side * 0.68, side * 1.36, side * 1.36);
            let collides = square
                .zip(self.words())
                .is_some_and(|(square, words)| square.intersect(&words).is_some());
            let is_under_badge =
                centre.0 > canvas.width() * (1.0 - BADGE.0) && centre.1 > canvas.height() * (1.0 - BADGE.1);
            !is_under_badge && centre.0 > side * 0.6 && centre.0 + side * 0.6 < canvas.width() && !collides
        };
        let places = [
            (x - size * 0.40, y + size * 0.33),
            (x + size * 0.38, y + size * 0.30),
            (x + size * 0.40, y - size * 0.33),
        ];
        if let (Some(second), Some(centre)) = (self.motifs.get(1), places.into_iter().find(is_free)) {
            subject::draw(
                canvas,
                &self.sketch(second),
                &self.palette,
                Stand {
                    centre,
                    size: side,
                    tilt: second.tilt - 6.0,
                },
            );
        }
    }
}

/// Words and a subject that is drawn.
fn composed(headline: &Headline, shape: AspectRatio, chance: &mut Chance) -> Option<(Layout, Option<Block>)> {
    let layout = Layout::choose(shape, headline.words.len(), chance)?;
    let block = typesetting::fit(headline, layout.frame);
    let layout = match &block {
        Some(block) => layout.clear_of(block.bounds),
        // There may be words that no font has; half a picture kept free for them would look forgotten.
        None => Layout::choose(shape, 0, chance)?,
    };
    Some((layout, block))
}

/// Words and the references that are shown.
fn staged(headline: &Headline, cast: &Cast, shape: AspectRatio, chance: &mut Chance) -> Option<(Stage, Option<Block>)> {
    let has_words = !headline.words.is_empty();
    let stage = Stage::choose(cast, shape, has_words, chance)?;
    match typesetting::fit(headline, stage.layout.frame).filter(|_| has_words) {
        Some(block) => Some((stage.closed_up(block.bounds), Some(block))),
        None => Some((Stage::choose(cast, shape, false, chance)?, None)),
    }
}

#[cfg(test)]
mod tests;
