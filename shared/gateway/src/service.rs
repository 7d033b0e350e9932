//! The pipeline from a request to an envelope, once for all tools.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, OnceLock},
    task::Poll,
};

use bytes::Bytes;
use contract::{
    ApiError, Plan, RequestId,
    error::{Code, Resource, ValidationReason},
    input::Issues,
};
use futures_util::FutureExt;
use http::{HeaderMap, HeaderValue, Method, Request, Response, header::ORIGIN};
use runtime::{Cors, Metric, causes};
use serde_json::{Map, Value};
use store::{IdempotencyKey, Organization, Store};
use tokio::time::Instant;
use tracing::Instrument;

use crate::{
    auth::{Caller, Callers},
    body,
    call::{CALL, Call, Claim},
    cors,
    cursor::Seal,
    envelope,
    key_use::KeyUses,
    limits::{Limits, Standing, ToolLimit},
    protection::protect,
    route::{self, Route},
    tool::{AnyTool, Body, BoxFuture, Failure, Tool},
};

/// The largest response, in bytes. Lambda gives none above 6 MB, the envelope of its own included.
const MOST_BYTES: usize = 5_500_000;

/// What [`contract::catalog`] makes, made when this was built: at run time it would take longer than all the rest of a
/// first call.
static CATALOG: &[&str] = &include!(concat!(env!("OUT_DIR"), "/catalog.rs"));

/// The tools of one function behind the pipeline. Clones share what it remembers.
#[derive(Clone)]
pub struct Service(Arc<Parts>);

struct Parts {
    store: Store,
    cors: Cors,
    tools: Vec<Box<dyn AnyTool>>,
    /// The models that discovery lists, as JSON; `None` where there is no discovery.
    models: Option<String>,
    callers: Callers,
    key_uses: KeyUses,
    limits: Limits,
}

/// Builds a [`Service`].
pub struct ServiceBuilder(Parts);

/// What became known of a request on its way, for the headers and the log.
#[derive(Default)]
struct Trace {
    caller: OnceLock<Caller>,
    standing: OnceLock<Standing>,
}

/// A request that passed every check that needs no I/O.
enum Prepared<'a> {
    Discovery,
    Tool(&'a dyn AnyTool, Box<Call>),
}

impl Service {
    /// A service of no tools yet.
    #[expect(
        clippy::new_ret_no_self,
        reason = "a service is built tool by tool, and serves once it is built"
    )]
    pub fn new(store: Store, cors: Cors) -> ServiceBuilder {
        ServiceBuilder(Parts {
            store,
            cors,
            tools: Vec::new(),
            models: None,
            callers: Callers::default(),
            key_uses: KeyUses::default(),
            limits: Limits::default(),
        })
    }

    /// Answers a request. Every response except that to a CORS preflight is an envelope.
    pub async fn call(&self, request: Request<Bytes>) -> Response<Bytes> {
        let parts = &self.0;
        let request_id = RequestId::from_uuid(parts.store.ids().uuid());
        let span = tracing::info_span!("request", request.id = %request_id);
        let mut response = match cors::preflight(&request) {
            Some(response) => {
                tracing::info!(request.id = %request_id, route = "preflight", "answered");
                response
            }
            None => parts.answer(request_id, &request).instrument(span).await,
        };
        let headers = response.headers_mut();
        if let Ok(value) = HeaderValue::from_str(&request_id.to_string()) {
            headers.insert("x-request-id", value);
        }
        protect(request.headers(), headers);
        cors::allow(&parts.cors, request.headers().get(ORIGIN), headers);
        response
    }
}

impl ServiceBuilder {
    /// Adds a tool.
    pub fn with_tool(mut self, tool: impl Tool) -> Self {
        self.0.tools.push(Box::new(tool));
        self
    }

    /// Adds the list of tools, and of models: an array in JSON.
    pub fn with_discovery(mut self, models: String) -> Self {
        self.0.models = Some(models);
        self
    }

    /// The service.
    pub fn build(self) -> Service {
        Service(Arc::new(self.0))
    }
}

impl Parts {
    async fn answer(&self, request_id: RequestId, request: &Request<Bytes>) -> Response<Bytes> {
        let began = Instant::now();
        let trace = Trace::default();
        let route = Route::of(request.method(), request.uri().path());
        let deadline = began + CALL;
        let result = contained(deadline, self.serve(request_id, deadline, route, request, &trace)).await;
        let replayed = matches!(&result, Ok(body) if body.replayed);
        if let Err(Failure::Api(error)) = &result
            && let Some(metric) = refusal(error.code())
        {
            metric.emit();
        }
        if let Err(Failure::Internal(error)) = &result {
            tracing::error!(error = %causes(error.as_ref()), request.id = %request_id, route = route.name(), "a call failed");
        }
        let result = result.map_err(|failure| failure.told(request_id));
        let mut response = match &result {
            Ok(body) => envelope::success(body),
            Err(error) => envelope::failure(error),
        };
        if let Some(standing) = self.standing(&trace) {
            standing.write(response.headers_mut());
        }
        let caller = trace.caller.get();
        tracing::info!(
            request.id = %request_id,
            request.method = %request.method(),
            route = route.name(),
            response.status = response.status().as_u16(),
            error.code = result.as_ref().err().map(|error| tracing::field::debug(error.code())),
            duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            organization.id = caller.map(|caller| tracing::field::display(caller.organization.id)),
            key.id = caller.map(|caller| tracing::field::display(caller.key.id)),
            replayed,
            "answered"
        );
        response
    }

    /// Where an authenticated request stands; by what was known before, when it could not be counted.
    fn standing(&self, trace: &Trace) -> Option<Standing> {
        let organization = &trace.caller.get()?.organization;
        let last_known = || {
            let now = self.store.clock().now();
            self.limits.last_known(organization.id, organization.plan, now)
        };
        Some(trace.standing.get().copied().unwrap_or_else(last_known))
    }

    /// The order of checks: the key, the rate limit, whether the tool exists, whether the key may use it, the body.
    /// The request that counts the call is sent before the body is parsed, and its answer is awaited beside the tool's
    /// reads. A refusal by the limit is told before everything that the body has wrong.
    async fn serve(
        &self,
        request_id: RequestId,
        deadline: Instant,
        route: Route<'_>,
        request: &Request<Bytes>,
        trace: &Trace,
    ) -> Result<Body, Failure> {
        if let Route::Nothing(path) = route {
            return Err(ApiError::not_found(Resource::Route, path).into());
        }
        let caller = self.callers.caller(&self.store, request.headers()).await?;
        let caller = trace.caller.get_or_init(|| caller);
        let work = async {
            let admitted = begin(self.admit(caller, route, trace)).await?;
            match self.prepare(request_id, deadline, route, request, caller) {
                Err(error) => {
                    admitted.await?;
                    Err(error.into())
                }
                Ok(Prepared::Discovery) => {
                    admitted.await?;
                    Ok(self.discover(caller.organization.plan))
                }
                Ok(Prepared::Tool(tool, call)) => tool.call(&call, &self.store, admitted).await,
            }
        };
        let noted = self.key_uses.note(&self.store, caller.key.id);
        futures_util::future::join(work, noted).await.0
    }

    async fn admit(&self, caller: &Caller, route: Route<'_>, trace: &Trace) -> Result<(), Failure> {
        let tool = match route {
            Route::Tool(tool) => tool.rate_limit.map(|limit| ToolLimit { tool: tool.name, limit }),
            _ => None,
        };
        let organization = &caller.organization;
        let standing = self
            .limits
            .count(&self.store, organization.id, organization.plan, tool)
            .await?;
        Ok(trace.standing.get_or_init(|| standing).check()?)
    }

    fn prepare(
        &self,
        request_id: RequestId,
        deadline: Instant,
        route: Route<'_>,
        request: &Request<Bytes>,
        caller: &Caller,
    ) -> Result<Prepared<'_>, ApiError> {
        let info = match route {
            Route::Discovery if self.models.is_some() => {
                refuse_suspended(&caller.organization)?;
                return Ok(Prepared::Discovery);
            }
            Route::Discovery => return Err(ApiError::not_found(Resource::Route, request.uri().path())),
            Route::Nothing(path) | Route::NothingOfTools(path) => {
                return Err(ApiError::not_found(Resource::Route, path));
            }
            Route::UnknownTool(name) => return Err(route::unknown_tool(name)),
            Route::Tool(info) => info,
        };
        let tool = self.tools.iter().find(|tool| tool.name() == info.name);
        let tool = tool.ok_or_else(|| route::unknown_tool(info.name))?.as_ref();
        refuse_suspended(&caller.organization)?;
        if !caller.key.scopes.contains(&info.category) {
            return Err(ApiError::MissingScope(info.category));
        }
        let mut issues = Issues::default();
        let body = match *request.method() {
            // A GET has no body, whatever a client sends.
            Method::GET => Some(Map::new()),
            _ => body::read(request.body(), &mut issues),
        };
        if let Some(body) = &body {
            tool.validate(body, &mut issues);
        }
        let body_is_valid = issues.is_empty();
        let idempotency_key = if info.idempotent {
            idempotency_key(request.headers(), &mut issues)
        } else {
            None
        };
        let body = body.unwrap_or_default();
        let position = if info.takes_cursor() {
            position(
                Seal::new(&caller.organization.cursor_key, info, &body),
                &body,
                &mut issues,
            )
        } else {
            None
        };
        if !issues.is_empty() {
            let issues = issues.into_vec();
            let reason = if body_is_valid && issues.iter().all(|issue| issue.path == IDEMPOTENCY_KEY) {
                ValidationReason::Idempotency
            } else {
                ValidationReason::Body
            };
            return Err(ApiError::Validation { issues, reason });
        }
        let claim = idempotency_key.map(|key| Claim {
            key: IdempotencyKey::new(caller.organization.id, key),
            fingerprint: body::fingerprint(&body),
        });
        let call = Call {
            request_id,
            organization: caller.organization.clone(),
            key: caller.key.id,
            position,
            deadline,
            now: self.store.clock().now(),
            claim,
            tool: info,
            body,
        };
        Ok(Prepared::Tool(tool, Box::new(call)))
    }

    /// The tools and their schemas, and the models.
    fn discover(&self, plan: Plan) -> Body {
        let models = self.models.as_deref().unwrap_or("[]");
        Body {
            bytes: contract::discovery(CATALOG, plan.requests_per_minute(), models).into(),
            replayed: false,
        }
    }
}

/// The metric that counts a refusal whose rate operators watch.
const fn refusal(code: Code) -> Option<Metric<'static>> {
    match code {
        Code::Unauthorized => Some(Metric::Unauthorized),
        Code::Forbidden => Some(Metric::Forbidden),
        Code::RateLimited => Some(Metric::RateLimited),
        Code::NotFound | Code::ValidationError | Code::InsufficientCredits | Code::InternalError => None,
    }
}

/// Starts work that begins with a request to AWS, and ends it when it fails at once. Returns the rest of the work.
async fn begin<'a>(
    work: impl Future<Output = Result<(), Failure>> + Send + 'a,
) -> Result<BoxFuture<'a, Result<(), Failure>>, Failure> {
    let mut work: BoxFuture<'a, _> = Box::pin(work);
    match futures_util::poll!(work.as_mut()) {
        Poll::Ready(result) => {
            result?;
            Ok(Box::pin(std::future::ready(Ok(()))))
        }
        Poll::Pending => {
            // The task of the connection writes the request now.
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

/// Whatever happens in `work`, it ends by `deadline`, with an answer that may be sent.
async fn contained(deadline: Instant, work: impl Future<Output = Result<Body, Failure>>) -> Result<Body, Failure> {
    match tokio::time::timeout_at(deadline, AssertUnwindSafe(work).catch_unwind()).await {
        Ok(Ok(Ok(body))) if body.bytes.len() > MOST_BYTES => Err(Failure::internal("the response is too large")),
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(Failure::internal("the tool panicked")),
        Err(_) => Err(Failure::internal("the call took too long")),
    }
}

/// The path of issues with the idempotency key.
const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// The Idempotency-Key header: 1 to 255 visible ASCII characters.
fn idempotency_key<'a>(headers: &'a HeaderMap, issues: &mut Issues) -> Option<&'a str> {
    let mut values = headers.get_all("idempotency-key").iter();
    let value = values.next()?;
    let visible = |text: &&str| (1..=255).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    let key = value.to_str().ok().filter(visible);
    if key.is_none() || values.next().is_some() {
        issues.add(IDEMPOTENCY_KEY, "must be 1 to 255 visible ASCII characters, once");
    }
    key
}

/// Where a list goes on.
fn position(seal: Seal<'_>, body: &Map<String, Value>, issues: &mut Issues) -> Option<String> {
    let cursor = body.get("cursor")?.as_str()?;
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
