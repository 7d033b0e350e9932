//! Angles on the circle of hues, in degrees as in Oklch.

/// A range of hues.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hues {
    pub(crate) from: f32,
    pub(crate) to: f32,
}

/// The hue turned toward `pole` by at most `most` degrees.
pub(super) fn turned(hue: f32, pole: f32, most: f32) -> f32 {
    let way = (pole - hue + 180.0).rem_euclid(360.0) - 180.0;
    (hue + way.clamp(-most, most)).rem_euclid(360.0)
}

/// The distance of two hues in degrees, 0 to 180.
pub(super) fn apart(a: f32, b: f32) -> f32 {
    let turn = (a - b).rem_euclid(360.0);
    turn.min(360.0 - turn)
}
