//! Finds a thumbnail by its id.

use std::time::Duration;

use contract::{OrganizationId, ThumbnailId, ThumbnailStatus};
use futures_util::future::try_join_all;

use crate::{
    FinishedPicture, Generation, Progress, Reference, ReferenceKind, State, Store, StoreError, Thumbnail,
    dynamodb::{codec, query::Query},
    generations::generation::FACTS,
    keys,
};

/// The largest difference between the moments in the ids of a generation and of its thumbnails. One process makes these
/// ids at once.
const APART: Duration = Duration::from_secs(2);

/// A thumbnail with its generation.
#[derive(Clone, Debug)]
pub struct FoundThumbnail {
    /// The generation.
    pub generation: Generation,
    /// The progress of the generation.
    pub progress: Progress,
    /// The index of the thumbnail.
    pub index: usize,
}

impl FoundThumbnail {
    /// The id of the thumbnail.
    pub fn id(&self) -> Option<ThumbnailId> {
        self.generation.thumbnails.get(self.index).copied()
    }

    /// The status of the thumbnail.
    pub fn status(&self) -> ThumbnailStatus {
        let thumbnail = self.progress.thumbnails.get(self.index);
        thumbnail.map_or(ThumbnailStatus::Pending, Thumbnail::status)
    }

    /// The picture, if the thumbnail is completed.
    pub fn picture(&self) -> Option<&FinishedPicture> {
        match &self.progress.thumbnails.get(self.index)?.state {
            State::Completed(picture) => Some(picture),
            _ => None,
        }
    }

    /// The thumbnail as a reference of another generation; `None` if it is not completed.
    pub fn reference(&self) -> Option<Reference> {
        Some(Reference {
            kind: ReferenceKind::Thumbnail,
            id: self.id()?.to_string(),
            generation: Some(self.generation.id),
            name: self.generation.title.clone().unwrap_or_else(|| "Thumbnail".to_owned()),
            objects: vec![self.picture()?.object_key.clone()],
            recipe: None,
        })
    }
}

impl Store {
    /// The thumbnails with these ids that exist, each found with its own request, all concurrently.
    pub(crate) async fn thumbnails(
        &self,
        organization: OrganizationId,
        ids: impl Iterator<Item = ThumbnailId>,
    ) -> Result<Vec<FoundThumbnail>, StoreError> {
        let found = try_join_all(ids.map(|id| self.thumbnail(organization, id))).await?;
        Ok(found.into_iter().flatten().collect())
    }

    /// The thumbnail with this id, read with strong consistency. No record has the id of a thumbnail as its key: the
    /// thumbnail is looked for among the generations that were created at the moment in its id.
    pub async fn thumbnail(
        &self,
        organization: OrganizationId,
        id: ThumbnailId,
    ) -> Result<Option<FoundThumbnail>, StoreError> {
        let partition = keys::organization_partition(organization);
        let (first, last) = keys::generations_around(id, APART);
        let items = self
            .all_items(Query::partition(&*partition).between(&first, &last))
            .await?;
        for item in &items {
            let sort_key = item.get(keys::SK).and_then(|value| value.as_s().ok());
            if sort_key.is_none_or(|sort_key| keys::is_progress(sort_key)) {
                continue;
            }
            let generation: Generation = codec::read(FACTS, item.clone())?;
            let Some(index) = generation.thumbnails.iter().position(|thumbnail| *thumbnail == id) else {
                continue;
            };
            let key = keys::generation_progress(organization, generation.id);
            let progress = items.iter().find(|item| key.is_of(item)).cloned();
            let progress = progress.map(Progress::read).transpose()?;
            return Ok(progress.map(|progress| FoundThumbnail {
                generation,
                progress,
                index,
            }));
        }
        Ok(None)
    }
}
