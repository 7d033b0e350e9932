//! An inspiration as callers see it.

use contract::tools::InspirationView;
use media::Bucket;
use service::{Call, Failure};
use store::Inspiration;

/// Shows an inspiration to the caller, with a fresh URL.
pub(crate) async fn view(bucket: &Bucket, call: &Call, inspiration: &Inspiration) -> Result<InspirationView, Failure> {
    let signed = bucket
        .sign_reference(&inspiration.picture.object_key, &inspiration.name)
        .await
        .map_err(Failure::internal)?;
    let owned = inspiration.organization == Some(call.organization.id);
    Ok(InspirationView {
        inspiration_id: inspiration.id,
        name: inspiration.name.clone(),
        description: inspiration.description.clone(),
        category: inspiration.category.clone(),
        url: signed.url,
        url_expires_at: signed.expires_at,
        width: inspiration.picture.width,
        height: inspiration.picture.height,
        content_type: Some(inspiration.picture.format.into()),
        size_bytes: Some(inspiration.picture.size_bytes),
        palette: inspiration.palette.clone(),
        recipe: inspiration.recipe.is_some(),
        // The URL of a picture may reveal who shared it.
        source_url: inspiration.source_url.clone().filter(|_| owned),
        visibility: inspiration.visibility,
        owned,
        created_at: inspiration.created_at,
    })
}
