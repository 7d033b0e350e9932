//! Paints the reference photos: up to the picture's edges, framed, or cut out with a rim.

use super::contour::is_light;
use crate::composer::cast::{
    arrangement::{Arrangement, PlacedPhoto},
    bleed::Fade,
    photo::PhotoKind,
};
use crate::composer::{
    design::logos::PlacedLogo,
    palette::Palette,
    raster::{
        blit,
        canvas::{self, Canvas, Shape, solid},
        scale::Scale,
    },
};
use colour::Rgb;
use tiny_skia::{FilterQuality, Pattern, Pixmap, PremultipliedColorU8, Rect, SpreadMode, Transform};

/// The width of the rim around a cut-out, as a share of the picture's shorter side.
const RIM: f32 = 0.009;
/// The width of the rim around a logo, as a share of the picture's shorter side. A logo has gaps that the rim closes.
const LOGO_RIM: f32 = 0.013;
/// The width of the rim around a logo in a corner, as a share of what it would be around a subject.
const CORNER_RIM: f32 = 0.6;
/// The width of the frame around a logo with a ground of its own, and the radius of its corners, as shares of the
/// picture's shorter side.
const LOGO_BORDER: f32 = 0.010;
const LOGO_RADIUS: f32 = 0.016;
/// The plate around a logo, as a share of the picture's shorter side.
const LOGO_PADDING: f32 = 0.014;
/// The share of its rectangle that a compact logo covers, such as a seal or a shield.
const COMPACT: f32 = 0.5;
/// The opacity below which a logo is a watermark.
const FAINT: f32 = 0.65;

/// Paints the persons, or the objects if there are no persons.
pub(super) fn paint_subjects(canvas: &mut Canvas, photos: &Arrangement, palette: &Palette) {
    let mut painter = Painter::new(canvas, photos, palette);
    let subjects = if photos.persons.is_empty() {
        &photos.objects
    } else {
        &photos.persons
    };
    for subject in subjects {
        painter.paint(subject);
    }
}

/// Paints the objects that stand beside persons.
pub(super) fn paint_beside(canvas: &mut Canvas, photos: &Arrangement, palette: &Palette) {
    if !photos.persons.is_empty() {
        let mut painter = Painter::new(canvas, photos, palette);
        for object in &photos.objects {
            painter.paint(object);
        }
    }
}

/// Paints the logos in the corners.
pub(super) fn paint_logos(canvas: &mut Canvas, logos: &[PlacedLogo], palette: &Palette) {
    let short = canvas.width().min(canvas.height());
    for PlacedLogo { photo, .. } in logos {
        let mut painter = Painter {
            canvas,
            palette,
            border: short * LOGO_BORDER,
            radius: short * LOGO_RADIUS,
            rim: CORNER_RIM,
        };
        if photo.photo.kind() == PhotoKind::Scene {
            painter.paint(photo);
        } else {
            painter.logo(photo);
        }
    }
}

/// Paints a photo that reaches the edges of the picture or of a part of it. A panel gets a light line around it.
pub(super) fn bleeding(canvas: &mut Canvas, placed: &PlacedPhoto, palette: &Palette) {
    let Some(mut picture) = placed.picture(canvas.scale()) else {
        return;
    };
    if placed.is_faded {
        without_colour(&mut picture);
    }
    if placed.clip.is_some() {
        let units = 1.0 / canvas.scale().factor();
        let origin = Transform::from_scale(units, units).post_translate(placed.place.left(), placed.place.top());
        let pattern = Pattern::new(picture.as_ref(), SpreadMode::Pad, FilterQuality::Nearest, 1.0, origin);
        canvas.fill(&placed.clip, pattern, Transform::identity());
        return;
    }
    if placed.plate != placed.place {
        canvas.fill(
            &rounded(placed.plate, 0.0),
            solid(palette.paper, 1.0),
            Transform::identity(),
        );
    }
    if let Some(fade) = placed.fade {
        fade_out(&mut picture, fade, canvas.scale());
    }
    canvas.draw_upright(&picture, placed.place.left(), placed.place.top());
}

/// Makes the rims of a picture transparent toward its edges.
fn fade_out(picture: &mut Pixmap, fade: Fade, scale: Scale) {
    if fade == Fade::default() {
        return;
    }
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let ramps = |length: usize, (first, last): (f32, f32)| -> Vec<u16> {
        let pixels = |units: f32| units * scale.factor();
        let part = |at: f32, rim: f32| if rim > 0.0 { (at / pixels(rim)).min(1.0) } else { 1.0 };
        let share = |place: usize| {
            let share = part(place as f32, first) * part((length - 1 - place) as f32, last);
            // The cubic is flat at both ends, so that neither end shows as a line.
            (share * share * (3.0 - 2.0 * share) * 256.0) as u16
        };
        (0..length).map(share).collect()
    };
    let across = ramps(width, (fade.left, fade.right));
    let down = ramps(height, (fade.top, fade.bottom));
    let (pixels, _) = picture.data_mut().as_chunks_mut::<4>();
    for (row, down) in pixels.chunks_mut(width.max(1)).zip(&down) {
        for (pixel, across) in row.iter_mut().zip(&across) {
            let share = u32::from(*across) * u32::from(*down);
            for channel in pixel {
                *channel = ((u32::from(*channel) * share) >> 16) as u8;
            }
        }
    }
}

/// Takes most of the colour and some of the light from a picture.
fn without_colour(picture: &mut Pixmap) {
    let (pixels, _) = picture.data_mut().as_chunks_mut::<4>();
    for [red, green, blue, _] in pixels {
        let grey = (u32::from(*red) * 77 + u32::from(*green) * 150 + u32::from(*blue) * 29) >> 8;
        for channel in [red, green, blue] {
            *channel = ((u32::from(*channel) + grey * 5) * 3 / 22) as u8;
        }
    }
}

struct Painter<'a> {
    canvas: &'a mut Canvas,
    palette: &'a Palette,
    border: f32,
    radius: f32,
    /// The factor of the width of rims.
    rim: f32,
}

impl<'a> Painter<'a> {
    fn new(canvas: &'a mut Canvas, photos: &Arrangement, palette: &'a Palette) -> Self {
        Self {
            canvas,
            palette,
            border: photos.border,
            radius: photos.radius,
            rim: 1.0,
        }
    }

    fn paint(&mut self, placed: &PlacedPhoto) {
        if placed.fade.is_some() {
            return;
        }
        let Some(mut picture) = placed.picture(self.canvas.scale()) else {
            return;
        };
        if placed.is_faded {
            without_colour(&mut picture);
        }
        if placed.photo.kind() == PhotoKind::Scene {
            self.framed(&picture, placed);
        } else if placed.clip.is_some() {
            let (border, radius, rim, palette) = (self.border, self.radius, self.rim, self.palette);
            self.canvas.lay_within(&placed.clip, |canvas| {
                let mut painter = Painter {
                    canvas,
                    palette,
                    border,
                    radius,
                    rim,
                };
                painter.cut_out(&picture, placed);
            });
        } else {
            self.cut_out(&picture, placed);
        }
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

    /// Paints a picture without background as a sticker: with a rim and a shadow. The rim is dark around a light logo.
    fn cut_out(&mut self, picture: &Pixmap, placed: &PlacedPhoto) {
        let is_logo = placed.photo.kind() == PhotoKind::Logo;
        let width = if is_logo { LOGO_RIM } else { RIM };
        let rim = (self.canvas.width().min(self.canvas.height()) * width * self.rim).max(1.0);
        let rim_pixels = rim * self.canvas.scale().factor();
        let margin = (rim_pixels * 4.0).ceil();
        let Palette { ink, paper, .. } = *self.palette;
        let colour = if is_logo && is_light(picture) { ink } else { paper };
        let place = placed.place;
        let Some((outline, around)) = outlined(picture, place, rim_pixels, margin, colour) else {
            return;
        };
        self.canvas.lay_soft(8, rim * 4.0, |layer, scale| {
            let cast = Transform::from_translate(rim * 1.5, rim * 2.5).post_concat(scale);
            silhouette(layer, outline.pixmap(), around, cast, ink);
        });
        self.lay(outline.pixmap(), around);
        self.lay(picture, place);
    }

    /// Paints a logo without its background. If the file had an even background, the logo gets a plate in that colour.
    /// Other logos get a rim if they are compact, and a plate in a contrasting colour if they consist of thin parts. A
    /// half-transparent watermark gets neither.
    fn logo(&mut self, placed: &PlacedPhoto) {
        let Some(picture) = placed.picture(self.canvas.scale()) else {
            return;
        };
        let (cover, opacity) = cover(&picture);
        let Palette { ink, paper, .. } = *self.palette;
        let contrasting = if is_light(&picture) { ink } else { paper };
        let plate = match placed.photo.ground() {
            Some(ground) => Some(ground),
            None if opacity < FAINT => None,
            None if cover < COMPACT => Some(contrasting),
            None => return self.cut_out(&picture, placed),
        };
        if let Some(colour) = plate {
            let padding = self.canvas.width().min(self.canvas.height()) * LOGO_PADDING;
            let card = placed.place.outset(padding, padding).unwrap_or(placed.place);
            let shape = rounded(card, self.radius);
            self.cast_shadow(&shape, Transform::identity(), card.height());
            self.canvas.fill(&shape, solid(colour, 1.0), Transform::identity());
        }
        self.lay(&picture, placed.place);
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

/// The share of a picture that its visible pixels cover, and their mean opacity.
fn cover(picture: &Pixmap) -> (f32, f32) {
    let pixels = picture.pixels();
    let visible = pixels.iter().map(|pixel| pixel.alpha()).filter(|alpha| *alpha >= 16);
    let (mut count, mut sum) = (0_usize, 0.0);
    for alpha in visible {
        count += 1;
        sum += f32::from(alpha) / 255.0;
    }
    (count as f32 / pixels.len().max(1) as f32, sum / count.max(1) as f32)
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

/// The silhouette of a picture, dilated by `rim` pixels on all sides, in one colour, and its rectangle in units. The
/// silhouette is blurred and thresholded at the alpha that a straight edge has at that distance. Hair and other thin
/// ends get a thinner rim, which looks better.
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
