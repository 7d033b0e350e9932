//! Chooses the crop of a photo of a person.

use super::{photo::Photo, region::Region, salience};
use tiny_skia::Rect;

/// The smallest aspect ratio, width by height, of a crop without a known face. Narrower photos lose their foot, so that
/// the face does not become small.
const NARROWEST: f32 = 0.80;
/// The smallest share of its width that a wide photo keeps.
const LEAST_WIDTH: f32 = 0.34;
/// The height of a face, from the chin to the brows, as a share of the crop's height: head and shoulders.
const FACE: f32 = 0.40;
/// The height of the eyes: from the top of the face in face heights, and from the top of the crop as a share of it.
const EYES: (f32, f32) = (0.22, 0.36);
/// The room above the face, least and most, in face heights. Less would cut the hair, more would be empty.
const HAIR: (f32, f32) = (0.72, 0.92);
/// The smallest width of a crop, in face heights.
const HEAD: f32 = 1.6;

/// A crop rectangle, in pixels of the photo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crop {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Crop {
    /// The whole photo.
    pub(super) fn whole(photo: &Photo) -> Self {
        Self {
            left: 0,
            top: 0,
            width: photo.pixels().width(),
            height: photo.pixels().height(),
        }
    }

    /// The part of the photo that is seen in a rectangle of the picture. `at` turns a position in the picture into a
    /// position in the photo.
    pub(super) fn of_part(photo: &Photo, at: impl Fn(f32, f32) -> (f32, f32), place: Rect) -> Self {
        let (left, top) = at(place.left(), place.top());
        let (right, bottom) = at(place.right(), place.bottom());
        let (width, height) = (photo.width(), photo.height());
        let (width, height) = (whole(right - left, width), whole(bottom - top, height));
        let within = |from: f32, spare: u32| from.round().clamp(0.0, spare as f32) as u32;
        Self {
            left: within(left, photo.pixels().width() - width),
            top: within(top, photo.pixels().height() - height),
            width,
            height,
        }
    }

    /// The crop that shows a person best in a slot of this size (width and height in pixels): head and shoulders. The
    /// crop is large enough that it need not be enlarged more than `enlarged` times. If no face was found, nothing is
    /// cut at the top, because a portrait has the head in its upper part.
    pub(super) fn of_person(photo: &Photo, place: (f32, f32), enlarged: f32) -> Self {
        let (across, down) = place;
        match photo.face() {
            Some(face) => Self::of_face(photo, face, across / down, down / enlarged),
            None => Self::of_upper_part(photo, across / down),
        }
    }

    /// `place` is the slot's aspect ratio, width by height. `least` is the smallest height of the crop, in photo
    /// pixels.
    fn of_face(photo: &Photo, face: Region, place: f32, least: f32) -> Self {
        let (photo_width, photo_height) = (photo.width(), photo.height());
        let (side, face_top) = (face.height * photo_height, face.top * photo_height);
        let height = (side / FACE).max(side * HEAD / place).max(least).min(photo_height);
        let width = (height * place).max(side * HEAD).min(photo_width);
        let middle = (face.left + face.width / 2.0) * photo_width;
        let top =
            (face_top + EYES.0 * side - EYES.1 * height).clamp(face_top - HAIR.1 * side, face_top - HAIR.0 * side);
        let (width, height) = (whole(width, photo_width), whole(height, photo_height));
        let within = |from: f32, spare: u32| from.round().clamp(0.0, spare as f32) as u32;
        Self {
            left: within(middle - width as f32 / 2.0, photo.pixels().width() - width),
            top: within(top, photo.pixels().height() - height),
            width,
            height,
        }
    }

    fn of_upper_part(photo: &Photo, place: f32) -> Self {
        let (width, height, own) = (photo.width(), photo.height(), photo.aspect());
        let narrowest = NARROWEST.min(place);
        if own < narrowest {
            return Self {
                height: whole(width / narrowest, height),
                ..Self::whole(photo)
            };
        }
        if own <= place {
            return Self::whole(photo);
        }
        let width = whole(height * place.max(own * LEAST_WIDTH), width);
        Self {
            left: salience::best_window(photo.columns(), photo.pixels().width(), width),
            width,
            ..Self::whole(photo)
        }
    }

    /// The aspect ratio, width by height.
    pub(super) fn aspect(self) -> f32 {
        self.width as f32 / self.height as f32
    }
}

fn whole(length: f32, most: f32) -> u32 {
    length.round().clamp(1.0, most.max(1.0)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgba, RgbaImage};
    use std::io::Cursor;

    fn photo(width: u32, height: u32) -> Photo {
        let mut file = Cursor::new(Vec::new());
        RgbaImage::from_fn(width, height, |x, y| Rgba([(x % 251) as u8, (y % 241) as u8, 90, 255]))
            .write_to(&mut file, image::ImageFormat::Png)
            .unwrap();
        Photo::of_person(&file.into_inner().into()).unwrap()
    }

    #[test]
    fn a_photo_without_a_face_is_never_cut_at_the_top() {
        for (width, height) in [(300, 900), (400, 500), (500, 500), (900, 500), (90, 1_000)] {
            for place in [0.4, 0.6, 0.9, 1.4, 3.0] {
                let crop = Crop::of_person(&photo(width, height), (place, 1.0), 3.0);
                assert_eq!(crop.top, 0);
                assert!(crop.left + crop.width <= width && crop.height <= height);
                assert!(crop.width == width || crop.height == height, "{crop:?}");
            }
        }
    }

    #[test]
    fn tall_photos_lose_their_foot_and_wide_photos_their_sides() {
        let tall = Crop::of_person(&photo(300, 900), (0.9, 1.0), 3.0);
        assert_eq!((tall.width, tall.height), (300, 375));
        let wide = Crop::of_person(&photo(900, 500), (0.9, 1.0), 3.0);
        assert_eq!((wide.width, wide.height), (450, 500));
        let fitting = photo(450, 500);
        assert_eq!(Crop::of_person(&fitting, (0.9, 1.0), 3.0), Crop::whole(&fitting));
    }

    #[test]
    fn a_panorama_is_not_cropped_to_a_strip() {
        let crop = Crop::of_person(&photo(2_000, 300), (0.5, 1.0), 3.0);
        assert_eq!(crop.width, 680);
    }

    /// A face of this size and position in pixels, as shares of the photo.
    fn part(photo: &Photo, left: f32, top: f32, side: f32) -> Region {
        Region {
            left: left / photo.width(),
            top: top / photo.height(),
            width: side / photo.width(),
            height: side / photo.height(),
        }
    }

    /// Checks crops for faces of several sizes all over the photo, in slots of many shapes.
    fn everywhere(check: impl Fn(Crop, (f32, f32, f32), f32)) {
        let (width, height) = (1_000_u32, 800_u32);
        let photo = photo(width, height);
        for side in [60.0, 100.0, 200.0, 320.0] {
            for (left, top) in [(0.0, 0.0), (0.1, 0.3), (0.5, 0.5), (0.9, 0.2), (1.0, 1.0)] {
                let left = left * (width as f32 - side);
                // The chin and the hair are inside the photo.
                let top = HAIR.0 * side + top * (height as f32 - 1.9 * side);
                for place in [0.4, 0.56, 0.8, 1.0, 1.33, 1.78, 3.0] {
                    let crop = Crop::of_face(&photo, part(&photo, left, top, side), place, 0.0);
                    assert!(crop.left + crop.width <= width && crop.top + crop.height <= height);
                    check(crop, (left, top, side), place);
                }
            }
        }
    }

    #[test]
    fn heads_are_never_cut() {
        everywhere(|crop, (left, top, side), _| {
            let (from, to) = (crop.left as f32, (crop.left + crop.width) as f32);
            let hair = (side * 0.29).min(left).min(1_000.0 - left - side);
            assert!(
                from <= left - hair + 1.0 && to >= left + side + hair - 1.0,
                "{crop:?} {left}"
            );
            assert!(crop.top as f32 <= top - HAIR.0 * side + 1.0);
            assert!((crop.top + crop.height) as f32 >= top + side * 1.05 - 1.0);
        });
    }

    #[test]
    fn faces_are_large_and_centred_with_the_eyes_in_the_upper_half() {
        everywhere(|crop, (left, top, side), place| {
            let (width, height) = (crop.width as f32, crop.height as f32);
            // In a narrow slot the head fills the width instead of the height.
            let share = side / height;
            assert!(
                (0.36..=0.44).contains(&share) || (place < 0.7 && side / width > 0.5),
                "{share} {place}"
            );
            let off = left + side / 2.0 - crop.left as f32 - width / 2.0;
            let is_at_edge = crop.left == 0 || crop.left + crop.width == 1_000;
            assert!(off.abs() < 1.5 || is_at_edge, "{crop:?}");
            let eyes = (top + EYES.0 * side - crop.top as f32) / height;
            let is_at_foot = crop.top + crop.height == 800;
            assert!((0.2..0.42).contains(&eyes) || is_at_foot, "{eyes}");
            assert!((crop.aspect() / place - 1.0).abs() < 0.02 || crop.width == 1_000 || crop.height == 800);
        });
    }

    #[test]
    fn small_faces_are_not_enlarged_beyond_the_limit() {
        let photo = photo(1_000, 800);
        let face = part(&photo, 400.0, 200.0, 40.0);
        let crop = Crop::of_face(&photo, face, 1.0, 240.0);
        assert_eq!((crop.width, crop.height), (240, 240));
        assert_eq!(Crop::of_face(&photo, face, 1.0, 9_000.0).height, 800);
    }
}
