//! The keys of all objects in the bucket. No other file contains the format of a key.

use contract::{ImageFormat, ImageId, InspirationId, OrganizationId, PersonId, ThumbnailId, UploadId};

/// The picture of one attempt at a thumbnail. Each attempt has its own key, so a slow duplicate attempt never
/// overwrites the picture that a record names.
pub fn thumbnail(organization: OrganizationId, id: ThumbnailId, attempt: u32, format: ImageFormat) -> String {
    format!("{organization}/thumbnails/{id}-{attempt}.{}", format.extension())
}

/// The preview of one attempt at a thumbnail: a small JPEG beside the picture.
pub fn preview(organization: OrganizationId, id: ThumbnailId, attempt: u32) -> String {
    let extension = PREVIEW_FORMAT.extension();
    format!("{organization}/thumbnails/{id}-{attempt}-preview.{extension}")
}

/// The file format of previews.
pub const PREVIEW_FORMAT: ImageFormat = ImageFormat::Jpeg;

/// The C2PA manifest of the file that a vendor made in one attempt at a thumbnail.
pub fn manifest(organization: OrganizationId, id: ThumbnailId, attempt: u32) -> String {
    format!("{organization}/thumbnails/{id}-{attempt}.c2pa")
}

/// The media type of manifests.
pub const MANIFEST_TYPE: &str = "application/c2pa";

/// The plate of one attempt at a thumbnail: the picture before the composer set words on it.
pub fn plate(organization: OrganizationId, id: ThumbnailId, attempt: u32) -> String {
    let extension = PLATE_FORMAT.extension();
    format!("{organization}/thumbnails/{id}-{attempt}-plate.{extension}")
}

/// The file format of plates. It is lossless, because a plate is encoded once more with each title.
pub const PLATE_FORMAT: ImageFormat = ImageFormat::Png;

/// Whether this is the key of a preview.
pub(crate) fn is_preview(key: &str) -> bool {
    let (is_of_thumbnail, extension) = (key.contains("/thumbnails/"), PREVIEW_FORMAT.extension());
    let stem = key.strip_suffix(extension).and_then(|stem| stem.strip_suffix('.'));
    is_of_thumbnail && stem.is_some_and(|stem| stem.ends_with("-preview"))
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

/// The prefix of the keys of all uploads. The bucket's lifecycle rule expires objects with this prefix.
pub const UPLOADS: &str = "uploads/";

/// The file that was posted to an upload.
pub fn upload(organization: OrganizationId, id: UploadId) -> String {
    format!("{}{id}", uploads(organization))
}

/// The prefix of the keys of an organization's uploads.
pub fn uploads(organization: OrganizationId) -> String {
    format!("{UPLOADS}{organization}/")
}

/// A photo of a person, by its index among the person's photos.
pub fn photo(organization: OrganizationId, id: PersonId, index: usize, format: ImageFormat) -> String {
    format!("{organization}/persons/{id}-{}.{}", index + 1, format.extension())
}

/// The format of an object, according to the extension of its key.
pub(crate) fn format(key: &str) -> Option<ImageFormat> {
    let (_, extension) = key.rsplit_once('.')?;
    ImageFormat::ALL
        .into_iter()
        .find(|format| format.extension() == extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_key_of_a_preview_is_one() {
        let organization: OrganizationId = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let id: ThumbnailId = "thm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        assert!(is_preview(&preview(organization, id, 2)));
        assert!(!is_preview(&manifest(organization, id, 2)));
        assert!(!is_preview(&plate(organization, id, 2)));
        for format in ImageFormat::ALL {
            assert!(!is_preview(&thumbnail(organization, id, 2, format)));
        }
    }
}
