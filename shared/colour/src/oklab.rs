//! OKLab and OKLCH, colour spaces in which distances match perceived differences.
//!
//! Source of the constants: Björn Ottosson, [“A perceptual color space for image
//! processing”](https://bottosson.github.io/posts/oklab/), as corrected on 2021-01-25.

use crate::Rgb;

/// A colour in OKLab. Equal distances look about equally large: 0.02 is hardly visible, black and white are 1 apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oklab {
    /// 0 for black to 1 for white.
    pub lightness: f32,
    /// From green (below 0) to red (above 0).
    pub a: f32,
    /// From blue (below 0) to yellow (above 0).
    pub b: f32,
}

/// A colour in OKLCH, which is OKLab in polar coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oklch {
    /// 0 for black to 1 for white.
    pub lightness: f32,
    /// 0 for greys, at most 0.32 in sRGB.
    pub chroma: f32,
    /// Degrees, 0 to 360: red is about 30, yellow 110, green 140, blue 260. Meaningless for greys.
    pub hue: f32,
}

impl Oklab {
    /// The perceived difference of two colours: their Euclidean distance.
    pub fn distance(self, other: Self) -> f32 {
        let (lightness, a, b) = (self.lightness - other.lightness, self.a - other.a, self.b - other.b);
        (lightness * lightness + a * a + b * b).sqrt()
    }

    /// The perceived difference of two colours, squared. Measurements suggest that hue and chroma weigh more than
    /// lightness, so they are doubled.
    ///
    /// Source: Björn Ottosson [on distances in
    /// OKLab](https://github.com/w3c/csswg-drafts/issues/6642#issuecomment-945714988), known as ΔE OK2.
    pub(crate) fn difference_squared(self, other: Self) -> f32 {
        let (a, b) = (2.0 * (self.a - other.a), 2.0 * (self.b - other.b));
        (self.lightness - other.lightness).powi(2) + a * a + b * b
    }

    /// The square root of [`Self::difference_squared`].
    pub(crate) fn difference(self, other: Self) -> f32 {
        self.difference_squared(other).sqrt()
    }

    /// The distance from grey.
    pub fn chroma(self) -> f32 {
        self.a.hypot(self.b)
    }

    /// Converts to polar coordinates.
    pub fn oklch(self) -> Oklch {
        Oklch {
            lightness: self.lightness,
            chroma: self.chroma(),
            hue: self.b.atan2(self.a).to_degrees().rem_euclid(360.0),
        }
    }

    /// Converts to sRGB. A colour outside the sRGB gamut loses chroma until it is inside; lightness and hue stay.
    pub fn to_rgb(self) -> Rgb {
        self.oklch().to_rgb()
    }

    pub(crate) fn from_linear([red, green, blue]: [f32; 3]) -> Self {
        let l = (0.412_221_46 * red + 0.536_332_55 * green + 0.051_445_995 * blue).cbrt();
        let m = (0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue).cbrt();
        let s = (0.088_302_46 * red + 0.281_718_85 * green + 0.629_978_7 * blue).cbrt();
        Self {
            lightness: 0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
            a: 1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            b: 0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
        }
    }

    fn linear(self) -> [f32; 3] {
        let l = (self.lightness + 0.396_337_78 * self.a + 0.215_803_76 * self.b).powi(3);
        let m = (self.lightness - 0.105_561_346 * self.a - 0.063_854_17 * self.b).powi(3);
        let s = (self.lightness - 0.089_484_18 * self.a - 1.291_485_5 * self.b).powi(3);
        [
            4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
            -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
            -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
        ]
    }
}

impl Oklch {
    /// Converts to Cartesian coordinates.
    pub fn oklab(self) -> Oklab {
        let (sin, cos) = self.hue.to_radians().sin_cos();
        Oklab {
            lightness: self.lightness,
            a: self.chroma * cos,
            b: self.chroma * sin,
        }
    }

    /// Converts to sRGB. A colour outside the sRGB gamut loses chroma until it is inside; lightness and hue stay.
    pub fn to_rgb(self) -> Rgb {
        /// At most half a step of 8 bits, so that rounding errors do not put an sRGB colour outside the gamut.
        const TOLERANCE: f32 = 0.000_5;
        let light = |chroma: f32| Self { chroma, ..self }.oklab().linear();
        let shows = |light: [f32; 3]| light.iter().all(|part| (-TOLERANCE..=1.0 + TOLERANCE).contains(part));
        let own = light(self.chroma);
        if shows(own) {
            return Rgb::from_linear(own);
        }
        // After sixteen halvings the error is below one step of 8 bits.
        let (mut inside, mut outside) = (0.0, self.chroma);
        for _ in 0..16 {
            let middle = (inside + outside) / 2.0;
            if shows(light(middle)) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        Rgb::from_linear(light(inside))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_colours_have_their_published_coordinates() {
        for (hex, lightness, chroma, hue) in [
            (0xff0000, 0.628, 0.258, 29.2),
            (0x00ff00, 0.866, 0.295, 142.5),
            (0x0000ff, 0.452, 0.313, 264.1),
        ] {
            let colour = Rgb::hex(hex).oklch();
            assert!((colour.lightness - lightness).abs() < 0.001, "{colour:?}");
            assert!((colour.chroma - chroma).abs() < 0.001, "{colour:?}");
            assert!((colour.hue - hue).abs() < 0.1, "{colour:?}");
        }
        assert!((Rgb::WHITE.oklab().lightness - 1.0).abs() < 0.001);
        assert!(Rgb::hex(0x777777).oklch().chroma < 0.001);
    }

    #[test]
    fn colours_outside_the_gamut_keep_lightness_and_hue() {
        let wanted = Oklch {
            lightness: 0.6,
            chroma: 0.4,
            hue: 200.0,
        };
        let shown = wanted.to_rgb().oklch();
        assert!((shown.lightness - 0.6).abs() < 0.01, "{shown:?}");
        assert!((shown.hue - 200.0).abs() < 1.5, "{shown:?}");
        assert!(shown.chroma < 0.15 && shown.chroma > 0.08, "{shown:?}");
        let blinding = Oklch {
            lightness: 1.3,
            ..wanted
        };
        assert_eq!(blinding.to_rgb(), Rgb::WHITE);
        let gone = Oklch {
            lightness: -0.2,
            ..wanted
        };
        assert_eq!(gone.to_rgb(), Rgb::BLACK);
    }

    proptest! {
        #[test]
        fn every_srgb_colour_survives_the_round_trip(value in 0_u32..0x0100_0000) {
            let colour = Rgb::hex(value);
            prop_assert_eq!(colour.oklab().to_rgb(), colour);
        }
    }
}
