//! Models as they are configured, whoever runs them.

use runtime::{ModelConfig, Provider, WordsConfig};

use crate::{Answer, ModelError, PictureRequest, Question, Vendors, bedrock::Bedrock, gemini::Gemini, openai::OpenAi};

/// The most characters of a vendor's request id that are kept. Theirs have 36 at most.
const MOST_REQUEST_ID: usize = 128;

/// A model that paints.
pub struct PictureModel(Upstream);

/// A model that reads and writes.
pub struct WordsModel(Upstream);

enum Upstream {
    Gemini(Gemini),
    OpenAi(OpenAi),
    Bedrock(Bedrock),
}

impl PictureModel {
    /// The model of this configuration; `None` for the composer, which is no vendor's.
    pub fn new(vendors: &Vendors, model: &ModelConfig) -> Option<Self> {
        Some(Self(match model.provider {
            Provider::Composer => return None,
            Provider::Gemini => Upstream::Gemini(Gemini::painter(vendors, model)),
            Provider::OpenAi => Upstream::OpenAi(OpenAi::painter(vendors, model)),
            Provider::Bedrock => Upstream::Bedrock(Bedrock::painter(vendors, model)),
        }))
    }

    /// Paints a picture. There is no time limit in here but that on connecting; dropping the future gives the call up.
    ///
    /// # Errors
    ///
    /// [`ModelError`], as the vendor's answer maps to it.
    pub async fn paint(&self, request: PictureRequest<'_>) -> Result<Answer, ModelError> {
        let answer = match &self.0 {
            Upstream::Gemini(model) => model.paint(request).await?,
            Upstream::OpenAi(model) => model.paint(request).await?,
            Upstream::Bedrock(model) => model.paint(request).await?,
        };
        Ok(Answer {
            request_id: answer.request_id.map(|id| shortened(&id)),
            ..answer
        })
    }
}

impl WordsModel {
    /// The model of this configuration; `None` for the composer, which has no words.
    pub fn new(vendors: &Vendors, words: &WordsConfig) -> Option<Self> {
        Some(Self(match words.provider {
            Provider::Composer => return None,
            Provider::Gemini => Upstream::Gemini(Gemini::writer(vendors, words)),
            Provider::OpenAi => Upstream::OpenAi(OpenAi::writer(vendors, words)),
            Provider::Bedrock => Upstream::Bedrock(Bedrock::writer(vendors, words)),
        }))
    }

    /// Answers a question in text. There is no time limit in here but that on connecting; dropping the future gives
    /// the call up.
    ///
    /// # Errors
    ///
    /// [`ModelError`], as the vendor's answer maps to it.
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

/// A vendor's id of a request, which is stored and shown to callers. A vendor may send any text there.
fn shortened(request_id: &str) -> String {
    request_id.chars().take(MOST_REQUEST_ID).collect()
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
        assert_eq!(shortened(&"ä".repeat(100_000)), "ä".repeat(MOST_REQUEST_ID));
    }
}
