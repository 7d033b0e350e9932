//! Chooses the size to request from a model.

use contract::Size;
use runtime::PictureSize;

/// The sides of a freely chosen size must be divisible by this number of pixels.
const STEP: u32 = 16;

/// The size to request: the one that loses least when it is cropped to `wanted`. Among sizes with the same aspect
/// ratio, the smallest one that need not be enlarged.
pub(crate) fn nearest(offered: &[PictureSize], wanted: Size) -> PictureSize {
    if offered.is_empty() || offered.contains(&PictureSize::Any) {
        let up = |side: u32| side.div_ceil(STEP) * STEP;
        return PictureSize::Pixels(Size {
            width: up(wanted.width),
            height: up(wanted.height),
        });
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
    fn a_free_size_is_rounded_up_to_a_multiple_of_16() {
        assert_eq!(choose(&["any"], 1280, 720), "1280x720");
        assert_eq!(choose(&["16:9", "any"], 1440, 1080), "1440x1088");
    }
}
