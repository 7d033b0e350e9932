//! The HTTP API: it turns a request into a call of the core, and the outcome into a response.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use contract::{
    ApiError, RequestId,
    error::{Code, Resource},
    webhooks::Operation,
};
use http::{
    HeaderValue, Method, Request, Response,
    header::{ALLOW, ORIGIN},
};
use runtime::Cors;
use serde_json::Map;
use service::{Arguments, Invocation, Outcome, Service};
use tokio::time::Instant;
use tracing::Instrument;

use crate::{cors, discovery, envelope, protection::protect, request, route::Route};

/// How long a call may take. A client gets a response within 25 seconds, the way to it and back included.
const CALL: Duration = Duration::from_millis(24_500);
/// The largest response, in bytes. The response of a Lambda has at most 6 MB, and contains more than the body.
const MAX_RESPONSE_BYTES: usize = 5_500_000;

/// The HTTP API of the tools of one function.
#[derive(Clone, Debug)]
pub struct Api(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    service: Service,
    cors: Cors,
    /// The models that discovery lists, as a JSON array; `None` in a function without discovery.
    models: Option<String>,
}

impl Api {
    /// The API of these tools.
    pub fn new(service: Service, cors: Cors) -> Self {
        Self(Arc::new(Inner {
            service,
            cors,
            models: None,
        }))
    }

    /// The API of discovery. `models` is the JSON array of the configured models.
    pub fn with_discovery(service: Service, cors: Cors, models: String) -> Self {
        Self(Arc::new(Inner {
            service,
            cors,
            models: Some(models),
        }))
    }

    /// Responds to a request. Every response except that to a CORS preflight is an envelope.
    pub async fn call(&self, request: Request<Bytes>) -> Response<Bytes> {
        let parts = &self.0;
        let request_id = parts.service.request_id();
        let span = tracing::info_span!("request", request.id = %request_id);
        let mut response = match cors::preflight(&request) {
            Some(response) => {
                tracing::info!(request.id = %request_id, route = "preflight", "answered");
                response
            }
            None => parts.respond(request_id, &request).instrument(span).await,
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

/// The methods that the path of an operation takes; `None` for other paths. A tool's path is not one of them.
fn allowed_methods(path: &str) -> Option<HeaderValue> {
    let methods = Operation::methods(path);
    let list = HeaderValue::from_str(&methods.join(", ")).ok()?;
    (!methods.is_empty()).then_some(list)
}

impl Inner {
    async fn respond(&self, request_id: RequestId, request: &Request<Bytes>) -> Response<Bytes> {
        let began = Instant::now();
        let route = Route::of(request.method(), request.uri().path());
        let outcome = self.outcome(request_id, began + CALL, &route, request).await;
        let (result, replayed) = match outcome.result {
            Ok((response, replayed)) if response.body().len() <= MAX_RESPONSE_BYTES => (Ok(response), replayed),
            Ok((response, _)) => {
                let size = response.body().len();
                tracing::error!(request.id = %request_id, response.bytes = size, "the response is too large to be sent");
                (Err(ApiError::Internal(request_id)), false)
            }
            Err(error) => (Err(error), false),
        };
        let code = result.as_ref().err().map(ApiError::code);
        let mut response = result.unwrap_or_else(|error| envelope::failure(&error));
        if let (Route::UnknownBelowKey, Some(Code::NotFound)) = (&route, code)
            && let Some(methods) = allowed_methods(request.uri().path())
        {
            response.headers_mut().insert(ALLOW, methods);
        }
        if let Some(standing) = &outcome.standing {
            envelope::write_standing(standing, response.headers_mut());
        }
        tracing::info!(
            request.id = %request_id,
            request.method = %request.method(),
            route = route.name(),
            response.status = response.status().as_u16(),
            error.code = code.map(tracing::field::debug),
            duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            organization.id = outcome.caller.map(|caller| tracing::field::display(caller.organization)),
            key.id = outcome.caller.map(|caller| tracing::field::display(caller.key)),
            replayed,
            "answered"
        );
        response
    }

    /// The outcome of a request: the response to a success, and whether it is a replay.
    async fn outcome(
        &self,
        request_id: RequestId,
        deadline: Instant,
        route: &Route<'_>,
        request: &Request<Bytes>,
    ) -> Outcome<(Response<Bytes>, bool)> {
        let credentials = request::credentials(request.headers());
        let unknown_route = || ApiError::not_found(Resource::Route, request.uri().path());
        match (route, &self.models) {
            (Route::Operation(operation, parameters), _) => {
                let idempotency_key = request::idempotency_key(request.headers());
                let query = request.uri().query().unwrap_or_default();
                let invocation = Invocation {
                    request_id,
                    credentials,
                    tool: operation.terms.name,
                    arguments: match operation.method {
                        // The body of such a request is ignored.
                        "GET" | "DELETE" => Arguments::Object(request::query(query, operation.query)),
                        _ => Arguments::Text(request.body()),
                    },
                    idempotency_key: idempotency_key.as_deref(),
                    deadline,
                };
                let parameters = parameters
                    .iter()
                    .map(|&(name, value)| (name.to_owned(), value.into()))
                    .collect();
                let outcome = self.service.operate(&operation.terms, parameters, invocation).await;
                outcome.map(|success| (envelope::success(&success), success.replayed))
            }
            (&Route::Tool(tool), _) => {
                let idempotency_key = request::idempotency_key(request.headers());
                let invocation = Invocation {
                    request_id,
                    credentials,
                    tool,
                    arguments: match *request.method() {
                        // The body of a GET request is ignored.
                        Method::GET => Arguments::Object(Map::new()),
                        _ => Arguments::Text(request.body()),
                    },
                    idempotency_key: idempotency_key.as_deref(),
                    deadline,
                };
                let outcome = self.service.call(invocation).await;
                outcome.map(|success| (envelope::success(&success), success.replayed))
            }
            (Route::Discovery, Some(models)) => {
                let outcome = self.service.admit(request_id, credentials, deadline).await;
                outcome.map(|plan| (envelope::json(discovery::body(plan, models)), false))
            }
            (Route::Discovery | Route::UnknownBelowKey, _) => {
                let error = unknown_route();
                self.service.refuse(request_id, credentials, deadline, error).await
            }
            (Route::Unknown, _) => Outcome::unauthenticated(Err(unknown_route())),
        }
    }
}
