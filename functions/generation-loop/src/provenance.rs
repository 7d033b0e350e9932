//! How a picture came about, for the record.

use runtime::ModelConfig;
use sha2::{Digest, Sha256};
use store::{Provenance, UsedReference};
use studio::{Brief, Reference};

use crate::paint::Painted;

/// What is noted of a picture that `model` made.
pub(crate) fn provenance(model: &ModelConfig, brief: &Brief, painted: &Painted) -> Provenance {
    let origin = &painted.picture.origin;
    let used: Vec<&Reference> = origin
        .references
        .iter()
        .filter_map(|&at| brief.references.get(at))
        .collect();
    let mut omitted: Vec<String> = Vec::new();
    for reference in &brief.references {
        let is_used = used.iter().any(|used| used.id == reference.id);
        if !is_used && !omitted.contains(&reference.id) {
            omitted.push(reference.id.clone());
        }
    }
    Provenance {
        model: model.id.clone(),
        upstream_model: origin.upstream_model.clone(),
        seed: origin.seed,
        request_id: origin.request_id.clone(),
        references: used.into_iter().map(hashed).collect(),
        omitted,
        prompt_was_cut: origin.prompt_was_cut,
        duration_millis: u64::try_from(painted.took.as_millis()).unwrap_or(u64::MAX),
    }
}

fn hashed(reference: &Reference) -> UsedReference {
    let digest = Sha256::digest(&reference.bytes);
    UsedReference {
        id: reference.id.clone(),
        sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}
