//! The configuration document: a JSON array of image models, or an object with the image models and the text models.

use std::net::IpAddr;

use capabilities::Provider;
use contract::Lettering;
use serde::Deserialize;
use serde_json::json;

use super::{
    Models, Options, SecretRef, WordsConfig,
    configured::GivenCapabilities,
    model::{EndOfLife, ModelConfig},
};

/// The longest configurable timeout of one attempt. The timeout of the generation loop's Lambda is 60 s longer: a lease
/// ends 30 s after the model's timeout, and settling takes up to 10 s.
pub const MAX_MODEL_TIMEOUT_SECONDS: u32 = 180;

/// A document with the right JSON fields, whose values are not checked yet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    models: Vec<GivenModel>,
    default: Option<String>,
    vision: Option<GivenWords>,
    text: Option<GivenWords>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct GivenModel {
    id: String,
    provider: Provider,
    upstream_model: Option<String>,
    base_url: Option<String>,
    region: Option<String>,
    secret: Option<String>,
    capabilities: Option<GivenCapabilities>,
    timeout_seconds: Option<u32>,
    price_note: Option<String>,
    end_of_life: Option<String>,
    #[serde(default)]
    fallbacks: Vec<String>,
    lettering: Option<Lettering>,
    retry_misspelt: Option<bool>,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    reference_options: Options,
    body: Option<serde_json::Value>,
    picture: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct GivenWords {
    provider: Provider,
    upstream_model: String,
    base_url: Option<String>,
    region: Option<String>,
    secret: Option<String>,
    #[serde(default)]
    options: Options,
}

impl Document {
    /// The text of a document for a developer's own server, which speaks OpenAI's API for images and has one model. If
    /// the server fails, the composer takes its place.
    pub(super) fn of_server(base_url: &str) -> String {
        let document = json!([
            {
                "id": "local",
                "provider": "openai",
                // The name under which the server of stable-diffusion.cpp lists its model; it ignores other names.
                "upstreamModel": "sd-cpp-local",
                "baseUrl": base_url,
                "capabilities": { "references": 0, "sizes": ["any"], "maxPromptChars": 2000 },
                "timeoutSeconds": MAX_MODEL_TIMEOUT_SECONDS,
                "fallbacks": ["composer"],
            },
            { "id": "composer", "provider": "composer" },
        ]);
        document.to_string()
    }

    pub(super) fn parse(text: &str) -> Result<Self, String> {
        // An array is parsed separately, so that messages are about its elements and not about a choice of two formats.
        if text.trim_start().starts_with('[') {
            let models = serde_json::from_str(text).map_err(|error| format!("a JSON array of models; {error}"))?;
            return Ok(Self {
                models,
                default: None,
                vision: None,
                text: None,
            });
        }
        serde_json::from_str(text).map_err(|error| format!("a JSON object with `models`; {error}"))
    }

    /// The models. Each problem goes to `report`.
    pub(super) fn into_models(self, mut report: impl FnMut(&str)) -> Models {
        if self.models.is_empty() {
            report("the list names no model");
            return Models::default();
        }
        let mut models: Vec<ModelConfig> = Vec::with_capacity(self.models.len());
        for given in self.models {
            let id = given.id.clone();
            match given.check() {
                Ok(model) if models.iter().any(|other| other.id == model.id) => {
                    report(&format!("model `{id}`: the id is there twice"));
                }
                Ok(model) => models.push(model),
                Err(problem) => report(&format!("model `{id}`: {problem}")),
            }
        }
        for model in &models {
            for (at, fallback) in model.fallbacks.iter().enumerate() {
                if model.fallbacks.iter().take(at).any(|earlier| earlier == fallback) {
                    report(&format!(
                        "model `{}`: its fallback `{fallback}` is there twice",
                        model.id
                    ));
                } else if *fallback == model.id {
                    report(&format!("model `{}`: it is its own fallback", model.id));
                } else if !models.iter().any(|other| other.id == *fallback) {
                    report(&format!(
                        "model `{}`: its fallback `{fallback}` is not configured",
                        model.id
                    ));
                }
            }
        }
        let first = models.first().map(|model| model.id.clone()).unwrap_or_default();
        let default = self.default.unwrap_or(first);
        if !models.is_empty() && !models.iter().any(|model| model.id == default) {
            report("`default` names none of the models");
        }
        let mut words = |name: &str, given: Option<GivenWords>| {
            given.and_then(|given| {
                given
                    .check()
                    .map_err(|problem| report(&format!("`{name}`: {problem}")))
                    .ok()
            })
        };
        let has_vision = self.vision.is_some();
        let (vision, text) = (words("vision", self.vision), words("text", self.text));
        for model in models
            .iter()
            .filter(|model| model.retry_misspelt == Some(true) && !has_vision)
        {
            report(&format!(
                "model `{}`: `retryMisspelt` needs a model in `vision`, which finds misspelt titles",
                model.id
            ));
        }
        Models {
            models,
            default,
            vision,
            text,
        }
    }
}

impl GivenModel {
    fn check(self) -> Result<ModelConfig, String> {
        let named = |c: char| c.is_ascii_alphanumeric() || "._:/-".contains(c);
        if self.id.is_empty() || self.id.len() > 64 || !self.id.chars().all(named) {
            return Err("an id is 1 to 64 letters, digits, dots, colons, slashes, underscores and hyphens".to_owned());
        }
        let defaults = self.provider.defaults();
        let timeout_seconds = self.timeout_seconds.unwrap_or(defaults.timeout_seconds);
        if !(1..=MAX_MODEL_TIMEOUT_SECONDS).contains(&timeout_seconds) {
            return Err(format!("`timeoutSeconds` is not 1 to {MAX_MODEL_TIMEOUT_SECONDS}"));
        }
        let secret = secret(self.secret.as_deref())?;
        let base_url = base_url(self.base_url)?;
        if self.provider == Provider::Composer {
            let vendors = self.upstream_model.is_some() || secret.is_some() || base_url.is_some();
            if vendors {
                return Err("the composer has no upstreamModel, baseUrl or secret".to_owned());
            }
            if self.lettering == Some(Lettering::Model) {
                return Err("`lettering` is for models of vendors: the composer sets its words itself".to_owned());
            }
            if self.retry_misspelt == Some(true) {
                return Err(
                    "`retryMisspelt` is for models of vendors: the composer prints titles letter by letter".to_owned(),
                );
            }
        } else {
            if self.upstream_model.as_deref().is_none_or(str::is_empty) {
                return Err("`upstreamModel` is missing: what the vendor calls it".to_owned());
            }
            needs_secret(self.provider, secret.as_ref(), base_url.as_deref())?;
            keeps_secret(secret.as_ref(), base_url.as_deref())?;
        }
        if self.provider != Provider::Bedrock && (self.body.is_some() || self.picture.is_some()) {
            return Err("`body` and `picture` are for Bedrock's models".to_owned());
        }
        if self.picture.as_deref().is_some_and(|pointer| !pointer.starts_with('/')) {
            return Err("`picture` is no JSON pointer such as /images/0".to_owned());
        }
        Ok(ModelConfig {
            id: self.id,
            provider: self.provider,
            upstream_model: self.upstream_model,
            base_url,
            region: self.region,
            secret,
            capabilities: match self.capabilities {
                Some(given) => given.over(defaults.capabilities)?,
                None => defaults.capabilities,
            },
            timeout_seconds,
            price_note: self.price_note,
            end_of_life: self.end_of_life.as_deref().map(EndOfLife::parse).transpose()?,
            fallbacks: self.fallbacks,
            lettering: self.lettering.unwrap_or(Lettering::Composer),
            retry_misspelt: self.retry_misspelt,
            options: self.options,
            reference_options: self.reference_options,
            body: self.body,
            picture: self.picture,
        })
    }
}

impl GivenWords {
    fn check(self) -> Result<WordsConfig, String> {
        match self.provider {
            Provider::Composer => return Err("the composer has no words".to_owned()),
            Provider::Bfl => {
                return Err("`bfl` has no models for words; use `gemini`, `openai` or `bedrock`".to_owned());
            }
            Provider::Gemini | Provider::OpenAi | Provider::Bedrock => {}
        }
        let (secret, base_url) = (secret(self.secret.as_deref())?, base_url(self.base_url)?);
        needs_secret(self.provider, secret.as_ref(), base_url.as_deref())?;
        keeps_secret(secret.as_ref(), base_url.as_deref())?;
        Ok(WordsConfig {
            provider: self.provider,
            upstream_model: self.upstream_model,
            base_url,
            region: self.region,
            secret,
            options: self.options,
        })
    }
}

fn secret(given: Option<&str>) -> Result<Option<SecretRef>, String> {
    given.map(str::parse).transpose()
}

/// Checks that a key is configured where the vendor needs one. Bedrock accepts the function's role, and a compatible
/// server may need no key.
fn needs_secret(provider: Provider, secret: Option<&SecretRef>, base_url: Option<&str>) -> Result<(), String> {
    let needed = match provider {
        Provider::Gemini | Provider::Bfl => true,
        Provider::OpenAi => base_url.is_none(),
        Provider::Bedrock | Provider::Composer => false,
    };
    if needed && secret.is_none() {
        return Err("`secret` is missing: env:NAME or secretsmanager:ID, where the vendor's key is".to_owned());
    }
    Ok(())
}

/// Checks that a key never leaves the machine unencrypted.
fn keeps_secret(secret: Option<&SecretRef>, base_url: Option<&str>) -> Result<(), String> {
    let plain = base_url.and_then(|url| url.strip_prefix("http://"));
    if secret.is_some() && plain.is_some_and(|rest| !is_this_machine(rest)) {
        return Err("`secret` would be sent unencrypted: `baseUrl` must be https:// for another machine".to_owned());
    }
    Ok(())
}

/// Whether a URL without its scheme names this machine.
fn is_this_machine(rest: &str) -> bool {
    let authority = rest.split('/').next().unwrap_or_default();
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    };
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

fn base_url(given: Option<String>) -> Result<Option<String>, String> {
    let Some(url) = given else {
        return Ok(None);
    };
    let url = url.trim_end_matches('/');
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let plain = |host: &str| !host.is_empty() && host.chars().all(|c| c.is_ascii_graphic() && !"?#@\"<>\\".contains(c));
    if !host.is_some_and(plain) {
        return Err("`baseUrl` is no http:// or https:// URL without a query".to_owned());
    }
    Ok(Some(url.to_owned()))
}
