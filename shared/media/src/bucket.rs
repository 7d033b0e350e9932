//! The bucket.

use std::time::Duration;

use aws_sdk_s3::{
    config::Region,
    error::{ProvideErrorMetadata, SdkError},
    operation::get_object::GetObjectError,
    primitives::ByteStream,
    types::{BucketLocationConstraint, CreateBucketConfiguration},
};
use aws_smithy_runtime_api::box_error::BoxError;
use bytes::Bytes;
use contract::{ImageFormat, PresignedUrl, Timestamp};
use runtime::{Aws, AwsFailure, Clock, Lazy, Retention, causes};
use tokio::time::Instant;

use crate::{
    file_name::disposition,
    keys,
    signature::{Signer, URL_LIFETIME},
};

/// The name and the value of the tag on the pictures of thumbnails. The bucket's lifecycle rule expires objects with
/// this tag.
pub const THUMBNAIL_TAG: (&str, &str) = ("kind", "thumbnail");

/// The largest object that is read, in bytes. A stored picture has at most 2048 by 2048 pixels of four bytes, and even
/// an incompressible file is hardly larger than its pixels.
pub const MAX_OBJECT_BYTES: usize = 24_000_000;

/// The largest preview of a thumbnail, in bytes.
pub const MAX_PREVIEW_BYTES: usize = 60_000;

/// The header of every object. An object never changes, and only those who have its URL may see it.
const CACHE_CONTROL: &str = "private, max-age=31536000, immutable";

/// How long a caller waits for the deletion of objects that no record names.
const DISCARD: Duration = Duration::from_secs(4);

/// A call to S3 failed.
#[derive(Debug, thiserror::Error)]
#[error("s3 call {operation} failed")]
pub struct MediaError {
    operation: &'static str,
    #[source]
    source: BoxError,
}

impl MediaError {
    /// S3 returned an error, or the call failed on its way.
    pub(crate) fn aws<E>(operation: &'static str, error: &SdkError<E>) -> Self
    where
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        Self {
            operation,
            source: AwsFailure::new(error).into(),
        }
    }

    /// The call failed on this side of the network.
    pub(crate) fn here(operation: &'static str, error: impl Into<BoxError>) -> Self {
        Self {
            operation,
            source: error.into(),
        }
    }

    fn too_large(max_bytes: usize) -> Self {
        let source = format!("the object has more than {max_bytes} bytes; the service stores none so large");
        Self::here("GetObject", source)
    }
}

/// A presigned URL of an object. It works for everybody until it expires, so it must never be logged.
#[derive(Clone)]
pub struct SignedUrl {
    /// The URL.
    pub url: String,
    /// When it stops working.
    pub expires_at: Timestamp,
}

impl std::fmt::Debug for SignedUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignedUrl")
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

/// The bucket of pictures. Clones share the client.
#[derive(Clone, Debug)]
pub struct Bucket {
    pub(crate) client: Lazy<aws_sdk_s3::Client>,
    pub(crate) name: String,
    pub(crate) clock: Clock,
    pub(crate) signer: Signer,
    thumbnail_retention: Retention,
}

impl Bucket {
    /// The bucket with this name, where no object expires.
    pub fn new(aws: &Aws, name: String, clock: Clock) -> Self {
        Self {
            client: aws.s3(),
            signer: Signer::new(aws, name.clone()),
            name,
            clock,
            thumbnail_retention: Retention::FOR_EVER,
        }
    }

    /// The same bucket, where thumbnails expire after this time.
    #[must_use]
    pub fn with_thumbnail_retention(self, thumbnail_retention: Retention) -> Self {
        Self {
            thumbnail_retention,
            ..self
        }
    }

    /// The origin of this bucket's presigned URLs, which the policy of a page with these pictures has to allow.
    pub async fn origin(&self) -> Result<String, MediaError> {
        let origin = self.signer.origin().await;
        origin.map_err(|error| MediaError::here("presign", error))
    }

    /// Stores an object.
    pub async fn put(&self, key: &str, bytes: Bytes, content_type: &str) -> Result<(), MediaError> {
        self.put_tagged(key, bytes, content_type, None).await
    }

    /// Stores the picture of a thumbnail, its preview or its manifest, with [`THUMBNAIL_TAG`].
    pub async fn put_thumbnail(&self, key: &str, bytes: Bytes, content_type: &str) -> Result<(), MediaError> {
        let (name, value) = THUMBNAIL_TAG;
        let tags = format!("{name}={value}");
        self.put_tagged(key, bytes, content_type, Some(tags)).await
    }

    async fn put_tagged(
        &self,
        key: &str,
        bytes: Bytes,
        content_type: &str,
        tags: Option<String>,
    ) -> Result<(), MediaError> {
        let request = self
            .client
            .put_object()
            .bucket(&self.name)
            .key(key)
            .content_type(content_type)
            .cache_control(CACHE_CONTROL)
            .set_tagging(tags);
        let result = request.body(ByteStream::from(bytes)).send().await;
        result.map(drop).map_err(|error| MediaError::aws("PutObject", &error))
    }

    /// The bytes of an object, of which there is one copy in memory; `None` when it is not there. An object of more
    /// than [`MAX_OBJECT_BYTES`] is an error.
    pub async fn get(&self, key: &str) -> Result<Option<Bytes>, MediaError> {
        self.get_at_most(key, MAX_OBJECT_BYTES).await
    }

    /// The bytes of the preview of a thumbnail, given a presigned URL of this bucket for it; `None` when the preview is
    /// not there, or when the URL is of another bucket or of an object that is no preview. Ignores whether the URL has
    /// expired.
    pub async fn preview_at(&self, url: &str) -> Result<Option<Bytes>, MediaError> {
        let key = self.signer.key_of(url).await;
        let key = key.map_err(|error| MediaError::here("presign", error))?;
        match key.filter(|key| keys::is_preview(key)) {
            Some(key) => self.get_at_most(key, MAX_PREVIEW_BYTES).await,
            None => Ok(None),
        }
    }

    /// The bytes of an object of at most `max_bytes`; `None` when it is not there. A larger object is an error.
    pub async fn get_at_most(&self, key: &str, max_bytes: usize) -> Result<Option<Bytes>, MediaError> {
        match self.client.get_object().bucket(&self.name).key(key).send().await {
            Ok(output) => {
                let announced = output.content_length.and_then(|length| usize::try_from(length).ok());
                let mut bytes = Vec::with_capacity(announced.unwrap_or_default().min(max_bytes));
                let mut body = output.body;
                while let Some(chunk) = body
                    .try_next()
                    .await
                    .map_err(|error| MediaError::here("GetObject", error))?
                {
                    if bytes.len() + chunk.len() > max_bytes {
                        return Err(MediaError::too_large(max_bytes));
                    }
                    bytes.extend_from_slice(&chunk);
                }
                Ok(Some(bytes.into()))
            }
            Err(error) if error.as_service_error().is_some_and(GetObjectError::is_no_such_key) => Ok(None),
            Err(error) => Err(MediaError::aws("GetObject", &error)),
        }
    }

    /// Deletes an object. A missing object is not an error.
    pub async fn delete(&self, key: &str) -> Result<(), MediaError> {
        let result = self.client.delete_object().bucket(&self.name).key(key).send().await;
        result
            .map(drop)
            .map_err(|error| MediaError::aws("DeleteObject", &error))
    }

    /// Deletes objects that no record names, concurrently and without retrying for long. Objects that remain cost
    /// little, and the operator's `tgctl gc` finds them.
    pub async fn discard(&self, keys: &[String]) {
        self.discard_by(keys, Instant::now() + DISCARD).await;
    }

    /// Like [`Self::discard`], but waits at most until `end`.
    pub async fn discard_by(&self, keys: &[String], end: Instant) {
        let end = end.min(Instant::now() + DISCARD);
        let deletions = futures_util::future::join_all(keys.iter().map(|key| self.delete(key)));
        let failed = match tokio::time::timeout_at(end, deletions).await {
            Ok(results) => results.into_iter().find_map(Result::err),
            Err(_) => {
                tracing::warn!("objects that no record names may stay in the bucket: deleting them took too long");
                return;
            }
        };
        if let Some(error) = failed {
            tracing::warn!(error = %causes(&error), "objects that no record names stay in the bucket");
        }
    }

    /// Presigns the URL of a picture. A browser shows the picture. A saved file is called by `name` and `suffix`; a
    /// long `name` is cut. Makes no call.
    ///
    /// The signature has the time of the last quarter of an hour, so that caches see the same URL until the next one.
    async fn sign(
        &self,
        key: &str,
        format: Option<ImageFormat>,
        (name, suffix): (&str, &str),
    ) -> Result<SignedUrl, MediaError> {
        let extension = format.map_or("bin", ImageFormat::extension);
        let disposition = disposition(name, &format!("{suffix}.{extension}"));
        let content_type = format.map_or("application/octet-stream", ImageFormat::content_type);
        let headers = [
            ("response-content-disposition", disposition.as_str()),
            ("response-content-type", content_type),
        ];
        // S3 checks a signature against its own clock, which tests do not advance.
        let signed_at = self.clock.unmoved().quarter_of_an_hour();
        let signed = self.signer.sign(key, headers, signed_at).await;
        Ok(SignedUrl {
            url: signed.map_err(|error| MediaError::here("presign", error))?,
            expires_at: self.clock.moved(signed_at.plus(URL_LIFETIME)),
        })
    }

    /// Presigns the URL of a thumbnail's picture or preview, given when it was finished; `None` if the object may have
    /// expired. `name` is the file name and its suffix, such as `-2`. Makes no call.
    pub async fn sign_thumbnail(
        &self,
        key: &str,
        format: ImageFormat,
        name: (&str, &str),
        finished_at: Timestamp,
    ) -> Result<Option<SignedUrl>, MediaError> {
        if self.thumbnail_retention.is_over(finished_at, self.clock.now()) {
            return Ok(None);
        }
        let mut signed = self.sign(key, Some(format), name).await?;
        if let Some(end) = self.thumbnail_retention.end(finished_at) {
            signed.expires_at = signed.expires_at.min(end);
        }
        Ok(Some(signed))
    }

    /// Presigns the URL of a reference's picture. A browser saves it under the name of its record. Makes no call.
    pub async fn sign_reference(&self, key: &str, name: &str) -> Result<SignedUrl, MediaError> {
        self.sign(key, keys::format(key), (name, "")).await
    }

    /// Signs again each of these URLs that has expired. `objects` are the keys of their objects, in the same order.
    pub async fn renew(&self, urls: Vec<PresignedUrl<'_>>, objects: &[String]) -> Result<(), MediaError> {
        let now = self.clock.now();
        for (url, object) in urls.into_iter().zip(objects) {
            if *url.expires_at <= now {
                let signed = self.sign_reference(object, url.name).await?;
                *url.url = signed.url;
                *url.expires_at = signed.expires_at;
            }
        }
        Ok(())
    }

    /// Copies an object. Returns `false` if it does not exist.
    pub async fn copy(&self, from: &str, to: &str) -> Result<bool, MediaError> {
        // The service's keys contain no character that needs escaping.
        let source = format!("{}/{from}", self.name);
        let request = self.client.copy_object().bucket(&self.name).key(to).copy_source(source);
        match request.send().await {
            Ok(_) => Ok(true),
            Err(error) if error.code() == Some("NoSuchKey") => Ok(false),
            Err(error) => Err(MediaError::aws("CopyObject", &error)),
        }
    }

    /// Creates the bucket in the client's region, unless it exists.
    pub async fn create(&self) -> Result<(), MediaError> {
        let region = self.client.config().region().map(Region::as_ref);
        // S3 creates a bucket in us-east-1 unless the request names another region, and refuses a request that names
        // us-east-1.
        let elsewhere = region.filter(|region| *region != "us-east-1").map(|region| {
            CreateBucketConfiguration::builder()
                .location_constraint(BucketLocationConstraint::from(region))
                .build()
        });
        let request = self.client.create_bucket().bucket(&self.name);
        match request.set_create_bucket_configuration(elsewhere).send().await {
            Ok(_) => Ok(()),
            Err(error) => {
                let there = error
                    .as_service_error()
                    .is_some_and(|error| error.is_bucket_already_owned_by_you() || error.is_bucket_already_exists());
                if there {
                    Ok(())
                } else {
                    Err(MediaError::aws("CreateBucket", &error))
                }
            }
        }
    }
}
