//! A generation as callers see it.

use contract::{
    CheckId, ImageFormat, Lettering, Resolution, Size, ThumbnailStatus,
    tools::{
        GenerationSummaryView, GenerationView, Preflight, PreflightCheck, ReferenceHash, Reproducibility,
        ThumbnailFailure, ThumbnailView,
    },
};
use media::{Bucket, MediaError, keys::PREVIEW_FORMAT};
use preflight::{Fingerprint, sameness};
use store::{FinishedPicture, Generation, Progress, Provenance, ReferenceKind, State, Thumbnail};

use crate::composer::{self, quoted};

/// Shows a generation, with fresh URLs for its finished pictures.
///
/// # Errors
///
/// A URL cannot be signed.
pub async fn view(bucket: &Bucket, generation: &Generation, progress: &Progress) -> Result<GenerationView, MediaError> {
    let mut thumbnails = Vec::with_capacity(progress.thumbnails.len());
    for (index, thumbnail) in progress.thumbnails.iter().enumerate() {
        thumbnails.extend(thumbnail_view(bucket, generation, progress, index, thumbnail).await?);
    }
    let references = &generation.references;
    Ok(GenerationView {
        summary: summary(generation, progress),
        image_ids: ids(references, |kind| {
            matches!(
                kind,
                ReferenceKind::Image | ReferenceKind::Logo | ReferenceKind::Thumbnail
            )
        }),
        inspiration_ids: ids(references, |kind| {
            matches!(kind, ReferenceKind::Inspiration | ReferenceKind::PublicInspiration)
        }),
        person_ids: ids(references, |kind| kind == ReferenceKind::Person),
        thumbnails,
    })
}

/// Shows a generation without its thumbnails and without the ids of its references.
pub fn summary(generation: &Generation, progress: &Progress) -> GenerationSummaryView {
    let number = |status: ThumbnailStatus| {
        let having = progress
            .thumbnails
            .iter()
            .filter(|thumbnail| thumbnail.status() == status);
        u32::try_from(having.count()).unwrap_or(u32::MAX)
    };
    let [pending, processing, completed, failed, cancelled] = [
        ThumbnailStatus::Pending,
        ThumbnailStatus::Processing,
        ThumbnailStatus::Completed,
        ThumbnailStatus::Failed,
        ThumbnailStatus::Cancelled,
    ]
    .map(number);
    let count = u32::try_from(progress.thumbnails.len()).unwrap_or(u32::MAX);
    GenerationSummaryView {
        generation_id: generation.id,
        prompt_id: generation.id.into(),
        prompt: generation.prompt.clone(),
        enhanced_prompt: generation.enhanced_prompt.clone(),
        title: generation.title.clone(),
        model: generation.model.clone(),
        lettering: lettering(generation, progress),
        seed: generation.seed,
        aspect_ratio: generation.aspect_ratio,
        format: generation.format,
        resolution: generation.resolution,
        max_bytes: generation.max_bytes(),
        metadata: generation.metadata.clone(),
        status: progress.status(),
        count,
        pending,
        processing,
        completed,
        failed,
        cancelled,
        progress: f64::from(completed + failed + cancelled) / f64::from(count.max(1)),
        cost: generation.cost,
        refunded: generation.unit_cost * progress.refunded(),
        created_at: generation.created_at,
        updated_at: progress.updated_at,
        notes: notes(generation, progress),
        changes: generation.changes.clone(),
    }
}

/// Who puts the words on the pictures. A record of an earlier version does not say it, but its pictures do.
fn lettering(generation: &Generation, progress: &Progress) -> Lettering {
    let made = || progress.thumbnails.iter().find_map(provenance);
    let chosen = generation.lettering.or_else(|| made().map(Provenance::lettering));
    chosen.unwrap_or(Lettering::Composer)
}

/// How a finished thumbnail was made.
fn provenance(thumbnail: &Thumbnail) -> Option<&Provenance> {
    match &thumbnail.state {
        State::Completed(picture) => picture.provenance.as_ref(),
        _ => None,
    }
}

fn ids<K: std::str::FromStr>(references: &[store::Reference], of: impl Fn(ReferenceKind) -> bool) -> Vec<K> {
    references
        .iter()
        .filter(|reference| of(reference.kind))
        .filter_map(|reference| reference.id.parse().ok())
        .collect()
}

/// Shows one thumbnail of a generation, with a fresh URL for its picture. `None` if there is none with this index.
///
/// # Errors
///
/// The URL cannot be signed.
pub async fn thumbnail_view(
    bucket: &Bucket,
    generation: &Generation,
    progress: &Progress,
    index: usize,
    thumbnail: &Thumbnail,
) -> Result<Option<ThumbnailView>, MediaError> {
    let Some(&thumbnail_id) = generation.thumbnails.get(index) else {
        return Ok(None);
    };
    let mut view = ThumbnailView {
        thumbnail_id,
        index: u32::try_from(index).unwrap_or(u32::MAX),
        status: thumbnail.status(),
        url: None,
        url_expires_at: None,
        preview_url: None,
        width: None,
        height: None,
        content_type: None,
        size_bytes: None,
        error: None,
        completed_at: None,
        preflight: None,
        changed_boxes: None,
        reproducibility: None,
    };
    match &thumbnail.state {
        State::Completed(picture) => {
            let name = file_name(generation);
            let sign = async |key: &str, format: ImageFormat, suffix: &str| {
                let name = (name.as_str(), suffix);
                bucket.sign_thumbnail(key, format, name, picture.completed_at).await
            };
            // The first thumbnail of a generation has no number.
            let number = if index == 0 {
                String::new()
            } else {
                format!("-{}", index + 1)
            };
            if let Some(key) = &picture.preview_key {
                let preview = sign(key, PREVIEW_FORMAT, &format!("{number}-preview")).await?;
                view.preview_url = preview.map(|signed| signed.url);
            }
            let signed = sign(&picture.object_key, generation.format, &number).await?;
            let size = generation.size();
            view.url_expires_at = signed.as_ref().map(|signed| signed.expires_at);
            view.url = signed.map(|signed| signed.url);
            view.width = Some(size.width);
            view.height = Some(size.height);
            view.content_type = Some(generation.format.into());
            view.size_bytes = Some(picture.size_bytes);
            view.completed_at = Some(picture.completed_at);
            view.preflight = preflight(progress, index);
            view.changed_boxes.clone_from(&picture.changed_boxes);
            view.reproducibility = reproducibility(picture);
        }
        State::Failed(cause) => view.error = Some(ThumbnailFailure::new(cause.code, cause.reference.as_deref())),
        State::Pending | State::Leased { .. } | State::Waiting { .. } | State::Cancelled => {}
    }
    Ok(Some(view))
}

/// The results of the checks of a finished thumbnail, with its likeness to the other finished thumbnails of the
/// generation.
fn preflight(progress: &Progress, index: usize) -> Option<Preflight> {
    let of = |thumbnail: &Thumbnail| match &thumbnail.state {
        State::Completed(picture) => picture.preflight.clone(),
        _ => None,
    };
    let own = of(progress.thumbnails.get(index)?)?;
    let siblings = progress
        .thumbnails
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != index);
    let siblings: Vec<Fingerprint> = siblings
        .filter_map(|(_, thumbnail)| of(thumbnail)?.fingerprint.parse().ok())
        .collect();
    let fingerprint: Option<Fingerprint> = own.fingerprint.parse().ok();
    let sameness = fingerprint.and_then(|own| sameness(&own, &siblings));
    Some(Preflight::of(own.checks.into_iter().chain(sameness)))
}

fn reproducibility(picture: &FinishedPicture) -> Option<Reproducibility> {
    let provenance = picture.provenance.as_ref()?;
    let references = provenance.references.iter().map(|reference| ReferenceHash {
        id: reference.id.clone(),
        sha256: reference.sha256.clone(),
    });
    Some(Reproducibility {
        model: provenance.model.clone(),
        upstream_model: provenance.upstream_model.clone(),
        lettering: provenance.lettering(),
        seed: provenance.seed,
        request_id: provenance.request_id.clone(),
        references: references.collect(),
        duration_ms: provenance.duration_millis,
        c2pa: picture.manifest_key.is_some(),
    })
}

/// The notes on what could not be done as asked, each once. The record lacks the notes on the composer if the composer
/// took the place of a model that failed, so they are added here.
fn notes(generation: &Generation, progress: &Progress) -> Vec<String> {
    let mut notes = generation.notes.clone();
    for provenance in progress.thumbnails.iter().filter_map(provenance) {
        let model = &provenance.model;
        let is_composed = provenance.upstream_model.is_none();
        let composed = is_composed.then(|| composer::notes(&generation.into()));
        if is_composed {
            let painted = composer::painted_instead(generation.title.as_deref(), &generation.model);
            notes.retain(|note| Some(note) != painted.as_ref());
        }
        let omitted = (!provenance.omitted.is_empty()).then(|| {
            let (given, omitted) = (provenance.references.len(), provenance.omitted.join(", "));
            format!("{model} was given {given} reference pictures and had no room for {omitted}.")
        });
        let cut = provenance.prompt_was_cut.then(|| {
            format!(
                "{model} takes less text than this prompt has; the end of the prompt was left out. \
                              Shorten the prompt."
            )
        });
        // At the default resolution the pictures of most models are cropped and scaled.
        let enlarged = provenance.was_enlarged && generation.resolution != Resolution::default();
        let enlarged = enlarged.then(|| {
            let Size { width, height } = generation.size();
            format!("{model} makes smaller pictures than {width}×{height}; its pictures were enlarged.")
        });
        let unchanged = quoted(provenance.unchanged.iter().cloned()).map(|changes| match generation.edit {
            Some(_) => format!("{model} could not change the picture to {changes}."),
            None => format!("{model} could not do this as asked: {changes}."),
        });
        let left_out = quoted(provenance.left_out.iter().cloned())
            .map(|logos| format!("{model} left out {logos}, because no corner of the picture is free."));
        let other_layout = provenance.other_layout.as_ref().map(|layout| {
            format!(
                "The inspiration's layout “{layout}” cannot show this thumbnail, so {model} used the most similar \
                 layout that can."
            )
        });
        let painted = provenance.has_painted_words.then(|| {
            format!("{model} painted words into the picture, although it was asked for none. Make it again for another picture.")
        });
        let others = [omitted, cut, enlarged, unchanged, left_out, other_layout, painted]
            .into_iter()
            .flatten();
        for note in composed.into_iter().flatten().chain(others) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    notes.extend(failed_checks(progress));
    notes
}

/// The checks of a lettered plate that depend on the composer.
const CHECKS_OF_WORDS: [CheckId; 2] = [CheckId::WordContrast, CheckId::DurationBadge];

/// The notes on the checks that the composer's pictures do not pass, one for each check. A plate is not the composer's,
/// only its words are.
fn failed_checks(progress: &Progress) -> impl Iterator<Item = String> {
    let lettered = progress.thumbnails.iter().enumerate().filter_map(|(index, thumbnail)| {
        let provenance = provenance(thumbnail)?;
        let is_plate = provenance.upstream_model.is_some();
        (provenance.lettering() == Lettering::Composer).then_some((index, is_plate))
    });
    let failed: Vec<(usize, PreflightCheck)> = lettered
        .filter_map(|(index, is_plate)| Some((index, is_plate, preflight(progress, index)?)))
        .flat_map(|(index, is_plate, preflight)| {
            let counts = move |check: &PreflightCheck| !is_plate || CHECKS_OF_WORDS.contains(&check.id);
            let failed = preflight.checks.into_iter().filter(|check| !check.ok).filter(counts);
            failed.map(move |check| (index, check))
        })
        .collect();
    CheckId::ALL.into_iter().filter_map(move |id| {
        let of_check = failed.iter().filter(|(_, failed)| failed.id == id);
        let (thumbnails, checks): (Vec<String>, Vec<&PreflightCheck>) =
            of_check.map(|(index, check)| (index.to_string(), check)).unzip();
        let (who, does) = match thumbnails.as_slice() {
            [] => return None,
            [one] => (format!("Thumbnail {one}"), "does"),
            all => (format!("Thumbnails {}", all.join(", ")), "do"),
        };
        // The message of a check refers to the field `limit` beside it. A note has no such field; it says the number.
        let limit = checks.first().and_then(|check| check.limit);
        let message = match limit {
            Some(limit) => id.message(false).replace("`limit`", &limit.to_string()),
            None => id.message(false).to_owned(),
        };
        Some(format!(
            "{who} {does} not pass the check {} of `preflight`. {message}",
            id.as_str()
        ))
    })
}

/// The name under which a browser saves a picture, without its number and extension: the title, or the first words of
/// the prompt.
fn file_name(generation: &Generation) -> String {
    let prompt = || generation.prompt.as_deref().map(first_words);
    let title = generation.title.clone().filter(|title| !title.trim().is_empty());
    let name = title.or_else(prompt);
    name.unwrap_or_else(|| "thumbnail".to_owned())
}

/// The first words of a text, at most 60 characters together. A longer first word is cut.
fn first_words(text: &str) -> String {
    const MOST_CHARACTERS: usize = 60;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MOST_CHARACTERS) {
        None => text,
        Some((end, _)) => {
            let (cut, rest) = text.split_at(end);
            let whole = if rest.starts_with(' ') {
                Some(cut)
            } else {
                cut.rsplit_once(' ').map(|(whole, _)| whole)
            };
            whole.unwrap_or(cut).to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_whole_words() {
        let ten = "123456789 ".repeat(9);
        assert_eq!(first_words(&ten).len(), 59);
        assert_eq!(first_words(" A red\n bicycle "), "A red bicycle");
        assert_eq!(first_words(&"長".repeat(70)).chars().count(), 60);
        assert_eq!(first_words(&format!("{} b", "a".repeat(60))), "a".repeat(60));
    }
}
