//! Which model makes the next attempt: the generation's model, or one of its fallbacks.

use contract::Timestamp;
use runtime::{ModelConfig, Models};
use store::Lease;

/// The model that makes the next attempt, and the one after it.
pub(crate) struct Turn<'a> {
    pub(crate) model: &'a ModelConfig,
    pub(crate) next: Option<&'a ModelConfig>,
}

/// No model can make the thumbnail; the log has the reason.
pub(crate) struct NoTurn;

impl<'a> Turn<'a> {
    /// The model of the next attempt. Models past their end of life are skipped. If the generation changes a picture,
    /// fallbacks that cannot change pictures are skipped, too.
    pub(crate) fn of(models: &'a Models, lease: &Lease, now: Timestamp) -> Result<Self, NoTurn> {
        let asked_for = lease.generation.model.as_str();
        let mut chain = models.chain(asked_for);
        if let Some(edit) = &lease.generation.edit {
            chain.retain(|model| model.can_change(edit.drawn.is_some()));
        }
        let at = lease
            .fallback()
            .and_then(|id| chain.iter().position(|model| model.id == id))
            .unwrap_or_default();
        let Some((&due, rest)) = chain.get(at..).and_then(<[_]>::split_first) else {
            tracing::error!(
                model = asked_for,
                "a thumbnail is to be made by a model that is not configured"
            );
            return Err(NoTurn);
        };
        let mut living = rest.iter().copied().filter(|model| !model.has_ended(now));
        if !due.has_ended(now) {
            return Ok(Self {
                model: due,
                next: living.next(),
            });
        }
        match living.next() {
            Some(model) => {
                tracing::warn!(
                    model = due.id,
                    fallback = model.id,
                    "a model has reached the end of its life; its fallback is used"
                );
                Ok(Self {
                    model,
                    next: living.next(),
                })
            }
            None => {
                tracing::error!(
                    model = due.id,
                    "a model has reached the end of its life and has no fallback"
                );
                Err(NoTurn)
            }
        }
    }
}
