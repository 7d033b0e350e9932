//! The pipeline of a call: authentication, rate limits, checks, replay and work, in one order for every protocol.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, OnceLock},
    task::Poll,
};

use contract::{
    ApiError, Quote, RateLimits, RequestId, ToolTerms,
    error::Code,
    input::{IssueKind, Issues},
    tools,
};
use futures_util::FutureExt;
use runtime::{Metric, causes};
use serde_json::{Map, Value};
use store::{IdempotencyKey, Organization, Store};
use tokio::time::Instant;

use crate::{
    Call, Credentials, Failure, Idempotency, Identity, Invocation, Outcome, Seal, Standing, Success, Tool,
    access::{
        auth::{Caller, Callers},
        key_use::KeyUses,
        limits::{Limits, ToolLimit},
    },
    request::{arguments, tool_name::unknown_tool},
    tool::{Admission, AnyRun, AnyTool},
};

/// Tools behind the pipeline. Clones share the caches.
#[derive(Clone)]
pub struct Service(Arc<Inner>);

struct Inner {
    store: Store,
    tools: Vec<Arc<dyn AnyTool>>,
    callers: Callers,
    key_uses: KeyUses,
    limits: Limits,
}

/// Builds a [`Service`].
pub struct ServiceBuilder(Inner);

/// The facts about a call that the pipeline collects for its outcome.
#[derive(Default)]
struct Trace {
    caller: OnceLock<Caller>,
    standing: OnceLock<Standing>,
}

/// A call that passed every check that needs no I/O.
struct Prepared<'a> {
    call: Call,
    run: Box<dyn AnyRun + 'a>,
}

impl Service {
    /// A service without tools.
    #[expect(clippy::new_ret_no_self, reason = "a service is built tool by tool")]
    pub fn new(store: Store) -> ServiceBuilder {
        ServiceBuilder(Inner {
            store,
            tools: Vec::new(),
            callers: Callers::default(),
            key_uses: KeyUses::default(),
            limits: Limits::default(),
        })
    }

    /// A new request id.
    pub fn request_id(&self) -> RequestId {
        RequestId::from_uuid(self.0.store.ids().uuid())
    }

    /// Calls a tool. Always ends by the deadline, with an outcome that the caller may be told.
    pub async fn call(&self, invocation: Invocation<'_>) -> Outcome {
        let (request_id, deadline) = (invocation.request_id, invocation.deadline);
        let trace = Trace::default();
        // Boxed, like the work of the other methods: it is so large that it would not fit on the stack of a worker
        // thread together with the state of an adapter.
        let tool = tools::find(invocation.tool);
        let work = Box::pin(self.0.serve(tool, Map::new(), invocation, &trace));
        self.0.outcome(request_id, deadline, &trace, work).await
    }

    /// Calls an operation, which is like a tool with parameters in its path. Always ends by the deadline, with an
    /// outcome that the caller may be told. The name in the invocation is not used.
    pub async fn operate(
        &self,
        terms: &'static ToolTerms,
        parameters: Map<String, Value>,
        invocation: Invocation<'_>,
    ) -> Outcome {
        let (request_id, deadline) = (invocation.request_id, invocation.deadline);
        let trace = Trace::default();
        let work = Box::pin(self.0.serve(Some(terms), parameters, invocation, &trace));
        self.0.outcome(request_id, deadline, &trace, work).await
    }

    /// Authenticates a caller without counting the request. For an adapter that reads nothing of a request before it
    /// knows the caller. The call that follows finds the caller in the cache.
    pub async fn authenticate(
        &self,
        request_id: RequestId,
        credentials: Credentials<'_>,
        deadline: Instant,
    ) -> Outcome<()> {
        let trace = Trace::default();
        let work = Box::pin(async {
            let caller = self.0.callers.caller(&self.0.store, credentials).await?;
            trace.caller.get_or_init(|| caller);
            Ok(())
        });
        self.0.outcome(request_id, deadline, &trace, work).await
    }

    /// Returns the cost of a call, after the checks of the call that need no fetching. Nothing is stored, sent or
    /// charged. A quote counts toward the limit of the plan and not of the tool, and ignores the idempotency key.
    pub async fn quote(&self, invocation: Invocation<'_>) -> Outcome<Quote> {
        let (request_id, deadline) = (invocation.request_id, invocation.deadline);
        let trace = Trace::default();
        let work = self.0.quote(invocation, &trace);
        self.0.outcome(request_id, deadline, &trace, work).await
    }

    /// Authenticates and counts a request that calls no tool, such as a request for the list of tools. The outcome is
    /// the rate limits of the caller.
    pub async fn admit(
        &self,
        request_id: RequestId,
        credentials: Credentials<'_>,
        deadline: Instant,
    ) -> Outcome<RateLimits> {
        let trace = Trace::default();
        let work = Box::pin(async {
            let organization = self.0.admitted(credentials, &trace).await?;
            refuse_suspended(organization)?;
            Ok(organization.rate_limits())
        });
        self.0.outcome(request_id, deadline, &trace, work).await
    }

    /// Authenticates and counts a request that the adapter refuses, such as a request to an unknown route. A caller
    /// that is not authenticated, or that exceeds its limits, gets that error instead of `error`.
    pub async fn refuse<T>(
        &self,
        request_id: RequestId,
        credentials: Credentials<'_>,
        deadline: Instant,
        error: ApiError,
    ) -> Outcome<T> {
        let trace = Trace::default();
        let work = Box::pin(async {
            self.0.admitted(credentials, &trace).await?;
            Err(error.into())
        });
        self.0.outcome(request_id, deadline, &trace, work).await
    }

    /// Checks the arguments of a tool without calling it.
    ///
    /// # Errors
    ///
    /// NOT_FOUND for a tool that this service does not have; VALIDATION_ERROR with all issues.
    pub fn validate(&self, tool: &str, arguments: &Map<String, Value>) -> Result<(), ApiError> {
        let mut issues = Issues::default();
        self.0.tool(tool)?.parse(arguments, &mut issues);
        if issues.is_empty() {
            Ok(())
        } else {
            Err(issues.into_error())
        }
    }
}

impl ServiceBuilder {
    /// Adds a tool.
    pub fn with_tool(mut self, tool: impl Tool) -> Self {
        self.0.tools.push(Arc::new(tool));
        self
    }

    /// Adds all tools of another service. The two services share the tools and no caches.
    pub fn with_tools_of(mut self, other: &Service) -> Self {
        self.0.tools.extend(other.0.tools.iter().cloned());
        self
    }

    /// The service.
    pub fn build(self) -> Service {
        Service(Arc::new(self.0))
    }
}

impl Inner {
    /// Runs the work of a call until its deadline, logs an internal failure, and counts a refusal that operators watch.
    async fn outcome<T>(
        &self,
        request_id: RequestId,
        deadline: Instant,
        trace: &Trace,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Outcome<T> {
        let result = contained(deadline, work).await.map_err(|failure| match failure {
            Failure::Api(error) => {
                if let Some(metric) = refusal_metric(error.code()) {
                    metric.emit();
                }
                error
            }
            Failure::Internal(error) => {
                tracing::error!(error = %causes(error.as_ref()), request.id = %request_id, "a call failed");
                ApiError::Internal(request_id)
            }
        });
        let caller = trace.caller.get();
        Outcome {
            result,
            caller: caller.map(|caller| Identity {
                organization: caller.organization.id,
                key: caller.key.id,
                scopes: caller.key.scopes.clone(),
            }),
            standing: caller.map(|caller| self.standing(trace, &caller.organization)),
        }
    }

    /// The state of a caller's rate limits; from the cache if the call could not be counted.
    fn standing(&self, trace: &Trace, organization: &Organization) -> Standing {
        let last_known = || {
            let now = self.store.clock().now();
            self.limits.last_known(organization.id, organization.plan, now)
        };
        trace.standing.get().copied().unwrap_or_else(last_known)
    }

    async fn serve(
        &self,
        tool: Option<&'static ToolTerms>,
        parameters: Map<String, Value>,
        invocation: Invocation<'_>,
        trace: &Trace,
    ) -> Result<Success, Failure> {
        let caller = self.callers.caller(&self.store, invocation.credentials).await?;
        let caller = trace.caller.get_or_init(|| caller);
        let work = async {
            let checked = self.checked(tool, tool, parameters, invocation, caller, trace);
            let (Prepared { call, run }, admission) = checked.await?;
            run.run(&call, &self.store, admission).await
        };
        let noted = self.key_uses.note(&self.store, caller.key.id);
        futures_util::future::join(work, noted).await.0
    }

    async fn quote(&self, invocation: Invocation<'_>, trace: &Trace) -> Result<Quote, Failure> {
        let invocation = Invocation {
            idempotency_key: None,
            ..invocation
        };
        let caller = self.callers.caller(&self.store, invocation.credentials).await?;
        let caller = trace.caller.get_or_init(|| caller);
        let work = async {
            let tool = tools::find(invocation.tool);
            let checked = self.checked(tool, None, Map::new(), invocation, caller, trace);
            let (Prepared { call, run }, admission) = checked.await?;
            let balance = async { Ok(self.store.balance(call.organization.id).await) };
            let (bill, balance) = futures_util::future::try_join(run.quote(&call, admission), balance).await?;
            let quote = Quote::new(call.tool.name, bill.items, bill.model, balance?.balance)
                .with_words(bill.notes, bill.changes);
            Metric::Quoted.emit();
            Ok(quote)
        };
        let noted = self.key_uses.note(&self.store, caller.key.id);
        futures_util::future::join(work, noted).await.0
    }

    /// The order of checks: the key, the rate limit, whether the tool exists, whether the key may use it, the
    /// arguments. The request that counts the call is sent before the arguments are parsed, and its response is awaited
    /// while the tool reads. A refusal by the limit takes precedence over errors of the later checks. `limited` is the
    /// tool toward whose own limit the call counts.
    async fn checked<'a>(
        &'a self,
        tool: Option<&'static ToolTerms>,
        limited: Option<&'static ToolTerms>,
        parameters: Map<String, Value>,
        invocation: Invocation<'_>,
        caller: &'a Caller,
        trace: &'a Trace,
    ) -> Result<(Prepared<'a>, Admission<'a>), Failure> {
        let admission = begin(self.count(caller, limited, trace)).await?;
        match self.prepare(tool, parameters, invocation, caller) {
            Ok(prepared) => Ok((prepared, admission)),
            Err(error) => {
                admission.await?;
                Err(error.into())
            }
        }
    }

    /// The organization of a caller that is authenticated and within its limits.
    async fn admitted<'t>(&self, credentials: Credentials<'_>, trace: &'t Trace) -> Result<&'t Organization, Failure> {
        let caller = self.callers.caller(&self.store, credentials).await?;
        let caller = trace.caller.get_or_init(|| caller);
        let counted = self.count(caller, None, trace);
        let noted = self.key_uses.note(&self.store, caller.key.id);
        futures_util::future::join(counted, noted).await.0?;
        Ok(&caller.organization)
    }

    async fn count(&self, caller: &Caller, tool: Option<&ToolTerms>, trace: &Trace) -> Result<(), Failure> {
        let organization = &caller.organization;
        let limit = tool.and_then(|tool| {
            let limit = organization.own_rates.of_tool(tool)?;
            Some(ToolLimit { tool: tool.name, limit })
        });
        let standing = self
            .limits
            .count(&self.store, organization.id, organization.plan, limit)
            .await?;
        Ok(trace.standing.get_or_init(|| standing).check()?)
    }

    fn tool(&self, name: &str) -> Result<&dyn AnyTool, ApiError> {
        let tool = self.tools.iter().find(|tool| tool.name() == name);
        Ok(tool.ok_or_else(|| unknown_tool(name))?.as_ref())
    }

    fn prepare(
        &self,
        terms: Option<&'static ToolTerms>,
        parameters: Map<String, Value>,
        invocation: Invocation<'_>,
        caller: &Caller,
    ) -> Result<Prepared<'_>, ApiError> {
        let terms = terms.ok_or_else(|| unknown_tool(invocation.tool))?;
        let tool = self.tool(terms.name)?;
        refuse_suspended(&caller.organization)?;
        if !caller.key.scopes.contains(&terms.category) {
            return Err(ApiError::MissingScope(terms.category));
        }
        let mut issues = Issues::default();
        let arguments = arguments::read(invocation.arguments, &mut issues);
        let arguments = arguments.map(|arguments| with_parameters(arguments, parameters, &mut issues));
        let run = arguments
            .as_ref()
            .and_then(|arguments| tool.parse(arguments, &mut issues));
        let idempotency_key = invocation
            .idempotency_key
            .filter(|key| terms.idempotent && check_idempotency_key(key, &mut issues));
        let arguments = arguments.unwrap_or_default();
        let position = if terms.takes_cursor() {
            position(
                Seal::new(&caller.organization.cursor_key, terms, &arguments),
                &arguments,
                &mut issues,
            )
        } else {
            None
        };
        let run = match run {
            Some(run) if issues.is_empty() => run,
            _ => return Err(issues.into_error()),
        };
        let claim = idempotency_key.map(|key| Idempotency {
            key: IdempotencyKey::new(caller.organization.id, key),
            fingerprint: arguments::fingerprint(&arguments),
        });
        let call = Call {
            request_id: invocation.request_id,
            organization: caller.organization.clone(),
            key: caller.key.id,
            position,
            deadline: invocation.deadline,
            now: self.store.clock().now(),
            claim,
            room: invocation.room,
            tool: terms,
            arguments,
        };
        Ok(Prepared { call, run })
    }
}

/// The metric that counts a refusal whose rate operators watch.
const fn refusal_metric(code: Code) -> Option<Metric<'static>> {
    match code {
        Code::Unauthorized => Some(Metric::Unauthorized),
        Code::Forbidden => Some(Metric::Forbidden),
        Code::RateLimited => Some(Metric::RateLimited),
        Code::NotFound | Code::ValidationError | Code::InsufficientCredits | Code::InternalError => None,
    }
}

/// Starts work that begins with a request to AWS, and ends it if it fails at once. Returns the rest of the work.
async fn begin<'a>(work: impl Future<Output = Result<(), Failure>> + Send + 'a) -> Result<Admission<'a>, Failure> {
    let mut work: Admission<'a> = Box::pin(work);
    match futures_util::poll!(work.as_mut()) {
        Poll::Ready(result) => {
            result?;
            Ok(Box::pin(std::future::ready(Ok(()))))
        }
        Poll::Pending => {
            // Lets the task of the connection write the request now.
            tokio::task::yield_now().await;
            Ok(work)
        }
    }
}

/// A suspended organization may call nothing.
fn refuse_suspended(organization: &Organization) -> Result<(), ApiError> {
    match &organization.suspension {
        Some(suspension) => Err(ApiError::Suspended {
            message: suspension.message.clone(),
        }),
        None => Ok(()),
    }
}

/// Ends `work` at the deadline, and turns a panic into a failure.
async fn contained<T>(deadline: Instant, work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    match tokio::time::timeout_at(deadline, AssertUnwindSafe(work).catch_unwind()).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(Failure::internal("the tool panicked")),
        Err(_) => Err(Failure::internal("the call took too long")),
    }
}

/// Whether an idempotency key has 1 to 255 visible ASCII characters.
fn check_idempotency_key(key: &str, issues: &mut Issues) -> bool {
    let is_valid = (1..=255).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_valid {
        let message = "must be sent once, and have 1 to 255 visible ASCII characters without spaces";
        issues.add_of(IssueKind::IdempotencyKey, "Idempotency-Key", message);
    }
    is_valid
}

/// The arguments with those in the path, which the body must not contain.
fn with_parameters(
    mut arguments: Map<String, Value>,
    parameters: Map<String, Value>,
    issues: &mut Issues,
) -> Map<String, Value> {
    for (name, value) in parameters {
        if arguments.contains_key(&name) {
            issues.add(name.as_str(), "is given in the path; leave it out of the body");
        }
        arguments.insert(name, value);
    }
    arguments
}

/// Where the page of a list begins; `None` without a cursor. A blank cursor counts as absent.
fn position(seal: Seal<'_>, arguments: &Map<String, Value>, issues: &mut Issues) -> Option<String> {
    let cursor = arguments.get("cursor")?.as_str()?;
    if cursor.trim().is_empty() {
        return None;
    }
    let position = seal.open(cursor);
    if position.is_none() && !issues.mention("cursor") {
        let message = "is not a cursor of this list: send the nextCursor of an earlier page, with the same filters";
        issues.add("cursor", message);
    }
    position
}

impl std::fmt::Debug for Service {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tools: Vec<&str> = self.0.tools.iter().map(|tool| tool.name()).collect();
        f.debug_struct("Service").field("tools", &tools).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
