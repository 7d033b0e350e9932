//! The tasks that outlived their attempts.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use sha2::{Digest, Sha256};
use tokio::time::Instant;

use crate::{Attachment, PictureRequest};

/// How long a task is kept. The URL of its picture works for ten minutes.
const LIFETIME: Duration = Duration::from_secs(600);

/// A task that the vendor has accepted and will charge.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// The vendor's id of the task.
    pub(super) id: String,
    /// The checked URL from which the state of the task is read.
    pub(super) polling_url: String,
    accepted_at: Instant,
}

impl Task {
    /// A task that the vendor has just accepted.
    pub(super) fn accepted(id: String, polling_url: String) -> Self {
        Self {
            id,
            polling_url,
            accepted_at: Instant::now(),
        }
    }
}

/// A hash of the text, the references, the size and the seed of a request. Requests that are equal in these get equal
/// pictures.
pub(super) type Fingerprint = [u8; 32];

/// The fingerprint of a request.
pub(super) fn fingerprint(request: &PictureRequest<'_>) -> Fingerprint {
    let mut hash = Sha256::new();
    let files = request.references.iter().map(|Attachment { bytes, .. }| bytes.as_ref());
    for part in std::iter::once(request.text.as_bytes()).chain(files) {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    for number in [request.size.width, request.size.height, request.seed] {
        hash.update(number.to_be_bytes());
    }
    hash.finalize().into()
}

/// The tasks of one model that outlived their attempts, for example because an attempt timed out. The next attempt
/// waits for such a task instead of paying for a second task.
#[derive(Default)]
pub(super) struct Tasks(Mutex<HashMap<Fingerprint, Task>>);

impl Tasks {
    /// Takes the task of an equal request out of the list, so that only one attempt waits for the task.
    pub(super) fn take(&self, fingerprint: &Fingerprint) -> Option<Task> {
        let task = self.lock().remove(fingerprint)?;
        (task.accepted_at.elapsed() < LIFETIME).then_some(task)
    }

    /// Holds a task for an attempt. If the attempt ends without [`Held::forget`], the task returns to the list.
    pub(super) const fn hold(&self, fingerprint: Fingerprint, task: Task) -> Held<'_> {
        Held {
            tasks: self,
            fingerprint,
            task: Some(task),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Fingerprint, Task>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A task for which an attempt waits.
pub(super) struct Held<'a> {
    tasks: &'a Tasks,
    fingerprint: Fingerprint,
    task: Option<Task>,
}

impl Held<'_> {
    /// Forgets the task, because it has ended.
    pub(super) fn forget(mut self) {
        self.task = None;
    }
}

impl Drop for Held<'_> {
    /// An attempt that times out or is cancelled is dropped at any point, so the task is put back here.
    fn drop(&mut self) {
        if let Some(task) = self.task.take() {
            let mut tasks = self.tasks.lock();
            tasks.retain(|_, task| task.accepted_at.elapsed() < LIFETIME);
            tasks.insert(self.fingerprint, task);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{ImageFormat, Resolution, Size};

    fn of(text: &str, references: &[Attachment], seed: u32) -> Fingerprint {
        fingerprint(&PictureRequest {
            text,
            references,
            size: Size {
                width: 1280,
                height: 720,
            },
            resolution: Resolution::P720,
            seed,
        })
    }

    #[test]
    fn different_requests_have_different_fingerprints() {
        let file = |bytes: &'static [u8]| Attachment {
            format: ImageFormat::Png,
            bytes: bytes.into(),
        };
        let all = [
            of("a cat", &[], 1),
            of("a cat", &[], 2),
            of("a dog", &[], 1),
            of("a cat", &[file(b"1")], 1),
            of("a cat", &[file(b"1"), file(b"2")], 1),
            of("a cat", &[file(b"12")], 1),
        ];
        for (at, one) in all.iter().enumerate() {
            assert_eq!(all.iter().position(|other| other == one), Some(at));
        }
        assert_eq!(of("a cat", &[file(b"1")], 1), of("a cat", &[file(b"1")], 1));
    }

    #[test]
    fn the_next_attempt_gets_the_task_of_the_attempt_before_unless_the_task_has_ended() {
        let tasks = Tasks::default();
        let key = of("a cat", &[], 1);
        let task = || Task::accepted("1".to_owned(), "https://api.bfl.ai/v1/get_result?id=1".to_owned());
        drop(tasks.hold(key, task()));
        assert!(tasks.take(&of("a dog", &[], 1)).is_none());
        assert_eq!(tasks.take(&key).map(|task| task.id).as_deref(), Some("1"));
        // Another attempt with an equal request must not wait for the same task.
        assert!(tasks.take(&key).is_none());
        tasks.hold(key, task()).forget();
        assert!(tasks.take(&key).is_none());
    }
}
