//! The brief of a thumbnail for a model.

use contract::Lettering;
use store::{Generation, Reference, ReferenceKind};
use studio::{Brief, Content, Original, Recipe, Role, Shown};

const fn role(kind: ReferenceKind) -> Role {
    match kind {
        ReferenceKind::Image | ReferenceKind::Thumbnail => Role::Object,
        ReferenceKind::Logo => Role::Logo,
        ReferenceKind::Inspiration | ReferenceKind::PublicInspiration => Role::Style,
        ReferenceKind::Person => Role::Person,
    }
}

/// The brief of the thumbnail with this index, without the files of references, and the object keys of these files. The
/// picture that is changed is the first reference.
pub(crate) fn brief(generation: &Generation, index: usize) -> (Brief, Vec<&str>) {
    let original = generation.edit.iter().map(|edit| {
        let role = match edit.kept_plate() {
            Some(_) => Role::Plate,
            None => Role::Original,
        };
        let picture = studio::ReferencePicture::new(role, edit.thumbnail.to_string(), "", Content::Absent);
        (picture, edit.object_key.as_str())
    });
    let pictures = generation.references.iter().flat_map(|reference| {
        reference
            .objects
            .iter()
            .map(move |key| (outline(reference), key.as_str()))
    });
    let (references, keys) = original.chain(pictures).unzip();
    let offset = u32::try_from(index).unwrap_or_default();
    let brief = Brief {
        prompt: prompt(generation),
        own_prompt: generation.enhanced_prompt.as_ref().map(|_| own_prompt(generation)),
        title: generation.title.clone(),
        aspect_ratio: generation.aspect_ratio,
        resolution: generation.resolution,
        format: generation.format,
        max_bytes: usize::try_from(generation.max_bytes()).unwrap_or(usize::MAX),
        seed: generation.seed.wrapping_add(offset),
        original: generation
            .edit
            .as_ref()
            .and_then(|edit| edit.drawn.as_ref())
            .map(|drawn| Original {
                prompt: with_names(drawn.prompt.clone().unwrap_or_default(), generation),
                own_prompt: drawn.own_prompt.clone().map(|prompt| with_names(prompt, generation)),
                title: drawn.title.clone(),
                seed: drawn.seed.unwrap_or(generation.seed).wrapping_add(offset),
                changes: drawn.changes.clone(),
                // Further thumbnails have other seeds, and differ everywhere.
                shown: drawn.shown.as_ref().filter(|_| index == 0).map(|shown| Shown {
                    title: shown.title.clone(),
                    changes: shown.changes,
                    has_same_file: shown.has_same_file,
                }),
            }),
        references,
        lettering: Lettering::Model,
        calm: None,
    };
    (brief, keys)
}

fn outline(reference: &Reference) -> studio::ReferencePicture {
    let (role, id, name) = (role(reference.kind), reference.id.clone(), reference.name.clone());
    studio::ReferencePicture {
        recipe: reference.recipe.as_deref().and_then(Recipe::read),
        ..studio::ReferencePicture::new(role, id, name, Content::Absent)
    }
}

/// The prompt for the model.
fn prompt(generation: &Generation) -> String {
    let prompt = generation.enhanced_prompt.as_ref().or(generation.prompt.as_ref());
    with_names(prompt.cloned().unwrap_or_default(), generation)
}

/// The caller's prompt for the model, before it was rewritten.
fn own_prompt(generation: &Generation) -> String {
    with_names(generation.prompt.clone().unwrap_or_default(), generation)
}

/// A prompt that also names the persons without a photo.
fn with_names(mut prompt: String, generation: &Generation) -> String {
    let nameless = |reference: &&Reference| reference.kind == ReferenceKind::Person && reference.objects.is_empty();
    for person in generation.references.iter().filter(nameless) {
        let comma = if prompt.is_empty() { "" } else { ", " };
        prompt.push_str(&format!("{comma}with {}", person.name));
    }
    prompt
}
