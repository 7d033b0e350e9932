//! A reference as pixels, and what kind of picture it is.

use super::crop::Crop;
use colour::{Pixels, Rgb, Swatch};
use image::{DynamicImage, ImageDecoder, ImageReader, Limits, Rgba, RgbaImage, imageops};
use std::{collections::BTreeMap, io::Cursor};
use tiny_skia::{IntSize, Pixmap};

/// Pictures that need more memory than this when decoded are left out.
const MAX_DECODED_BYTES: u64 = 256 * 1024 * 1024;
/// The longer side of a picture whose colours are counted.
const SAMPLE: u32 = 128;
/// The opacity from which a pixel is seen at all.
const FAINT: u8 = 16;
/// The opacity from which a pixel belongs to the shape.
pub(super) const SOLID: u8 = 128;
/// A picture of which more than this is transparent is cut out.
const CUT_OUT: f32 = 0.01;
/// Colours closer than this, by [`Rgb::distance`], pass for the same ground; JPEG makes noise on even ones.
const SAME_GROUND: f32 = 40.0;
/// A drawing has most of its surface in this many colours; a photo needs more.
const FLAT_COLOURS: usize = 12;

/// What a picture shows around its subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A scene that fills the rectangle.
    Scene,
    /// One colour.
    Even(Rgb),
    /// Nothing: the subject is a thing of many colours, cut out of a photo.
    CutOut,
    /// Nothing: the subject is drawn in few colours, as logos are.
    Logo,
}

/// A decoded reference.
#[derive(Clone, Debug)]
pub(crate) struct Photo {
    pixels: RgbaImage,
    kind: Kind,
}

impl Photo {
    /// A person's photo. `None` of what cannot be decoded or shows nothing.
    pub(super) fn of_person(bytes: &[u8]) -> Option<Self> {
        let photo = Self::new(decoded(bytes)?)?;
        Some(match photo.kind {
            // Drawn or not, persons are outlined alike.
            Kind::Logo => Self {
                kind: Kind::CutOut,
                ..photo
            },
            _ => photo,
        })
    }

    /// A thing's picture, without the even ground around it.
    pub(super) fn of_object(bytes: &[u8]) -> Option<Self> {
        let photo = Self::new(decoded(bytes)?)?;
        if photo.kind != Kind::Scene {
            return Some(photo);
        }
        let Some(ground) = even_ground(&photo.pixels) else {
            return Some(photo);
        };
        let differs = |pixel: &Rgba<u8>| rgb(pixel).distance(ground) >= SAME_GROUND;
        Some(match trimmed(&photo.pixels, differs) {
            Some(pixels) => Self {
                pixels,
                kind: Kind::Even(ground),
            },
            None => photo,
        })
    }

    /// Trims what is invisible around the subject.
    fn new(pixels: RgbaImage) -> Option<Self> {
        let pixels = trimmed(&pixels, |Rgba([.., alpha])| *alpha >= FAINT)?;
        let clear = pixels.pixels().filter(|Rgba([.., alpha])| *alpha < SOLID).count();
        let kind = if clear as f32 <= CUT_OUT * pixels.pixels().len() as f32 {
            Kind::Scene
        } else if is_flat(&pixels) {
            Kind::Logo
        } else {
            Kind::CutOut
        };
        Some(Self { pixels, kind })
    }

    pub(super) const fn kind(&self) -> Kind {
        self.kind
    }

    pub(super) const fn pixels(&self) -> &RgbaImage {
        &self.pixels
    }

    pub(super) fn width(&self) -> f32 {
        self.pixels.width() as f32
    }

    pub(super) fn height(&self) -> f32 {
        self.pixels.height() as f32
    }

    /// Width by height.
    pub(super) fn aspect(&self) -> f32 {
        self.width() / self.height()
    }

    /// A part of the picture in another size, ready to be drawn.
    pub(super) fn scaled(&self, crop: Crop, width: f32, height: f32) -> Option<Pixmap> {
        let whole = |value: f32| value.round().clamp(1.0, 4_096.0) as u32;
        let mut part = imageops::crop_imm(&self.pixels, crop.left, crop.top, crop.width, crop.height).to_image();
        // Colours of invisible pixels must not bleed into the edges.
        for Rgba([red, green, blue, alpha]) in part.pixels_mut() {
            for channel in [red, green, blue] {
                *channel = ((u16::from(*channel) * u16::from(*alpha) + 127) / 255) as u8;
            }
        }
        let (width, height) = (whole(width), whole(height));
        let mut sized = imageops::resize(&part, width, height, imageops::FilterType::CatmullRom);
        // A sharp filter overshoots.
        for Rgba([red, green, blue, alpha]) in sized.pixels_mut() {
            for channel in [red, green, blue] {
                *channel = (*channel).min(*alpha);
            }
        }
        Pixmap::from_vec(sized.into_raw(), IntSize::from_wh(width, height)?)
    }
}

/// The colours of a picture. `None` of what cannot be decoded.
pub(super) fn colours(bytes: &[u8]) -> Option<Vec<Swatch>> {
    let small = sample(&decoded(bytes)?, SAMPLE);
    Some(colour::swatches(&Pixels::new(
        small.width(),
        small.height(),
        small.into_raw(),
    )?))
}

/// The picture made small for counting, no longer than `side`.
pub(super) fn sample(pixels: &RgbaImage, side: u32) -> RgbaImage {
    let longer = pixels.width().max(pixels.height()).max(1);
    if longer <= side {
        return pixels.clone();
    }
    let shrunk = |length: u32| (length * side / longer).max(1);
    imageops::thumbnail(pixels, shrunk(pixels.width()), shrunk(pixels.height()))
}

pub(super) const fn rgb(pixel: &Rgba<u8>) -> Rgb {
    let Rgba([red, green, blue, _]) = *pixel;
    Rgb(red, green, blue)
}

fn decoded(bytes: &[u8]) -> Option<RgbaImage> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().ok()?;
    let orientation = decoder.orientation().ok();
    let mut picture = DynamicImage::from_decoder(decoder).ok()?;
    if let Some(orientation) = orientation {
        picture.apply_orientation(orientation);
    }
    Some(picture.into_rgba8())
}

/// The smallest rectangle with everything that counts. `None` if nothing does.
fn trimmed(pixels: &RgbaImage, counts: impl Fn(&Rgba<u8>) -> bool) -> Option<RgbaImage> {
    let mut bounds: Option<[u32; 4]> = None;
    for (x, y, _) in pixels.enumerate_pixels().filter(|(_, _, pixel)| counts(pixel)) {
        let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
        bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
    let [left, top, right, bottom] = bounds?;
    Some(imageops::crop_imm(pixels, left, top, right - left + 1, bottom - top + 1).to_image())
}

/// The colour of a picture's edge, if it is one colour all around.
fn even_ground(pixels: &RgbaImage) -> Option<Rgb> {
    let (right, bottom) = (pixels.width().checked_sub(1)?, pixels.height().checked_sub(1)?);
    let is_edge = |x: u32, y: u32| x == 0 || y == 0 || x == right || y == bottom;
    let edge: Vec<Rgb> = pixels
        .enumerate_pixels()
        .filter(|(x, y, _)| is_edge(*x, *y))
        .map(|(_, _, pixel)| rgb(pixel))
        .collect();
    let count = u32::try_from(edge.len()).ok().filter(|count| *count > 0)?;
    let mean = |channel: fn(&Rgb) -> u8| (edge.iter().map(|c| u32::from(channel(c))).sum::<u32>() / count) as u8;
    let ground = Rgb(mean(|c| c.0), mean(|c| c.1), mean(|c| c.2));
    let same = edge
        .iter()
        .filter(|colour| colour.distance(ground) < SAME_GROUND)
        .count();
    (same * 100 >= edge.len() * 97).then_some(ground)
}

/// Whether three quarters of what is visible have few colours.
fn is_flat(pixels: &RgbaImage) -> bool {
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for Rgba([red, green, blue, alpha]) in sample(pixels, SAMPLE / 2).pixels() {
        if *alpha >= 200 {
            *counts.entry([red >> 4, green >> 4, blue >> 4]).or_default() += 1;
        }
    }
    let mut counts: Vec<usize> = counts.into_values().collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let most: usize = counts.iter().take(FLAT_COLOURS).sum();
    most * 4 >= counts.iter().sum::<usize>() * 3
}
