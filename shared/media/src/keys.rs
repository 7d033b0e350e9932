//! The keys of all objects in the bucket. No other file contains the format of a key.

use contract::{ImageFormat, ImageId, InspirationId, OrganizationId, PersonId, ThumbnailId};

/// The picture of one attempt at a thumbnail. Each attempt has its own key, so a slow duplicate attempt never
/// overwrites the picture that a record names.
pub fn thumbnail(organization: OrganizationId, id: ThumbnailId, attempt: u32, format: ImageFormat) -> String {
    format!("{organization}/thumbnails/{id}-{attempt}.{}", format.extension())
}

/// The prefix of all keys that belong to an organization.
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

/// The picture of a public inspiration. Everybody can see its URL, so the key does not name the organization.
pub fn public_inspiration(id: InspirationId, format: ImageFormat) -> String {
    format!("{LIBRARY}{id}.{}", format.extension())
}

/// The prefix of the keys of all public inspirations.
pub const LIBRARY: &str = "library/";

/// A photo of a person, by its index among the person's photos.
pub fn photo(organization: OrganizationId, id: PersonId, index: usize, format: ImageFormat) -> String {
    format!("{organization}/persons/{id}-{}.{}", index + 1, format.extension())
}

/// The file name under which a browser saves an object.
pub(crate) fn file_name(key: &str) -> &str {
    key.rsplit_once('/').map_or(key, |(_, name)| name)
}

/// The media type of an object, according to the extension of its key.
pub(crate) fn content_type(key: &str) -> Option<&'static str> {
    let (_, extension) = key.rsplit_once('.')?;
    let format = ImageFormat::ALL
        .into_iter()
        .find(|format| format.extension() == extension)?;
    Some(format.content_type())
}
