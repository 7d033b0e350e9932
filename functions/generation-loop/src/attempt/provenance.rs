//! The provenance of a picture, for its record.

use runtime::ModelConfig;
use store::{Plate, Provenance, UsedReference};
use studio::{Brief, ReferencePicture, Role};

use super::{paint::Painted, references::Digests, review::lettering_of};

/// The provenance of a picture that `model` made. The digest of a reference is that of its stored file, which a caller
/// can download. It is not the digest of the smaller copy that the model received.
pub(crate) fn provenance(model: &ModelConfig, brief: &Brief, digests: &Digests, painted: &Painted) -> Provenance {
    let origin = &painted.picture.origin;
    let used: Vec<(&ReferencePicture, &str)> = origin
        .references
        .iter()
        .filter_map(|&at| Some((brief.references.get(at)?, digests.get(at)?.as_deref()?)))
        .collect();
    let mut omitted: Vec<String> = Vec::new();
    // The built-in model draws the picture that is changed again.
    let is_redrawn = origin.upstream_model.is_none();
    let others = |reference: &&ReferencePicture| !is_redrawn || reference.role != Role::Original;
    for reference in brief.references.iter().filter(others) {
        let is_used = used.iter().any(|(used, _)| used.id == reference.id);
        if !is_used && !omitted.contains(&reference.id) {
            omitted.push(reference.id.clone());
        }
    }
    Provenance {
        model: model.id.clone(),
        upstream_model: origin.upstream_model.clone(),
        lettering: Some(lettering_of(painted)),
        seed: origin.seed,
        request_id: origin.request_id.clone(),
        references: used.into_iter().map(hashed).collect(),
        omitted,
        prompt_was_cut: origin.prompt_was_cut,
        was_enlarged: origin.was_enlarged,
        unchanged: origin.unchanged.clone(),
        left_out: origin.left_out.clone(),
        other_layout: origin.other_layout.clone(),
        has_painted_words: painted.has_other_words,
        duration_millis: u64::try_from(painted.took.as_millis()).unwrap_or(u64::MAX),
    }
}

/// The provenance of a picture with a kept plate. The model that painted the plate made the picture. The composer needs
/// none of the references that this model was given.
pub(crate) fn with_kept(plate: &Plate, provenance: Provenance) -> Provenance {
    Provenance {
        model: plate.model.clone(),
        upstream_model: plate.upstream_model.clone(),
        seed: plate.seed,
        request_id: plate.request_id.clone(),
        omitted: Vec::new(),
        ..provenance
    }
}

fn hashed((reference, sha256): (&ReferencePicture, &str)) -> UsedReference {
    UsedReference {
        id: reference.id.clone(),
        sha256: sha256.to_owned(),
    }
}
