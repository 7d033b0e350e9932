//! Sends requests and measures their durations.

use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use tokio::time::Instant;

use crate::failure::Failure;

/// The durations of many calls.
#[derive(Debug)]
pub(crate) struct Measured {
    sorted: Vec<Duration>,
    whole: Duration,
}

impl Measured {
    pub(crate) fn new(mut times: Vec<Duration>, whole: Duration) -> Self {
        times.sort_unstable();
        Self { sorted: times, whole }
    }

    /// The percentile `share`, from 0 to 100.
    pub(crate) fn percentile(&self, share: usize) -> Duration {
        let index = (self.sorted.len().saturating_sub(1)) * share / 100;
        self.sorted.get(index).copied().unwrap_or_default()
    }

    pub(crate) fn per_second(&self) -> f64 {
        self.sorted.len() as f64 / self.whole.as_secs_f64()
    }
}

/// An HTTP client that keeps its connections open.
pub(crate) struct Caller(Client<HttpConnector, Full<Bytes>>);

impl Caller {
    pub(crate) fn new() -> Self {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        Self(Client::builder(TokioExecutor::new()).build(connector))
    }

    pub(crate) async fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, Failure> {
        let (parts, body) = self.0.request(request.map(Full::new)).await?.into_parts();
        Ok(Response::from_parts(parts, body.collect().await?.to_bytes()))
    }

    /// Sends `calls` requests, at most `at_once` of them concurrently. Fails unless every response is a success.
    pub(crate) async fn measure(
        &self,
        calls: usize,
        at_once: usize,
        request: impl Fn(usize) -> Result<Request<Bytes>, http::Error>,
    ) -> Result<Measured, Failure> {
        let began = Instant::now();
        let times = stream::iter((0..calls).map(|index| {
            let request = request(index);
            async move {
                let began = Instant::now();
                let response = self.send(request?).await?;
                let took = began.elapsed();
                if response.status().is_success() {
                    Ok(took)
                } else {
                    Err(Failure::from(String::from_utf8_lossy(response.body()).into_owned()))
                }
            }
        }))
        .buffer_unordered(at_once)
        .try_collect()
        .await?;
        Ok(Measured::new(times, began.elapsed()))
    }
}
