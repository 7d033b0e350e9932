//! Paints the references in their places: framed, on plates, or cut out with a rim.

use super::{
    backing::{self, Contour, opaque},
    hanging::{Hanging, Hung},
    photo::Kind,
};
use crate::composer::{
    canvas::{self, Canvas, Shape, solid},
    palette::Palette,
};
use colour::Rgb;
use tiny_skia::{FilterQuality, Pattern, Pixmap, PremultipliedColorU8, Rect, Shader, SpreadMode, Transform};

/// The rim around what is cut out, in parts of the picture's shorter side.
const RIM: f32 = 0.009;

impl Hanging {
    /// Paints the persons; where there are none, the objects.
    pub(crate) fn draw_subjects(&self, canvas: &mut Canvas, palette: &Palette) {
        let mut painter = self.painter(canvas, palette);
        for person in &self.persons {
            painter.person(person);
        }
        if self.persons.is_empty() {
            painter.objects(&self.objects);
        }
    }

    /// Paints the objects beside persons.
    pub(crate) fn draw_beside(&self, canvas: &mut Canvas, palette: &Palette) {
        if !self.persons.is_empty() {
            self.painter(canvas, palette).objects(&self.objects);
        }
    }

    fn painter<'a>(&self, canvas: &'a mut Canvas, palette: &'a Palette) -> Painter<'a> {
        Painter {
            canvas,
            palette,
            border: self.border,
            radius: self.radius,
        }
    }
}

struct Painter<'a> {
    canvas: &'a mut Canvas,
    palette: &'a Palette,
    border: f32,
    radius: f32,
}

impl Painter<'_> {
    fn person(&mut self, person: &Hung) {
        let Some(picture) = person.picture() else { return };
        if person.photo.kind() == Kind::CutOut {
            self.cut_out(&picture, person.place);
        } else {
            self.framed(&picture, person);
        }
    }

    fn objects(&mut self, objects: &[Hung]) {
        let pictures: Vec<(&Hung, Pixmap)> = objects
            .iter()
            .filter_map(|object| Some((object, object.picture()?)))
            .collect();
        let needs_plate = |(object, picture): &(&Hung, Pixmap)| match object.photo.kind() {
            Kind::Even(_) => true,
            Kind::Scene | Kind::CutOut => false,
            Kind::Logo => !Contour::of(picture).reads_on(|x, y| self.behind(object.place, x, y)),
        };
        // Beside a logo on a plate one without looks forgotten.
        let on_plates = pictures.iter().any(needs_plate);
        let logos = pictures.iter().filter(|(object, _)| object.photo.kind() == Kind::Logo);
        let common = backing::common_plate(logos.map(|(_, picture)| Contour::of(picture)), self.palette);
        for (object, picture) in &pictures {
            match object.photo.kind() {
                Kind::Scene => self.framed(picture, object),
                Kind::CutOut => self.cut_out(picture, object.place),
                Kind::Even(ground) => self.on_plate(picture, object, ground),
                Kind::Logo if on_plates => {
                    let colour = common.unwrap_or_else(|| Contour::of(picture).plate(self.palette));
                    self.on_plate(picture, object, colour);
                }
                Kind::Logo => self.bare(picture, object.place),
            }
        }
    }

    /// The colour of the ground at a pixel of what will be drawn there.
    fn behind(&self, place: Rect, x: u32, y: u32) -> Rgb {
        let at = |start: f32, offset: u32| (start.round().max(0.0) as u32).saturating_add(offset);
        let pixel = self.canvas.pixmap().pixel(at(place.left(), x), at(place.top(), y));
        pixel.map_or(self.palette.ground, opaque)
    }

    /// A print with a border, lifted off the ground.
    fn framed(&mut self, picture: &Pixmap, hung: &Hung) {
        let is_small = hung.place.width().min(hung.place.height()) < self.border * 14.0;
        let border = if is_small { self.border * 0.6 } else { self.border };
        let place = hung.place;
        let card = place.outset(border, border).unwrap_or(place);
        let plate = rounded(card, self.radius);
        self.cast_shadow(&plate, hung.turn(), place.width().max(place.height()));
        self.canvas.fill(&plate, solid(self.palette.paper, 1.0), hung.turn());
        self.canvas.fill(
            &rounded(place, (self.radius - border * 0.5).max(border * 0.5)),
            print(picture, place),
            hung.turn(),
        );
    }

    fn on_plate(&mut self, picture: &Pixmap, hung: &Hung, colour: Rgb) {
        let plate = rounded(hung.plate, self.radius);
        self.cast_shadow(
            &plate,
            Transform::identity(),
            hung.plate.width().max(hung.plate.height()),
        );
        self.canvas.fill(&plate, solid(colour, 1.0), Transform::identity());
        self.lay(picture, hung.place);
    }

    /// By itself, with a soft shadow in its shape, or light where it is itself as dark as a shadow.
    fn bare(&mut self, picture: &Pixmap, place: Rect) {
        let Palette { ink, glow, .. } = *self.palette;
        let is_dark = Contour::of(picture).is_dark();
        let ink = silhouette(picture, if is_dark { glow.lighter(0.3) } else { ink });
        let size = place.width().min(place.height());
        self.canvas.lay_soft(4, size * 0.05, |layer, scale| {
            let cast = Transform::from_translate(size * 0.015, size * 0.04).post_concat(scale);
            layer.fill(&upright(place), print(&ink, place), cast);
        });
        self.lay(picture, place);
    }

    /// With a rim of light, as a sticker has, and a shadow behind it.
    fn cut_out(&mut self, picture: &Pixmap, place: Rect) {
        let rim = (self.canvas.width().min(self.canvas.height()) * RIM).max(1.0);
        let margin = (rim * 4.0).ceil();
        let Some((outline, around)) = outlined(picture, place, rim, margin, self.palette.paper) else {
            return;
        };
        let ink = silhouette(&outline, self.palette.ink);
        self.canvas.lay_soft(8, rim * 4.0, |layer, scale| {
            let cast = Transform::from_translate(rim * 1.5, rim * 2.5).post_concat(scale);
            layer.fill(&upright(around), print(&ink, around), cast);
        });
        self.lay(&outline, around);
        self.lay(picture, place);
    }

    fn lay(&mut self, picture: &Pixmap, place: Rect) {
        self.canvas
            .fill(&upright(place), print(picture, place), Transform::identity());
    }

    fn cast_shadow(&mut self, shape: &Shape, turn: Transform, size: f32) {
        let ink = self.palette.ink;
        self.canvas.lay_soft(8, size * 0.04, |layer, scale| {
            let cast = turn.post_translate(size * 0.02, size * 0.04).post_concat(scale);
            layer.fill(shape, solid(ink, 0.75), cast);
        });
    }
}

impl Hung {
    /// The part that is shown, in the size it is shown in.
    fn picture(&self) -> Option<Pixmap> {
        self.photo.scaled(self.crop, self.place.width(), self.place.height())
    }
}

/// A picture as paint that covers just this place.
fn print(picture: &Pixmap, place: Rect) -> Shader<'_> {
    let fit = Transform::from_row(
        place.width() / picture.width() as f32,
        0.0,
        0.0,
        place.height() / picture.height() as f32,
        place.left(),
        place.top(),
    );
    Pattern::new(picture.as_ref(), SpreadMode::Pad, FilterQuality::Bicubic, 1.0, fit)
}

fn upright(place: Rect) -> Shape {
    canvas::rectangle(place.left(), place.top(), place.width(), place.height())
}

fn rounded(place: Rect, radius: f32) -> Shape {
    canvas::rounded(place.left(), place.top(), place.width(), place.height(), radius)
}

/// The same shape in one colour.
fn silhouette(picture: &Pixmap, colour: Rgb) -> Pixmap {
    let mut shape = picture.clone();
    for pixel in shape.pixels_mut() {
        *pixel = tinted(colour, pixel.alpha());
    }
    shape
}

fn tinted(Rgb(red, green, blue): Rgb, alpha: u8) -> PremultipliedColorU8 {
    tiny_skia::ColorU8::from_rgba(red, green, blue, alpha).premultiply()
}

/// The shape grown by `rim` on all sides, in one colour, and where it goes. A blurred shape is cut off where a straight
/// edge would have faded at that distance; hair and other thin ends get less of a rim, which suits them.
fn outlined(picture: &Pixmap, place: Rect, rim: f32, margin: f32, colour: Rgb) -> Option<(Pixmap, Rect)> {
    let size = |length: u32| length.saturating_add(2 * margin as u32);
    let mut grown = Canvas::new(size(picture.width()), size(picture.height()))?;
    let inner = Rect::from_xywh(margin, margin, picture.width() as f32, picture.height() as f32)?;
    grown.fill(&upright(inner), print(picture, inner), Transform::identity());
    grown.blur(rim * 1.8);
    let mut shape = grown.pixmap().clone();
    for pixel in shape.pixels_mut() {
        let cover = (i32::from(pixel.alpha()) - 32) * 16;
        *pixel = tinted(colour, cover.clamp(0, 255) as u8);
    }
    let around = place.outset(
        margin * place.width() / inner.width(),
        margin * place.height() / inner.height(),
    )?;
    Some((shape, around))
}
