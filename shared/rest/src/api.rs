//! The HTTP API: it turns a request into a call of the core, and the outcome into a response.

use std::sync::Arc;

use bytes::Bytes;
use contract::{ApiError, RequestId, error::Resource};
use descriptions::discovery::{Health, HealthStatus};
use http::{
    HeaderValue, Method, Request, Response,
    header::{ALLOW, ORIGIN},
};
use runtime::Cors;
use serde_json::Map;
use service::{Arguments, Invocation, Outcome, PageRoom, Service};
use tokio::time::Instant;
use tracing::Instrument;

use crate::{
    cors,
    discovery::{Discovery, Texts},
    envelope,
    frame::{self, CALL, MAX_RESPONSE_BYTES},
    lambda::HttpApi,
    pages::Pages,
    request,
    route::Route,
};

/// The HTTP API of the tools of one function.
#[derive(Clone, Debug)]
pub struct Api(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    service: Service,
    cors: Cors,
    /// `None` in a function without discovery.
    discovery: Option<Box<dyn Discovery>>,
    /// `None` in a function without pages.
    pages: Option<Box<dyn Pages>>,
}

impl Api {
    /// The API of these tools.
    pub fn new(service: Service, cors: Cors) -> Self {
        Self(Arc::new(Inner {
            service,
            cors,
            discovery: None,
            pages: None,
        }))
    }

    /// The API of discovery, with web pages. `models` is the JSON array of the configured models.
    pub fn with_discovery(service: Service, cors: Cors, models: String, pages: Box<dyn Pages>) -> Self {
        Self(Arc::new(Inner {
            service,
            cors,
            discovery: Some(Box::new(Texts { models })),
            pages: Some(pages),
        }))
    }

    /// Responds to a request. Every response is an envelope, except for the response to a CORS preflight and the texts
    /// that describe the API.
    pub async fn call(&self, request: Request<Bytes>) -> Response<Bytes> {
        let inner = &self.0;
        let request_id = inner.service.request_id();
        let traceparent = request::traceparent(request.headers());
        let span = tracing::info_span!("request", request.id = %request_id, traceparent);
        let mut response = match cors::preflight(&request, cors::METHODS, cors::HEADERS) {
            Some(response) => {
                tracing::info!(request.id = %request_id, route = "preflight", "answered");
                response
            }
            None => inner.respond(request_id, &request).instrument(span).await,
        };
        let origin = request.headers().get(ORIGIN);
        frame::complete(&mut response, request_id, request.headers(), &inner.cors, origin);
        response
    }
}

impl HttpApi for Api {
    async fn call(&self, request: Request<Bytes>) -> Response<Bytes> {
        Self::call(self, request).await
    }
}

impl Inner {
    async fn respond(&self, request_id: RequestId, request: &Request<Bytes>) -> Response<Bytes> {
        let began = Instant::now();
        let path = request.uri().path();
        let route = Route::of(request.method(), path);
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
        if matches!(route, Route::UnknownForCallers | Route::Unknown)
            && let Some(methods) = Route::allowed(Route::without_slashes(path).as_deref().unwrap_or(path))
            && let Ok(methods) = HeaderValue::from_str(&methods)
        {
            response.headers_mut().insert(ALLOW, methods);
        }
        if request.method() == Method::HEAD {
            *response.body_mut() = Bytes::new();
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
            organization.id = outcome.caller.as_ref().map(|caller| tracing::field::display(caller.organization)),
            key.id = outcome.caller.as_ref().map(|caller| tracing::field::display(caller.key)),
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
        let invocation = |tool| Invocation {
            request_id,
            credentials,
            tool,
            arguments: match *request.method() {
                // The body of a GET request is ignored.
                Method::GET => Arguments::Object(Map::new()),
                _ => Arguments::Text(request.body()),
            },
            idempotency_key: None,
            deadline,
            room: PageRoom::JSON,
        };
        match (route, &self.discovery) {
            (Route::Operation(operation, parameters), _) => {
                let idempotency_key = request::idempotency_key(request.headers());
                let query = request.uri().query().unwrap_or_default();
                let invocation = Invocation {
                    arguments: match operation.method {
                        // The body of such a request is ignored.
                        "GET" | "DELETE" => Arguments::Object(request::query(query, operation.query)),
                        _ => Arguments::Text(request.body()),
                    },
                    idempotency_key: idempotency_key.as_deref(),
                    ..invocation(operation.terms.name)
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
                    idempotency_key: idempotency_key.as_deref(),
                    ..invocation(tool)
                };
                let outcome = self.service.call(invocation).await;
                outcome.map(|success| (envelope::success(&success), success.replayed))
            }
            (&Route::Quote(tool), _) => {
                let outcome = self.service.quote(invocation(tool)).await;
                outcome.map(|quote| (envelope::data(&quote), false))
            }
            (Route::Discovery, Some(discovery)) => {
                let Outcome {
                    result,
                    caller,
                    standing,
                } = self.service.admit(request_id, credentials, deadline).await;
                let scopes = caller
                    .as_ref()
                    .map(|caller| caller.scopes.as_slice())
                    .unwrap_or_default();
                let listed = result.and_then(|limits| discovery.list(request.uri().query(), &limits, scopes));
                Outcome {
                    result: listed.map(|body| (envelope::json(body), false)),
                    caller,
                    standing,
                }
            }
            (Route::Health, Some(_)) => {
                let health = Health {
                    status: HealthStatus::Ok,
                };
                Outcome::unauthenticated(Ok((envelope::data(&health), false)))
            }
            (Route::OpenApi, Some(discovery)) => {
                Outcome::unauthenticated(Ok((discovery.openapi().respond(request.headers()), false)))
            }
            (Route::LlmsTxt, Some(discovery)) => {
                Outcome::unauthenticated(Ok((discovery.llms_txt().respond(request.headers()), false)))
            }
            (Route::Discovery | Route::UnknownForCallers, _) => {
                let error = unknown_route();
                self.service.refuse(request_id, credentials, deadline, error).await
            }
            (Route::Page, _) => {
                let page = self.pages.as_ref().and_then(|pages| pages.get(request));
                Outcome::unauthenticated(page.map(|page| (page, false)).ok_or_else(unknown_route))
            }
            (Route::Health | Route::OpenApi | Route::LlmsTxt | Route::Unknown, _) => {
                Outcome::unauthenticated(Err(unknown_route()))
            }
        }
    }
}
