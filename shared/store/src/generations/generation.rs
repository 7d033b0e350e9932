//! Generations. Each has two items: the facts, which never change, and the progress.

use contract::{
    Amount, AspectRatio, GenerationId, GenerationStatus, ImageFormat, Lettering, OrganizationId, PictureChange,
    Resolution, Size, ThumbnailId, Timestamp, ToolSpec, input::Metadata,
};
use serde::{Deserialize, Serialize};

use crate::{
    Reference, State, Store, StoreError, Thumbnail,
    dynamodb::{
        codec::{self, Item},
        query::{Page, Query},
    },
    keys::{self, Key},
};

/// The facts of a generation. They never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Generation {
    /// The id of the generation. The id of its prompt contains the same UUID.
    pub id: GenerationId,
    /// The organization that owns the generation.
    pub organization: OrganizationId,
    /// The tool that created the generation.
    pub tool: String,
    /// The caller's prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The rewritten prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enhanced_prompt: Option<String>,
    /// The text to print on the thumbnails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The model's id.
    pub model: String,
    /// Who puts the words on the pictures; absent in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lettering: Option<Lettering>,
    /// Whether the caller chose `lettering`. Only then do variations inherit it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_lettering_given: bool,
    /// The seed of the first thumbnail.
    pub seed: u32,
    /// The aspect ratio.
    pub aspect_ratio: AspectRatio,
    /// The file format.
    pub format: ImageFormat,
    /// The resolution; the default in records of earlier versions.
    #[serde(default)]
    pub resolution: Resolution,
    /// The largest file in bytes; absent if the caller named no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_bytes: Option<u32>,
    /// The references, as they were when the generation was created.
    pub references: Vec<Reference>,
    /// The picture that is changed; absent if new pictures are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edit: Option<Edit>,
    /// What could not be done as asked, as far as it was known when the generation was created.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The changes of a finished picture that the composer understood; empty for other generations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<PictureChange>,
    /// The ids of the thumbnails, by index.
    pub thumbnails: Vec<ThumbnailId>,
    /// The price of one thumbnail, and the refund for one.
    #[serde(with = "codec::hundredths")]
    pub unit_cost: Amount,
    /// The whole charge.
    #[serde(with = "codec::hundredths")]
    pub cost: Amount,
    /// The caller's own data.
    #[serde(default, skip_serializing_if = "Metadata::is_empty")]
    pub metadata: Metadata,
    /// The URL that also receives the events of this generation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook_url: Option<String>,
    /// When the generation was created.
    #[serde(with = "codec::millis")]
    pub created_at: Timestamp,
}

impl Generation {
    /// A generation of `tool` that was paid in full and has nothing optional: no prompt, no title, no references, the
    /// default size and format.
    pub fn new<T: ToolSpec>(
        id: GenerationId,
        organization: OrganizationId,
        model: &str,
        seed: u32,
        thumbnails: Vec<ThumbnailId>,
        created_at: Timestamp,
    ) -> Self {
        let count = u32::try_from(thumbnails.len()).unwrap_or(u32::MAX);
        Self {
            id,
            organization,
            tool: T::NAME.to_owned(),
            prompt: None,
            enhanced_prompt: None,
            title: None,
            model: model.to_owned(),
            lettering: None,
            is_lettering_given: false,
            seed,
            aspect_ratio: AspectRatio::default(),
            format: ImageFormat::default(),
            resolution: Resolution::default(),
            max_bytes: None,
            references: Vec::new(),
            edit: None,
            notes: Vec::new(),
            changes: Vec::new(),
            thumbnails,
            unit_cost: T::COST,
            cost: T::COST * count,
            metadata: Metadata::default(),
            webhook_url: None,
            created_at,
        }
    }
}

/// A picture that is changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Edit {
    /// The thumbnail with the picture.
    pub thumbnail: ThumbnailId,
    /// The key of the picture in the bucket; the key of its plate, if it has one.
    pub object_key: String,
    /// How the composer drew the picture or set its words; absent if another model made it whole. Then the composer
    /// cannot change it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Drawn>,
    /// The plate of the picture; absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plate: Option<Plate>,
}

impl Edit {
    /// Whether the composer can draw the picture again, because it has drawn all of it.
    pub const fn is_drawn_by_composer(&self) -> bool {
        self.drawn.is_some() && self.plate.is_none()
    }

    /// The plate, if the new picture has the same one and only words and logos change.
    pub fn kept_plate(&self) -> Option<&Plate> {
        self.plate.as_ref().filter(|plate| plate.is_kept)
    }
}

/// A picture without words that a model has painted, and on which the composer has set words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plate {
    /// Whether the new picture has the same plate. Otherwise a model paints another one from it.
    pub is_kept: bool,
    /// The id of the model that painted it.
    pub model: String,
    /// The vendor's name of this model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upstream_model: Option<String>,
    /// The seed with which it was painted; absent if the model has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// The request id that the vendor assigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The object key of the C2PA manifest of the vendor's file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manifest_key: Option<String>,
}

/// How the composer drew a picture, and the changes since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Drawn {
    /// The prompt before all changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The caller's prompt before all changes, if `prompt` is a rewritten one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_prompt: Option<String>,
    /// The title before all changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The seed of the picture; absent if the seed of the generation is used instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// The callers' texts that say what to change, the oldest first.
    pub changes: Vec<String>,
    /// The thumbnail that is changed; absent if its pixels cannot be compared, because the change gives it another
    /// shape, resolution or references.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
}

/// The thumbnail that a change is compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// The title that it prints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How many of the texts have changed it already.
    pub changes: usize,
    /// Whether the new picture has to differ from it: its file would be the same.
    pub has_same_file: bool,
}

impl Generation {
    /// The size of its pictures.
    pub const fn size(&self) -> Size {
        self.aspect_ratio.size_at(self.resolution)
    }

    /// The largest file of its pictures, in bytes.
    pub fn max_bytes(&self) -> u32 {
        self.max_bytes.unwrap_or_else(|| self.resolution.default_max_bytes())
    }

    /// The plate that its pictures share with the picture that it changes.
    pub fn kept_plate(&self) -> Option<&Plate> {
        self.edit.as_ref()?.kept_plate()
    }
}

/// The progress of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The generation's id.
    pub generation: GenerationId,
    /// The organization that owns the generation.
    pub organization: OrganizationId,
    /// The model's id. The duration of a lease follows from it.
    pub model: String,
    /// The thumbnails, by index.
    pub thumbnails: Vec<Thumbnail>,
    /// When a thumbnail last changed.
    #[serde(with = "codec::millis")]
    pub updated_at: Timestamp,
    /// Whether somebody listens for the events of the generation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_listener: bool,
    /// Whether the `webhookUrl` of the generation has answered that it wants no more events.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_webhook_url_gone: bool,
}

impl Progress {
    pub(crate) fn read(item: Item) -> Result<Self, StoreError> {
        codec::read("progress", item)
    }

    /// The generation's status.
    pub fn status(&self) -> GenerationStatus {
        GenerationStatus::of(self.thumbnails.iter().map(Thumbnail::status))
    }

    /// The number of refunded thumbnails.
    pub fn refunded(&self) -> u32 {
        let back = |thumbnail: &&Thumbnail| matches!(thumbnail.state, State::Failed { .. } | State::Cancelled);
        u32::try_from(self.thumbnails.iter().filter(back).count()).unwrap_or(u32::MAX)
    }

    /// The indexes of the pending thumbnails.
    pub fn pending(&self) -> Vec<usize> {
        let pending = self.thumbnails.iter().enumerate();
        pending
            .filter(|(_, thumbnail)| thumbnail.state == State::Pending)
            .map(|(index, _)| index)
            .collect()
    }

    /// The indexes of the thumbnails that have not ended, without `indexes`.
    pub(crate) fn open_except(&self, indexes: &[usize]) -> Vec<usize> {
        let open = self.thumbnails.iter().enumerate();
        let open = open.filter(|(index, thumbnail)| !indexes.contains(index) && !thumbnail.status().is_ended());
        open.map(|(index, _)| index).collect()
    }
}

/// A page of an organization's generations, newest first.
#[derive(Clone, Debug)]
pub struct GenerationPage {
    /// The generations.
    pub generations: Vec<(Generation, Progress)>,
    /// The generation after which older ones follow; `None` on the last page.
    pub next: Option<GenerationId>,
}

pub(crate) const FACTS: &str = "generation";
pub(crate) const PROGRESS: &str = "progress";

/// The facts and the progress of a generation, if both items exist.
pub(crate) fn both(items: Vec<Item>, facts: &Key) -> Result<Option<(Generation, Progress)>, StoreError> {
    let (mut generation, mut progress) = (None, None);
    for item in items {
        if facts.is_of(&item) {
            generation = Some(codec::read(FACTS, item)?);
        } else {
            progress = Some(Progress::read(item)?);
        }
    }
    Ok(generation.zip(progress))
}

impl Store {
    /// A generation and its progress, read with strong consistency in one call.
    pub async fn generation(
        &self,
        organization: OrganizationId,
        id: GenerationId,
    ) -> Result<Option<(Generation, Progress)>, StoreError> {
        let partition = keys::organization_partition(organization);
        let query = Query::partition(partition).with_prefix(&keys::generation_prefix(id));
        let items = self.all_items(query).await?;
        both(items, &keys::generation_facts(organization, id))
    }

    /// The facts of a generation.
    pub(crate) async fn facts(
        &self,
        organization: OrganizationId,
        id: GenerationId,
    ) -> Result<Option<Generation>, StoreError> {
        let item = self.get(&keys::generation_facts(organization, id)).await?;
        item.map(|item| codec::read(FACTS, item)).transpose()
    }

    /// At most `limit` generations older than `before`, newest first.
    pub async fn generations(
        &self,
        organization: OrganizationId,
        before: Option<GenerationId>,
        limit: u32,
    ) -> Result<GenerationPage, StoreError> {
        let partition = keys::organization_partition(organization);
        let (first, last) = (keys::GENERATION_PREFIX.to_owned(), keys::generations_end(before));
        // One item more than the page shows whether another page follows.
        let one_more = limit.saturating_mul(2).saturating_add(1);
        let query = Query::partition(partition).between(&first, &last).newest_first();
        let Page { items, next } = self.query(&query.limit(one_more)).await?;
        let more = next.is_some();
        let mut generations = Vec::new();
        let mut progress: Option<Progress> = None;
        let mut seen = before;
        for item in items {
            let sort_key = item
                .get(keys::SK)
                .and_then(|value| value.as_s().ok())
                .cloned()
                .unwrap_or_default();
            if keys::is_progress(&sort_key) {
                // A progress without its facts belongs to a generation that is being committed during this query.
                if let Some(half) = progress.replace(Progress::read(item)?) {
                    seen = Some(half.generation);
                }
                continue;
            }
            seen = keys::id_in(&sort_key, keys::GENERATION_PREFIX).or(seen);
            let generation: Generation = codec::read(FACTS, item)?;
            if let Some(progress) = progress.take().filter(|progress| progress.generation == generation.id) {
                generations.push((generation, progress));
            }
        }
        Ok(GenerationPage {
            generations,
            next: seen.filter(|_| more),
        })
    }
}

#[cfg(test)]
mod tests {
    use contract::tools::GenerateThumbnail;

    use super::*;

    #[test]
    fn an_item_of_an_earlier_version_has_the_default_resolution_and_limit() {
        let mut generation = Generation {
            aspect_ratio: AspectRatio::Classic,
            resolution: Resolution::P2160,
            max_bytes: Some(123_456),
            ..Generation::new::<GenerateThumbnail>(
                "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
                "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f01".parse().unwrap(),
                "composer",
                1,
                Vec::new(),
                Timestamp::from_millis(0),
            )
        };
        let key = keys::generation_facts(generation.organization, generation.id);
        let mut item = codec::write(FACTS, &key, &generation).unwrap();
        let read: Generation = codec::read(FACTS, item.clone()).unwrap();
        assert_eq!(read, generation);
        for name in ["resolution", "maxBytes"] {
            assert!(item.remove(name).is_some(), "{name}");
        }
        let read: Generation = codec::read(FACTS, item).unwrap();
        (generation.resolution, generation.max_bytes) = (Resolution::P720, None);
        assert_eq!(read, generation);
        assert_eq!(
            (read.size(), read.max_bytes()),
            (AspectRatio::Classic.size(), 2_000_000)
        );
    }
}
