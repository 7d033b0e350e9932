//! Which part of a person's photo is shown.

use super::{face::Part, photo::Photo, salience};

/// Photos narrower than this, width by height, lose their foot rather than make the face small.
const NARROWEST: f32 = 0.80;
/// A wide photo keeps at least this share of its width.
const LEAST_WIDTH: f32 = 0.34;
/// A face, from the brows to the mouth, is this share of the height: head and shoulders.
const FACE: f32 = 0.38;
/// Where the eyes are: in parts of the face from its top, and in shares of the height that is shown.
const EYES: (f32, f32) = (0.34, 0.36);
/// Room for hair above the face, in parts of it: less cuts the hair, more is empty.
const HAIR: (f32, f32) = (0.65, 0.85);
/// The least width that is shown, in faces.
const HEAD: f32 = 1.65;

/// A part of a photo, in its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crop {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Crop {
    /// All of the photo.
    pub(super) fn whole(photo: &Photo) -> Self {
        Self {
            left: 0,
            top: 0,
            width: photo.pixels().width(),
            height: photo.pixels().height(),
        }
    }

    /// The part that shows a person best in a place of this size: head and shoulders, not so small a part that it would
    /// have to be enlarged more than `enlarged` times. Without a face nothing is cut off at the top: the head is in the
    /// upper part of a portrait.
    pub(super) fn of_person(photo: &Photo, place: (f32, f32), enlarged: f32) -> Self {
        let (across, down) = place;
        match photo.face() {
            Some(face) => Self::of_face(photo, face.part, across / down, down / enlarged),
            None => Self::of_upper_part(photo, across / down),
        }
    }

    /// `place` is a shape, width by height, and `least` a height in the photo's pixels.
    fn of_face(photo: &Photo, face: Part, place: f32, least: f32) -> Self {
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

    /// Width by height.
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
        Photo::of_person(file.get_ref()).unwrap()
    }

    #[test]
    fn the_top_of_a_photo_without_a_face_stays_whatever_the_place_is() {
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
    fn a_tall_photo_loses_its_foot_and_a_wide_one_its_sides() {
        let tall = Crop::of_person(&photo(300, 900), (0.9, 1.0), 3.0);
        assert_eq!((tall.width, tall.height), (300, 375));
        let wide = Crop::of_person(&photo(900, 500), (0.9, 1.0), 3.0);
        assert_eq!((wide.width, wide.height), (450, 500));
        let fitting = photo(450, 500);
        assert_eq!(Crop::of_person(&fitting, (0.9, 1.0), 3.0), Crop::whole(&fitting));
    }

    #[test]
    fn a_panorama_is_not_cut_to_a_strip() {
        let crop = Crop::of_person(&photo(2_000, 300), (0.5, 1.0), 3.0);
        assert_eq!(crop.width, 680);
    }

    /// A face of this side in a photo, in its pixels.
    fn part(photo: &Photo, left: f32, top: f32, side: f32) -> Part {
        Part {
            left: left / photo.width(),
            top: top / photo.height(),
            width: side / photo.width(),
            height: side / photo.height(),
        }
    }

    /// Faces of several sizes all over the photo, in places of all shapes.
    fn everywhere(check: impl Fn(Crop, (f32, f32, f32), f32)) {
        let (width, height) = (1_000_u32, 800_u32);
        let photo = photo(width, height);
        for side in [60.0, 100.0, 200.0, 320.0] {
            for (left, top) in [(0.0, 0.0), (0.1, 0.3), (0.5, 0.5), (0.9, 0.2), (1.0, 1.0)] {
                let left = left * (width as f32 - side);
                // The chin is on the photo, and so is the hair.
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
    fn no_head_is_cut() {
        everywhere(|crop, (left, top, side), _| {
            let (from, to) = (crop.left as f32, (crop.left + crop.width) as f32);
            let hair = (side * 0.32).min(left).min(1_000.0 - left - side);
            assert!(
                from <= left - hair + 1.0 && to >= left + side + hair - 1.0,
                "{crop:?} {left}"
            );
            assert!(crop.top as f32 <= top - HAIR.0 * side + 1.0);
            assert!((crop.top + crop.height) as f32 >= top + side * 1.2 - 1.0);
        });
    }

    #[test]
    fn a_face_is_large_and_in_the_middle_and_the_eyes_are_in_the_upper_half() {
        everywhere(|crop, (left, top, side), place| {
            let (width, height) = (crop.width as f32, crop.height as f32);
            // In a narrow place the head fills the width instead.
            let share = side / height;
            assert!(
                (0.34..=0.42).contains(&share) || (place < 0.7 && side / width > 0.5),
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
    fn a_small_face_is_not_enlarged_until_it_is_soft() {
        let photo = photo(1_000, 800);
        let face = part(&photo, 400.0, 200.0, 40.0);
        let crop = Crop::of_face(&photo, face, 1.0, 240.0);
        assert_eq!((crop.width, crop.height), (240, 240));
        assert_eq!(Crop::of_face(&photo, face, 1.0, 9_000.0).height, 800);
    }
}
