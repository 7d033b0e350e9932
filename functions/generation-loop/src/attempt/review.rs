//! The vision model's review of a painted picture, and the second painting of a picture with wrong words.

use std::time::Duration;

use contract::{CheckId, ImageFormat, Lettering};
use runtime::{ModelConfig, causes};
use store::Lease;
use studio::{Brief, ImageModel, LONGEST_REVIEW, Reviewed, Reviewer};
use tokio::time::timeout;

use super::paint::{Painted, paint};
use crate::Dependencies;

/// The time of the lease that is left for storing the picture.
const RESERVE: Duration = Duration::from_secs(15);
/// A second painting that would have less time is not begun.
const LEAST_TIME: Duration = Duration::from_secs(5);
/// The difference between the seeds of both paintings. With the same seed, some models would make the same picture
/// again.
const OTHER_SEED: u32 = 1 << 30;

/// The review of the picture of a lease. It never fails: without an answer of the vision model, its checks are absent.
pub(crate) struct Review<'a> {
    pub(crate) dependencies: &'a Dependencies,
    pub(crate) lease: &'a Lease,
    /// The model that painted the picture.
    pub(crate) config: &'a ModelConfig,
    pub(crate) model: &'a dyn ImageModel,
}

impl Review<'_> {
    /// The picture with the checks of the vision model. If the title is misspelt, or a plate has words, and the model's
    /// configuration allows it, the picture is painted again. The second picture is kept, even if its words are wrong
    /// too. If the second painting fails, the first picture is kept.
    pub(crate) async fn of(&self, mut first: Painted, brief: &Brief) -> Painted {
        let Some(reviewer) = self.dependencies.studio.reviewer() else {
            return first;
        };
        self.judge(reviewer, &mut first, brief).await;
        let lettering = lettering_of(&first);
        let may_be_wrong = lettering == Lettering::Composer || brief.ordered_words().is_some();
        if !self.config.retries_words(lettering)
            || !may_be_wrong
            || !has_wrong_words(&first)
            || !self.may_paint_again().await
        {
            return first;
        }
        let again = Brief {
            seed: brief.seed ^ OTHER_SEED,
            ..brief.clone()
        };
        let time = self
            .time_left()
            .saturating_sub(LONGEST_REVIEW)
            .min(self.config.timeout());
        let inspector = self.dependencies.studio.inspector();
        match paint(self.model, inspector, &again, time).await {
            Ok(mut second) => {
                self.judge(reviewer, &mut second, brief).await;
                tracing::info!(
                    model = self.config.id,
                    has_wrong_words = has_wrong_words(&second),
                    "a picture with wrong words was painted again"
                );
                second
            }
            Err(_) => {
                tracing::warn!(
                    model = self.config.id,
                    "a picture with wrong words is kept; the model made no second one"
                );
                first
            }
        }
    }

    /// Adds the checks of the vision model, which sees the preview.
    async fn judge(&self, reviewer: &Reviewer, painted: &mut Painted, brief: &Brief) {
        let lettering = lettering_of(painted);
        let (Some(preview), Some(measured)) = (&painted.inspected.preview, &mut painted.inspected.measured) else {
            return;
        };
        let reviewed = Reviewed {
            bytes: preview,
            format: ImageFormat::Jpeg,
            title: painted.picture.text.as_deref().or(brief.ordered_words()),
            lettering,
            is_painted: painted.picture.origin.upstream_model.is_some(),
        };
        let longest = self.time_left().min(LONGEST_REVIEW);
        match timeout(longest, reviewer.review(reviewed)).await {
            Ok(Ok(review)) => {
                measured.checks.extend(review.checks);
                painted.has_other_words = review.has_other_words;
            }
            Ok(Err(error)) => tracing::warn!(error = %causes(&error), "a picture has no review"),
            Err(_) => tracing::warn!("a picture has no review, the model took too long"),
        }
    }

    /// Whether the lease is long enough for a second painting, and no attempt has begun one before.
    async fn may_paint_again(&self) -> bool {
        if self.time_left() < LEAST_TIME + LONGEST_REVIEW {
            return false;
        }
        match self
            .dependencies
            .store
            .claim_second_painting(self.lease.generation.id, self.lease.index)
            .await
        {
            Ok(is_first) => is_first,
            Err(error) => {
                tracing::warn!(error = %causes(&error), "a picture with wrong words is kept");
                false
            }
        }
    }

    /// How much time of the lease is left before the picture has to be stored.
    fn time_left(&self) -> Duration {
        let now = self.dependencies.store.clock().now();
        self.lease.until.since(now).saturating_sub(RESERVE)
    }
}

/// Who put the words on the picture.
pub(crate) const fn lettering_of(painted: &Painted) -> Lettering {
    match (&painted.picture.plate, &painted.picture.origin.upstream_model) {
        (None, Some(_)) => Lettering::Model,
        _ => Lettering::Composer,
    }
}

/// Whether a title is misspelt, or a plate has words.
fn has_wrong_words(painted: &Painted) -> bool {
    let checks = painted.inspected.measured.iter().flat_map(|measured| &measured.checks);
    let is_misspelt = checks
        .into_iter()
        .any(|check| check.id == CheckId::Spelling && !check.ok);
    is_misspelt || painted.has_other_words
}
