//! Properties of a single pixel.

/// The alpha from which a pixel counts as visible.
pub(super) const VISIBLE: u8 = 128;

/// The luma of a pixel, 0 to 1: Rec. 709 weights on the gamma-encoded channels, which is accurate enough for edges.
pub(super) fn luma([red, green, blue, _]: [u8; 4]) -> f32 {
    (0.2126 * f32::from(red) + 0.7152 * f32::from(green) + 0.0722 * f32::from(blue)) / 255.0
}
