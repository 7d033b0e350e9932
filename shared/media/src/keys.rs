//! The key of every object in the bucket. No other file knows how a key looks.

use contract::{ImageFormat, ImageId, InspirationId, OrganizationId, PersonId, ThumbnailId};

/// What one attempt at a thumbnail made. Each attempt has a key of its own, so a slow duplicate never overwrites the
/// picture that a record names.
pub fn thumbnail(organization: OrganizationId, id: ThumbnailId, attempt: u32, format: ImageFormat) -> String {
    format!("{organization}/thumbnails/{id}-{attempt}.{}", format.extension())
}

/// What the keys of everything that belongs to an organization begin with.
pub fn organization(organization: OrganizationId) -> String {
    format!("{organization}/")
}

/// A reference image.
pub fn image(organization: OrganizationId, id: ImageId, format: ImageFormat) -> String {
    format!("{organization}/images/{id}.{}", format.extension())
}

/// The picture of an organization's private inspiration.
pub fn inspiration(organization: OrganizationId, id: InspirationId, format: ImageFormat) -> String {
    format!("{organization}/inspirations/{id}.{}", format.extension())
}

/// The picture of a public inspiration. Everybody sees its URL, so it does not tell whose it is.
pub fn public_inspiration(id: InspirationId, format: ImageFormat) -> String {
    format!("{LIBRARY}{id}.{}", format.extension())
}

/// What the keys of all public inspirations begin with.
pub const LIBRARY: &str = "library/";

/// A photo of a person, by its place among theirs.
pub fn photo(organization: OrganizationId, id: PersonId, index: usize, format: ImageFormat) -> String {
    format!("{organization}/persons/{id}-{}.{}", index + 1, format.extension())
}

/// What a browser saves an object as.
pub(crate) fn file_name(key: &str) -> &str {
    key.rsplit_once('/').map_or(key, |(_, name)| name)
}

/// The media type of an object, by the ending of its key.
pub(crate) fn content_type(key: &str) -> Option<&'static str> {
    let (_, extension) = key.rsplit_once('.')?;
    let format = ImageFormat::ALL
        .into_iter()
        .find(|format| format.extension() == extension)?;
    Some(format.content_type())
}
