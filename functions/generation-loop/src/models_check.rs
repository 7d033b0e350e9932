//! The check of the models, by the first sweep of each day in UTC. An operator learns from its ERROR that a model ends,
//! before thumbnails fail.

use std::sync::{Arc, Mutex, PoisonError};

use contract::Timestamp;
use runtime::causes;
use studio::{Health, ModelCheck};

use crate::Dependencies;

/// The name of the task in the table.
const TASK: &str = "models";

/// Checks the models once a day. Clones share the last claimed day.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModelsCheck {
    /// The last day whose check this process has claimed, or has found claimed: days since the Unix epoch.
    claimed: Arc<Mutex<Option<i64>>>,
}

impl ModelsCheck {
    /// Checks the models, unless this or another process has begun to check them today. If the table cannot be written,
    /// the next sweep tries again.
    pub(crate) async fn run_daily(&self, dependencies: &Dependencies) {
        let now = dependencies.store.clock().now();
        if !dependencies.studio.has_models_to_check() || self.is_claimed(now) {
            return;
        }
        match dependencies.store.claim_daily_task(TASK).await {
            Ok(is_ours) => {
                *self.claimed.lock().unwrap_or_else(PoisonError::into_inner) = Some(day(now));
                if is_ours {
                    dependencies.studio.check(now).await.iter().for_each(report);
                }
            }
            Err(error) => tracing::warn!(error = %causes(&error), "the check of the models is put off"),
        }
    }

    fn is_claimed(&self, now: Timestamp) -> bool {
        *self.claimed.lock().unwrap_or_else(PoisonError::into_inner) == Some(day(now))
    }
}

/// The day of a moment, in days since the Unix epoch.
const fn day(moment: Timestamp) -> i64 {
    moment.seconds().div_euclid(24 * 60 * 60)
}

/// Logs the result for one model. An alarm reads the ERRORs of the loop.
fn report(check: &ModelCheck) {
    let (model, upstream_model, ends_on) = (&check.id, &check.upstream_model, check.ends_on());
    let (health, reason) = (check.health.as_str(), check.message());
    match check.health {
        Health::Ending | Health::Gone | Health::KeyRefused(_) => {
            tracing::error!(
                model,
                upstream_model,
                health,
                ends_on,
                reason,
                "a model needs an operator"
            );
        }
        Health::Unanswered(_) | Health::Legacy => {
            tracing::warn!(
                model,
                upstream_model,
                health,
                ends_on,
                reason,
                "a model may need an operator soon"
            );
        }
        Health::Fine | Health::Unlisted => {
            tracing::info!(model, upstream_model, health, ends_on, "a model was checked")
        }
    }
}
