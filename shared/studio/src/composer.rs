//! The built-in model: draws a thumbnail by rules, without a network.

mod backdrop;
mod canvas;
mod chance;
mod colour;
mod encode;
mod enlarge;
mod finish;
mod headline;
mod layout;
mod lettering;
mod motif;
mod palette;
mod pattern;
mod portrait;
mod subject;
mod typeface;
mod typesetting;
mod vocabulary;

use crate::{
    brief::{Brief, Picture},
    model::{ImageModel, ModelError, Painting},
};
use canvas::Canvas;
use chance::Chance;
use headline::Headline;
use layout::{BADGE, Layout};
use lettering::Emphasis;
use motif::Motif;
use palette::Palette;
use subject::Stand;
use tiny_skia::Rect;
use typesetting::Block;

/// The second subject's size, in parts of the first one's.
const COMPANION: f32 = 0.42;

/// Draws a thumbnail from the prompt's words: a subject, a headline, a background, one palette.
///
/// It understands keywords, not sentences. The same brief gives the same bytes; another seed gives another layout,
/// palette and background. References to persons and objects are shown framed; one that cannot be decoded is left out.
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
                Ok(picture) => picture.ok_or(ModelError::Permanent),
                Err(error) if error.is_panic() => Err(ModelError::Permanent),
                Err(_) => Err(ModelError::Transient { retry_after: None }),
            }
        })
    }
}

/// `None` if there is no memory for a canvas.
fn compose(brief: &Brief) -> Option<Picture> {
    let canvas = Design::new(brief)?.draw(brief)?;
    let bytes = encode::encode(&canvas, brief.format)?;
    Some(Picture {
        bytes: bytes.into(),
        format: brief.format,
        size: brief.aspect_ratio.size(),
    })
}

/// Everything decided about a picture before the first pixel.
struct Design {
    chance: Chance,
    motifs: Vec<Motif>,
    palette: Palette,
    layout: Layout,
    headline: Option<Block>,
}

impl Design {
    fn new(brief: &Brief) -> Option<Self> {
        let title = brief.title.as_deref();
        // The prompt says what to draw, and so chooses the subject before the title does.
        let text = format!("{} {}", brief.prompt, title.unwrap_or_default());
        let mut chance = Chance::new(&text, brief.seed);
        let motifs = motif::asked_for(&text, &mut chance);
        let palette = Palette::choose(&mut chance, motifs.first().map(|motif| motif.hero));
        let headline = Headline::new(&brief.prompt, title);
        let layout = Layout::choose(brief.aspect_ratio, headline.words.len(), &mut chance)?;
        let headline = typesetting::fit(&headline, layout.frame);
        let layout = match &headline {
            Some(block) => layout.clear_of(block.bounds),
            // There may be words that no font has; half a picture kept free for them would look forgotten.
            None => Layout::choose(brief.aspect_ratio, 0, &mut chance)?,
        };
        Some(Self {
            chance,
            motifs,
            palette,
            layout,
            headline,
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
        backdrop::sparkle(&mut canvas, &palette, &layout, words, &mut self.chance);
        if !portrait::draw(&mut canvas, &brief.references, &palette, &layout) {
            self.draw_subjects(&mut canvas);
        }
        if let Some(block) = &self.headline {
            let emphasis = if self.chance.happens(0.5) {
                Emphasis::Plate
            } else {
                Emphasis::Colour
            };
            lettering::paint(&mut canvas, block, &palette, emphasis);
        }
        Some(canvas)
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
            subject::draw(canvas, main, &self.palette, stand);
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
                second,
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

#[cfg(test)]
mod tests;
