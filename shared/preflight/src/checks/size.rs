//! The size of the file and of the picture.

use contract::{CheckId, CheckResult, Measure};

use crate::scene::Scene;

/// The largest file that every way to publish a thumbnail accepts, in bytes. YouTube's apps for phones refuse larger
/// files.
const MOST_BYTES: u64 = 2_000_000;
/// The largest file of a picture that is larger than 1920×1080, in bytes. YouTube's website accepts it, and
/// since 2026-09-14 its API.
const MOST_BYTES_OF_LARGE: u64 = 50_000_000;
/// The number of pixels of the largest picture that [`MOST_BYTES`] applies to.
const LARGE: u64 = 1920 * 1080;
/// The shorter side of the size that YouTube recommends, 1280×720, in pixels.
const LEAST_SIDE: u64 = 720;

pub(super) fn file_size(scene: &Scene) -> Option<CheckResult> {
    let pixels = u64::from(scene.size.width) * u64::from(scene.size.height);
    let most = if pixels > LARGE {
        MOST_BYTES_OF_LARGE
    } else {
        MOST_BYTES
    };
    let (value, limit) = (Measure::whole(scene.file_bytes), Measure::whole(most));
    Some(CheckResult::at_most(CheckId::FileSize, value, limit))
}

pub(super) fn dimensions(scene: &Scene) -> Option<CheckResult> {
    let shorter = scene.size.width.min(scene.size.height);
    let (value, limit) = (Measure::whole(shorter.into()), Measure::whole(LEAST_SIDE));
    Some(CheckResult::at_least(CheckId::Dimensions, value, limit))
}
