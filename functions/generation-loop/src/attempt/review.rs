//! The vision model's review of a painted picture, and the second painting of a picture whose title is misspelt.

use std::time::Duration;

use contract::{CheckId, ImageFormat};
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
    /// The picture with the checks of the vision model. If the title is misspelt and the model's configuration has
    /// `retryMisspelt`, the picture is painted again. The second picture is kept, even if its title is misspelt too. If
    /// the second painting fails, the first picture is kept.
    pub(crate) async fn of(&self, mut first: Painted, brief: &Brief) -> Painted {
        let Some(reviewer) = self.dependencies.studio.reviewer() else {
            return first;
        };
        self.judge(reviewer, &mut first, brief).await;
        if !self.config.retry_misspelt
            || brief.ordered_words().is_none()
            || !is_misspelt(&first)
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
                    is_misspelt = is_misspelt(&second),
                    "a misspelt picture was painted again"
                );
                second
            }
            Err(_) => {
                tracing::warn!(
                    model = self.config.id,
                    "a misspelt picture is kept; the model made no second one"
                );
                first
            }
        }
    }

    /// Adds the checks of the vision model, which sees the preview.
    async fn judge(&self, reviewer: &Reviewer, painted: &mut Painted, brief: &Brief) {
        let (Some(preview), Some(measured)) = (&painted.inspected.preview, &mut painted.inspected.measured) else {
            return;
        };
        let reviewed = Reviewed {
            bytes: preview,
            format: ImageFormat::Jpeg,
            title: brief.ordered_words(),
            is_painted: painted.picture.origin.upstream_model.is_some(),
        };
        let longest = self.time_left().min(LONGEST_REVIEW);
        match timeout(longest, reviewer.review(reviewed)).await {
            Ok(Ok(checks)) => measured.checks.extend(checks),
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
                tracing::warn!(error = %causes(&error), "a misspelt picture is kept");
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

fn is_misspelt(painted: &Painted) -> bool {
    let checks = painted.inspected.measured.iter().flat_map(|measured| &measured.checks);
    checks
        .into_iter()
        .any(|check| check.id == CheckId::Spelling && !check.ok)
}
