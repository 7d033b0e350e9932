//! What a tool does, as the pipeline calls it.

use std::{error::Error, pin::Pin, time::Duration};

use bytes::Bytes;
use contract::{
    ApiError, Success, ToolSpec,
    error::UnauthorizedReason,
    input::{Given, Input, Issues},
};
use serde_json::{Map, Value};
use store::Store;

use crate::Call;

/// How long the items of a transaction may take to appear, which they do one after another.
const APPEARANCE: Duration = Duration::from_millis(50);

/// The input of a tool's specification.
type InputOf<T> = <<T as Tool>::Spec as ToolSpec>::Input;
/// The output of a tool's specification.
type OutputOf<T> = <<T as Tool>::Spec as ToolSpec>::Output;

/// The behaviour of a tool, in two parts: reading runs beside the rate limit's update, the work begins once the
/// request is admitted.
pub trait Tool: Send + Sync + 'static {
    /// What the tool promises.
    type Spec: ToolSpec;
    /// What reading finds.
    type Read: Send;

    /// Adds what is wrong with a body by this service's configuration. Sees the body as it came, so that all issues
    /// are told at once.
    fn validate(&self, given: &Given<'_>, issues: &mut Issues) {
        let (_, _) = (given, issues);
    }

    /// Reads what the work needs. Nothing may be written here: the request may yet be refused.
    fn read(&self, call: &Call, input: &InputOf<Self>) -> impl Future<Output = Result<Self::Read, Failure>> + Send;

    /// Does the work.
    fn run(
        &self,
        call: &Call,
        input: InputOf<Self>,
        read: Self::Read,
    ) -> impl Future<Output = Result<Reply<OutputOf<Self>>, Failure>> + Send;
}

/// The success of a tool.
#[derive(Debug)]
pub enum Reply<T> {
    /// It did the work.
    Fresh(T),
    /// It had done the work before, for the same idempotency key: the whole body of that answer.
    Replay(String),
}

/// Why a call failed.
#[derive(Debug)]
pub enum Failure {
    /// The caller learns it.
    Api(ApiError),
    /// The caller learns nothing of it, the operator does.
    Internal(Box<dyn Error + Send + Sync>),
}

impl Failure {
    /// Our fault.
    pub fn internal(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Internal(error.into())
    }

    /// The tables say one thing and then another.
    pub fn contradiction() -> Self {
        Self::internal("the tables contradict themselves")
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<store::StoreError> for Failure {
    fn from(error: store::StoreError) -> Self {
        match error {
            // The key was remembered for longer than it was there.
            store::StoreError::NoOrganization => ApiError::Unauthorized(UnauthorizedReason::Invalid).into(),
            error => Self::internal(error),
        }
    }
}

/// A success as bytes.
pub(crate) struct Body {
    pub(crate) bytes: Bytes,
    pub(crate) replayed: bool,
}

pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A call whose reads may have begun, and whose work waits for `admit`.
pub(crate) type Work<'a> = BoxFuture<'a, Result<Body, Failure>>;

/// A tool of whatever types.
pub(crate) trait AnyTool: Send + Sync {
    fn name(&self) -> &'static str;

    fn validate(&self, body: &Map<String, Value>, issues: &mut Issues);

    /// Reads, waits for `admitted` meanwhile, and works when that succeeds. A refusal ends the reads at once, and is
    /// told before any error of the tool's.
    fn call<'a>(&'a self, call: &'a Call, store: &'a Store, admitted: BoxFuture<'a, Result<(), Failure>>) -> Work<'a>;
}

impl<T: Tool> AnyTool for T {
    fn name(&self) -> &'static str {
        T::Spec::NAME
    }

    fn validate(&self, body: &Map<String, Value>, issues: &mut Issues) {
        drop(InputOf::<T>::parse(body, issues));
        Tool::validate(self, &Given::new(body), issues);
    }

    fn call<'a>(&'a self, call: &'a Call, store: &'a Store, admitted: BoxFuture<'a, Result<(), Failure>>) -> Work<'a> {
        Box::pin(async move {
            let Some(input) = InputOf::<T>::parse(&call.body, &mut Issues::default()) else {
                return Err(Failure::internal("a body that was valid is not"));
            };
            let read = async { Ok(self.read(call, &input).await) };
            let ((), read) = futures_util::future::try_join(admitted, read).await?;
            let reply = match self.run(call, input, read?).await {
                // An organization that is gone has no answers any more.
                Err(Failure::Api(refusal)) if !matches!(refusal, ApiError::Unauthorized(_)) => {
                    answered_meanwhile(call, store).await?.ok_or(refusal)?
                }
                result => result?,
            };
            match reply {
                Reply::Fresh(output) => Ok(Body {
                    bytes: success(&output)?.into(),
                    replayed: false,
                }),
                Reply::Replay(text) => Ok(Body {
                    bytes: text.into(),
                    replayed: true,
                }),
            }
        })
    }
}

/// The answer of another call with the same idempotency key, for one that was refused. The other may be why: reads are no
/// snapshot, so they may show what it took from the balance and not its answer.
async fn answered_meanwhile<T>(call: &Call, store: &Store) -> Result<Option<Reply<T>>, Failure> {
    let Some(claim) = call.claim() else {
        return Ok(None);
    };
    tokio::time::sleep(APPEARANCE).await;
    call.replay(store.answer(&claim.key).await?)
}

/// The body of a success. The same output always makes the same bytes.
pub(crate) fn success<T: serde::Serialize>(output: &T) -> Result<String, Failure> {
    serde_json::to_string(&Success::new(output)).map_err(Failure::internal)
}
