//! A generation as callers see it.

use contract::{
    ThumbnailStatus,
    tools::{GenerationView, ThumbnailView},
};
use media::{Bucket, MediaError};
use store::{Generation, Progress, ReferenceKind, State, Thumbnail};

/// Shows a generation, with fresh URLs for its finished pictures.
pub(crate) async fn view(
    bucket: &Bucket,
    generation: &Generation,
    progress: &Progress,
) -> Result<GenerationView, MediaError> {
    let mut thumbnails = Vec::with_capacity(progress.thumbnails.len());
    for (index, thumbnail) in progress.thumbnails.iter().enumerate() {
        thumbnails.extend(thumbnail_view(bucket, generation, index, thumbnail).await?);
    }
    let number = |status: ThumbnailStatus| {
        let having = thumbnails
            .iter()
            .filter(|thumbnail: &&ThumbnailView| thumbnail.status == status)
            .count();
        u32::try_from(having).unwrap_or(u32::MAX)
    };
    let [pending, processing, completed, failed, cancelled] = [
        ThumbnailStatus::Pending,
        ThumbnailStatus::Processing,
        ThumbnailStatus::Completed,
        ThumbnailStatus::Failed,
        ThumbnailStatus::Cancelled,
    ]
    .map(number);
    let count = u32::try_from(thumbnails.len()).unwrap_or(u32::MAX);
    let references = &generation.references;
    Ok(GenerationView {
        generation_id: generation.id,
        prompt_id: generation.id.into(),
        prompt: generation.prompt.clone(),
        enhanced_prompt: generation.enhanced_prompt.clone(),
        title: generation.title.clone(),
        model: generation.model.clone(),
        seed: generation.seed,
        aspect_ratio: generation.aspect_ratio,
        format: generation.format,
        image_ids: ids(references, |kind| kind == ReferenceKind::Image),
        inspiration_ids: ids(references, |kind| {
            matches!(kind, ReferenceKind::Inspiration | ReferenceKind::PublicInspiration)
        }),
        person_ids: ids(references, |kind| kind == ReferenceKind::Person),
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
        thumbnails,
    })
}

fn ids<K: std::str::FromStr>(references: &[store::Reference], of: impl Fn(ReferenceKind) -> bool) -> Vec<K> {
    references
        .iter()
        .filter(|reference| of(reference.kind))
        .filter_map(|reference| reference.id.parse().ok())
        .collect()
}

async fn thumbnail_view(
    bucket: &Bucket,
    generation: &Generation,
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
        width: None,
        height: None,
        content_type: None,
        size_bytes: None,
        error: None,
        completed_at: None,
    };
    match &thumbnail.state {
        State::Completed(picture) => {
            let content_type = generation.format.content_type();
            let signed = bucket
                .sign(&picture.object_key, content_type, &file_name(generation, index))
                .await?;
            let size = generation.aspect_ratio.size();
            view.url = Some(signed.url);
            view.url_expires_at = Some(signed.expires_at);
            view.width = Some(size.width);
            view.height = Some(size.height);
            view.content_type = Some(content_type);
            view.size_bytes = Some(picture.size_bytes);
            view.completed_at = Some(picture.completed_at);
        }
        State::Failed { code } => view.error = Some((*code).into()),
        State::Pending | State::Leased { .. } | State::Waiting { .. } | State::Cancelled => {}
    }
    Ok(Some(view))
}

/// What a browser saves a picture as: the first words of the title or the prompt, and the thumbnail's number.
fn file_name(generation: &Generation, index: usize) -> String {
    let text = generation
        .title
        .as_deref()
        .or(generation.prompt.as_deref())
        .unwrap_or_default();
    let mut slug = String::new();
    for word in text
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        if slug.len() + word.len() > 48 {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&word.to_ascii_lowercase());
    }
    let stem = if slug.is_empty() { "thumbnail" } else { &slug };
    format!("{stem}-{}.{}", index + 1, generation.format.extension())
}
