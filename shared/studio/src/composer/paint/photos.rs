//! Paints the reference photos: framed, on plates, or cut out with a light rim.

use super::plate::{self, Contour, opaque};
use crate::composer::cast::{
    arrangement::{Arrangement, PlacedPhoto},
    photo::PhotoKind,
};
use crate::composer::{
    palette::Palette,
    raster::{
        blit,
        canvas::{self, Canvas, Shape, solid},
        scale::Scale,
    },
};
use colour::Rgb;
use tiny_skia::{Pixmap, PremultipliedColorU8, Rect, Transform};

/// The width of the rim around a cut-out, as a share of the picture's shorter side.
const RIM: f32 = 0.009;

/// Paints the persons, or the objects if there are no persons.
pub(super) fn paint_subjects(canvas: &mut Canvas, photos: &Arrangement, palette: &Palette) {
    let mut painter = Painter::new(canvas, photos, palette);
    for person in &photos.persons {
        painter.person(person);
    }
    if photos.persons.is_empty() {
        painter.objects(&photos.objects);
    }
}

/// Paints the objects that stand beside persons.
pub(super) fn paint_beside(canvas: &mut Canvas, photos: &Arrangement, palette: &Palette) {
    if !photos.persons.is_empty() {
        Painter::new(canvas, photos, palette).objects(&photos.objects);
    }
}

struct Painter<'a> {
    canvas: &'a mut Canvas,
    palette: &'a Palette,
    border: f32,
    radius: f32,
}

impl<'a> Painter<'a> {
    fn new(canvas: &'a mut Canvas, photos: &Arrangement, palette: &'a Palette) -> Self {
        Self {
            canvas,
            palette,
            border: photos.border,
            radius: photos.radius,
        }
    }

    fn person(&mut self, person: &PlacedPhoto) {
        let Some(picture) = person.picture(self.canvas.scale()) else {
            return;
        };
        if person.photo.kind() == PhotoKind::CutOut {
            self.cut_out(&picture, person.place);
        } else {
            self.framed(&picture, person);
        }
    }

    fn objects(&mut self, objects: &[PlacedPhoto]) {
        let pictures: Vec<(&PlacedPhoto, Pixmap, Option<Contour>)> = objects
            .iter()
            .filter_map(|object| {
                let picture = object.picture(self.canvas.scale())?;
                let contour = (object.photo.kind() == PhotoKind::Logo).then(|| Contour::of(&picture));
                Some((object, picture, contour))
            })
            .collect();
        // If one logo needs a plate, all get plates, so that they look alike.
        let on_plates = pictures
            .iter()
            .any(|(object, _, contour)| match (object.photo.kind(), contour) {
                (PhotoKind::Even(_), _) => true,
                (_, Some(contour)) => !contour.reads_on(|x, y| self.behind(object.place, x, y)),
                (_, None) => false,
            });
        let logos = || pictures.iter().filter_map(|(_, _, contour)| contour.as_ref());
        let common = plate::common_plate(logos, self.palette);
        for (object, picture, contour) in &pictures {
            match (object.photo.kind(), contour) {
                (PhotoKind::Even(ground), _) => self.on_plate(picture, object, ground),
                (_, Some(contour)) if on_plates => {
                    let colour = common.unwrap_or_else(|| contour.plate(self.palette));
                    self.on_plate(picture, object, colour);
                }
                (_, Some(contour)) => self.bare(picture, object.place, contour.is_dark()),
                (PhotoKind::CutOut, None) => self.cut_out(picture, object.place),
                (PhotoKind::Scene | PhotoKind::Logo, None) => self.framed(picture, object),
            }
        }
    }

    /// The background colour behind a pixel of the picture that will be drawn at `place`.
    fn behind(&self, place: Rect, x: u32, y: u32) -> Rgb {
        let factor = self.canvas.scale().factor();
        let at = |start: f32, offset: u32| ((start * factor).round().max(0.0) as u32).saturating_add(offset);
        let pixel = self.canvas.pixmap().pixel(at(place.left(), x), at(place.top(), y));
        pixel.map_or(self.palette.ground, opaque)
    }

    /// Paints a photo with a border and a shadow.
    fn framed(&mut self, picture: &Pixmap, placed: &PlacedPhoto) {
        let is_small = placed.place.width().min(placed.place.height()) < self.border * 14.0;
        let border = if is_small { self.border * 0.6 } else { self.border };
        let place = if placed.tilt == 0.0 {
            upright(picture, placed.place, self.canvas.scale())
        } else {
            placed.place
        };
        let card = place.outset(border, border).unwrap_or(place);
        let plate = rounded(card, self.radius);
        self.cast_shadow(&plate, placed.turn(), place.width().max(place.height()));
        self.canvas.fill(&plate, solid(self.palette.paper, 1.0), placed.turn());
        let radius = (self.radius - border * 0.5).max(border * 0.5);
        self.canvas.draw_turned(picture, place, placed.turn(), radius);
    }

    fn on_plate(&mut self, picture: &Pixmap, placed: &PlacedPhoto, colour: Rgb) {
        let plate = rounded(placed.plate, self.radius);
        self.cast_shadow(
            &plate,
            Transform::identity(),
            placed.plate.width().max(placed.plate.height()),
        );
        self.canvas.fill(&plate, solid(colour, 1.0), Transform::identity());
        self.lay(picture, placed.place);
    }

    /// Paints a logo without a plate. It casts a soft shadow, or a glow if the logo is as dark as a shadow.
    fn bare(&mut self, picture: &Pixmap, place: Rect, is_dark: bool) {
        let Palette { ink, glow, .. } = *self.palette;
        let colour = if is_dark { glow.lighter(0.3) } else { ink };
        let size = place.width().min(place.height());
        self.canvas.lay_soft(4, size * 0.05, |layer, scale| {
            let cast = Transform::from_translate(size * 0.015, size * 0.04).post_concat(scale);
            silhouette(layer, picture, place, cast, colour);
        });
        self.lay(picture, place);
    }

    /// Paints a cut-out with a light rim, like a sticker, and a shadow.
    fn cut_out(&mut self, picture: &Pixmap, place: Rect) {
        let rim = (self.canvas.width().min(self.canvas.height()) * RIM).max(1.0);
        let rim_pixels = rim * self.canvas.scale().factor();
        let margin = (rim_pixels * 4.0).ceil();
        let Some((outline, around)) = outlined(picture, place, rim_pixels, margin, self.palette.paper) else {
            return;
        };
        let ink = self.palette.ink;
        self.canvas.lay_soft(8, rim * 4.0, |layer, scale| {
            let cast = Transform::from_translate(rim * 1.5, rim * 2.5).post_concat(scale);
            silhouette(layer, outline.pixmap(), around, cast, ink);
        });
        self.lay(outline.pixmap(), around);
        self.lay(picture, place);
    }

    fn lay(&mut self, picture: &Pixmap, place: Rect) {
        self.canvas.draw_upright(picture, place.left(), place.top());
    }

    fn cast_shadow(&mut self, shape: &Shape, turn: Transform, size: f32) {
        let ink = self.palette.ink;
        self.canvas.lay_soft(8, size * 0.04, |layer, scale| {
            let cast = turn.post_translate(size * 0.02, size * 0.04).post_concat(scale);
            layer.fill(shape, solid(ink, 0.75), cast);
        });
    }
}

/// The rectangle aligned to the canvas's pixels, with exactly the picture's size.
fn upright(picture: &Pixmap, place: Rect, scale: Scale) -> Rect {
    let factor = scale.factor();
    let aligned = |length: f32| (length * factor).round() / factor;
    let (width, height) = (picture.width() as f32 / factor, picture.height() as f32 / factor);
    Rect::from_xywh(aligned(place.left()), aligned(place.top()), width, height).unwrap_or(place)
}

fn rounded(place: Rect, radius: f32) -> Shape {
    canvas::rounded(place.left(), place.top(), place.width(), place.height(), radius)
}

/// Draws the silhouette of a picture in one colour.
fn silhouette(layer: &mut Canvas, picture: &Pixmap, place: Rect, cast: Transform, colour: Rgb) {
    layer.draw_turned(picture, place, cast, 0.0);
    for pixel in layer.pixmap_mut().pixels_mut() {
        *pixel = tinted(colour, pixel.alpha());
    }
}

fn tinted(Rgb(red, green, blue): Rgb, alpha: u8) -> PremultipliedColorU8 {
    tiny_skia::ColorU8::from_rgba(red, green, blue, alpha).premultiply()
}

/// The silhouette of a picture, dilated by `rim` pixels on all sides, in one colour, and its rectangle in units. The silhouette
/// is blurred and thresholded at the alpha that a straight edge has at that distance. Hair and other thin ends get a
/// thinner rim, which looks better.
fn outlined(picture: &Pixmap, place: Rect, rim: f32, margin: f32, colour: Rgb) -> Option<(Canvas, Rect)> {
    let size = |length: u32| length.saturating_add(2 * margin as u32);
    let mut grown = Canvas::new(size(picture.width()), size(picture.height()))?;
    let inner = Rect::from_xywh(margin, margin, picture.width() as f32, picture.height() as f32)?;
    blit::upright(grown.pixmap_mut(), picture, margin as i32, margin as i32);
    grown.blur(rim * 1.8);
    for pixel in grown.pixmap_mut().pixels_mut() {
        let cover = (i32::from(pixel.alpha()) - 32) * 16;
        *pixel = tinted(colour, cover.clamp(0, 255) as u8);
    }
    let around = place.outset(
        margin * place.width() / inner.width(),
        margin * place.height() / inner.height(),
    )?;
    Some((grown, around))
}
