//! Prices. This is the only place with numbers of prices; other code uses these constants.

use crate::Amount;

/// One picture of `generate_thumbnail`.
pub const GENERATE_THUMBNAIL: Amount = Amount::thumbnails(1);

/// One picture of `generate_variation`.
pub const GENERATE_VARIATION: Amount = Amount::thumbnails(1);

/// One inspiration, including its description.
pub const CREATE_INSPIRATION: Amount = Amount::from_hundredths(10);

/// One uploaded image, including its description.
pub const UPLOAD_IMAGE: Amount = Amount::from_hundredths(5);

/// One rewritten prompt, independent of the number of pictures.
pub const ENHANCE_PROMPT: Amount = Amount::from_hundredths(10);
