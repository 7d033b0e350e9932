//! Converts colours for the rasterizer.

use colour::Rgb;
use tiny_skia::Color;

/// Conversion to the rasterizer's colour type.
pub(crate) trait Alpha {
    /// The colour with an alpha of 0 to 1.
    fn alpha(self, opacity: f32) -> Color;
}

impl Alpha for Rgb {
    fn alpha(self, opacity: f32) -> Color {
        let mut color = Color::from_rgba8(self.0, self.1, self.2, 255);
        color.set_alpha(opacity.clamp(0.0, 1.0));
        color
    }
}
