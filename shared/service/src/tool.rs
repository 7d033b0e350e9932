//! The behaviour of a tool.

use std::{error::Error, pin::Pin, time::Duration};

use contract::{
    Amount, ApiError, ToolSpec,
    error::UnauthorizedReason,
    input::{BodyFields, Input, Issues},
};
use serde::Serialize;
use serde_json::{Map, Value, value::RawValue};
use store::{ChargeFailure, KeptAnswer, Store, StoreError};

use crate::{Bill, Call, Success};

/// How long it may take until all items of a committed transaction are visible. They become visible one after another.
const TRANSACTION_VISIBLE: Duration = Duration::from_millis(50);

/// The input of a tool's specification.
type InputOf<T> = <<T as Tool>::Spec as ToolSpec>::Input;
/// The output of a tool's specification.
type OutputOf<T> = <<T as Tool>::Spec as ToolSpec>::Output;

/// The behaviour of a tool, in two parts: `read` runs while the call is being counted, and `run` begins once the call
/// is admitted.
pub trait Tool: Send + Sync + 'static {
    /// The specification of the tool.
    type Spec: ToolSpec;
    /// The result of `read`.
    type Read: Send;

    /// Adds an issue for each argument that this deployment's configuration does not allow. Gets the arguments as the
    /// caller gave them, so that the caller is told all issues at once.
    fn validate(&self, fields: &BodyFields<'_>, issues: &mut Issues) {
        let (_, _) = (fields, issues);
    }

    /// Reads everything that `run` needs. It must not write, because the call may still be refused.
    fn read(&self, call: &Call, input: &InputOf<Self>) -> impl Future<Output = Result<Self::Read, Failure>> + Send;

    /// Does the work.
    fn run(
        &self,
        call: &Call,
        input: InputOf<Self>,
        read: Self::Read,
    ) -> impl Future<Output = Result<Reply<OutputOf<Self>>, Failure>> + Send;

    /// The cost of a call with this input, after all checks that `run` makes before it fetches or writes anything,
    /// except the check of the balance. It must not write. To be implemented by every tool that charges, or that checks
    /// more than `read` does.
    fn quote(&self, call: &Call, input: InputOf<Self>) -> impl Future<Output = Result<Bill, Failure>> + Send {
        async move {
            self.read(call, &input).await?;
            Ok(Bill::FREE)
        }
    }

    /// Repeats the reply of an earlier call with the same idempotency key. `None` if no answer is kept for the key.
    /// Every tool that takes idempotency keys implements this.
    fn replay(
        &self,
        call: &Call,
        kept: Option<KeptAnswer>,
    ) -> impl Future<Output = Result<Option<Reply<OutputOf<Self>>>, Failure>> + Send {
        let (_, _) = (call, kept);
        std::future::ready(Ok(None))
    }
}

/// The success of a tool.
#[derive(Debug)]
pub struct Reply<T> {
    /// What the caller gets.
    pub output: T,
    /// Thumbnails that this call was charged.
    pub charged: Amount,
    /// Whether an earlier call with the same idempotency key did the work.
    pub replayed: bool,
}

impl<T> Reply<T> {
    /// The reply to a call that was charged.
    pub const fn charged(output: T, charged: Amount) -> Self {
        Self {
            output,
            charged,
            replayed: false,
        }
    }

    /// The reply to a call that costs nothing.
    pub const fn free(output: T) -> Self {
        Self::charged(output, Amount::ZERO)
    }

    /// The reply of an earlier call with the same idempotency key.
    pub const fn replayed(output: T) -> Self {
        Self {
            output,
            charged: Amount::ZERO,
            replayed: true,
        }
    }
}

impl<T: Serialize> Reply<T> {
    fn into_success(self) -> Result<Success, Failure> {
        Ok(Success {
            output: json(&self.output)?,
            charged: self.charged,
            replayed: self.replayed,
        })
    }
}

/// The reply to a call whose charge of `required` was refused.
///
/// # Errors
///
/// The reason of the refusal; unless a concurrent call with the same idempotency key was first: then the reply is a
/// replay.
pub async fn refused<T: Tool>(
    tool: &T,
    call: &Call,
    failure: ChargeFailure,
    required: Amount,
) -> Result<Reply<OutputOf<T>>, Failure> {
    match failure {
        ChargeFailure::Insufficient { available } => Err(ApiError::InsufficientCredits { required, available }.into()),
        ChargeFailure::OverQuota(exceeded) => Err(ApiError::over_quota(exceeded).into()),
        ChargeFailure::NoOrganization => Err(StoreError::NoOrganization.into()),
        ChargeFailure::Answered(answer) => tool
            .replay(call, Some(answer))
            .await?
            .ok_or_else(Failure::contradiction),
        // The tools that use uploads handle this themselves.
        ChargeFailure::UsedUp(_) => Err(Failure::contradiction()),
    }
}

/// An output as JSON. Equal outputs have equal text.
pub(crate) fn json<T: Serialize>(output: &T) -> Result<Box<RawValue>, Failure> {
    serde_json::value::to_raw_value(output).map_err(Failure::internal)
}

/// Why a call failed.
#[derive(Debug)]
pub enum Failure {
    /// An error for the caller.
    Api(ApiError),
    /// An error of the service. It is logged, and the caller learns only that an error occurred.
    Internal(Box<dyn Error + Send + Sync>),
}

impl Failure {
    /// An error of the service.
    pub fn internal(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Internal(error.into())
    }

    /// Two reads of the tables contradict each other.
    pub fn contradiction() -> Self {
        Self::internal("the tables contradict themselves")
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            // The key is still cached, but its organization was deleted.
            StoreError::NoOrganization => ApiError::Unauthorized(UnauthorizedReason::Invalid).into(),
            error => Self::internal(error),
        }
    }
}

pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Resolves when the rate limits admit the call.
pub(crate) type Admission<'a> = BoxFuture<'a, Result<(), Failure>>;

/// A tool of any types.
pub(crate) trait AnyTool: Send + Sync {
    fn name(&self) -> &'static str;

    /// Parses the arguments. Adds all problems to `issues`; there is an issue if the result is `None`.
    fn parse<'a>(&'a self, arguments: &Map<String, Value>, issues: &mut Issues) -> Option<Box<dyn AnyRun + 'a>>;
}

/// A tool with its input, of any types.
pub(crate) trait AnyRun: Send {
    /// What the call costs, after the checks of the tool. A refused admission ends the checks at once. The caller gets
    /// the refusal, and no error of the checks.
    fn quote<'a>(self: Box<Self>, call: &'a Call, admission: Admission<'a>) -> BoxFuture<'a, Result<Bill, Failure>>
    where
        Self: 'a;

    /// Reads, waits for `admission` meanwhile, and then does the work. A refused admission ends the reads at once. The
    /// caller gets the refusal, and no error of the reads.
    fn run<'a>(
        self: Box<Self>,
        call: &'a Call,
        store: &'a Store,
        admission: Admission<'a>,
    ) -> BoxFuture<'a, Result<Success, Failure>>
    where
        Self: 'a;
}

struct Run<'t, T: Tool> {
    tool: &'t T,
    input: InputOf<T>,
}

impl<T: Tool> AnyTool for T {
    fn name(&self) -> &'static str {
        T::Spec::NAME
    }

    fn parse<'a>(&'a self, arguments: &Map<String, Value>, issues: &mut Issues) -> Option<Box<dyn AnyRun + 'a>> {
        let input = InputOf::<T>::parse(arguments, issues);
        Tool::validate(self, &BodyFields::new(arguments), issues);
        Some(Box::new(Run {
            tool: self,
            input: input?,
        }))
    }
}

impl<T: Tool> AnyRun for Run<'_, T> {
    fn quote<'a>(self: Box<Self>, call: &'a Call, admission: Admission<'a>) -> BoxFuture<'a, Result<Bill, Failure>>
    where
        Self: 'a,
    {
        Box::pin(async move {
            let Self { tool, input } = *self;
            let bill = async { Ok(tool.quote(call, input).await) };
            futures_util::future::try_join(admission, bill).await?.1
        })
    }

    fn run<'a>(
        self: Box<Self>,
        call: &'a Call,
        store: &'a Store,
        admission: Admission<'a>,
    ) -> BoxFuture<'a, Result<Success, Failure>>
    where
        Self: 'a,
    {
        Box::pin(async move {
            let Self { tool, input } = *self;
            let read = async { Ok(tool.read(call, &input).await) };
            let ((), read) = futures_util::future::try_join(admission, read).await?;
            // Boxed, so that the state of the work and of the reads do not add up on the stack.
            let reply = match Box::pin(tool.run(call, input, read?)).await {
                // The kept answers of a deleted organization are gone.
                Err(Failure::Api(refusal)) if !matches!(refusal, ApiError::Unauthorized(_)) => {
                    replay_of_concurrent_call(tool, call, store).await?.ok_or(refusal)?
                }
                reply => reply?,
            };
            reply.into_success()
        })
    }
}

/// The reply of a concurrent call with the same idempotency key, for a call that was refused. The concurrent call may
/// be the reason of the refusal: the reads are no snapshot, so they may show the balance after its charge and not its
/// answer.
async fn replay_of_concurrent_call<T: Tool>(
    tool: &T,
    call: &Call,
    store: &Store,
) -> Result<Option<Reply<OutputOf<T>>>, Failure> {
    let Some(claim) = call.claim() else {
        return Ok(None);
    };
    tokio::time::sleep(TRANSACTION_VISIBLE).await;
    tool.replay(call, store.answer(&claim.key).await?).await
}
