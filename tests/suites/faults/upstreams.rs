//! Vendors' models behind proxies.

use std::{collections::HashMap, sync::Arc};

use runtime::{AwsConfig, Environment};
use serde_json::{Value, json};
use studio::{ImageModel, Studio};
use tests::{
    Proxy,
    upstream::{Bedrock, Gemini, Secrets},
};
use vendors::Vendors;

use crate::models::{COMPOSER, Makers, ScriptedModels};

/// A vendor of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vendor {
    Gemini,
    Bedrock,
}

impl Vendor {
    /// The id of the vendor's model.
    pub(crate) const fn model(self) -> &'static str {
        match self {
            Self::Gemini => "gemini",
            Self::Bedrock => "bedrock",
        }
    }
}

/// Gemini's model with Bedrock's as its fallback.
pub(crate) const WITH_FALLBACK: &str = "gemini-or-bedrock";

const SECRET: &str = "thumbnails/gemini";

/// Vendors with models for pictures and words, Secrets Manager with their keys, and a proxy in front of each.
pub(crate) struct Upstreams {
    pub(crate) gemini: Gemini,
    pub(crate) bedrock: Bedrock,
    pub(crate) secrets: Secrets,
    pub(crate) to_gemini: Proxy,
    pub(crate) to_bedrock: Proxy,
    pub(crate) to_secrets: Proxy,
    /// The value of `MODELS`.
    document: Value,
}

impl Upstreams {
    /// With models for words of this vendor.
    pub(crate) async fn start(words: Vendor) -> Self {
        let (gemini, bedrock) = tokio::join!(Gemini::start(), Bedrock::start());
        let secrets = Secrets::start([(SECRET, "a-key")]).await;
        let to_gemini = Proxy::start(&gemini.url()).await;
        let to_bedrock = Proxy::start(&bedrock.url()).await;
        let to_secrets = Proxy::start(&secrets.url()).await;
        let of = |vendor, more: Value| {
            let mut model = match vendor {
                Vendor::Gemini => json!({
                    "provider": "gemini",
                    "baseUrl": to_gemini.url(),
                    "secret": format!("secretsmanager:{SECRET}"),
                }),
                Vendor::Bedrock => json!({ "provider": "bedrock", "baseUrl": to_bedrock.url() }),
            };
            let (into, more) = (model.as_object_mut().unwrap(), more.as_object().unwrap().clone());
            into.extend(more);
            model
        };
        let (nano, core) = ("gemini-nano-banana-2.1", "stability.stable-image-core-v1:1");
        let words = match words {
            Vendor::Gemini => of(words, json!({ "upstreamModel": "gemini-3-flash" })),
            Vendor::Bedrock => of(words, json!({ "upstreamModel": "us.amazon.nova-2-lite-v1:0" })),
        };
        let [alone, bedrock_alone] = [Vendor::Gemini, Vendor::Bedrock].map(Vendor::model);
        let with_fallback = json!({ "id": WITH_FALLBACK, "upstreamModel": nano, "fallbacks": [bedrock_alone] });
        let document = json!({
            "models": [
                { "id": COMPOSER, "provider": "composer" },
                of(Vendor::Gemini, json!({ "id": alone, "upstreamModel": nano })),
                of(Vendor::Bedrock, json!({ "id": bedrock_alone, "upstreamModel": core })),
                of(Vendor::Gemini, with_fallback),
            ],
            "vision": words,
            "text": words,
        });
        Self {
            gemini,
            bedrock,
            secrets,
            to_gemini,
            to_bedrock,
            to_secrets,
            document,
        }
    }

    /// The models of one process, with separate keys and connections. Pictures that no vendor draws cost no time.
    pub(crate) fn makers(&self) -> Makers {
        let variables = HashMap::from([
            ("MODELS", self.document.to_string()),
            ("AWS_ENDPOINT_URL_SECRETS_MANAGER", self.to_secrets.url()),
        ]);
        let mut environment = Environment::of(move |name| variables.get(name).cloned());
        let (models, aws) = (environment.models(), AwsConfig::local(""));
        let vendors = Vendors::read(&mut environment, &aws, &models);
        environment.finish().expect("a configuration");
        let configured = Studio::configured(&models, &vendors);
        let painters = configured.ids().map(|id| {
            let painter: Arc<dyn ImageModel> = match id {
                COMPOSER => Arc::<ScriptedModels>::default(),
                _ => Arc::clone(configured.get(id).expect("the model is configured")),
            };
            (id.to_owned(), painter)
        });
        Makers {
            studio: Arc::new(Studio::new(painters)),
            describer: describer::describer(&models, &vendors),
            enhancer: describer::enhancer(&models, &vendors),
            configured: Arc::new(models),
        }
    }

    /// Requests that violate the vendors' documentation.
    pub(crate) fn violations(&self) -> Vec<String> {
        let all = [
            self.gemini.violations(),
            self.bedrock.violations(),
            self.secrets.violations(),
        ];
        all.concat()
    }
}
