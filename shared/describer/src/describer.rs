//! Describes in words what a picture shows or what style it has.

use crate::{BuiltInDescriber, ModelError};
use bytes::Bytes;
use colour::Pixels;
use contract::ImageFormat;
use runtime::causes;
use std::{future::Future, pin::Pin, time::Duration};
use tokio::time::Instant;

/// The longest [`Description::name`], in Unicode code points.
pub const MAX_NAME_CHARS: usize = 100;

/// The longest [`Description::description`], in Unicode code points.
pub const MAX_DESCRIPTION_CHARS: usize = 500;

/// The longest [`Description::category`], in Unicode code points.
pub const MAX_CATEGORY_CHARS: usize = 50;

/// The longest time that a describer may take. After it, [`describe`] falls back to the built-in rules.
pub const PATIENCE: Duration = Duration::from_secs(8);

/// A picture to describe.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The encoded picture, sent to vision models.
    pub bytes: &'a Bytes,
    /// The encoding of `bytes`.
    pub format: ImageFormat,
    /// The same picture, small and decoded, which the built-in rules measure.
    pub preview: &'a Pixels,
    /// The picture's name at its source: a file name or a page title.
    pub title: Option<&'a str>,
    /// The purpose of the description.
    pub purpose: Purpose,
}

/// The purpose of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find the picture again: the description says what it shows.
    Image,
    /// To be followed by other pictures: the description says what its style is.
    Style,
}

/// The description of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// A name for the picture; 1 to [`MAX_NAME_CHARS`] code points.
    pub name: String,
    /// One to three sentences; 1 to [`MAX_DESCRIPTION_CHARS`] code points.
    pub description: String,
    /// The category of the picture, in lower case; 1 to [`MAX_CATEGORY_CHARS`] code points.
    pub category: String,
}

/// The future of a [`Description`]. Boxed, so that describers can be kept behind one pointer type.
pub type Describing<'a> = Pin<Box<dyn Future<Output = Result<Description, ModelError>> + Send + 'a>>;

/// Describes pictures in words: by the built-in rules, or with a vendor's vision model.
pub trait Describer: Send + Sync {
    /// Describes the picture, within the limits of [`Description`].
    ///
    /// # Errors
    ///
    /// Resolves to a [`ModelError`]; [`describe`] then falls back to the built-in rules.
    fn describe<'a>(&'a self, subject: Subject<'a>) -> Describing<'a>;
}

/// Describes a picture and never fails. If the describer fails, or takes longer than [`PATIENCE`] or beyond `deadline`,
/// the built-in rules describe the picture.
pub async fn describe(describer: &dyn Describer, subject: Subject<'_>, deadline: Instant) -> Description {
    let end = deadline.min(Instant::now() + PATIENCE);
    match tokio::time::timeout_at(end, describer.describe(subject)).await {
        Ok(Ok(description)) => return description,
        Ok(Err(error)) => tracing::warn!(error = %causes(&error), "a picture is described by rules, the model did not"),
        Err(_) => tracing::warn!("a picture is described by rules, the model took too long"),
    }
    BuiltInDescriber::new().by_rules(subject)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;
    use vendors::Cause;

    /// A describer that gives a fixed result after a delay.
    struct Model(Duration, Result<Description, ModelError>);

    impl Describer for Model {
        fn describe<'a>(&'a self, _: Subject<'a>) -> Describing<'a> {
            Box::pin(async move {
                tokio::time::sleep(self.0).await;
                self.1.clone()
            })
        }
    }

    fn own_words() -> Description {
        Description {
            name: "Cat".to_owned(),
            description: "A cat on a sofa.".to_owned(),
            category: "photo".to_owned(),
        }
    }

    async fn name(model: Model, deadline: Duration) -> String {
        let subject = Subject {
            bytes: &Bytes::new(),
            format: ImageFormat::Png,
            preview: &Sketch::on(30, 20, 0x102a60).pixels(),
            title: None,
            purpose: Purpose::Image,
        };
        describe(&model, subject, Instant::now() + deadline).await.name
    }

    #[tokio::test]
    async fn a_models_description_is_returned() {
        assert_eq!(name(Model(Duration::ZERO, Ok(own_words())), PATIENCE).await, "Cat");
    }

    #[tokio::test]
    async fn the_rules_describe_when_a_model_fails_or_is_late() {
        for error in [
            ModelError::Refused { reason: "SAFETY" },
            ModelError::permanent(Cause::KeyRefused),
            ModelError::transient(Cause::Cut),
        ] {
            assert_eq!(
                name(Model(Duration::ZERO, Err(error)), PATIENCE).await,
                "Dark blue area"
            );
        }
        let late = Model(Duration::from_secs(60), Ok(own_words()));
        assert_eq!(name(late, Duration::from_millis(20)).await, "Dark blue area");
    }
}
