//! The key of every object in the bucket. No other file knows how a key looks.

use contract::{ImageFormat, OrganizationId, ThumbnailId};

/// What one attempt at a thumbnail made. Each attempt has a key of its own, so a slow duplicate never overwrites the
/// picture that a record names.
pub fn thumbnail(organization: OrganizationId, id: ThumbnailId, attempt: u32, format: ImageFormat) -> String {
    format!("{organization}/thumbnails/{id}-{attempt}.{}", format.extension())
}
