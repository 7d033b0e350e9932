//! Chooses the size to request from a model.

use contract::Size;
use runtime::PictureSize;

/// The sides of a freely chosen size must be divisible by this number of pixels.
const STEP: u32 = 16;

/// The longest side of a freely chosen size. Source: OpenAI's guide to image generation, for `gpt-image-2`.
const MAX_SIDE: u32 = 3840;
/// The largest number of pixels of a freely chosen size, from the same guide.
const MAX_PIXELS: u32 = 8_294_400;

/// A freely chosen size of the aspect ratio of `wanted` that is as large, or the largest that is allowed.
fn free_size(wanted: Size) -> Size {
    let up = |side: u32| side.div_ceil(STEP) * STEP;
    let size = Size {
        width: up(wanted.width),
        height: up(wanted.height),
    };
    if size.width.max(size.height) <= MAX_SIDE && size.width * size.height <= MAX_PIXELS {
        return size;
    }
    let (width, height) = (f64::from(wanted.width), f64::from(wanted.height));
    let factor = (f64::from(MAX_SIDE) / width.max(height)).min((f64::from(MAX_PIXELS) / (width * height)).sqrt());
    // The small number makes up for rounding.
    let down = |side: f64| ((side * factor + 1e-6) as u32 / STEP * STEP).max(STEP);
    Size {
        width: down(width),
        height: down(height),
    }
}

/// The size to request: the offered size that loses least when it is cropped to `wanted`. Of several sizes with the
/// same aspect ratio, the smallest that need not be enlarged.
pub(crate) fn nearest(offered: &[PictureSize], wanted: Size) -> PictureSize {
    if offered.is_empty() || offered.contains(&PictureSize::Any) {
        return PictureSize::Pixels(free_size(wanted));
    }
    let ratio = f64::from(wanted.width) / f64::from(wanted.height);
    let loss = |size: &PictureSize| size.ratio().map_or(0.0, |other| (other / ratio).ln().abs());
    let area = |size: &PictureSize| match size {
        PictureSize::Pixels(size) => {
            let covers = size.width >= wanted.width && size.height >= wanted.height;
            let area = i64::from(size.width) * i64::from(size.height);
            // Sizes that cover `wanted` come first, the smallest first. Then come the others, the largest first.
            if covers { (0, area) } else { (1, -area) }
        }
        PictureSize::Any | PictureSize::Ratio(..) => (0, 0),
    };
    let by_fit = |a: &&PictureSize, b: &&PictureSize| {
        let (left, right) = (loss(a), loss(b));
        if (left - right).abs() < 0.01 {
            area(a).cmp(&area(b))
        } else {
            left.total_cmp(&right)
        }
    };
    offered.iter().min_by(by_fit).copied().unwrap_or(PictureSize::Any)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(offered: &[&str], width: u32, height: u32) -> String {
        let offered: Vec<PictureSize> = offered.iter().map(|size| size.parse().unwrap()).collect();
        nearest(&offered, Size { width, height }).to_string()
    }

    #[test]
    fn the_aspect_ratio_counts_before_the_number_of_pixels() {
        let usual = ["1536x1024", "1024x1536", "1024x1024"];
        assert_eq!(choose(&usual, 1280, 720), "1536x1024");
        assert_eq!(choose(&usual, 720, 1280), "1024x1536");
        assert_eq!(choose(&usual, 1080, 1080), "1024x1024");
        assert_eq!(choose(&usual, 1440, 1080), "1536x1024");
    }

    #[test]
    fn ratios_are_matched() {
        let stability = ["16:9", "9:16", "1:1", "5:4", "3:2"];
        assert_eq!(choose(&stability, 1280, 720), "16:9");
        assert_eq!(choose(&stability, 1440, 1080), "5:4");
    }

    #[test]
    fn of_one_aspect_ratio_the_smallest_size_that_covers_is_chosen_or_else_the_largest() {
        assert_eq!(choose(&["2560x1440", "1280x720", "640x360"], 1280, 720), "1280x720");
        assert_eq!(choose(&["2560x1440", "640x360"], 1280, 720), "2560x1440");
        assert_eq!(choose(&["320x180", "640x360"], 1280, 720), "640x360");
    }

    #[test]
    fn a_free_size_that_is_too_large_is_the_largest_of_the_same_shape() {
        assert_eq!(choose(&["any"], 3240, 3240), "2880x2880");
        assert_eq!(choose(&["any"], 4320, 3240), "3312x2480");
        assert_eq!(choose(&["any"], 7680, 4320), "3840x2160");
    }

    #[test]
    fn a_free_size_is_rounded_up_to_a_multiple_of_16() {
        assert_eq!(choose(&["any"], 1280, 720), "1280x720");
        assert_eq!(choose(&["16:9", "any"], 1440, 1080), "1440x1088");
        assert_eq!(choose(&["any"], 3840, 2160), "3840x2160");
    }
}
