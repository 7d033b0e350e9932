//! All decisions about a picture before the first pixel is painted, and the order of painting.

use super::{
    backdrop,
    canvas::Canvas,
    cast::{self, Cast, Hanging, Stage},
    chance::Chance,
    headline::{Headline, Kind},
    layout::{self, BADGE, Layout, Layouts, Letters, Room, Wish},
    lettering::{self, Emphasis, Style},
    mood::Mood,
    motif::{self, Motif, Sketch},
    niche,
    palette::Palette,
    pieces,
    subject::{self, Placement},
    text::Text,
    typeface::Family,
};
use crate::brief::Brief;
use colour::Swatch;
use tiny_skia::Rect;

/// The size of the second subject, as a share of the first subject's size.
const COMPANION: f32 = 0.42;
/// The share of its chroma that a faded subject keeps (the “before” of a change).
const FADED: f32 = 0.12;

/// A planned picture.
pub(super) struct Design {
    chance: Chance,
    motifs: Vec<Motif>,
    mood: Option<Mood>,
    palette: Palette,
    layout: Layout,
    pub(super) text: Option<Text>,
    hanging: Option<Hanging>,
    style: Style,
}

impl Design {
    /// Plans a picture. `None` if no layout can hold the headline and the cast; with the built-in layouts that does not
    /// happen, but with a single layout it can.
    pub(super) fn new(brief: &Brief, layouts: &Layouts) -> Option<Self> {
        let title = brief.title.as_deref();
        // The prompt comes first: it says what to draw, so its words select the subject before the title's words.
        let brief_text = format!("{} {}", brief.prompt, title.unwrap_or_default());
        let mut chance = Chance::new(&brief_text, brief.seed);
        let reading = niche::Reading::of(&brief_text);
        let motifs = motif::asked_for(&brief_text, reading, &mut chance);
        let palette = Palette::choose(&mut chance, reading, motifs.first().map(|motif| motif.hero));
        let styles = cast::styles(&brief.references);
        let swatches: Vec<&[Swatch]> = styles.iter().map(|style| style.swatches.as_slice()).collect();
        let mood = Mood::of(&swatches);
        let headline = Headline::new(&brief.prompt, title);
        let cast = Cast::of(&brief.references);
        let drawn = motifs.iter().filter(|motif| !motif.is_abstract()).count();
        let wish = Wish::new(brief.aspect_ratio, &headline, &cast, drawn);
        let wish = wish.on_side(styles.first().and_then(|style| style.side));
        let family = niche::family(reading, &mut chance);
        let sides = sides(&headline);
        let has_object = !cast.persons.is_empty() && !cast.objects.is_empty();
        let is_change = matches!(headline.kind, Kind::Change { .. });
        let has_sides = is_change || sides.len() == 2 || !cast.is_empty();
        let set = |layout: &Layout| {
            let wanted = layout.look().family.unwrap_or(family);
            let text = |family| Text::set(&headline, layout, family, has_sides, has_object);
            if wanted == Family::Display {
                return text(wanted);
            }
            let suited = text(wanted).filter(|text| text.is_legible(layout));
            // Most families are wide. If their letters become too small, the narrow letters of the display family may
            // fit.
            suited.or_else(|| text(Family::Display))
        };
        let (layout, text) = choose(&wish, layouts, (&brief_text, brief.seed), set)?;
        let motifs = if layout.board().subjects.len() > 1 && sides.len() == 2 {
            sides
        } else {
            motifs
        };
        let words = text.as_ref().map(|text| text.bounds);
        let palette = mood.map_or(palette, |mood| mood.palette);
        let (layout, hanging) = if cast.is_empty() {
            let is_one = layout.board().subjects.len() == 1;
            let layout = match words.filter(|_| is_one) {
                Some(words) => layout.clear_of(words),
                None => layout,
            };
            (layout, None)
        } else {
            let mut layout = layout;
            layout.is_lifted = cast.persons.len() == 1 && cast.has_standing_person();
            let stage = Stage::of(&layout, &cast, words);
            let hanging = Hanging::new(cast, &stage, brief.aspect_ratio.size());
            (hanging.light(layout), Some(hanging))
        };
        let needs_plate = mood.is_some_and(|mood| mood.is_accent_pale());
        let by_chance = if chance.happens(0.5) {
            Emphasis::Plate
        } else {
            Emphasis::Colour
        };
        let emphasis = if needs_plate {
            Emphasis::Plate
        } else {
            layout.look().emphasis.unwrap_or(by_chance)
        };
        let bare = (layout.look().letters == Letters::Bare).then(|| palette.flat().1);
        Some(Self {
            chance,
            motifs,
            mood,
            palette,
            layout,
            text,
            hanging,
            style: Style { emphasis, bare },
        })
    }

    /// The bounding box of the words with their outlines and plates, in pixels.
    pub(super) fn words(&self) -> Option<Rect> {
        self.text.as_ref().map(|text| text.bounds)
    }

    #[cfg(test)]
    pub(super) fn layout_name(&self) -> &str {
        self.layout.name()
    }

    /// Paints the picture.
    pub(super) fn draw(mut self) -> Option<Canvas> {
        let mut canvas = self.draw_scene()?;
        self.draw_words(&mut canvas);
        Some(canvas)
    }

    /// Paints the words.
    pub(super) fn draw_words(&self, canvas: &mut Canvas) {
        if let Some(text) = &self.text {
            lettering::paint(canvas, text, &self.palette, self.style);
        }
    }

    /// Paints everything except the words.
    pub(super) fn draw_scene(&mut self) -> Option<Canvas> {
        let size = self.layout.shape().size();
        let mut canvas = Canvas::new(size.width, size.height)?;
        let words = self.words();
        let photo = self.hanging.as_ref().and_then(Hanging::scene);
        backdrop::paint(&mut canvas, &self.palette, &self.layout, words, photo, &mut self.chance);
        match &self.hanging {
            Some(hanging) => hanging.draw_subjects(&mut canvas, &self.palette),
            None => {
                backdrop::sparkle(&mut canvas, &self.palette, &self.layout, words, &mut self.chance);
                self.draw_subjects(&mut canvas);
            }
        }
        pieces::paint(&mut canvas, &self.layout.board().over, &self.palette);
        match (&self.hanging, self.companion()) {
            (_, Some((motif, room))) => self.draw_in(&mut canvas, motif, &room),
            (Some(hanging), None) => hanging.draw_beside(&mut canvas, &self.palette),
            (None, None) => {}
        }
        Some(canvas)
    }

    /// The drawing of a motif, recoloured by the mood and faded if asked.
    fn sketch(&self, motif: &Motif, is_faded: bool) -> Sketch {
        let sketch = motif.sketch();
        let sketch = match &self.mood {
            Some(mood) => sketch.recoloured(|colour| mood.tint(colour)),
            None => sketch,
        };
        if !is_faded {
            return sketch;
        }
        sketch.recoloured(|colour| {
            let looks = colour.oklch();
            let chroma = looks.chroma * FADED;
            colour::Oklch {
                chroma,
                lightness: looks.lightness * 0.75,
                ..looks
            }
            .to_rgb()
        })
    }

    /// The motif that is drawn beside the subject, and its slot, if the layout has one for objects.
    fn companion(&self) -> Option<(&Motif, Room)> {
        let room = self.layout.board().object.filter(|_| self.layout.shows_object())?;
        let motif = match &self.hanging {
            None => self.motifs.get(1),
            Some(hanging) => self
                .motifs
                .first()
                .filter(|motif| !motif.is_abstract() && hanging.has_no_objects()),
        };
        Some((motif?, room))
    }

    /// Draws the subject, or both if the layout has two sides.
    fn draw_subjects(&self, canvas: &mut Canvas) {
        match self.layout.board().subjects.as_slice() {
            rooms @ [_, _, ..] => self.draw_opposed(canvas, rooms),
            _ => self.draw_one(canvas),
        }
    }

    fn draw_opposed(&self, canvas: &mut Canvas, rooms: &[Room]) {
        let motifs = match self.motifs.as_slice() {
            [one, other] if !rooms.iter().any(|room| room.is_faded) => [one, other],
            // A change shows the same motif before and after.
            [one, ..] if rooms.iter().any(|room| room.is_faded) => [one, one],
            _ => return,
        };
        for (room, motif) in rooms.iter().zip(motifs) {
            self.draw_in(canvas, motif, room);
        }
    }

    fn draw_in(&self, canvas: &mut Canvas, motif: &Motif, room: &Room) {
        let placement = Placement {
            centre: layout::centre(room.area),
            size: room.area.width().min(room.area.height()) * layout::SUBJECT,
            tilt: motif.tilt + room.tilt,
        };
        subject::draw(canvas, &self.sketch(motif, room.is_faded), &self.palette, placement);
    }

    /// Draws the first motif large. Draws the second motif small in front of it, if there is one and the words leave
    /// room.
    fn draw_one(&self, canvas: &mut Canvas) {
        let (x, y) = self.layout.focus;
        let size = self.layout.size * layout::SUBJECT;
        let board = self.layout.board();
        if let Some(main) = self.motifs.first() {
            let tilt = board.subjects.first().map_or(0.0, |room| room.tilt);
            let placement = Placement {
                centre: (x, y),
                size,
                tilt: main.tilt + tilt,
            };
            subject::draw(canvas, &self.sketch(main, false), &self.palette, placement);
        }
        let Some(second) = self.motifs.get(1).filter(|_| !self.layout.shows_object()) else {
            return;
        };
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
        if let Some(centre) = places.into_iter().find(is_free) {
            let placement = Placement {
                centre,
                size: side,
                tilt: second.tilt - 6.0,
            };
            subject::draw(canvas, &self.sketch(second, false), &self.palette, placement);
        }
    }
}

/// One motif for each side of an “X vs Y” headline; empty if a side names no motif.
fn sides(headline: &Headline) -> Vec<Motif> {
    let Kind::Versus { joint } = headline.kind else {
        return Vec::new();
    };
    let named = |words: &[super::headline::Word]| {
        let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        motif::named(&text.join(" ")).into_iter().next()
    };
    let (first, second) = headline.words.split_at_checked(joint).unwrap_or_default();
    let second = second.get(1..).unwrap_or_default();
    named(first)
        .zip(named(second))
        .map_or_else(Vec::new, |(first, second)| vec![first, second])
}

/// The first suitable layout in which the words are legible, or else the layout with the largest letters.
fn choose(
    wish: &Wish,
    layouts: &Layouts,
    (brief_text, seed): (&str, u32),
    set: impl Fn(&Layout) -> Option<Text>,
) -> Option<(Layout, Option<Text>)> {
    let mut best: Option<(Layout, Text)> = None;
    for layout in wish.layouts(layouts, brief_text, seed) {
        let Some(text) = set(&layout) else { continue };
        if text.is_legible(&layout) {
            return Some((layout, Some(text)));
        }
        let size = |text: &Text| text.smallest();
        if best.as_ref().is_none_or(|(_, so_far)| size(so_far) < size(&text)) {
            best = Some((layout, text));
        }
    }
    if let Some((layout, text)) = best {
        return Some((layout, Some(text)));
    }
    // No layout could set the words, for example because no font has their characters. Then a layout without words is
    // used.
    let layout = wish.wordless().layouts(layouts, brief_text, seed).into_iter().next()?;
    Some((layout, None))
}
