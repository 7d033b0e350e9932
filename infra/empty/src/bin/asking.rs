//! A Lambda that sends as many signed requests to DynamoDB as a tool that reads, and does nothing else: it writes no
//! JSON, authenticates no caller and parses no response. The time that a call of a tool takes in addition is spent in
//! the SDK and in the service's own code.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::SystemTime,
};

use aws_credential_types::Credentials;
use aws_sigv4::{
    http_request::{SignableBody, SignableRequest, SigningSettings, sign},
    sign::v4::SigningParams,
};
use aws_smithy_runtime_api::client::identity::Identity;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use lambda_http::{Body, Error, Request, Response, service_fn};

struct DynamoDb {
    client: Client<HttpConnector, Full<Bytes>>,
    url: String,
    region: String,
    identity: Identity,
}

impl DynamoDb {
    fn from_environment() -> Result<Self, Error> {
        let (key_id, secret) = (
            std::env::var("AWS_ACCESS_KEY_ID")?,
            std::env::var("AWS_SECRET_ACCESS_KEY")?,
        );
        Ok(Self {
            client: Client::builder(TokioExecutor::new()).build_http(),
            url: std::env::var("AWS_ENDPOINT_URL")?,
            region: std::env::var("AWS_REGION")?,
            identity: Credentials::new(key_id, secret, None, None, "environment").into(),
        })
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "a baseline contains nothing of ours, and so no `runtime`"
    )]
    async fn ask(&self, target: &'static str, body: Bytes) -> Result<(), Error> {
        let mut request = http::Request::post(&self.url)
            .header("content-type", "application/x-amz-json-1.0")
            .header("x-amz-target", target)
            .body(Full::new(body.clone()))?;
        let params = SigningParams::builder()
            .identity(&self.identity)
            .region(&self.region)
            .name("dynamodb")
            .time(SystemTime::now())
            .settings(SigningSettings::default())
            .build()?
            .into();
        let headers = [("content-type", "application/x-amz-json-1.0"), ("x-amz-target", target)];
        let signable = SignableRequest::new("POST", &self.url, headers.into_iter(), SignableBody::Bytes(&body))?;
        let (instructions, _) = sign(signable, &params)?.into_parts();
        instructions.apply_to_request_http1x(&mut request);
        self.client.request(request).await?.into_body().collect().await?;
        Ok(())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let dynamodb = DynamoDb::from_environment()?;
    let (records, ephemeral) = (std::env::var("TABLE_NAME")?, std::env::var("EPHEMERAL_TABLE_NAME")?);
    let read = Bytes::from(format!(
        r#"{{"TableName":"{records}","ConsistentRead":true,"Key":{{"pk":{{"S":"nothing"}},"sk":{{"S":"NOTHING"}}}}}}"#
    ));
    let count = Bytes::from(format!(
        r##"{{"TableName":"{ephemeral}","Key":{{"pk":{{"S":"nothing"}}}},"UpdateExpression":"ADD #0 :0","ExpressionAttributeNames":{{"#0":"total"}},"ExpressionAttributeValues":{{":0":{{"N":"1"}}}},"ReturnValues":"UPDATED_NEW"}}"##
    ));
    let (get, update) = ("DynamoDB_20120810.GetItem", "DynamoDB_20120810.UpdateItem");
    let is_first = AtomicBool::new(true);
    let (dynamodb, read, count, is_first) = (&dynamodb, &read, &count, &is_first);
    lambda_http::run(service_fn(async |_: Request| {
        // The first call sends two more requests: a tool reads the API key and the organization of a caller that is not
        // in its cache.
        if is_first.swap(false, Ordering::Relaxed) {
            dynamodb.ask(get, read.clone()).await?;
            dynamodb.ask(get, read.clone()).await?;
        }
        tokio::try_join!(dynamodb.ask(get, read.clone()), dynamodb.ask(update, count.clone()))?;
        Ok::<_, Error>(Response::new(Body::from(r#"{"success":true,"data":{}}"#)))
    }))
    .await
}
