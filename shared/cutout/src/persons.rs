//! Persons who can be cut out of a photo.

use crate::{
    edges,
    faces::{self, Face},
    map::Map,
    parts, segmentation,
};
use codecs::Matte;
use colour::Pixels;

/// The persons cover at least and at most this share of a photo. Smaller persons are a detail of a scene, and around
/// larger ones there is nothing to remove.
const COVERED: std::ops::Range<f32> = 0.04..0.92;
/// The probability range of pixels that may or may not belong to a person.
const UNSURE: std::ops::Range<f32> = 0.1..0.9;
/// The largest width of the band of such pixels along the outline, on average, in places of the small copy. The band is
/// wide where a person is hard to tell from the background, and where something else is taken for a part of the person.
const MAX_UNSURE: f32 = 3.7;
/// The largest number of places that belong to a person only in the photo or only in the mirrored photo, for each place
/// of the outline.
const MAX_DIFFERING: f32 = 0.9;
/// The smallest probability of pixels in the middle of a face.
const FACE: f32 = 0.8;
/// The places above a face that are examined, in widths of the face from its middle.
const ACROSS: [f32; 5] = [-0.4, -0.2, 0.0, 0.2, 0.4];

/// The persons of a photo that can be cut out.
pub(crate) struct Persons {
    likely: Map,
    faces: Vec<Face>,
}

impl Persons {
    /// Finds the persons of a photo. A copy of 256 pixels is enough. `None` if there is no person with a visible face,
    /// if it is unsure which pixels belong to persons, or if a head is not whole.
    pub(crate) fn find(photo: &Pixels) -> Option<Self> {
        let likely = segmentation::likely(photo)?;
        let outline = parts::outline_length(&likely) as f32;
        let unsure = likely.values().iter().filter(|value| UNSURE.contains(value)).count();
        if !COVERED.contains(&likely.mean()) || unsure as f32 > MAX_UNSURE * outline {
            return None;
        }
        let mut faces = faces::find(photo)?;
        faces.retain(|face| likely.at(face.middle) >= FACE);
        let is_seen = faces.iter().any(Face::is_sure);
        let is_whole = faces.iter().all(|face| !is_cut_off(face, &likely));
        (is_seen && is_whole).then_some(())?;
        let differing = parts::differing(&likely, &segmentation::likely_in_mirror(photo)?);
        (differing as f32 <= MAX_DIFFERING * outline).then_some(Self { likely, faces })
    }

    /// How opaque each pixel is. `photo` is a copy of the same photo; the matte gets its size. `None` if the copy has
    /// no pixels.
    pub(crate) fn matte(&self, photo: &Pixels) -> Option<Matte> {
        let outlined = parts::outlined(&self.likely, &self.faces);
        let alpha = edges::follow(photo, &outlined)?;
        let face = faces::highest(&self.faces).map(Face::region);
        Matte::new(photo.width(), photo.height(), alpha, face)
    }
}

/// Whether the photo's upper edge cuts off the head. A cut-out of it would end in a straight line.
fn is_cut_off(face: &Face, likely: &Map) -> bool {
    let (x, width) = (face.middle.0, face.size.0);
    let at_edge = ACROSS
        .iter()
        .filter(|across| likely.at((x + *across * width, 0.0)) >= FACE);
    at_edge.count() * 2 > ACROSS.len()
}
