//! Reads the files of references within a memory budget that all thumbnails of the process share.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use media::{Bucket, MediaError};
use runtime::hex;
use sha2::{Digest, Sha256};
use studio::{Content, ImageModel, ReferencePicture};
use tokio::sync::Semaphore;

/// How many files are in memory at once, in the whole process. The bucket returns files of at most
/// [`media::MAX_OBJECT_BYTES`], so together they take at most 144 MB.
const FILES: usize = 6;

/// The SHA-256 of the files that were read, in hexadecimal, by the place of their reference.
pub(crate) type Digests = Vec<Option<String>>;

/// Why the references cannot be used.
pub(crate) enum NoReferences {
    /// The file of the reference with this id does not exist.
    Missing(String),
    /// The bucket could not be read.
    Media(MediaError),
}

/// The memory for files of references, which all thumbnails of the process share.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    files: Arc<Semaphore>,
    /// Only one file at a time is decoded: its pixels may take more memory than the file.
    decoder: Arc<Semaphore>,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            files: Arc::new(Semaphore::new(FILES)),
            decoder: Arc::new(Semaphore::new(1)),
        }
    }
}

impl Reader {
    /// Reads the files that the model chooses, concurrently as far as the memory budget allows, and converts each to
    /// the form that the model needs. `keys` are the keys of the files, in the order of `references`.
    pub(crate) async fn read(
        &self,
        bucket: &Bucket,
        model: &dyn ImageModel,
        references: &mut [ReferencePicture],
        keys: &[&str],
    ) -> Result<Digests, NoReferences> {
        let mut digests: Digests = vec![None; references.len()];
        let chosen = model.choose(references).into_iter();
        let chosen = chosen.filter_map(|at| Some((at, (*keys.get(at)?).to_owned())));
        let chosen: Vec<(usize, String)> = chosen.collect();
        // Files get memory in the order in which they are prepared. Otherwise later files could hold all memory while
        // the file to be prepared next waits for it: a deadlock.
        let mut files = stream::iter(chosen)
            .map(|(at, key)| async move {
                let room = self.files.acquire().await;
                let file = bucket.get(&key).await;
                (at, file, room)
            })
            .buffered(FILES);
        while let Some((at, file, room)) = files.next().await {
            let missing = || NoReferences::Missing(references.get(at).map(|one| one.id.clone()).unwrap_or_default());
            let file: Bytes = file.map_err(NoReferences::Media)?.ok_or_else(missing)?;
            let turn = self.decoder.acquire().await;
            if let Some(digest) = digests.get_mut(at) {
                *digest = Some(sha256(&file));
            }
            let content: Content = model.prepare(references, at, file).await;
            if let Some(reference) = references.get_mut(at) {
                reference.content = content;
            }
            drop((turn, room));
        }
        Ok(digests)
    }
}

fn sha256(file: &[u8]) -> String {
    hex(&Sha256::digest(file))
}
