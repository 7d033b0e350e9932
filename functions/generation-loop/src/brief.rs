//! What a model is told of a thumbnail.

use bytes::Bytes;
use futures_util::future::try_join_all;
use media::{Bucket, MediaError};
use store::{Generation, Reference, ReferenceKind};
use studio::{Brief, Role};

/// Why there is no brief.
pub(crate) enum NoBrief {
    /// The bytes of a reference are gone.
    ReferenceMissing,
    /// The bucket could not be read.
    Media(MediaError),
}

const fn role(kind: ReferenceKind) -> Role {
    match kind {
        ReferenceKind::Image => Role::Object,
        ReferenceKind::Inspiration | ReferenceKind::PublicInspiration => Role::Style,
        ReferenceKind::Person => Role::Person,
    }
}

/// Reads the references of a generation, side by side, and says what its thumbnail of this index is to be.
pub(crate) async fn brief(bucket: &Bucket, generation: &Generation, index: usize) -> Result<Brief, NoBrief> {
    let pictures = generation
        .references
        .iter()
        .flat_map(|reference| reference.objects.iter().map(move |key| read(bucket, reference, key)));
    let references = try_join_all(pictures).await?;
    let offset = u32::try_from(index).unwrap_or_default();
    Ok(Brief {
        prompt: prompt(generation),
        title: generation.title.clone(),
        aspect_ratio: generation.aspect_ratio,
        format: generation.format,
        seed: generation.seed.wrapping_add(offset),
        references,
    })
}

async fn read(bucket: &Bucket, reference: &Reference, key: &str) -> Result<studio::Reference, NoBrief> {
    let bytes: Option<Bytes> = bucket.get(key).await.map_err(NoBrief::Media)?;
    let bytes = bytes.ok_or(NoBrief::ReferenceMissing)?;
    Ok(studio::Reference {
        role: role(reference.kind),
        id: reference.id.clone(),
        name: reference.name.clone(),
        bytes,
    })
}

/// The prompt as the model gets it. A person without a photo can only be named.
fn prompt(generation: &Generation) -> String {
    let mut prompt = generation
        .enhanced_prompt
        .as_ref()
        .or(generation.prompt.as_ref())
        .cloned()
        .unwrap_or_default();
    let nameless = |reference: &&Reference| reference.kind == ReferenceKind::Person && reference.objects.is_empty();
    for person in generation.references.iter().filter(nameless) {
        let comma = if prompt.is_empty() { "" } else { ", " };
        prompt.push_str(&format!("{comma}with {}", person.name));
    }
    prompt
}
