//! Stores a painted picture with its preview, its manifest and its plate, and completes the thumbnail.

use bytes::Bytes;
use contract::FailureCode;
use media::{Bucket, MediaError, keys};
use queue::Verdict;
use runtime::causes;
use store::{FinishedPicture, Preflight, Provenance, Settled, StoreError};
use studio::Recipe;

use super::{Attempt, kept, lease_retry::LeaseRetry, paint::Painted};
use crate::Dependencies;

/// An object of a thumbnail, before it is stored in the bucket.
struct Object {
    key: String,
    bytes: Bytes,
    content_type: &'static str,
}

impl Attempt<'_> {
    /// Stores the picture, its preview, its manifest and its plate concurrently, and completes the thumbnail.
    pub(super) async fn store_picture(&self, painted: Painted, provenance: Provenance) -> Verdict {
        let (dependencies, lease) = (self.dependencies, self.lease);
        let Dependencies { bucket, store, .. } = dependencies;
        let generation = &lease.generation;
        let Some(&id) = generation.thumbnails.get(lease.index) else {
            return Verdict::Keep;
        };
        let picture_key = |attempt| keys::thumbnail(generation.organization, id, attempt, generation.format);
        let preview_key = |attempt| keys::preview(generation.organization, id, attempt);
        let manifest_key = |attempt| keys::manifest(generation.organization, id, attempt);
        let plate_key = |attempt| keys::plate(generation.organization, id, attempt);
        let size_bytes = painted.picture.bytes.len() as u64;
        let picture = Object {
            key: picture_key(lease.attempt),
            bytes: painted.picture.bytes,
            content_type: generation.format.content_type(),
        };
        let preview = painted.inspected.preview.map(|bytes| Object {
            key: preview_key(lease.attempt),
            bytes,
            content_type: keys::PREVIEW_FORMAT.content_type(),
        });
        let manifest = painted.picture.origin.manifest.map(|bytes| Object {
            key: manifest_key(lease.attempt),
            bytes,
            content_type: keys::MANIFEST_TYPE,
        });
        let plate = painted.picture.plate.map(|bytes| Object {
            key: plate_key(lease.attempt),
            bytes,
            content_type: keys::PLATE_FORMAT.content_type(),
        });
        let retry = LeaseRetry::of(dependencies, lease);
        let stored = tokio::try_join!(
            put(bucket, &retry, Some(&picture)),
            put(bucket, &retry, preview.as_ref()),
            put(bucket, &retry, manifest.as_ref()),
            put(bucket, &retry, plate.as_ref())
        );
        if let Err(error) = stored {
            tracing::warn!(
                error = %causes(&error),
                "the picture could not be stored under the lease"
            );
            return self.put_off(FailureCode::ModelFailed, None).await;
        }
        let picture = FinishedPicture {
            preview_key: preview.map(|preview| preview.key),
            manifest_key: manifest.map(|manifest| manifest.key),
            plate_key: plate.map(|plate| plate.key),
            preflight: painted.inspected.measured.map(|measured| Preflight {
                checks: measured.checks,
                fingerprint: measured.fingerprint.to_string(),
            }),
            changed_boxes: painted.picture.origin.changed,
            recipe: painted.picture.origin.recipe.as_ref().map(Recipe::json),
            provenance: Some(provenance),
            ..FinishedPicture::new(picture.key, size_bytes, store.clock().now())
        };
        let complete = || store.complete(lease, picture.clone());
        match retry.run(complete, may_succeed_later).await {
            Ok(Settled::Done) => {
                tracing::info!(
                    attempt = lease.attempt,
                    picture.size_bytes = size_bytes,
                    "a thumbnail is completed"
                );
                let superseded = (1..lease.attempt).flat_map(|attempt| {
                    [
                        picture_key(attempt),
                        preview_key(attempt),
                        manifest_key(attempt),
                        plate_key(attempt),
                    ]
                });
                bucket.discard(&superseded.collect::<Vec<_>>()).await;
                Verdict::Done
            }
            Ok(Settled::Superseded) => {
                let objects: Vec<String> = picture.object_keys().map(str::to_owned).collect();
                bucket.discard(&objects).await;
                Verdict::Done
            }
            // The completion may have been written although the call failed, so the objects are kept. The next attempt
            // reads the table.
            Err(error) => kept(&error),
        }
    }
}

/// Stores an object, if there is one. A failure is retried while the lease lasts.
async fn put(bucket: &Bucket, retry: &LeaseRetry<'_>, object: Option<&Object>) -> Result<(), MediaError> {
    let Some(Object {
        key,
        bytes,
        content_type,
    }) = object
    else {
        return Ok(());
    };
    let put = || bucket.put_thumbnail(key, bytes.clone(), content_type);
    retry.run(put, |_| true).await
}

/// Whether a retry of this step of the store may succeed.
const fn may_succeed_later(error: &StoreError) -> bool {
    matches!(error, StoreError::Aws { .. } | StoreError::Contention)
}
