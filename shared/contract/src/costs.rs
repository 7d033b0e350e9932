//! What operations cost. The only place with prices; everything else names one of these.

use crate::Amount;

/// One picture of `generate_thumbnail`.
pub const GENERATE_THUMBNAIL: Amount = Amount::thumbnails(1);

/// One picture of `generate_variation`.
pub const GENERATE_VARIATION: Amount = Amount::thumbnails(1);

/// One inspiration, its description included.
pub const CREATE_INSPIRATION: Amount = Amount::from_hundredths(10);

/// One uploaded image, its description included.
pub const UPLOAD_IMAGE: Amount = Amount::from_hundredths(5);

/// One rewritten prompt, for however many pictures it serves.
pub const ENHANCE_PROMPT: Amount = Amount::from_hundredths(10);
