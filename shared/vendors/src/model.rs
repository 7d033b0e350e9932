//! The configured models of all vendors.

use runtime::{ModelConfig, Provider, WordsConfig};

use crate::{
    Cause, GeneratedPicture, ModelError, PictureRequest, Question, Vendors,
    clients::{bedrock::Bedrock, bfl::Bfl, gemini::Gemini, openai::OpenAi},
    offer::Offer,
};

/// How many characters of a vendor's request id are kept. The longest documented ids have 36.
const MAX_REQUEST_ID_CHARS: usize = 128;

/// A model that generates pictures.
pub struct PictureModel(Painter);

/// A model that generates text.
pub struct WordsModel(Writer);

/// A vendor's model for pictures.
enum Painter {
    Gemini(Gemini),
    OpenAi(OpenAi),
    Bedrock(Box<Bedrock>),
    Bfl(Box<Bfl>),
}

/// A vendor's model for text.
enum Writer {
    Gemini(Gemini),
    OpenAi(OpenAi),
    Bedrock(Box<Bedrock>),
}

impl PictureModel {
    /// The model with this configuration; `None` for the composer, which belongs to no vendor.
    pub fn new(vendors: &Vendors, model: &ModelConfig) -> Option<Self> {
        Some(Self(match model.provider {
            Provider::Composer => return None,
            Provider::Gemini => Painter::Gemini(Gemini::painter(vendors, model)),
            Provider::OpenAi => Painter::OpenAi(OpenAi::painter(vendors, model)),
            Provider::Bedrock => Painter::Bedrock(Box::new(Bedrock::painter(vendors, model))),
            Provider::Bfl => Painter::Bfl(Box::new(Bfl::painter(vendors, model))),
        }))
    }

    /// Generates a picture. Only connecting has a timeout here. Dropping the future cancels the call.
    ///
    /// # Errors
    ///
    /// The [`ModelError`] that the vendor's response means.
    pub async fn paint(&self, request: PictureRequest<'_>) -> Result<GeneratedPicture, ModelError> {
        let answer = match &self.0 {
            Painter::Gemini(model) => model.paint(request).await?,
            Painter::OpenAi(model) => model.paint(request).await?,
            Painter::Bedrock(model) => model.paint(request).await?,
            Painter::Bfl(model) => model.paint(request).await?,
        };
        Ok(GeneratedPicture {
            request_id: answer.request_id.map(|id| shortened(&id)),
            ..answer
        })
    }

    /// Asks the vendor whether it offers the model.
    pub(crate) async fn look_up(self) -> Result<Offer, ModelError> {
        match self.0 {
            Painter::Gemini(model) => model.look_up().await,
            Painter::OpenAi(model) => model.look_up().await,
            Painter::Bedrock(model) => model.look_up().await,
            Painter::Bfl(model) => model.look_up().await,
        }
    }
}

impl WordsModel {
    /// The model with this configuration; `None` for providers without models for words.
    pub fn new(vendors: &Vendors, words: &WordsConfig) -> Option<Self> {
        Some(Self(match words.provider {
            Provider::Composer | Provider::Bfl => return None,
            Provider::Gemini => Writer::Gemini(Gemini::writer(vendors, words)),
            Provider::OpenAi => Writer::OpenAi(OpenAi::writer(vendors, words)),
            Provider::Bedrock => Writer::Bedrock(Box::new(Bedrock::writer(vendors, words))),
        }))
    }

    /// Generates text. Only connecting has a timeout here. Dropping the future cancels the call.
    ///
    /// # Errors
    ///
    /// The [`ModelError`] that the vendor's response means.
    pub async fn ask(&self, question: Question<'_>) -> Result<String, ModelError> {
        let text = match &self.0 {
            Writer::Gemini(model) => model.ask(question).await?,
            Writer::OpenAi(model) => model.ask(question).await?,
            Writer::Bedrock(model) => model.ask(question).await?,
        };
        if text.trim().is_empty() {
            return Err(ModelError::transient(Cause::Empty));
        }
        Ok(text)
    }

    /// Asks the vendor whether it offers the model.
    pub(crate) async fn look_up(self) -> Result<Offer, ModelError> {
        match self.0 {
            Writer::Gemini(model) => model.look_up().await,
            Writer::OpenAi(model) => model.look_up().await,
            Writer::Bedrock(model) => model.look_up().await,
        }
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
