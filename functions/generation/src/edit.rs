//! What a variation changes in a finished picture, and what it keeps.

use contract::{
    ApiError, Lettering, ParameterId,
    input::{GivenId, IdList},
    tools::GenerateVariationInput,
};
use lexicon::{Change, Changes};
use store::{Drawn, Edit, FoundThumbnail, Generation, Plate, ReferenceKind, Shown};

/// The data for the change of a picture: of this thumbnail, or else of the picture that the generation `source`
/// changes. `None` if the variation changes no picture.
///
/// # Errors
///
/// The thumbnail is not completed.
pub(crate) fn edit_of(
    input: &GenerateVariationInput,
    source: &Generation,
    thumbnail: Option<&FoundThumbnail>,
) -> Result<Option<Edit>, ApiError> {
    let words = input.new_prompt.as_ref().map(|words| words.as_str());
    let edit = match thumbnail {
        Some(found) => changed(edit(found)?, words),
        // A variation of a changed picture changes the same picture.
        None => match source.edit.clone() {
            Some(edit) => varied(edit, words),
            None => return Ok(None),
        },
    };
    let plate = edit.plate.map(|plate| Plate {
        is_kept: keeps_plate(input, source, thumbnail.is_some() || plate.is_kept),
        ..plate
    });
    let edit = Edit { plate, ..edit };
    let shown = shown(input, source, &edit);
    Ok(Some(compared(edit, shown)))
}

/// Whether all values that the call gives for a changed thumbnail are those of its generation.
pub(crate) fn equals(input: &GenerateVariationInput, source: &Generation) -> bool {
    let title = input.title.clone().map(|title| title.into_text().unwrap_or_default());
    title.is_none_or(|title| title == source.title.clone().unwrap_or_default())
        && input.lettering.is_none_or(|given| Some(given) == source.lettering)
        && has_same_shape(input, source)
        && has_same_file(input, source)
        && has_same_references(input, source)
}

/// Whether a variation of a picture with a plate keeps the plate: nothing changes but its title, its logos and its
/// file. Without words in the call, `by_default` decides.
fn keeps_plate(input: &GenerateVariationInput, source: &Generation, by_default: bool) -> bool {
    let is_own = |change: &Change| change.part.is_set_on_plates();
    let are_own = |words: &str| {
        let changes = Changes::of(words);
        changes.is_any() && changes.unknown.is_empty() && changes.made.iter().all(is_own)
    };
    let words = input.new_prompt.as_ref().map(|words| words.as_str());
    words.map_or(by_default, are_own)
        && input.model.as_ref().is_none_or(|model| model.as_str() == source.model)
        && input.lettering != Some(Lettering::Model)
        && has_same_shape(input, source)
        && has_same_references(input, source)
}

/// Whether the call keeps the size of the pictures.
fn has_same_shape(input: &GenerateVariationInput, source: &Generation) -> bool {
    input.aspect_ratio.is_none_or(|given| given == source.aspect_ratio)
        && input.resolution.is_none_or(|given| given == source.resolution)
}

/// Whether the call keeps the format and the largest file of the pictures.
fn has_same_file(input: &GenerateVariationInput, source: &Generation) -> bool {
    input.format.is_none_or(|given| given == source.format)
        && input.max_bytes.is_none_or(|given| given.get() == source.max_bytes())
}

/// Whether the call keeps the references.
fn has_same_references(input: &GenerateVariationInput, source: &Generation) -> bool {
    let of = |kinds: &[ReferenceKind]| -> Vec<&str> {
        let references = source
            .references
            .iter()
            .filter(|reference| kinds.contains(&reference.kind));
        references.map(|reference| reference.id.as_str()).collect()
    };
    let pictures = of(&[ReferenceKind::Image, ReferenceKind::Logo, ReferenceKind::Thumbnail]);
    let inspirations = of(&[ReferenceKind::Inspiration, ReferenceKind::PublicInspiration]);
    let persons = of(&[ReferenceKind::Person]);
    names(input.image_ids.as_ref()).is_none_or(|given| given == pictures)
        && names(input.inspiration_ids.as_ref()).is_none_or(|given| given == inspirations)
        && names(input.person_ids.as_ref()).is_none_or(|given| given == persons)
}

/// The ids of a list as the call has them; `None` if the list is absent.
fn names<K: ParameterId, const MAX: usize>(list: Option<&IdList<K, MAX>>) -> Option<Vec<&str>> {
    list.map(|list| list.as_slice().iter().map(GivenId::as_str).collect())
}

/// The data for a change of a thumbnail's picture.
///
/// # Errors
///
/// The thumbnail is not completed.
fn edit(found: &FoundThumbnail) -> Result<Edit, ApiError> {
    let FoundThumbnail { generation, index, .. } = found;
    let unfinished = || ApiError::unfinished_thumbnail("thumbnailId", found.status());
    let picture = found.picture().ok_or_else(unfinished)?;
    let id = found.id().ok_or_else(unfinished)?;
    let provenance = picture.provenance.as_ref();
    let plate_key = picture.plate_key.as_ref();
    let plate = plate_key.zip(provenance).map(|(_, provenance)| Plate {
        is_kept: false,
        model: provenance.model.clone(),
        upstream_model: provenance.upstream_model.clone(),
        seed: provenance.seed,
        request_id: provenance.request_id.clone(),
        manifest_key: picture.manifest_key.clone(),
    });
    let is_drawn = plate.is_some() || provenance.is_none_or(|provenance| provenance.upstream_model.is_none());
    let offset = u32::try_from(*index).unwrap_or_default();
    // A picture that was changed before is drawn again from the first picture.
    let drawn = match generation.edit.as_ref().and_then(|edit| edit.drawn.clone()) {
        Some(drawn) => Drawn {
            seed: Some(drawn.seed.unwrap_or(generation.seed).wrapping_add(offset)),
            ..drawn
        },
        None => Drawn {
            prompt: generation
                .enhanced_prompt
                .as_ref()
                .or(generation.prompt.as_ref())
                .cloned(),
            own_prompt: generation.enhanced_prompt.as_ref().and(generation.prompt.clone()),
            // Words about a change are no headline.
            title: generation
                .title
                .clone()
                .or(generation.edit.as_ref().map(|_| String::new())),
            seed: Some(generation.seed.wrapping_add(offset)),
            changes: Vec::new(),
            shown: None,
        },
    };
    Ok(Edit {
        thumbnail: id,
        object_key: plate_key.unwrap_or(&picture.object_key).clone(),
        drawn: is_drawn.then_some(drawn),
        plate,
    })
}

/// The edit with one more change.
fn changed(mut edit: Edit, words: Option<&str>) -> Edit {
    if let Some(drawn) = &mut edit.drawn {
        drawn.changes.extend(words.map(str::to_owned));
    }
    edit
}

/// The thumbnail with which a change of it can be compared: the new picture has the same size and references.
fn shown(input: &GenerateVariationInput, source: &Generation, edit: &Edit) -> Option<Shown> {
    let is_painted_anew = edit.plate.as_ref().is_some_and(|plate| !plate.is_kept);
    let is_alike = !is_painted_anew && has_same_shape(input, source) && has_same_references(input, source);
    let changes = edit.drawn.as_ref()?.changes.len();
    (input.thumbnail_id.is_some() && is_alike).then(|| Shown {
        title: source.title.clone(),
        changes: changes.saturating_sub(usize::from(input.new_prompt.is_some())),
        has_same_file: has_same_file(input, source),
    })
}

/// The edit with the thumbnail with which it is compared.
fn compared(mut edit: Edit, shown: Option<Shown>) -> Edit {
    if let Some(drawn) = &mut edit.drawn {
        drawn.shown = shown;
    }
    edit
}

/// The edit with another seed, and with other words in the place of its last change.
fn varied(mut edit: Edit, words: Option<&str>) -> Edit {
    if let Some(drawn) = &mut edit.drawn {
        drawn.seed = None;
        if words.is_some() {
            drawn.changes.pop();
        }
    }
    changed(edit, words)
}
