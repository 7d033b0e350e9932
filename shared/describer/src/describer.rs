//! Describes in words what a picture shows or what style it has.

use crate::{BuiltInDescriber, Description, ModelError, Subject};
use runtime::causes;
use std::{future::Future, pin::Pin, time::Duration};
use tokio::time::Instant;

/// The longest time that a describer may take. After it, [`describe`] falls back to the built-in rules.
pub const PATIENCE: Duration = Duration::from_secs(8);

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
    use crate::{Purpose, sketch::Sketch};
    use bytes::Bytes;
    use contract::ImageFormat;
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
