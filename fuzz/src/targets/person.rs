//! Photos of persons, who are cut out.

use std::time::Duration;

use codecs::Matte;
use sources::PreparedPicture;

use super::{jpeg, picture, target::Target};
use crate::measure::Cost;

pub(super) const TARGET: Target = Target {
    name: "person",
    run: take,
    budget,
    craft: |_| None,
    words: jpeg::TARGET.words,
    mend: |_| {},
};

/// The additional budget of cutting persons out.
const CUT_OUT: Cost = Cost {
    cpu: Duration::from_millis(150),
    memory: 60_000_000,
};

/// Processes a file like the photo of a person, and reads the stored file like the composer.
fn take(bytes: &[u8]) {
    if let Ok(picture) = PreparedPicture::take(bytes) {
        let size = picture.size;
        let picture = picture.with_matte();
        assert_eq!(picture.size, size);
        if let Some(matte) = Matte::of(&picture.bytes) {
            let (width, height) = matte.size();
            assert!(
                width <= size.width && height <= size.height,
                "a matte is larger than its picture"
            );
        }
        let again = PreparedPicture::stored(picture.bytes);
        assert!(again.is_ok(), "a picture with a matte cannot be opened");
    }
}

fn budget(bytes: &[u8]) -> Cost {
    let Cost { cpu, memory } = picture::budget(bytes);
    Cost {
        cpu: cpu + CUT_OUT.cpu,
        memory: memory + CUT_OUT.memory,
    }
}
