//! Cuts persons and things out of photos: finds them, and computes how opaque each pixel of a photo is. Finds faces.
//!
//! A photo is cut out only if the result is good. A person in a rectangle is better than a person without an arm. The
//! [README](../README.md) says how and when.

mod edges;
mod faces;
mod map;
mod network;
mod parts;
mod persons;
mod segmentation;
mod things;

use codecs::Matte;
use colour::Pixels;
use persons::Persons;
use things::Thing;

/// How opaque each pixel of a photo is, if it shows persons or a thing that can be cut out well.
///
/// `small` is a copy of the photo; 256 pixels are enough. `large` makes another copy, whose size the matte gets. It is
/// called only if the small copy shows something. `None` if nothing can be cut out, if the photo is cut out already, or
/// if a copy has no pixels.
pub fn matte(small: &Pixels, large: impl FnOnce() -> Option<Pixels>) -> Option<Matte> {
    if small.iter().any(|[.., alpha]| alpha < u8::MAX) {
        return None;
    }
    match Persons::find(small) {
        Some(persons) => persons.matte(&large()?),
        None => Thing::find(small)?.matte(&large()?),
    }
}

/// The faces of a photo that are sure, the largest first. Each is the left, the top, the width and the height of the
/// face from the chin to the brows, in shares of the photo. A copy whose shorter side has 256 pixels is enough.
pub fn faces(photo: &Pixels) -> Vec<[f32; 4]> {
    faces::sure(photo).iter().map(faces::Face::region).collect()
}

#[cfg(test)]
mod tests;
