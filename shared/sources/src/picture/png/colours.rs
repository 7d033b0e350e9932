//! The colours that a PNG declares.

use crate::picture::profile;
use ::png::{Info, ScaledFloat, SourceChromaticities};
use moxcms::{Chromaticity, CicpProfile, ColorPrimaries, ColorProfile, ToneReprCurve};

/// The gamma that stands for the curve of sRGB, in hundred thousandths, as PNG's third edition says in section
/// 11.3.2.5.
const SRGB_GAMMA: u32 = 45_455;

/// The profile of the colours; `None` for sRGB. The first chunk counts of cICP, iCCP, sRGB, and gAMA with cHRM, as
/// PNG's third edition says in section 4.3. A chunk that cannot be used does not count.
pub(super) fn profile(info: &Info<'_>) -> Option<ColorProfile> {
    code_points(info)
        .or_else(|| info.icc_profile.as_deref().and_then(profile::of_icc))
        .or_else(|| match info.srgb {
            Some(_) => None,
            None => measured(info.gama_chunk, info.chrm_chunk),
        })
}

/// The profile of the code points of video, ITU-T H.273.
fn code_points(info: &Info<'_>) -> Option<ColorProfile> {
    let points = info.coding_independent_code_points?;
    if !points.is_video_full_range_image {
        return None;
    }
    let profile = ColorProfile::new_from_cicp(CicpProfile {
        color_primaries: points.color_primaries.try_into().ok()?,
        transfer_characteristics: points.transfer_function.try_into().ok()?,
        matrix_coefficients: points.matrix_coefficients.try_into().ok()?,
        full_range: true,
    });
    // The library leaves the profile without curves if it does not know the code points.
    profile.red_trc.is_some().then_some(profile)
}

/// The profile of a gamma and of primaries. Without one of them, that of sRGB counts.
fn measured(gamma: Option<ScaledFloat>, chromaticities: Option<SourceChromaticities>) -> Option<ColorProfile> {
    if gamma.is_none() && chromaticities.is_none() {
        return None;
    }
    let mut profile = ColorProfile::new_srgb();
    if let Some(SourceChromaticities {
        white,
        red,
        green,
        blue,
    }) = chromaticities
    {
        let point = |(x, y): (ScaledFloat, ScaledFloat)| {
            let (x, y) = (x.into_value(), y.into_value());
            (y > 0.0).then(|| Chromaticity::new(x, y))
        };
        let primaries = ColorPrimaries {
            red: point(red)?,
            green: point(green)?,
            blue: point(blue)?,
        };
        profile.update_rgb_colorimetry(point(white)?.to_xyyb(), primaries);
    }
    if let Some(gamma) = gamma.filter(|gamma| gamma.into_scaled() != SRGB_GAMMA) {
        let exponent = 1.0 / gamma.into_value();
        if !exponent.is_finite() {
            return None;
        }
        let curve = ToneReprCurve::Parametric(vec![exponent]);
        // The library would prefer the code points of sRGB.
        profile.cicp = None;
        profile.red_trc = Some(curve.clone());
        profile.green_trc = Some(curve.clone());
        profile.blue_trc = Some(curve);
    }
    Some(profile)
}
