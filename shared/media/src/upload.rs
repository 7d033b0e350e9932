//! Forms by which callers post files to the bucket.

use std::{collections::BTreeMap, fmt, time::Duration};

use contract::{OrganizationId, Timestamp, UploadId, operations::MAX_UPLOAD_BYTES};

use crate::{Bucket, MediaError, keys};

/// How long a file can be posted.
const FORM_LIFETIME: Duration = Duration::from_secs(15 * 60);

/// A presigned form. Everybody can post a file with it until it expires, so it must never be logged.
#[derive(Clone)]
pub struct PostForm {
    /// Where the form is posted.
    pub url: String,
    /// The fields before the file, by name.
    pub fields: BTreeMap<String, String>,
    /// When the form stops being accepted.
    pub expires_at: Timestamp,
}

impl fmt::Debug for PostForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostForm")
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

impl Bucket {
    /// Presigns the form of an upload, for a file of exactly `size_bytes` or else of at most 10 MB. Makes no call.
    ///
    /// # Errors
    ///
    /// The form cannot be signed.
    pub async fn sign_upload(
        &self,
        organization: OrganizationId,
        id: UploadId,
        size_bytes: Option<u64>,
    ) -> Result<PostForm, MediaError> {
        let size = size_bytes.map_or(1..=MAX_UPLOAD_BYTES, |size| size..=size);
        // S3 checks a signature against its own clock, which tests do not advance.
        let now = self.clock.unmoved();
        let key = keys::upload(organization, id);
        let form = self.signer.sign_form(&key, size, now, now.plus(FORM_LIFETIME)).await;
        let (url, fields) = form.map_err(|error| MediaError::here("presign", error))?;
        Ok(PostForm {
            url,
            fields,
            expires_at: self.clock.now().plus(FORM_LIFETIME),
        })
    }
}
