//! One attempt: a signed POST request, and what its answer means.

use std::time::Duration;

use bytes::Bytes;
use contract::EventId;
use http::{
    HeaderMap, HeaderName, HeaderValue,
    header::{CONTENT_TYPE, RETRY_AFTER},
};
use runtime::Clock;
use sources::{Endpoints, SourceError};
use store::{Attempt, AttemptError, WebhookSecret};
use tokio::time::Instant;

use crate::{schedule, signature::sign};

/// How long an attempt may take until the status of the answer is known.
const ATTEMPT: Duration = Duration::from_secs(15);

/// Makes attempts.
#[derive(Clone, Debug)]
pub struct Sender {
    endpoints: Endpoints,
    clock: Clock,
}

/// An attempt that has ended, and the wait that the receiver asks for.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) attempt: Attempt,
    pub(crate) retry_after: Option<Duration>,
}

impl Sender {
    /// A sender under the rules of `endpoints`.
    pub const fn new(endpoints: Endpoints, clock: Clock) -> Self {
        Self { endpoints, clock }
    }

    /// Sends the body of an event to `url`, signed with each of the secrets.
    pub(crate) async fn send<'a>(
        &self,
        url: &str,
        secrets: impl Iterator<Item = &'a WebhookSecret>,
        id: EventId,
        body: Vec<u8>,
    ) -> Sent {
        let (at, began) = (self.clock.now(), Instant::now());
        let signature = sign(secrets, id, at.seconds(), &body);
        let answer = match (self.endpoints.check(url), headers(id, at.seconds(), &signature)) {
            (Ok(url), Some(headers)) => {
                let posted = self.endpoints.post(&url, headers, Bytes::from(body), began + ATTEMPT);
                posted.await.map_err(|error| attempt_error(&error))
            }
            (Err(sources::EndpointError::NotPublic), _) => Err(AttemptError::NotPublic),
            _ => Err(AttemptError::BadUrl),
        };
        let (status, error, retry_after) = match answer {
            Ok(answer) => {
                let value = answer.headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
                let retry_after = value.and_then(|value| schedule::retry_after(value, self.clock.now()));
                (Some(answer.status.as_u16()), status_error(answer.status), retry_after)
            }
            Err(error) => (None, Some(error), None),
        };
        Sent {
            attempt: Attempt {
                at,
                status,
                duration_millis: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
                error,
            },
            retry_after,
        }
    }
}

fn headers(id: EventId, timestamp: i64, signature: &str) -> Option<HeaderMap> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    for (name, value) in [
        ("webhook-id", id.to_string()),
        ("webhook-timestamp", timestamp.to_string()),
        ("webhook-signature", signature.to_owned()),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_str(&value).ok()?);
    }
    Some(headers)
}

/// Why a status does not count as received.
fn status_error(status: http::StatusCode) -> Option<AttemptError> {
    if status.is_success() {
        None
    } else if status.is_redirection() {
        Some(AttemptError::Redirect)
    } else {
        Some(AttemptError::Status)
    }
}

const fn attempt_error(error: &SourceError) -> AttemptError {
    match error {
        SourceError::NotPublic => AttemptError::NotPublic,
        SourceError::UnknownHost => AttemptError::UnknownHost,
        SourceError::Unreachable => AttemptError::Unreachable,
        SourceError::Insecure => AttemptError::Insecure,
        SourceError::Slow => AttemptError::TimedOut,
        SourceError::NotHttp | SourceError::BrokeOff => AttemptError::NoAnswer,
        _ => AttemptError::BadUrl,
    }
}
