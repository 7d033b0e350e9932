//! Bedrock's catalog of models: `GetFoundationModel`,
//! <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_GetFoundationModel.html>.
//!
//! The operation belongs to an API of its own, whose SDK has more than a hundred operations. One signed `GET` takes
//! less.

use aws_sigv4::{
    http_request::{SignableBody, SignableRequest, SigningSettings, sign},
    sign::v4::SigningParams,
};
use contract::Timestamp;
use http::{HeaderName, HeaderValue, Request, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use runtime::{AwsConfig, Secret, system_time};
use serde::Deserialize;
use serde_json::Value;

use super::failure::of_reply;
use crate::{
    Cause, ModelError, Vendors,
    offer::{Offer, moment},
    wire::{
        body::Body,
        http::{MAX_TEXT_RESPONSE_BYTES, get},
    },
};

/// The characters of a path's segment that need escaping.
const ESCAPED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The prefixes of inference profiles, which are the models of several regions under one name.
const PROFILES: [&str; 8] = ["us.", "us-gov.", "eu.", "apac.", "au.", "ca.", "jp.", "global."];

/// The error of a request that cannot be signed.
const UNSIGNED: ModelError = ModelError::permanent(Cause::Invalid);

/// The catalog of a region.
pub(super) struct Catalog {
    aws: AwsConfig,
    url: String,
}

impl Catalog {
    /// The catalog of the model's region, or else of the function's region. Models with a Bedrock API key are Bedrock's
    /// own, whatever the endpoint of the other services.
    pub(super) fn new(vendors: &Vendors, region: Option<&str>, has_key: bool) -> Self {
        let mut aws = AwsConfig::clone(&vendors.aws);
        if let Some(region) = region {
            aws.region = region.to_owned();
        }
        let shared = aws.endpoint_url.clone().filter(|_| !has_key);
        let own = || format!("https://bedrock.{}.amazonaws.com", aws.region);
        let url = vendors.bedrock_catalog_url.clone().or(shared).unwrap_or_else(own);
        Self { aws, url }
    }

    /// Looks for a model. Without a key, the request is signed with the role's credentials.
    pub(super) async fn look_up(
        &self,
        vendors: &Vendors,
        model: &str,
        key: Option<&Secret>,
    ) -> Result<Offer, ModelError> {
        let Some(model) = foundation_model(model) else {
            return Ok(Offer::Unlisted);
        };
        let name = utf8_percent_encode(model, &ESCAPED);
        let mut request = get(&format!("{}/foundation-models/{name}", self.url))?;
        match key {
            Some(key) => authorize(&mut request, header::AUTHORIZATION, &format!("Bearer {}", key.expose()))?,
            None => self.sign(&mut request)?,
        }
        let reply = vendors.http.send(request, MAX_TEXT_RESPONSE_BYTES).await?;
        if !reply.status.is_success() {
            return Err(of_reply(&reply));
        }
        let details: Response = reply.json()?;
        Ok(details
            .model_details
            .model_lifecycle
            .map_or(Offer::Offered { ends: None }, |lifecycle| lifecycle.offer()))
    }

    fn sign(&self, request: &mut Request<Body>) -> Result<(), ModelError> {
        let identity = self.aws.credentials.clone().into();
        let params = SigningParams::builder()
            .identity(&identity)
            .region(&self.aws.region)
            .name("bedrock")
            .time(system_time())
            .settings(SigningSettings::default())
            .build()
            .map_err(|_| UNSIGNED)?
            .into();
        let url = request.uri().to_string();
        let signable = SignableRequest::new("GET", url, std::iter::empty(), SignableBody::Bytes(&[]));
        let signed = sign(signable.map_err(|_| UNSIGNED)?, &params).map_err(|_| UNSIGNED)?;
        for (name, value) in signed.output().headers() {
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| UNSIGNED)?;
            authorize(request, name, value)?;
        }
        Ok(())
    }
}

/// Adds a header that must not reach a log.
fn authorize(request: &mut Request<Body>, name: HeaderName, value: &str) -> Result<(), ModelError> {
    let mut value = HeaderValue::from_str(value).map_err(|_| ModelError::permanent(Cause::NoSecret))?;
    value.set_sensitive(true);
    request.headers_mut().insert(name, value);
    Ok(())
}

/// The id of the foundation model behind the id or the ARN of a model or an inference profile. `None` for the
/// operator's own resources, such as provisioned throughput, which are not in the catalog.
fn foundation_model(name: &str) -> Option<&str> {
    let id = match name.split_once('/') {
        Some((arn, id)) if arn.ends_with(":foundation-model") || arn.ends_with(":inference-profile") => id,
        Some(_) => return None,
        None => name,
    };
    Some(PROFILES.iter().find_map(|prefix| id.strip_prefix(prefix)).unwrap_or(id))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    model_details: Details,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    model_lifecycle: Option<Lifecycle>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Lifecycle {
    status: String,
    /// A text such as `2026-12-01T00:00:00Z`, or seconds since the Unix epoch.
    end_of_life_time: Option<Value>,
}

impl Lifecycle {
    fn offer(self) -> Offer {
        let ends = self.end_of_life_time.and_then(|time| match time {
            Value::String(text) => moment(&text),
            number => Some(Timestamp::from_millis((number.as_f64()? * 1_000.0) as i64)),
        });
        match self.status.as_str() {
            "LEGACY" if ends.is_none() => Offer::Legacy,
            _ => Offer::Offered { ends },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn profiles_and_arns_name_their_foundation_model() {
        let core = Some("stability.stable-image-core-v1:1");
        for name in [
            "stability.stable-image-core-v1:1",
            "us.stability.stable-image-core-v1:1",
            "arn:aws:bedrock:us-west-2::foundation-model/stability.stable-image-core-v1:1",
            "arn:aws:bedrock:us-west-2:000000000000:inference-profile/us.stability.stable-image-core-v1:1",
        ] {
            assert_eq!(foundation_model(name), core, "{name}");
        }
        let own = "arn:aws:bedrock:us-west-2:000000000000:provisioned-model/abc";
        assert_eq!(foundation_model(own), None);
    }

    #[test]
    fn the_end_of_a_model_is_a_text_or_a_number() {
        let offer = |lifecycle: Value| serde_json::from_value::<Lifecycle>(lifecycle).unwrap().offer();
        let ends = Timestamp::of_day("2026-12-01");
        for time in [json!("2026-12-01T00:00:00Z"), json!(1_796_083_200)] {
            let lifecycle = json!({ "status": "LEGACY", "endOfLifeTime": time });
            assert_eq!(offer(lifecycle), Offer::Offered { ends });
        }
        assert_eq!(offer(json!({ "status": "LEGACY" })), Offer::Legacy);
        assert_eq!(offer(json!({ "status": "ACTIVE" })), Offer::Offered { ends: None });
    }
}
