//! A reference as pixels, and what kind of picture it is.

use super::{
    crop::Crop,
    matte::cut_out,
    region::Region,
    salience,
    sample::{rgb, sample},
    silhouette,
};
use crate::encode::DigitalSource;
use bytes::Bytes;
use codecs::{Decoded, Matte, resize_rgb, resize_rgba, sharp};
use colour::{Pixels, Rgb, Swatch};
use image::{DynamicImage, Limits, Rgba, RgbaImage};
use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};
use tiny_skia::Pixmap;

/// Pictures that would need more memory than this when decoded are left out.
const MAX_DECODED_BYTES: u64 = 256 * 1024 * 1024;
/// Larger pictures are scaled down to this number of pixels. No picture is shown with more.
const MAX_PIXELS: u32 = 1_600 * 1_200;
/// The smallest width and height of a photo that fills the picture: a quarter of the largest picture's.
const LEAST_PLACE: (u32, u32) = (360, 320);
/// The longer side, in pixels, of the copy whose colours are counted.
const SAMPLE: u32 = 64;
/// The longer side, in pixels, of the copy in which faces are searched.
const FACES: u32 = 512;
/// About how many pixels of a photo's longer side are read to find the colours that the palette follows.
const COLOURS: u32 = 64;
/// The alpha from which a pixel is visible.
const FAINT: u8 = 16;
/// The alpha from which a pixel belongs to the subject.
pub(crate) const SOLID: u8 = 128;
/// A picture is cut out if a larger share of its pixels than this is transparent.
const CUT_OUT: f32 = 0.01;
/// The smallest height of the face in a portrait, as a share of the photo's height.
const PORTRAIT: f32 = 0.2;
/// Colours closer than this, by [`Rgb::distance`], count as the same ground, because JPEG adds noise to even grounds.
const SAME_GROUND: f32 = 40.0;
/// A picture is a drawing if this number of colours covers most of it. A photo has more colours.
const FLAT_COLOURS: usize = 12;

/// What is around the subject of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PhotoKind {
    /// A scene that fills the rectangle.
    Scene,
    /// Nothing: the subject has many colours and was cut out of a photo.
    CutOut,
    /// Nothing: the subject is drawn in few colours, as logos are.
    Logo,
}

/// A decoded reference. Clones share their pixels.
#[derive(Clone, Debug)]
pub(crate) struct Photo {
    /// Premultiplied with alpha, so that the colours of invisible pixels do not bleed into the edges.
    pixels: Arc<RgbaImage>,
    kind: PhotoKind,
    /// The even background that was removed around the subject.
    ground: Option<Rgb>,
    is_opaque: bool,
    /// Whether a model painted it.
    has_trained: bool,
    found: Arc<Found>,
}

/// Features of a photo, each computed when it is first needed.
#[derive(Debug, Default)]
struct Found {
    columns: OnceLock<Vec<f32>>,
    face: OnceLock<Option<Region>>,
    head: OnceLock<Option<Region>>,
}

impl Found {
    /// Nothing is known yet but the face, if it is.
    fn of(face: Option<Region>) -> Self {
        Self {
            face: face.map_or_else(OnceLock::new, |face| Some(face).into()),
            ..Self::default()
        }
    }
}

impl Photo {
    /// Decodes the photo of a person, and cuts the person out if the file has a matte. `None` if it cannot be decoded
    /// or has no visible pixel.
    pub(super) fn of_person(file: &Bytes) -> Option<Self> {
        let photo = Self::cut_out(file, decoded(file)?, Matte::of(file).as_ref())?;
        // A drawn person gets the same outline as a photographed one.
        let kind = if photo.kind == PhotoKind::Logo {
            PhotoKind::CutOut
        } else {
            photo.kind
        };
        Some(Self { kind, ..photo })
    }

    /// Decodes the picture of an object, and cuts the object out if the file has a matte. Around a person the photo
    /// stays, because it may show what the person does, unless it is a portrait or the background is even. `None` if it
    /// cannot be decoded or has no visible pixel.
    pub(super) fn of_object(file: &Bytes) -> Option<Self> {
        let pixels = decoded(file)?;
        let ground = even_ground(&pixels);
        let is_portrait = |[.., height]: [f32; 4]| height >= PORTRAIT;
        let matte = Matte::of(file).filter(|matte| ground.is_some() || matte.face().is_none_or(is_portrait));
        Some(Self {
            ground: ground.filter(|_| matte.is_some()),
            ..Self::cut_out(file, pixels, matte.as_ref())?
        })
    }

    /// Decodes a picture that a model has painted for the whole thumbnail. It keeps all its pixels. `None` if it cannot
    /// be decoded.
    pub(super) fn of_plate(file: &Bytes) -> Option<Self> {
        let mut limits = Limits::default();
        limits.max_alloc = Some(MAX_DECODED_BYTES);
        let picture = codecs::decode(file, None, limits)?.picture.into_rgb8();
        let pixels = RgbaImage::from_raw(picture.width(), picture.height(), with_opacity(&picture))?;
        Some(Self {
            has_trained: true,
            ..Self::new(pixels, PhotoKind::Scene)
        })
    }

    /// The photo with the opacity of the matte, if there is one.
    fn cut_out(file: &Bytes, pixels: RgbaImage, matte: Option<&Matte>) -> Option<Self> {
        let pixels = match matte {
            Some(matte) => cut_out(pixels, matte)?,
            None => pixels,
        };
        let whole = pixels.dimensions();
        let (bounds, pixels, kind) = seen(pixels)?;
        let kind = match kind {
            // A rectangular product fills its crop, and still has no background.
            PhotoKind::Scene if matte.is_some() && is_flat(&pixels) => PhotoKind::Logo,
            PhotoKind::Scene if matte.is_some() => PhotoKind::CutOut,
            kind => kind,
        };
        let face = matte.and_then(Matte::face);
        Some(Self {
            has_trained: DigitalSource::has_trained(file),
            found: Arc::new(Found::of(face.map(|face| bounds.within(face, whole)))),
            ..Self::new(pixels, kind)
        })
    }

    fn new(mut pixels: RgbaImage, kind: PhotoKind) -> Self {
        let is_opaque = pixels.pixels().all(|Rgba([.., alpha])| *alpha == u8::MAX);
        for [red, green, blue, alpha] in pixels.as_chunks_mut::<4>().0 {
            match *alpha {
                u8::MAX => {}
                0 => [*red, *green, *blue] = [0; 3],
                alpha => {
                    for channel in [red, green, blue] {
                        *channel = ((u16::from(*channel) * u16::from(alpha) + 127) / 255) as u8;
                    }
                }
            }
        }
        Self {
            pixels: Arc::new(pixels),
            kind,
            ground: None,
            is_opaque,
            has_trained: false,
            found: Arc::default(),
        }
    }

    /// Whether a model painted the photo, as the mark of its file says.
    pub(crate) const fn has_trained(&self) -> bool {
        self.has_trained
    }

    /// The colour of the even background that was removed around the subject; `None` if there was none.
    pub(crate) const fn ground(&self) -> Option<Rgb> {
        self.ground
    }

    /// Whether the photo is large enough for the whole picture, in any shape.
    pub(super) fn can_fill_picture(&self) -> bool {
        self.pixels.width() >= LEAST_PLACE.0 && self.pixels.height() >= LEAST_PLACE.1
    }

    /// What is around the photo's subject.
    pub(crate) const fn kind(&self) -> PhotoKind {
        self.kind
    }

    pub(super) fn pixels(&self) -> &RgbaImage {
        &self.pixels
    }

    pub(super) fn width(&self) -> f32 {
        self.pixels.width() as f32
    }

    pub(super) fn height(&self) -> f32 {
        self.pixels.height() as f32
    }

    /// Width by height.
    pub(crate) fn aspect(&self) -> f32 {
        self.width() / self.height()
    }

    /// The weight of the subject in each column of a small copy of the photo.
    pub(super) fn columns(&self) -> &[f32] {
        self.found.columns.get_or_init(|| salience::columns(&self.pixels))
    }

    /// The colours of the photo, the most frequent first.
    pub(super) fn swatches(&self) -> Vec<Swatch> {
        let step = (self.pixels.width().max(self.pixels.height()) / COLOURS).max(1);
        let (across, down) = (self.pixels.width().div_ceil(step), self.pixels.height().div_ceil(step));
        let places = (0..down).flat_map(|y| (0..across).map(move |x| (x * step, y * step)));
        let seen = places.flat_map(|(x, y)| self.pixels.get_pixel(x, y).0);
        let pixels = Pixels::new(across, down, seen.collect());
        pixels.map_or_else(Vec::new, |pixels| colour::swatches(&pixels))
    }

    /// The largest face from the chin to the brow; `None` if no face is found.
    pub(super) fn face(&self) -> Option<Region> {
        *self.found.face.get_or_init(|| faces(&self.pixels).first().copied())
    }

    /// The head of a cut-out person; `None` if it is not found.
    pub(super) fn head(&self) -> Option<Region> {
        let (width, height) = (self.pixels.width() as usize, self.pixels.height() as usize);
        let outlined = || silhouette::head(&self.pixels, width, height);
        let find = || self.face().map(Region::head).or_else(outlined);
        *self.found.head.get_or_init(find)
    }

    /// The crop, scaled to this size in pixels. `None` if there is no memory for it.
    pub(super) fn scaled(&self, crop: Crop, width: f32, height: f32) -> Option<Pixmap> {
        let whole = |value: f32| value.round().clamp(1.0, 8_192.0) as u32;
        let mut sized = Pixmap::new(whole(width), whole(height))?;
        let size = (sized.width(), sized.height());
        let options = sharp().use_alpha(false).crop(
            f64::from(crop.left),
            f64::from(crop.top),
            f64::from(crop.width),
            f64::from(crop.height),
        );
        resize_rgba(&self.pixels, self.pixels.dimensions(), sized.data_mut(), size, &options)?;
        if !self.is_opaque {
            // The sharp filter overshoots, and premultiplied channels must not exceed alpha.
            let (pixels, _) = sized.data_mut().as_chunks_mut::<4>();
            for [red, green, blue, alpha] in pixels {
                for channel in [red, green, blue] {
                    *channel = (*channel).min(*alpha);
                }
            }
        }
        Some(sized)
    }
}

/// The pixels of an encoded picture, upright and no larger than [`MAX_PIXELS`]. `None` if it cannot be decoded.
pub(super) fn decoded(bytes: &[u8]) -> Option<RgbaImage> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    let Decoded { picture, orientation } = codecs::decode(bytes, None, limits)?;
    let pixels = limited(picture)?;
    let Some(orientation) = orientation else {
        return Some(pixels);
    };
    let mut picture = DynamicImage::ImageRgba8(pixels);
    picture.apply_orientation(orientation);
    Some(picture.into_rgba8())
}

/// The pixels, scaled down to at most [`MAX_PIXELS`].
fn limited(picture: DynamicImage) -> Option<RgbaImage> {
    let size = (picture.width(), picture.height());
    let share = (f64::from(MAX_PIXELS) / (f64::from(size.0) * f64::from(size.1))).sqrt();
    let shrunk = |length: u32| (f64::from(length) * share).round().max(1.0) as u32;
    let small = (shrunk(size.0), shrunk(size.1));
    let room = |channels: usize| vec![0; small.0 as usize * small.1 as usize * channels];
    match picture {
        DynamicImage::ImageRgb8(picture) if share < 1.0 => {
            let mut rgb = room(3);
            resize_rgb(&picture, size, &mut rgb, small, &sharp())?;
            RgbaImage::from_raw(small.0, small.1, with_opacity(&rgb))
        }
        DynamicImage::ImageRgb8(picture) => RgbaImage::from_raw(size.0, size.1, with_opacity(&picture)),
        picture if share < 1.0 => {
            let mut rgba = room(4);
            resize_rgba(&picture.into_rgba8(), size, &mut rgba, small, &sharp())?;
            RgbaImage::from_raw(small.0, small.1, rgba)
        }
        picture => Some(picture.into_rgba8()),
    }
}

fn with_opacity(rgb: &[u8]) -> Vec<u8> {
    let (triples, _) = rgb.as_chunks::<3>();
    let mut pixels = vec![u8::MAX; triples.len() * 4];
    let (targets, _) = pixels.as_chunks_mut::<4>();
    for ([red, green, blue, _], triple) in targets.iter_mut().zip(triples) {
        [*red, *green, *blue] = *triple;
    }
    pixels
}

/// The smallest part with all visible pixels, its pixels, and its kind. `None` if no pixel is visible.
fn seen(pixels: RgbaImage) -> Option<(Bounds, RgbaImage, PhotoKind)> {
    let bounds = Bounds::of(&pixels, |Rgba([.., alpha])| *alpha >= FAINT)?;
    let pixels = bounds.cut(pixels);
    let clear = pixels.pixels().filter(|Rgba([.., alpha])| *alpha < SOLID).count();
    let kind = if clear as f32 <= CUT_OUT * pixels.pixels().len() as f32 {
        PhotoKind::Scene
    } else if is_flat(&pixels) {
        PhotoKind::Logo
    } else {
        PhotoKind::CutOut
    };
    Some((bounds, pixels, kind))
}

/// A rectangle of pixels.
struct Bounds {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Bounds {
    /// The smallest rectangle with all pixels that count; `None` if none counts. Each row is searched from both ends
    /// inwards, which is quick if most pixels count.
    fn of(pixels: &RgbaImage, counts: impl Fn(&Rgba<u8>) -> bool) -> Option<Self> {
        let mut bounds: Option<(usize, u32, usize, u32)> = None;
        for (y, row) in (0..).zip(pixels.rows()) {
            let mut row = row.map(&counts);
            let Some(first) = row.position(|counts| counts) else {
                continue;
            };
            // The rest of the row begins after the first pixel that counts.
            let last = row.rposition(|counts| counts).map_or(first, |last| first + 1 + last);
            let (left, top, right, _) = bounds.unwrap_or((first, y, last, y));
            bounds = Some((left.min(first), top, right.max(last), y));
        }
        let (left, top, right, bottom) = bounds?;
        Some(Self {
            left: left as u32,
            top,
            width: (right - left) as u32 + 1,
            height: bottom - top + 1,
        })
    }

    /// A part of a whole picture of this size as a part of this rectangle.
    fn within(&self, [left, top, width, height]: [f32; 4], whole: (u32, u32)) -> Region {
        let (across, down) = (whole.0 as f32 / self.width as f32, whole.1 as f32 / self.height as f32);
        Region {
            left: left * across - self.left as f32 / self.width as f32,
            top: top * down - self.top as f32 / self.height as f32,
            width: width * across,
            height: height * down,
        }
    }

    fn cut(&self, pixels: RgbaImage) -> RgbaImage {
        if pixels.dimensions() == (self.width, self.height) {
            return pixels;
        }
        let (left, width) = (self.left as usize * 4, self.width as usize * 4);
        let rows = pixels.chunks(pixels.width() as usize * 4).skip(self.top as usize);
        let rows = rows
            .take(self.height as usize)
            .filter_map(|row| row.get(left..left + width));
        let rows: Vec<&[u8]> = rows.collect();
        RgbaImage::from_raw(self.width, self.height, rows.concat()).unwrap_or_default()
    }
}

/// The faces of a picture from the chin to the brows, the largest first.
pub(super) fn faces(pixels: &RgbaImage) -> Vec<Region> {
    let copy = sample(pixels, FACES);
    let pixels = Pixels::new(copy.width(), copy.height(), copy.into_raw());
    let faces = pixels.map(|pixels| cutout::faces(&pixels)).unwrap_or_default();
    faces.into_iter().map(Region::from).collect()
}

/// The colour of the picture's border; `None` if the border has several colours.
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

/// Whether few colours cover three quarters of the visible pixels.
fn is_flat(pixels: &RgbaImage) -> bool {
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for Rgba([red, green, blue, alpha]) in sample(pixels, SAMPLE).pixels() {
        if *alpha >= 200 {
            *counts.entry([red >> 4, green >> 4, blue >> 4]).or_default() += 1;
        }
    }
    let mut counts: Vec<usize> = counts.into_values().collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let most: usize = counts.iter().take(FLAT_COLOURS).sum();
    most * 4 >= counts.iter().sum::<usize>() * 3
}
