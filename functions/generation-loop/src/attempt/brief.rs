//! The brief of a thumbnail for a model.

use store::{Generation, Reference, ReferenceKind};
use studio::{Brief, Content, Role};

const fn role(kind: ReferenceKind) -> Role {
    match kind {
        ReferenceKind::Image => Role::Object,
        ReferenceKind::Inspiration | ReferenceKind::PublicInspiration => Role::Style,
        ReferenceKind::Person => Role::Person,
    }
}

/// The brief of the thumbnail with this index, without the files of references, and the object keys of these files.
pub(crate) fn brief(generation: &Generation, index: usize) -> (Brief, Vec<&str>) {
    let pictures = generation.references.iter().flat_map(|reference| {
        reference
            .objects
            .iter()
            .map(move |key| (outline(reference), key.as_str()))
    });
    let (references, keys) = pictures.unzip();
    let offset = u32::try_from(index).unwrap_or_default();
    let brief = Brief {
        prompt: prompt(generation),
        title: generation.title.clone(),
        aspect_ratio: generation.aspect_ratio,
        format: generation.format,
        seed: generation.seed.wrapping_add(offset),
        references,
    };
    (brief, keys)
}

fn outline(reference: &Reference) -> studio::Reference {
    studio::Reference {
        role: role(reference.kind),
        id: reference.id.clone(),
        name: reference.name.clone(),
        content: Content::Absent,
    }
}

/// The prompt for the model. A person without a photo is only named.
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
