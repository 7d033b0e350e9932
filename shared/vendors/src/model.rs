//! The configured models of all vendors.

use runtime::{ModelConfig, Provider, WordsConfig};

use crate::{
    GeneratedPicture, ModelError, PictureRequest, Question, Vendors, bedrock::Bedrock, gemini::Gemini, offer::Offer,
    openai::OpenAi,
};

/// How many characters of a vendor's request id are kept. The longest documented ids have 36.
const MAX_REQUEST_ID_CHARS: usize = 128;

/// A model that generates pictures.
pub struct PictureModel(Upstream);

/// A model that generates text.
pub struct WordsModel(Upstream);

/// A vendor's model.
pub(crate) enum Upstream {
    Gemini(Gemini),
    OpenAi(OpenAi),
    Bedrock(Box<Bedrock>),
}

impl Upstream {
    /// The image model with this configuration; `None` for the composer.
    pub(crate) fn painter(vendors: &Vendors, model: &ModelConfig) -> Option<Self> {
        Some(match model.provider {
            Provider::Composer => return None,
            Provider::Gemini => Self::Gemini(Gemini::painter(vendors, model)),
            Provider::OpenAi => Self::OpenAi(OpenAi::painter(vendors, model)),
            Provider::Bedrock => Self::Bedrock(Box::new(Bedrock::painter(vendors, model))),
        })
    }

    /// The text model with this configuration; `None` for the composer.
    pub(crate) fn writer(vendors: &Vendors, words: &WordsConfig) -> Option<Self> {
        Some(match words.provider {
            Provider::Composer => return None,
            Provider::Gemini => Self::Gemini(Gemini::writer(vendors, words)),
            Provider::OpenAi => Self::OpenAi(OpenAi::writer(vendors, words)),
            Provider::Bedrock => Self::Bedrock(Box::new(Bedrock::writer(vendors, words))),
        })
    }

    /// Asks the vendor whether it offers the model.
    pub(crate) async fn look_up(&self) -> Result<Offer, ModelError> {
        match self {
            Self::Gemini(model) => model.look_up().await,
            Self::OpenAi(model) => model.look_up().await,
            Self::Bedrock(model) => model.look_up().await,
        }
    }
}

impl PictureModel {
    /// The model with this configuration; `None` for the composer, which belongs to no vendor.
    pub fn new(vendors: &Vendors, model: &ModelConfig) -> Option<Self> {
        Upstream::painter(vendors, model).map(Self)
    }

    /// Generates a picture. Only connecting has a timeout here. Dropping the future cancels the call.
    ///
    /// # Errors
    ///
    /// The [`ModelError`] that the vendor's response means.
    pub async fn paint(&self, request: PictureRequest<'_>) -> Result<GeneratedPicture, ModelError> {
        let answer = match &self.0 {
            Upstream::Gemini(model) => model.paint(request).await?,
            Upstream::OpenAi(model) => model.paint(request).await?,
            Upstream::Bedrock(model) => model.paint(request).await?,
        };
        Ok(GeneratedPicture {
            request_id: answer.request_id.map(|id| shortened(&id)),
            ..answer
        })
    }
}

impl WordsModel {
    /// The model with this configuration; `None` for the composer, which generates no text.
    pub fn new(vendors: &Vendors, words: &WordsConfig) -> Option<Self> {
        Upstream::writer(vendors, words).map(Self)
    }

    /// Generates text. Only connecting has a timeout here. Dropping the future cancels the call.
    ///
    /// # Errors
    ///
    /// The [`ModelError`] that the vendor's response means.
    pub async fn ask(&self, question: Question<'_>) -> Result<String, ModelError> {
        let text = match &self.0 {
            Upstream::Gemini(model) => model.ask(question).await?,
            Upstream::OpenAi(model) => model.ask(question).await?,
            Upstream::Bedrock(model) => model.ask(question).await?,
        };
        if text.trim().is_empty() {
            return Err(ModelError::transient(crate::Cause::Empty));
        }
        Ok(text)
    }
}

/// Shortens a vendor's request id, which is stored and shown to callers. A vendor may send any text.
fn shortened(request_id: &str) -> String {
    request_id.chars().take(MAX_REQUEST_ID_CHARS).collect()
}

impl std::fmt::Debug for PictureModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PictureModel").finish_non_exhaustive()
    }
}

impl std::fmt::Debug for WordsModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WordsModel").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_request_id_is_shortened() {
        assert_eq!(shortened("req_1"), "req_1");
        assert_eq!(shortened(&"ä".repeat(100_000)), "ä".repeat(MAX_REQUEST_ID_CHARS));
    }
}
