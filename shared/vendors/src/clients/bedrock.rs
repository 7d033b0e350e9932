//! Amazon Bedrock: `InvokeModel` for pictures, `Converse` for text,
//! <https://docs.aws.amazon.com/bedrock/latest/APIReference>.

mod answer;
mod body;
mod catalog;
mod failure;

use aws_sdk_bedrockruntime::{
    Client,
    config::{Builder, Token},
    types::{
        ContentBlock, ConversationRole, ImageBlock, ImageFormat as BedrockFormat, ImageSource, Message, StopReason,
        SystemContentBlock,
    },
};
use aws_smithy_runtime_api::client::auth::http::HTTP_BEARER_AUTH_SCHEME_ID;
use aws_smithy_types::{Blob, retry::RetryConfig, timeout::TimeoutConfig};
use aws_types::request_id::RequestId;
use contract::ImageFormat;
use runtime::{AwsConfig, Lazy, ModelConfig, SecretRef, WordsConfig, sdk_config};

use self::{body::Body, catalog::Catalog, failure::judge};
use crate::{
    Cause, GeneratedPicture, ModelError, PictureRequest, Question, Vendors,
    offer::Offer,
    wire::{body::Marks, http::CONNECT_TIMEOUT},
};

pub(crate) struct Bedrock {
    vendors: Vendors,
    client: Lazy<Client>,
    catalog: Catalog,
    model: String,
    /// A Bedrock API key; without one, calls use the function's role.
    secret: Option<SecretRef>,
    body: Body,
}

impl Bedrock {
    pub(crate) fn painter(vendors: &Vendors, model: &ModelConfig) -> Self {
        let (base_url, region) = (model.base_url.as_deref(), model.region.as_deref());
        Self {
            vendors: vendors.clone(),
            client: client(vendors, base_url, region, model.secret.is_some()),
            catalog: Catalog::new(vendors, region, model.secret.is_some()),
            model: model.upstream_model.clone().unwrap_or_default(),
            secret: model.secret.clone(),
            body: Body::new(model),
        }
    }

    pub(crate) fn writer(vendors: &Vendors, words: &WordsConfig) -> Self {
        let (base_url, region) = (words.base_url.as_deref(), words.region.as_deref());
        Self {
            vendors: vendors.clone(),
            client: client(vendors, base_url, region, words.secret.is_some()),
            catalog: Catalog::new(vendors, region, words.secret.is_some()),
            model: words.upstream_model.clone(),
            secret: words.secret.clone(),
            body: Body::none(),
        }
    }

    pub(crate) async fn paint(&self, request: PictureRequest<'_>) -> Result<GeneratedPicture, ModelError> {
        let mut marks = Marks::new();
        let body = self.body.of(request, &mut marks);
        // The SDK signs a body in memory, so this body is not sent in pieces.
        let body = marks.body(&body)?.into_vec();
        let call = self
            .client
            .invoke_model()
            .model_id(&self.model)
            .content_type("application/json")
            .accept("application/json")
            .body(Blob::new(body))
            .customize()
            .config_override(self.authorization().await?)
            .interceptor(answer::Bounded);
        let invoked = call
            .send()
            .await
            .map_err(|error| self.vendors.keys.note(self.secret.as_ref(), judge(&error)))?;
        let request_id = invoked.request_id().map(str::to_owned);
        let picture = answer::picture(invoked.body.as_ref(), self.body.picture())?;
        Ok(GeneratedPicture {
            bytes: picture.bytes,
            request_id,
            seed: picture
                .seed
                .or_else(|| self.body.has_seed().then(|| body::seed(request.seed))),
        })
    }

    pub(crate) async fn ask(&self, question: Question<'_>) -> Result<String, ModelError> {
        let mut message = Message::builder().role(ConversationRole::User);
        if let Some(picture) = question.picture {
            let format = match picture.format {
                ImageFormat::Png => BedrockFormat::Png,
                ImageFormat::Jpeg => BedrockFormat::Jpeg,
                ImageFormat::Webp => BedrockFormat::Webp,
            };
            let source = ImageSource::Bytes(Blob::new(picture.bytes.to_vec()));
            let image = ImageBlock::builder().format(format).source(source).build();
            let image = image.map_err(|_| ModelError::permanent(Cause::Invalid))?;
            message = message.content(ContentBlock::Image(image));
        }
        let message = message.content(ContentBlock::Text(question.text.to_owned())).build();
        let call = self
            .client
            .converse()
            .model_id(&self.model)
            .system(SystemContentBlock::Text(question.instructions.to_owned()))
            .messages(message.map_err(|_| ModelError::permanent(Cause::Invalid))?)
            .customize()
            .config_override(self.authorization().await?)
            .interceptor(answer::Bounded);
        let said = call
            .send()
            .await
            .map_err(|error| self.vendors.keys.note(self.secret.as_ref(), judge(&error)))?;
        match said.stop_reason() {
            StopReason::ContentFiltered => {
                return Err(ModelError::Refused {
                    reason: "content_filtered",
                });
            }
            StopReason::GuardrailIntervened => {
                return Err(ModelError::Refused {
                    reason: "guardrail_intervened",
                });
            }
            _ => {}
        }
        let blocks = said
            .output()
            .and_then(|output| output.as_message().ok())
            .map(Message::content);
        Ok(blocks
            .unwrap_or_default()
            .iter()
            .filter_map(|block| block.as_text().ok())
            .map(String::as_str)
            .collect())
    }

    /// Asks whether Bedrock offers the model, and until when.
    pub(crate) async fn look_up(&self) -> Result<Offer, ModelError> {
        let key = match &self.secret {
            Some(secret) => Some(self.vendors.keys.get(secret).await?),
            None => None,
        };
        let offer = self.catalog.look_up(&self.vendors, &self.model, key.as_ref()).await;
        offer.map_err(|error| self.vendors.keys.note(self.secret.as_ref(), error))
    }

    /// The configuration of a call. With a Bedrock API key, the call carries the key instead of a signature.
    async fn authorization(&self) -> Result<Builder, ModelError> {
        let builder = aws_sdk_bedrockruntime::config::Config::builder();
        let Some(secret) = &self.secret else {
            return Ok(builder);
        };
        let key = self.vendors.keys.get(secret).await?;
        Ok(builder
            .bearer_token(Token::new(key.expose(), None))
            .auth_scheme_preference([HTTP_BEARER_AUTH_SCHEME_ID]))
    }
}

/// A client that is made when it is first used. It does not retry, because the generation loop does.
fn client(vendors: &Vendors, base_url: Option<&str>, region: Option<&str>, has_key: bool) -> Lazy<Client> {
    let mut aws = AwsConfig::clone(&vendors.aws);
    if let Some(region) = region {
        aws.region = region.to_owned();
    }
    let own = base_url.map(str::to_owned).or_else(|| vendors.bedrock_url.clone());
    // A Bedrock API key works only at Bedrock itself, whatever the endpoint of the other services.
    if own.is_some() || has_key {
        aws.endpoint_url = own;
    }
    Lazy::new(move || {
        // The shared configuration has timeouts that are too short for models, so they are disabled.
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .disable_operation_attempt_timeout()
            .disable_operation_timeout()
            .build();
        let config = aws_sdk_bedrockruntime::config::Builder::from(&sdk_config(&aws))
            .timeout_config(timeouts)
            .retry_config(RetryConfig::disabled());
        Client::from_conf(config.build())
    })
}
