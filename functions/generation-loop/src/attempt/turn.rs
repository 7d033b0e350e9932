//! Which model makes the next attempt: the generation's model, or one of its fallbacks.

use std::{borrow::Cow, sync::Arc};

use contract::{Lettering, Timestamp};
use runtime::{ModelConfig, Models, Provider};
use store::Lease;
use studio::{Brief, ImageModel, Lettered, Studio};

/// The model that makes the next attempt, and the one after it.
pub(crate) struct Turn<'a> {
    pub(crate) model: Cow<'a, ModelConfig>,
    pub(crate) next: Option<&'a ModelConfig>,
}

/// No model can make the thumbnail; the log has the reason.
pub(crate) struct NoTurn;

impl<'a> Turn<'a> {
    /// The model of the next attempt. For other words on a kept plate, this is the composer. Models past their end of
    /// life are skipped. If the generation changes a picture, fallbacks that cannot change pictures are skipped, too.
    pub(crate) fn of(models: &'a Models, lease: &Lease, now: Timestamp) -> Result<Self, NoTurn> {
        let asked_for = lease.generation.model.as_str();
        let mut chain = models.chain(asked_for);
        if let Some(edit) = &lease.generation.edit {
            if edit.kept_plate().is_some() {
                return Ok(Self {
                    model: Cow::Owned(ModelConfig::composer()),
                    next: None,
                });
            }
            chain.retain(|model| model.can_change(edit.is_drawn_by_composer()));
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
                model: Cow::Borrowed(due),
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
                    model: Cow::Borrowed(model),
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

    /// The code of the model. If the composer sets the words on its pictures, the brief gets the part that has to be
    /// calm. `None` if the process has no model of this name.
    pub(crate) async fn painter(
        &self,
        studio: &Studio,
        lease: &Lease,
        brief: &mut Brief,
    ) -> Option<Arc<dyn ImageModel>> {
        let generation = &lease.generation;
        if generation.kept_plate().is_some() {
            return Some(studio.letterer());
        }
        let model = Arc::clone(studio.get(&self.model.id)?);
        if self.model.provider == Provider::Composer || generation.lettering != Some(Lettering::Composer) {
            return Some(model);
        }
        let lettered = Lettered::new(model);
        brief.calm = lettered.calm(brief).await;
        Some(Arc::new(lettered))
    }
}
