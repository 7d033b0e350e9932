//! References on the picture: undistorted, framed, lifted off the ground.

use super::{
    canvas::{self, Canvas, solid},
    layout::Layout,
    palette::Palette,
};
use crate::brief::{Reference, Role};
use image::{ImageReader, Limits, imageops::FilterType};
use std::io::Cursor;
use tiny_skia::{FilterQuality, IntSize, Pattern, Pixmap, Shader, SpreadMode, Transform};

/// Decoded pictures larger than this many bytes are left out.
const MAX_DECODED_BYTES: u64 = 256 * 1024 * 1024;
/// More pictures than this make none of them legible.
const MAX_SHOWN: usize = 3;

/// Draws the persons and objects, persons first; says whether there was any that could be drawn.
pub(crate) fn draw(canvas: &mut Canvas, references: &[Reference], palette: &Palette, layout: &Layout) -> bool {
    let of = |role| references.iter().filter(move |reference| reference.role == role);
    let side = layout.size * 0.84;
    let pictures: Vec<Pixmap> = of(Role::Person)
        .chain(of(Role::Object))
        .filter_map(|reference| decoded(&reference.bytes, side))
        .take(MAX_SHOWN)
        .collect();
    let (x, y) = layout.focus;
    // The first one large in the middle, the others small at its lower corners.
    let places = [
        ((x, y), 1.0, 2.5),
        ((x - side * 0.40, y + side * 0.36), 0.40, -5.0),
        ((x + side * 0.36, y - side * 0.40), 0.36, 5.0),
    ];
    for (picture, (centre, scale, tilt)) in pictures.iter().zip(places) {
        frame(canvas, picture, palette, centre, scale, tilt);
    }
    !pictures.is_empty()
}

/// The picture, made to fit a square of this side in pixels. `None` of what cannot be decoded.
fn decoded(bytes: &[u8], side: f32) -> Option<Pixmap> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    reader.limits(limits);
    let picture = reader.decode().ok()?;
    let side = side.clamp(1.0, 4096.0) as u32;
    let fitted = picture.resize(side, side, FilterType::CatmullRom).into_rgba8();
    let size = IntSize::from_wh(fitted.width(), fitted.height())?;
    let mut data = fitted.into_raw();
    for [red, green, blue, alpha] in data.as_chunks_mut::<4>().0 {
        for channel in [red, green, blue] {
            *channel = (u16::from(*channel) * u16::from(*alpha) / 255) as u8;
        }
    }
    Pixmap::from_vec(data, size)
}

fn frame(canvas: &mut Canvas, picture: &Pixmap, palette: &Palette, centre: (f32, f32), scale: f32, tilt: f32) {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let unit = width.max(height);
    let (border, radius) = (unit * 0.028 / scale.sqrt(), unit * 0.06);
    let place = Transform::from_translate(-width / 2.0, -height / 2.0)
        .post_scale(scale, scale)
        .post_rotate(tilt)
        .post_translate(centre.0, centre.1);
    let plate = canvas::rounded(
        -border,
        -border,
        width + border * 2.0,
        height + border * 2.0,
        radius + border,
    );
    canvas.lay_soft(8, unit * scale * 0.04, |layer, small| {
        let cast = place
            .post_translate(unit * scale * 0.02, unit * scale * 0.04)
            .post_concat(small);
        layer.fill(&plate, solid(palette.ink, 0.75), cast);
    });
    canvas.fill(&plate, solid(palette.paper, 1.0), place);
    let pattern: Shader<'_> = Pattern::new(
        picture.as_ref(),
        SpreadMode::Pad,
        FilterQuality::Bicubic,
        1.0,
        Transform::identity(),
    );
    canvas.fill(&canvas::rounded(0.0, 0.0, width, height, radius), pattern, place);
}
