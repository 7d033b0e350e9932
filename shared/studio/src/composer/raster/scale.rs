//! The number of pixels of a unit of length.

use contract::Resolution;
use tiny_skia::Transform;

/// How many pixels a unit of length has. Designs are made in units, which are the pixels of the default resolution, so
/// the same design can be painted at any resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    /// The number of pixels of two units.
    half_pixels: u32,
}

impl Scale {
    /// A unit is a pixel.
    pub(crate) const ONE: Self = Self { half_pixels: 2 };

    /// The scale of a resolution.
    pub(crate) const fn of(resolution: Resolution) -> Self {
        Self {
            half_pixels: resolution.half_pixels(),
        }
    }

    /// The number of pixels of a unit.
    pub(crate) fn factor(self) -> f32 {
        self.half_pixels as f32 / 2.0
    }

    /// The number of pixels of this many units, rounded up.
    pub(crate) const fn pixels(self, units: u32) -> u32 {
        (units * self.half_pixels).div_ceil(2)
    }

    /// The transform to units, followed by the transform of units to pixels.
    pub(crate) fn to_pixels(self, transform: Transform) -> Transform {
        match self {
            Self::ONE => transform,
            _ => transform.post_scale(self.factor(), self.factor()),
        }
    }
}
