//! Presigns URLs and forms with AWS Signature Version 4, using the SDK's signing library. The SDK's own presigning
//! sends each URL through the whole pipeline of a call, which is too slow for lists with hundreds of URLs.
//! <https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html>

use std::{
    collections::BTreeMap,
    ops::RangeInclusive,
    sync::Arc,
    time::{Duration, UNIX_EPOCH},
};

use aws_sdk_s3::config::endpoint::{DefaultResolver, Params, ResolveEndpoint};
use aws_sigv4::{
    http_request::{
        PercentEncodingMode, SignableBody, SignableRequest, SignatureLocation, SigningSettings,
        UriPathNormalizationMode, sign,
    },
    sign::v4::{SigningParams, calculate_signature, generate_signing_key},
};
use aws_smithy_http::query_writer::QueryWriter;
use aws_smithy_runtime_api::{box_error::BoxError, client::identity::Identity};
use base64::{Engine, prelude::BASE64_STANDARD};
use contract::Timestamp;
use runtime::{Aws, AwsConfig};
use serde_json::{Map, Value, json};
use tokio::sync::OnceCell;

/// How long a presigned URL works after its signature: for an hour after the quarter of an hour that it is signed for.
/// With temporary credentials of a role, the URL ends with them, which may be sooner.
pub const URL_LIFETIME: Duration = Duration::from_secs(75 * 60);

/// Presigns URLs of one bucket. Clones share the cached endpoint.
#[derive(Clone, Debug)]
pub(crate) struct Signer(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    aws: AwsConfig,
    identity: Identity,
    bucket: String,
    /// The bucket's endpoint, such as `https://pictures.s3.eu-central-1.amazonaws.com`.
    place: OnceCell<String>,
}

impl Signer {
    pub(crate) fn new(aws: &Aws, bucket: String) -> Self {
        let aws = aws.config().clone();
        Self(Arc::new(Inner {
            identity: aws.credentials.clone().into(),
            aws,
            bucket,
            place: OnceCell::new(),
        }))
    }

    /// A URL with these query parameters, which anybody can use to download the object under `key` for [`URL_LIFETIME`]
    /// from `now`. The service's keys contain no character that needs escaping. Sends no request.
    pub(crate) async fn sign(&self, key: &str, headers: [(&str, &str); 2], now: Timestamp) -> Result<String, BoxError> {
        let inner = &*self.0;
        let place = inner.place.get_or_try_init(|| inner.find_place()).await?;
        let mut url = QueryWriter::new_from_string(&format!("{place}/{key}"))?;
        // S3 ignores this parameter. With it, the URLs equal those of the SDK.
        url.insert("x-id", "GetObject");
        for (name, value) in headers {
            url.insert(name, value);
        }
        let url = url.build_uri();
        let mut settings = SigningSettings::default();
        settings.signature_location = SignatureLocation::QueryParams;
        settings.expires_in = Some(URL_LIFETIME);
        // S3 signs paths without normalization and with a single percent-encoding.
        settings.percent_encoding_mode = PercentEncodingMode::Single;
        settings.uri_path_normalization_mode = UriPathNormalizationMode::Disabled;
        let params = SigningParams::builder()
            .identity(&inner.identity)
            .region(&inner.aws.region)
            .name("s3")
            .time(UNIX_EPOCH + now.since(Timestamp::from_millis(0)))
            .settings(settings)
            .build()?
            .into();
        let request = SignableRequest::new(
            "GET",
            url.to_string(),
            std::iter::empty(),
            SignableBody::UnsignedPayload,
        )?;
        let (instructions, _) = sign(request, &params)?.into_parts();
        let (_, query) = instructions.into_parts();
        let mut url = QueryWriter::new(&url);
        for (name, value) in query {
            url.insert(name, &value);
        }
        Ok(url.build_uri().to_string())
    }

    /// A form that anybody can post until `until` to store a file of this size, in bytes, under `key`: its URL, and its
    /// fields before the file. Sends no request.
    /// <https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-authentication-HTTPPOST.html>
    pub(crate) async fn sign_form(
        &self,
        key: &str,
        size: RangeInclusive<u64>,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<(String, BTreeMap<String, String>), BoxError> {
        let inner = &*self.0;
        let place = inner.place.get_or_try_init(|| inner.find_place()).await?;
        let credentials = &inner.aws.credentials;
        // `2026-11-21T08:15:30.123Z` becomes `20261121T081530Z`.
        let digits: String = now
            .to_string()
            .chars()
            .filter(|c| !matches!(c, '-' | ':'))
            .take(15)
            .collect();
        let (date, day) = (format!("{digits}Z"), digits.get(..8).unwrap_or_default());
        let scope = format!("{day}/{}/s3/aws4_request", inner.aws.region);
        let mut fields = BTreeMap::from([
            ("key", key.to_owned()),
            ("x-amz-algorithm", "AWS4-HMAC-SHA256".to_owned()),
            ("x-amz-credential", format!("{}/{scope}", credentials.access_key_id())),
            ("x-amz-date", date),
        ]);
        if let Some(token) = credentials.session_token() {
            fields.insert("x-amz-security-token", token.to_owned());
        }
        let equal =
            |(name, value): (&&str, &String)| Value::Object(Map::from_iter([((*name).to_owned(), json!(value))]));
        let mut conditions: Vec<Value> = fields.iter().map(equal).collect();
        conditions.push(json!({ "bucket": inner.bucket }));
        conditions.push(json!(["content-length-range", size.start(), size.end()]));
        let policy = json!({ "expiration": until, "conditions": conditions });
        let policy = BASE64_STANDARD.encode(policy.to_string());
        let time = UNIX_EPOCH + now.since(Timestamp::from_millis(0));
        let signing_key = generate_signing_key(credentials.secret_access_key(), time, &inner.aws.region, "s3");
        fields.insert("x-amz-signature", calculate_signature(signing_key, policy.as_bytes()));
        fields.insert("policy", policy);
        let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
        Ok((place.clone(), fields.collect()))
    }

    /// The origin of all URLs of this bucket, such as `https://pictures.s3.eu-central-1.amazonaws.com`. Sends no
    /// request.
    pub(crate) async fn origin(&self) -> Result<String, BoxError> {
        let inner = &*self.0;
        let place = inner.place.get_or_try_init(|| inner.find_place()).await?;
        // The scheme ends with the second slash, and a path begins with the third.
        let end = place.match_indices('/').nth(2).map_or(place.len(), |(end, _)| end);
        Ok(place.get(..end).unwrap_or(place).to_owned())
    }

    /// The key of the object that a presigned URL of this bucket is for; `None` if the URL is of something else. Does
    /// not check the signature. Sends no request.
    pub(crate) async fn key_of<'a>(&self, url: &'a str) -> Result<Option<&'a str>, BoxError> {
        let inner = &*self.0;
        let place = inner.place.get_or_try_init(|| inner.find_place()).await?;
        let path = url.split_once('?').map_or(url, |(path, _)| path);
        Ok(path
            .strip_prefix(place.as_str())
            .and_then(|path| path.strip_prefix('/')))
    }
}

impl Inner {
    async fn find_place(&self) -> Result<String, BoxError> {
        let params = Params::builder()
            .bucket(&self.bucket)
            .region(&self.aws.region)
            .set_endpoint(self.aws.endpoint_url.clone())
            .force_path_style(self.aws.is_path_style())
            .build()?;
        let endpoint = DefaultResolver::new().resolve_endpoint(&params).await?;
        Ok(endpoint.url().to_owned())
    }
}

#[cfg(test)]
mod tests;
