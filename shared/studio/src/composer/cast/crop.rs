//! Which part of a person's photo is shown.

use super::{photo::Photo, salience};

/// Photos narrower than this, width by height, lose their foot rather than make the face small.
const NARROWEST: f32 = 0.80;
/// A wide photo keeps at least this share of its width.
const LEAST_WIDTH: f32 = 0.34;

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

    /// The part that shows a person best in a place of this shape, width by height. The head is in the upper part of a
    /// portrait, so nothing is ever cut off at the top.
    pub(super) fn of_person(photo: &Photo, place: f32) -> Self {
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
    fn the_top_of_a_portrait_stays_whatever_the_place_is() {
        for (width, height) in [(300, 900), (400, 500), (500, 500), (900, 500), (90, 1_000)] {
            for place in [0.4, 0.6, 0.9, 1.4, 3.0] {
                let crop = Crop::of_person(&photo(width, height), place);
                assert_eq!(crop.top, 0);
                assert!(crop.left + crop.width <= width && crop.height <= height);
                assert!(crop.width == width || crop.height == height, "{crop:?}");
            }
        }
    }

    #[test]
    fn a_tall_photo_loses_its_foot_and_a_wide_one_its_sides() {
        let tall = Crop::of_person(&photo(300, 900), 0.9);
        assert_eq!((tall.width, tall.height), (300, 375));
        let wide = Crop::of_person(&photo(900, 500), 0.9);
        assert_eq!((wide.width, wide.height), (450, 500));
        let fitting = photo(450, 500);
        assert_eq!(Crop::of_person(&fitting, 0.9), Crop::whole(&fitting));
    }

    #[test]
    fn a_panorama_is_not_cut_to_a_strip() {
        let crop = Crop::of_person(&photo(2_000, 300), 0.5);
        assert_eq!(crop.width, 680);
    }
}
