//! Tests with files that lack only their end marker, and with valid files that are rare.

use super::*;

/// The colour outside of the ellipse and inside, in the samples with an ellipse.
const OUTSIDE: [u8; 4] = [200, 60, 40, 255];
const INSIDE: [u8; 4] = [30, 120, 220, 255];

#[track_caller]
fn assert_ellipse(name: &str) {
    let picture = PreparedPicture::take(&sample(name)).unwrap();
    assert_eq!(
        picture.size,
        Size {
            width: 320,
            height: 240
        },
        "{name}"
    );
    let image = shown(&picture);
    for (x, y, expected) in [
        (4, 4, OUTSIDE),
        (315, 235, OUTSIDE),
        (4, 235, OUTSIDE),
        (160, 120, INSIDE),
        (100, 120, INSIDE),
        (160, 90, INSIDE),
    ] {
        let found = image.get_pixel(x, y).0;
        let is_close = found.iter().zip(&expected).all(|(a, b)| a.abs_diff(*b) <= 6);
        assert!(is_close, "{name} at {x},{y}: found {found:?}, expected {expected:?}");
    }
}

#[test]
fn rare_jpegs_are_decoded() {
    assert_ellipse("one-scan-per-component.jpg");
    assert_ellipse("nodht.jpg");
    assert_ellipse("noeoi.jpg");
}

#[test]
fn every_format_may_lack_its_end_marker_and_nothing_else() {
    let gray = shown(&PreparedPicture::take(&sample("no_iend.png")).unwrap());
    assert_eq!(gray.get_pixel(20, 20).0, [100, 100, 100, 255]);
    for (suffix, length) in [(".jpg", 2), (".png", 12), (".gif", 1)] {
        for name in samples().iter().filter(|name| name.ends_with(suffix)) {
            if ["noeoi.jpg", "no_iend.png", "animated.gif"].contains(&name.as_str()) {
                continue;
            }
            let bytes = sample(name);
            let whole = shown(&PreparedPicture::take(&bytes).unwrap());
            for missing in 1..=length {
                let cut = PreparedPicture::take(&bytes[..bytes.len() - missing])
                    .unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(shown(&cut), whole, "{name} without its last {missing} bytes");
            }
            // One byte more belongs to the pixels or to their checksum.
            assert!(
                PreparedPicture::take(&bytes[..bytes.len() - length - 1]).is_err(),
                "{name}"
            );
        }
    }
}
