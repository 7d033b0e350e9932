//! A person as callers see them.

use contract::tools::{PersonView, PhotoView};
use media::Bucket;
use service::Failure;
use store::Person;

/// Shows a person, with fresh URLs.
pub(crate) async fn view(bucket: &Bucket, person: &Person) -> Result<PersonView, Failure> {
    let mut photos = Vec::with_capacity(person.photos.len());
    for photo in &person.photos {
        let signed = bucket
            .sign_reference(&photo.object_key, &person.name)
            .await
            .map_err(Failure::internal)?;
        photos.push(PhotoView {
            url: signed.url,
            url_expires_at: signed.expires_at,
            width: photo.width,
            height: photo.height,
            content_type: Some(photo.format.into()),
            size_bytes: Some(photo.size_bytes),
        });
    }
    Ok(PersonView {
        person_id: person.id,
        name: person.name.clone(),
        photos,
        created_at: person.created_at,
    })
}
