//! Says in words what a picture shows or what style it has.

use crate::{BuiltInDescriber, ModelError};
use bytes::Bytes;
use colour::Pixels;
use contract::ImageFormat;
use std::{future::Future, pin::Pin, time::Duration};
use tokio::time::Instant;

/// The longest name of a description, in Unicode code points.
pub const MAX_NAME_CHARS: usize = 100;

/// The longest text of a description, in Unicode code points.
pub const MAX_DESCRIPTION_CHARS: usize = 500;

/// The longest category of a description, in Unicode code points.
pub const MAX_CATEGORY_CHARS: usize = 50;

/// How long a description may take; then the rules speak.
pub const PATIENCE: Duration = Duration::from_secs(8);

/// What is to be described.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The encoded picture, for models that see.
    pub bytes: &'a Bytes,
    /// What it is encoded as.
    pub format: ImageFormat,
    /// The same picture, small and decoded, for rules that measure.
    pub preview: &'a Pixels,
    /// What it was called where it came from: a file's name or a page's title.
    pub title: Option<&'a str>,
    /// What the words are for.
    pub purpose: Purpose,
}

/// What a description is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find the picture again: what it shows.
    Image,
    /// To be followed by other pictures: its style.
    Style,
}

/// A picture in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// What to call it; 1 to [`MAX_NAME_CHARS`] code points.
    pub name: String,
    /// One to three sentences; 1 to [`MAX_DESCRIPTION_CHARS`] code points.
    pub description: String,
    /// What it belongs to, in lower case; 1 to [`MAX_CATEGORY_CHARS`] code points.
    pub category: String,
}

/// A picture being described. Boxed, so that describers can be kept behind one pointer type.
pub type Describing<'a> = Pin<Box<dyn Future<Output = Result<Description, ModelError>> + Send + 'a>>;

/// Something that puts a picture into words: the built-in rules, or a vendor's vision model.
pub trait Describer: Send + Sync {
    /// Describes the picture, within the limits of [`Description`].
    ///
    /// # Errors
    ///
    /// Resolves to a [`ModelError`]; [`describe`] goes on with the rules then.
    fn describe<'a>(&'a self, subject: Subject<'a>) -> Describing<'a>;
}

/// Has a picture described and never fails: where the describer does, or takes longer than [`PATIENCE`] or up to
/// `deadline`, the built-in rules speak.
pub async fn describe(describer: &dyn Describer, subject: Subject<'_>, deadline: Instant) -> Description {
    let end = deadline.min(Instant::now() + PATIENCE);
    match tokio::time::timeout_at(end, describer.describe(subject)).await {
        Ok(Ok(description)) => return description,
        Ok(Err(error)) => tracing::warn!(error = %error, "a picture is described by rules, the model did not"),
        Err(_) => tracing::warn!("a picture is described by rules, the model took too long"),
    }
    BuiltInDescriber::new().by_rules(subject)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;
    use vendors::Cause;

    /// Answers after a while.
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
    async fn a_model_is_taken_at_its_word() {
        assert_eq!(name(Model(Duration::ZERO, Ok(own_words())), PATIENCE).await, "Cat");
    }

    #[tokio::test]
    async fn the_rules_speak_where_a_model_fails_or_is_late() {
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
