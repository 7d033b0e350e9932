//! Everything decided about a picture before the first pixel, and the order in which it is painted.

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
    subject::{self, Stand},
    text::Text,
    typeface::Family,
};
use crate::brief::Brief;
use colour::Swatch;
use tiny_skia::Rect;

/// The second subject's size, in parts of the first one's.
const COMPANION: f32 = 0.42;
/// How a thing looks that is shown as it was before.
const FADED: f32 = 0.12;

/// A picture before it is painted.
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
    /// `None` if no layout can hold what is asked for, which happens only where there is a choice of one.
    pub(super) fn new(brief: &Brief, layouts: &Layouts) -> Option<Self> {
        let title = brief.title.as_deref();
        // The prompt says what to draw, and so chooses the subject before the title does.
        let said = format!("{} {}", brief.prompt, title.unwrap_or_default());
        let mut chance = Chance::new(&said, brief.seed);
        let reading = niche::Reading::of(&said);
        let motifs = motif::asked_for(&said, reading, &mut chance);
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
            // Most families are wide; where theirs are too small, tall and narrow letters may not be.
            suited.or_else(|| text(Family::Display))
        };
        let (layout, text) = choose(&wish, layouts, (&said, brief.seed), set)?;
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

    /// What the words, their outlines and plates cover, in pixels.
    pub(super) fn words(&self) -> Option<Rect> {
        self.text.as_ref().map(|text| text.bounds)
    }

    #[cfg(test)]
    pub(super) fn layout_name(&self) -> &str {
        self.layout.name()
    }

    /// The finished picture.
    pub(super) fn draw(mut self) -> Option<Canvas> {
        let mut canvas = self.draw_scene()?;
        self.draw_words(&mut canvas);
        Some(canvas)
    }

    /// The words.
    pub(super) fn draw_words(&self, canvas: &mut Canvas) {
        if let Some(text) = &self.text {
            lettering::paint(canvas, text, &self.palette, self.style);
        }
    }

    /// Everything but the words.
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

    /// The motif as the mood colours it.
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

    /// What is drawn beside the subject, in a layout that has a place for it.
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

    /// The subject, or two of them.
    fn draw_subjects(&self, canvas: &mut Canvas) {
        match self.layout.board().subjects.as_slice() {
            rooms @ [_, _, ..] => self.draw_opposed(canvas, rooms),
            _ => self.draw_one(canvas),
        }
    }

    fn draw_opposed(&self, canvas: &mut Canvas, rooms: &[Room]) {
        let motifs = match self.motifs.as_slice() {
            [one, other] if !rooms.iter().any(|room| room.is_faded) => [one, other],
            // What changes is the same thing before and after.
            [one, ..] if rooms.iter().any(|room| room.is_faded) => [one, one],
            _ => return,
        };
        for (room, motif) in rooms.iter().zip(motifs) {
            self.draw_in(canvas, motif, room);
        }
    }

    fn draw_in(&self, canvas: &mut Canvas, motif: &Motif, room: &Room) {
        let stand = Stand {
            centre: layout::centre(room.area),
            size: room.area.width().min(room.area.height()) * layout::SUBJECT,
            tilt: motif.tilt + room.tilt,
        };
        subject::draw(canvas, &self.sketch(motif, room.is_faded), &self.palette, stand);
    }

    /// The first motif large; the second, if the prompt names one and the words leave room, small before it.
    fn draw_one(&self, canvas: &mut Canvas) {
        let (x, y) = self.layout.focus;
        let size = self.layout.size * layout::SUBJECT;
        let board = self.layout.board();
        if let Some(main) = self.motifs.first() {
            let tilt = board.subjects.first().map_or(0.0, |room| room.tilt);
            let stand = Stand {
                centre: (x, y),
                size,
                tilt: main.tilt + tilt,
            };
            subject::draw(canvas, &self.sketch(main, false), &self.palette, stand);
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
            let stand = Stand {
                centre,
                size: side,
                tilt: second.tilt - 6.0,
            };
            subject::draw(canvas, &self.sketch(second, false), &self.palette, stand);
        }
    }
}

/// What the two sides of a headline name, one thing each; nothing if one of them names none.
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

/// The first of the layouts that suit in which the words are legible; if there is none, the one with the largest.
fn choose(
    wish: &Wish,
    layouts: &Layouts,
    (said, seed): (&str, u32),
    set: impl Fn(&Layout) -> Option<Text>,
) -> Option<(Layout, Option<Text>)> {
    let mut best: Option<(Layout, Text)> = None;
    for layout in wish.layouts(layouts, said, seed) {
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
    // There may be words that no font has; half a picture kept free for them would look forgotten.
    let layout = wish.wordless().layouts(layouts, said, seed).into_iter().next()?;
    Some((layout, None))
}
