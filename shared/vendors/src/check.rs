//! Checks the configured models before a vendor switches one off: is the model there, does the key work, and does the
//! model end soon?

use std::time::Duration;

use contract::Timestamp;
use futures_util::{
    FutureExt,
    future::{BoxFuture, join_all},
};
use runtime::{Models, Provider};
use tokio::time::timeout;

use crate::{Cause, ModelError, PictureModel, Vendors, WordsModel, offer::Offer};

/// A model that ends within this time needs a successor now.
pub const NOTICE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How long the check of one model may take. All models are checked concurrently.
const PATIENCE: Duration = Duration::from_secs(10);

/// The id in a [`ModelCheck`] of the model that describes pictures.
const VISION: &str = "vision";
/// The id in a [`ModelCheck`] of the model that rewrites prompts.
const TEXT: &str = "text";

/// The result of checking one configured model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelCheck {
    /// The model's id; `vision` and `text` for the models for words.
    pub id: String,
    /// Who runs the model.
    pub provider: Provider,
    /// The vendor's name of the model; `None` for the composer.
    pub upstream_model: Option<String>,
    /// Whether the model can be used, and for how long.
    pub health: Health,
    /// When the model ends: by its vendor, or by `endOfLife` of the configuration, whichever is earlier.
    pub ends: Option<Timestamp>,
}

/// Whether a model can be used, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// The vendor offers the model, and the key works.
    Fine,
    /// The server does not list its models.
    Unlisted,
    /// The vendor will switch the model off, but has not announced a date.
    Legacy,
    /// The model ends within [`NOTICE`].
    Ending,
    /// The vendor does not offer the model, or the model has ended.
    Gone,
    /// The vendor refuses the key or the role, or the key cannot be read.
    KeyRefused(Cause),
    /// The vendor did not answer, or not as documented.
    Unanswered(Cause),
}

impl Health {
    /// The name for programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Unlisted => "unlisted",
            Self::Legacy => "legacy",
            Self::Ending => "ending",
            Self::Gone => "gone",
            Self::KeyRefused(_) => "key_refused",
            Self::Unanswered(_) => "unanswered",
        }
    }
}

impl ModelCheck {
    /// The day on which the model ends, such as `2026-12-01`.
    pub fn ends_on(&self) -> Option<String> {
        let ends = self.ends?.to_string();
        Some(ends.chars().take(10).collect())
    }

    /// The result in one sentence, for a person.
    pub fn message(&self) -> String {
        match self.health {
            Health::Fine if self.provider == Provider::Composer => {
                "The model is built in: it needs neither a vendor nor a key.".to_owned()
            }
            Health::Fine => "The vendor offers the model, and the key works.".to_owned(),
            Health::Unlisted => "The server answers, but does not tell which models it has.".to_owned(),
            Health::Legacy => "The vendor will switch the model off, and does not tell when.".to_owned(),
            Health::Ending => "The model ends soon: configure its successor.".to_owned(),
            Health::Gone => {
                "The model is no longer offered: take it out of MODELS, or give it another upstreamModel.".to_owned()
            }
            Health::KeyRefused(cause) => format!("The model cannot be used: {cause}."),
            Health::Unanswered(cause) => format!("The vendor could not be asked: {cause}."),
        }
    }
}

/// Checks all configured models, in the order of the configuration, then the models for words. Neither a key nor a URL
/// is part of the result. A vendor that is slow does not delay the check of the others.
pub async fn check(models: &Models, vendors: &Vendors, now: Timestamp) -> Vec<ModelCheck> {
    let painters = models.iter().map(|model| Subject {
        id: &model.id,
        provider: model.provider,
        upstream_model: model.upstream_model.as_deref(),
        ends: model.end_of_life.as_ref().map(|end| end.at),
        answer: PictureModel::new(vendors, model).map(|model| model.look_up().boxed()),
    });
    let words = [(VISION, models.vision()), (TEXT, models.text())];
    let writers = words.into_iter().filter_map(|(id, words)| {
        let words = words?;
        Some(Subject {
            id,
            provider: words.provider,
            upstream_model: Some(&words.upstream_model),
            ends: None,
            answer: WordsModel::new(vendors, words).map(|model| model.look_up().boxed()),
        })
    });
    join_all(painters.chain(writers).map(|subject| subject.check(now))).await
}

/// A configured model.
struct Subject<'a> {
    id: &'a str,
    provider: Provider,
    upstream_model: Option<&'a str>,
    /// The end of the model by the configuration.
    ends: Option<Timestamp>,
    /// The vendor's answer about the model; `None` for the composer, which belongs to no vendor.
    answer: Option<BoxFuture<'static, Result<Offer, ModelError>>>,
}

impl Subject<'_> {
    async fn check(self, now: Timestamp) -> ModelCheck {
        let offer = match self.answer {
            None => Ok(Offer::Offered { ends: None }),
            Some(answer) => match timeout(PATIENCE, answer).await {
                Ok(offer) => offer,
                Err(_) => Err(ModelError::transient(Cause::TimedOut)),
            },
        };
        let told = match offer {
            Ok(Offer::Offered { ends }) => ends,
            _ => None,
        };
        let ends = [self.ends, told].into_iter().flatten().min();
        ModelCheck {
            id: self.id.to_owned(),
            provider: self.provider,
            upstream_model: self.upstream_model.map(str::to_owned),
            health: health(offer, ends, now),
            ends,
        }
    }
}

/// The health of a model, given its vendor's answer `offer` and the model's end `ends`.
fn health(offer: Result<Offer, ModelError>, ends: Option<Timestamp>, now: Timestamp) -> Health {
    let ends_until = |moment: Timestamp| ends.is_some_and(|ends| ends <= moment);
    match offer {
        Err(ModelError::Gone) => Health::Gone,
        _ if ends_until(now) => Health::Gone,
        Err(ModelError::Permanent {
            cause: cause @ (Cause::KeyRefused | Cause::NoSecret | Cause::QuotaUsedUp),
        }) => Health::KeyRefused(cause),
        _ if ends_until(now.plus(NOTICE)) => Health::Ending,
        Err(ModelError::Permanent { cause } | ModelError::Transient { cause, .. }) => Health::Unanswered(cause),
        Err(ModelError::Refused { .. } | ModelError::Unchanged) => Health::Unanswered(Cause::Unreadable),
        Ok(Offer::Legacy) => Health::Legacy,
        Ok(Offer::Unlisted) => Health::Unlisted,
        Ok(Offer::Offered { .. }) => Health::Fine,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: &str) -> Timestamp {
        Timestamp::of_day(day).unwrap()
    }

    #[test]
    fn a_model_needs_a_successor_thirty_days_before_it_ends() {
        let now = at("2026-11-24");
        let fine = Ok(Offer::Offered { ends: None });
        for (end, expected) in [
            ("2026-12-25", Health::Fine),
            ("2026-12-24", Health::Ending),
            ("2026-11-25", Health::Ending),
            ("2026-11-24", Health::Gone),
            ("2020-01-01", Health::Gone),
        ] {
            assert_eq!(health(fine, Some(at(end)), now), expected, "{end}");
        }
        assert_eq!(health(fine, None, now), Health::Fine);
    }

    #[test]
    fn what_an_operator_can_change_comes_before_what_may_pass() {
        let (now, soon) = (at("2026-11-24"), Some(at("2026-12-01")));
        let late = Err(ModelError::transient(Cause::TimedOut));
        let refused = Err(ModelError::permanent(Cause::KeyRefused));
        assert_eq!(health(late, soon, now), Health::Ending);
        assert_eq!(health(refused, soon, now), Health::KeyRefused(Cause::KeyRefused));
        assert_eq!(health(refused, Some(now), now), Health::Gone);
        assert_eq!(health(late, None, now), Health::Unanswered(Cause::TimedOut));
    }
}
