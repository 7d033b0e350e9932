//! A palette of five colours for a picture.

use crate::{Oklab, Oklch, Pixels, Rgb, Swatch, swatches};

/// The first colour of the palette when no pixel of the picture is visible.
const NEUTRAL: Rgb = Rgb::hex(0x80_8080);

/// The lightnesses of the shades that complete a palette. They are far enough apart that five colours always differ.
const SHADES: [f32; 6] = [0.2, 0.35, 0.5, 0.65, 0.8, 0.95];

/// Five different colours of a picture, the dominant one first.
///
/// The other four are chosen to differ from each other and not to be rare. If the picture has fewer colours, lighter
/// and darker shades of them complete the palette. If no pixel is visible, all five are greys.
pub fn palette(pixels: &Pixels) -> [Rgb; 5] {
    let found = swatches(pixels);
    let dominant = found.first().map_or(NEUTRAL, |swatch| swatch.colour);
    let mut palette = [dominant; 5];
    for place in 1..palette.len() {
        let (chosen, rest) = palette.split_at_mut(place);
        if let Some(slot) = rest.first_mut() {
            *slot = of_picture(&found, chosen).unwrap_or_else(|| shade(chosen));
        }
    }
    palette
}

/// The colour of the picture that is farthest from the chosen ones, weighted by its share.
fn of_picture(found: &[Swatch], chosen: &[Rgb]) -> Option<Rgb> {
    let worth = |swatch: &Swatch| gap(swatch.colour, chosen) * swatch.share.powf(0.3);
    let left = found.iter().filter(|swatch| !chosen.contains(&swatch.colour));
    left.max_by(|a, b| worth(a).total_cmp(&worth(b)))
        .map(|swatch| swatch.colour)
}

/// The shade of any chosen colour that differs most from all chosen colours.
fn shade(chosen: &[Rgb]) -> Rgb {
    let shades = chosen.iter().flat_map(|colour| {
        let looks = colour.oklch();
        SHADES.map(|lightness| Oklch { lightness, ..looks }.to_rgb())
    });
    let farthest = shades.max_by(|a, b| gap(*a, chosen).total_cmp(&gap(*b, chosen)));
    farthest.unwrap_or(NEUTRAL)
}

/// The distance of a colour from the nearest chosen colour.
fn gap(colour: Rgb, chosen: &[Rgb]) -> f32 {
    let looks = colour.oklab();
    let distances = chosen.iter().map(|other| Oklab::distance(other.oklab(), looks));
    distances.fold(f32::MAX, f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(colours: &[(Rgb, usize)]) -> Pixels {
        let pixels = colours.iter().flat_map(|(colour, count)| vec![*colour; *count]);
        let rgba: Vec<u8> = pixels
            .flat_map(|Rgb(red, green, blue)| [red, green, blue, 255])
            .collect();
        Pixels::new(u32::try_from(rgba.len() / 4).unwrap(), 1, rgba).unwrap()
    }

    #[test]
    fn the_dominant_colour_comes_first() {
        let colours = [0x1a237e, 0xff9800, 0xffffff, 0xe91e63, 0x4caf50].map(Rgb::hex);
        let palette = palette(&row(&[
            (colours[0], 500),
            (colours[1], 200),
            (colours[2], 100),
            (colours[3], 30),
            (colours[4], 30),
        ]));
        assert_eq!(palette[0], colours[0]);
        assert!(colours.iter().all(|colour| palette.contains(colour)), "{palette:?}");
    }

    #[test]
    fn a_picture_of_one_colour_gets_its_shades() {
        let palette = palette(&row(&[(Rgb::hex(0x2040c0), 10)]));
        assert_eq!(palette[0], Rgb::hex(0x2040c0));
        for shade in palette {
            let hue = shade.oklch().hue;
            assert!((hue - palette[0].oklch().hue).abs() < 12.0, "{palette:?}");
        }
    }

    #[test]
    fn a_transparent_picture_gets_greys() {
        let palette = palette(&Pixels::new(1, 1, vec![255, 0, 0, 0]).unwrap());
        assert_eq!(palette[0], NEUTRAL);
        assert!(palette.iter().all(|colour| colour.oklch().chroma < 0.01), "{palette:?}");
    }

    proptest! {
        #[test]
        fn five_colours_always_differ(rgba in proptest::collection::vec(any::<[u8; 4]>(), 0..200)) {
            let count = u32::try_from(rgba.len()).unwrap();
            let pixels = Pixels::new(count, 1, rgba.concat()).unwrap();
            let found = palette(&pixels);
            for (place, colour) in found.iter().enumerate() {
                prop_assert!(gap(*colour, &found[..place]) > 0.03, "{:?}", found);
            }
            prop_assert_eq!(found, palette(&pixels));
        }
    }
}
