//! The state of a smoke test: its client, and the records that it has made.

use std::time::Duration;

use bytes::Bytes;
use contract::{Amount, GenerationId, ImageId, InspirationId, PersonId, ToolSpec};
use http::{HeaderValue, Method, Request, Response, StatusCode, header::AUTHORIZATION};
use serde_json::Value;
use tokio::time::{Instant, sleep};

use super::{
    answer::{Answer, Data},
    expected_balance::ExpectedBalance,
    http::Http,
    problem::Problem,
    target::BaseUrl,
};

/// The path of the tools.
pub(super) const TOOLS: &str = "/api/v1/tools";

/// How often one call waits for the next minute of the rate limit.
const MOST_PAUSES: usize = 3;
/// The longest of these waits: rate limits count per minute.
const LONGEST_PAUSE: Duration = Duration::from_secs(61);

/// The prices of one unit of each paid tool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prices {
    pub(super) generate_thumbnail: Amount,
    pub(super) generate_variation: Amount,
    pub(super) create_inspiration: Amount,
    pub(super) upload_image: Amount,
}

impl Prices {
    /// The cost of the smoke test before refunds: one unit of each.
    pub(super) fn total(&self) -> Amount {
        self.generate_thumbnail + self.generate_variation + self.create_inspiration + self.upload_image
    }
}

/// A generation of one thumbnail.
#[derive(Clone, Debug)]
pub(super) struct Generation {
    pub(super) id: GenerationId,
    pub(super) prompt_id: String,
    pub(super) cost: Amount,
    pub(super) refunded: Amount,
    /// When the call that started it responded.
    pub(super) began: Instant,
    /// Whether it is known to have ended.
    pub(super) ended: bool,
}

/// The records that were made and still exist.
#[derive(Debug, Default)]
pub(super) struct Records {
    pub(super) image: Option<ImageId>,
    pub(super) inspiration: Option<InspirationId>,
    pub(super) person: Option<PersonId>,
    pub(super) thumbnail: Option<Generation>,
    pub(super) variation: Option<Generation>,
}

/// A smoke test in progress.
#[derive(Debug)]
pub(super) struct Session {
    http: Http,
    base: BaseUrl,
    authorization: HeaderValue,
    /// How long a thumbnail may take.
    pub(super) patience: Duration,
    /// The unique name of all records that the smoke test makes.
    pub(super) mark: String,
    pub(super) prices: Option<Prices>,
    pub(super) expected_balance: ExpectedBalance,
    pub(super) records: Records,
    /// The source of an upload that was not used yet.
    pub(super) upload: Option<String>,
    took: Option<Duration>,
}

/// How long the service asks to wait.
fn pause(response: &Response<Bytes>) -> Option<Duration> {
    let asked = response.headers().get("retry-after")?.to_str().ok()?.parse().ok()?;
    let pause = Duration::from_secs(asked);
    (response.status() == StatusCode::TOO_MANY_REQUESTS && pause <= LONGEST_PAUSE).then_some(pause)
}

impl Session {
    /// A smoke test that has not started.
    pub(super) fn new(http: Http, base: BaseUrl, authorization: HeaderValue, patience: Duration, mark: String) -> Self {
        Self {
            http,
            base,
            authorization,
            patience,
            mark,
            prices: None,
            expected_balance: ExpectedBalance::default(),
            records: Records::default(),
            upload: None,
            took: None,
        }
    }

    /// How long a call may take.
    pub(super) const fn timeout(&self) -> Duration {
        self.http.timeout()
    }

    /// The duration of the first call since this was last asked, without waits for the rate limit.
    pub(super) fn took(&mut self) -> Option<Duration> {
        self.took.take()
    }

    /// The prices, once they are known.
    pub(super) fn prices(&self) -> Result<Prices, Problem> {
        self.prices.ok_or(Problem::Skipped("get_credits"))
    }

    /// A request with the key.
    pub(super) fn request(
        &self,
        method: Method,
        path: &str,
        body: impl Into<Bytes>,
    ) -> Result<Request<Bytes>, Problem> {
        let mut request = self.anonymous(method, path, body)?;
        request.headers_mut().insert(AUTHORIZATION, self.authorization.clone());
        Ok(request)
    }

    /// A request without a key.
    pub(super) fn anonymous(
        &self,
        method: Method,
        path: &str,
        body: impl Into<Bytes>,
    ) -> Result<Request<Bytes>, Problem> {
        let request = Request::builder().method(method).uri(self.base.join(path));
        let request = request.header("content-type", "application/json").body(body.into());
        request.map_err(|error| Problem::wrong(error.to_string()))
    }

    /// Sends a request. If a rate limit is reached, waits as long as the service asks.
    pub(super) async fn send(&mut self, request: Request<Bytes>) -> Result<Response<Bytes>, Problem> {
        let mut pauses = 0;
        loop {
            let began = Instant::now();
            let response = self.http.send(request.clone()).await?;
            match pause(&response) {
                Some(pause) if pauses < MOST_PAUSES => {
                    pauses += 1;
                    sleep(pause).await;
                }
                _ => {
                    self.took.get_or_insert(began.elapsed());
                    return Ok(response);
                }
            }
        }
    }

    /// Sends a request that the service itself answers.
    pub(super) async fn ask(&mut self, request: Request<Bytes>) -> Result<Answer, Problem> {
        Answer::read(self.send(request).await?)
    }

    /// Calls a tool and returns any response.
    pub(super) async fn call<T: ToolSpec>(&mut self, body: &Value) -> Result<Answer, Problem> {
        let path = format!("{TOOLS}/{}", T::NAME);
        self.ask(self.request(Method::POST, &path, body.to_string())?).await
    }

    /// Calls a tool and expects success.
    pub(super) async fn succeed<T: ToolSpec>(&mut self, body: &Value) -> Result<Data, Problem> {
        self.call::<T>(body).await?.data::<T>()
    }

    /// Calls a tool with an idempotency key.
    pub(super) async fn call_with_key<T: ToolSpec>(&mut self, key: &str, body: &Value) -> Result<Answer, Problem> {
        let path = format!("{TOOLS}/{}", T::NAME);
        let mut request = self.request(Method::POST, &path, body.to_string())?;
        let key = HeaderValue::from_str(key).map_err(|error| Problem::wrong(error.to_string()))?;
        request.headers_mut().insert("idempotency-key", key);
        self.ask(request).await
    }

    /// Calls a tool and expects NOT_FOUND.
    pub(super) async fn expect_not_found<T: ToolSpec>(&mut self, body: &Value) -> Result<(), Problem> {
        let answer = self.call::<T>(body).await?;
        answer.refusal(StatusCode::NOT_FOUND, "NOT_FOUND").map(drop)
    }
}
