//! The pipeline from a request to an envelope, once for all tools.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, OnceLock},
};

use bytes::Bytes;
use contract::{
    ApiError, Discovery, KeyId, OrganizationId, Plan, RequestId, error::ErrorEnvelope, error::Resource, input::Issues,
    tools,
};
use futures_util::FutureExt;
use http::{
    HeaderMap, HeaderValue, Request, Response, StatusCode,
    header::{CONTENT_TYPE, ORIGIN},
};
use runtime::Cors;
use serde_json::{Map, Value};
use store::{IdempotencyKey, Store};
use tokio::time::Instant;

use crate::{
    auth::{Caller, Callers},
    body,
    call::{CALL, Call, Claim},
    cors,
    cursor::Seal,
    limits::{Limits, Standing, ToolLimit},
    route::{self, Route},
    tool::{AnyTool, Body, Failure, Tool},
};

/// The largest response, in bytes. Lambda gives none above 6 MB, the envelope of its own included.
const MOST_BYTES: usize = 5_500_000;

/// The tools of one function behind the pipeline. Clones share what it remembers.
#[derive(Clone)]
pub struct Service(Arc<Parts>);

struct Parts {
    store: Store,
    cors: Cors,
    tools: Vec<Box<dyn AnyTool>>,
    discovery: Option<[OnceLock<Bytes>; Plan::ALL.len()]>,
    callers: Callers,
    limits: Limits,
}

/// Builds a [`Service`].
pub struct ServiceBuilder(Parts);

/// What became known of a request on its way, for the headers and the log.
#[derive(Default)]
struct Trace {
    caller: OnceLock<(OrganizationId, KeyId)>,
    standing: OnceLock<Standing>,
}

/// A request of which all has been judged that needs no other call.
enum Prepared<'a> {
    Discovery,
    Tool(&'a dyn AnyTool, Box<(Call, Map<String, Value>)>),
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
            discovery: None,
            callers: Callers::default(),
            limits: Limits::default(),
        })
    }

    /// Answers a request. Every answer is an envelope, but for that to a preflight.
    pub async fn call(&self, request: Request<Bytes>) -> Response<Bytes> {
        let parts = &self.0;
        let request_id = RequestId::from_uuid(parts.store.ids().uuid());
        let mut response = match cors::preflight(&request) {
            Some(response) => response,
            None => parts.answer(request_id, &request).await,
        };
        let headers = response.headers_mut();
        if let Ok(value) = HeaderValue::from_str(&request_id.to_string()) {
            headers.insert("x-request-id", value);
        }
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

    /// Adds the list of tools.
    pub fn with_discovery(mut self) -> Self {
        self.0.discovery = Some(Default::default());
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
        let work = AssertUnwindSafe(self.serve(request_id, began + CALL, route, request, &trace)).catch_unwind();
        let result = match tokio::time::timeout_at(began + CALL, work).await {
            Ok(Ok(Ok(body))) if body.bytes.len() > MOST_BYTES => Err(Failure::internal("the response is too large")),
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(Failure::internal("the tool panicked")),
            Err(_) => Err(Failure::internal("the call took too long")),
        };
        let mut response = match &result {
            Ok(body) => success(body),
            Err(Failure::Api(error)) => failure(error),
            Err(Failure::Internal(error)) => {
                tracing::error!(
                    error = error.as_ref() as &dyn std::error::Error,
                    request.id = %request_id,
                    route = route.name(),
                    "a call failed"
                );
                failure(&ApiError::Internal(request_id))
            }
        };
        if let Some(standing) = trace.standing.get() {
            standing.write(response.headers_mut());
        }
        let caller = trace.caller.get();
        tracing::info!(
            request.id = %request_id,
            request.method = %request.method(),
            route = route.name(),
            response.status = response.status().as_u16(),
            duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            organization.id = caller.map(|(organization, _)| tracing::field::display(organization)),
            key.id = caller.map(|(_, key)| tracing::field::display(key)),
            replayed = matches!(&result, Ok(body) if body.replayed),
            "answered"
        );
        response
    }

    /// The order of checks: the key, the rate limit, whether the tool exists, whether the key may use it, the body.
    /// What needs no call is judged first, so that the tool's reads run beside the limit's update; what is told first
    /// is the limit.
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
        trace.caller.get_or_init(|| (caller.organization.id, caller.key.id));
        let admitted = self.admit(&caller, route, trace);
        match self.prepare(request_id, deadline, route, request, &caller) {
            Err(error) => {
                admitted.await?;
                Err(error.into())
            }
            Ok(Prepared::Discovery) => {
                admitted.await?;
                self.discover(caller.organization.plan)
            }
            Ok(Prepared::Tool(tool, prepared)) => tool.call(&prepared.0, &prepared.1, Box::pin(admitted)).await,
        }
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
            Route::Discovery if self.discovery.is_some() => return Ok(Prepared::Discovery),
            Route::Discovery => return Err(ApiError::not_found(Resource::Route, request.uri().path())),
            Route::Nothing(path) | Route::NothingOfTools(path) => {
                return Err(ApiError::not_found(Resource::Route, path));
            }
            Route::UnknownTool(name) => return Err(route::unknown_tool(name)),
            Route::Tool(info) => info,
        };
        let tool = self.tools.iter().find(|tool| tool.name() == info.name);
        let tool = tool.ok_or_else(|| route::unknown_tool(info.name))?.as_ref();
        if !caller.key.scopes.contains(&info.category) {
            return Err(ApiError::MissingScope(info.category));
        }
        let mut issues = Issues::default();
        let body = body::read(request.body(), &mut issues);
        if let Some(body) = &body {
            tool.validate(body, &mut issues);
        }
        let idempotency_key = if info.idempotent {
            idempotency_key(request.headers(), &mut issues)
        } else {
            None
        };
        let body = body.unwrap_or_default();
        let seal = Seal::new(&caller.organization.cursor_key, info.name, &body);
        let position = position(&seal, &body, &mut issues);
        if !issues.is_empty() {
            return Err(ApiError::Validation {
                issues: issues.into_vec(),
                status: None,
            });
        }
        let claim = idempotency_key.map(|key| Claim {
            key: IdempotencyKey::new(caller.organization.id, key),
            tool: info.name,
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
            seal,
        };
        Ok(Prepared::Tool(tool, Box::new((call, body))))
    }

    /// The tools and their schemas, made once for each plan.
    fn discover(&self, plan: Plan) -> Result<Body, Failure> {
        let cached = Plan::ALL.iter().position(|each| *each == plan);
        let cached = cached.and_then(|index| self.discovery.as_ref()?.get(index));
        if let Some(bytes) = cached.and_then(OnceLock::get) {
            return Ok(Body {
                bytes: bytes.clone(),
                replayed: false,
            });
        }
        let list = Discovery::new(tools::working(), plan.requests_per_minute());
        let bytes = Bytes::from(serde_json::to_vec(&list).map_err(Failure::internal)?);
        if let Some(cached) = cached {
            cached.get_or_init(|| bytes.clone());
        }
        Ok(Body { bytes, replayed: false })
    }
}

/// The Idempotency-Key header: 1 to 255 visible ASCII characters.
fn idempotency_key<'a>(headers: &'a HeaderMap, issues: &mut Issues) -> Option<&'a str> {
    let mut values = headers.get_all("idempotency-key").iter();
    let value = values.next()?;
    let visible = |text: &&str| (1..=255).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    let key = value.to_str().ok().filter(visible);
    if key.is_none() || values.next().is_some() {
        issues.add("Idempotency-Key", "must be 1 to 255 visible ASCII characters, once");
    }
    key
}

/// Where a list goes on. The tool itself says whether it takes a cursor at all.
fn position(seal: &Seal, body: &Map<String, Value>, issues: &mut Issues) -> Option<String> {
    let cursor = body.get("cursor")?.as_str()?;
    let position = seal.open(cursor);
    if position.is_none() && !issues.mention("cursor") {
        let message = "is not a cursor of this list: send the nextCursor of an earlier page, with the same filters";
        issues.add("cursor", message);
    }
    position
}

const JSON: HeaderValue = HeaderValue::from_static("application/json");

fn success(body: &Body) -> Response<Bytes> {
    let mut response = Response::new(body.bytes.clone());
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    if body.replayed {
        response
            .headers_mut()
            .insert("idempotent-replayed", HeaderValue::from_static("true"));
    }
    response
}

fn failure(error: &ApiError) -> Response<Bytes> {
    let envelope = serde_json::to_vec(&ErrorEnvelope::from(error)).unwrap_or_default();
    let mut response = Response::new(Bytes::from(envelope));
    *response.status_mut() = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response
}

impl std::fmt::Debug for Service {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tools: Vec<&str> = self.0.tools.iter().map(|tool| tool.name()).collect();
        f.debug_struct("Service").field("tools", &tools).finish_non_exhaustive()
    }
}
