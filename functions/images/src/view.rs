//! An image as callers see it.

use contract::tools::{ImageView, Preflight};
use media::Bucket;
use service::Failure;
use store::Image;

/// Shows an image, with a fresh URL.
pub(crate) async fn view(bucket: &Bucket, image: &Image) -> Result<ImageView, Failure> {
    let signed = bucket
        .sign_reference(&image.picture.object_key, &image.name)
        .await
        .map_err(Failure::internal)?;
    Ok(ImageView {
        image_id: image.id,
        name: image.name.clone(),
        description: image.description.clone(),
        logo: image.is_logo,
        url: signed.url,
        url_expires_at: signed.expires_at,
        width: image.picture.width,
        height: image.picture.height,
        content_type: image.picture.format.into(),
        size_bytes: image.picture.size_bytes,
        preflight: image.preflight.clone().map(Preflight::of),
        created_at: image.created_at,
    })
}
