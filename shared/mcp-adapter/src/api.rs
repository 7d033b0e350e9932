//! The endpoint: it turns a message into a call of the core, and the outcome into a message.

use std::sync::Arc;

use bytes::Bytes;
use contract::{
    ApiError, RateLimits, RequestId,
    error::{Code, Resource},
};
use http::{HeaderValue, Method, Request as HttpRequest, Response};
use media::Bucket;
use rest::{
    cors, envelope,
    frame::{self, CALL},
    lambda::HttpApi,
    request as http_request,
};
use runtime::Cors;
use serde_json::value::RawValue;
use service::{Credentials, Identity, Outcome, Service};
use tokio::time::Instant;
use tracing::Instrument;

use crate::{
    app::ResourceRequest,
    gate::Gate,
    protocol::{
        self, Accepted,
        error::ProtocolError,
        json::string,
        message::Request,
        result,
        revision::{self, Era},
    },
    reply::Reply,
    tools::catalog,
};

const METHODS: HeaderValue = HeaderValue::from_static("POST, OPTIONS");
const HEADERS: HeaderValue = HeaderValue::from_static(
    "Authorization, Content-Type, Idempotency-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, \
     Last-Event-ID",
);

/// The endpoint of MCP for all tools.
#[derive(Clone, Debug)]
pub struct McpApi(Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) service: Service,
    pub(crate) bucket: Bucket,
    gate: Gate,
}

/// A request of HTTP on its way.
#[derive(Clone, Copy)]
pub(crate) struct Arrival<'a> {
    pub(crate) request_id: RequestId,
    pub(crate) credentials: Credentials<'a>,
    pub(crate) deadline: Instant,
    pub(crate) http: &'a HttpRequest<Bytes>,
}

/// The paths of the endpoint. Some clients end every URL with a slash.
const PATHS: [&str; 2] = ["/mcp", "/mcp/"];

/// The facts about a message that are logged. They contain no text of the caller.
pub(crate) struct LoggedFacts {
    method: &'static str,
    pub(crate) tool: Option<&'static str>,
}

impl McpApi {
    /// The endpoint for the tools of this service. It reads previews from the bucket.
    pub fn new(service: Service, bucket: Bucket, cors: Cors) -> Self {
        let gate = Gate { cors, is_local: false };
        Self(Arc::new(Inner { service, bucket, gate }))
    }

    /// The endpoint on the user's own machine. There, pages of foreign sites may try to reach the endpoint under other
    /// names.
    pub fn local(service: Service, bucket: Bucket, cors: Cors) -> Self {
        let gate = Gate { cors, is_local: true };
        Self(Arc::new(Inner { service, bucket, gate }))
    }

    /// Responds to a request. The response to each request of the protocol is one JSON object.
    pub async fn call(&self, request: HttpRequest<Bytes>) -> Response<Bytes> {
        let parts = &self.0;
        let request_id = parts.service.request_id();
        let traceparent = http_request::traceparent(request.headers());
        let span = tracing::info_span!("request", request.id = %request_id, traceparent);
        let mut response = match cors::preflight(&request, METHODS, HEADERS) {
            Some(response) => {
                tracing::info!(request.id = %request_id, route = "preflight", "answered");
                response
            }
            None => parts.respond(request_id, &request).instrument(span).await,
        };
        let origin = parts.gate.allowed_origin(request.headers());
        frame::complete(&mut response, request_id, request.headers(), &parts.gate.cors, origin);
        response
    }
}

impl HttpApi for McpApi {
    async fn call(&self, request: HttpRequest<Bytes>) -> Response<Bytes> {
        Self::call(self, request).await
    }
}

impl Inner {
    async fn respond(&self, request_id: RequestId, http: &HttpRequest<Bytes>) -> Response<Bytes> {
        let began = Instant::now();
        let arrival = Arrival {
            request_id,
            credentials: http_request::credentials(http.headers()),
            deadline: began + CALL,
            http,
        };
        let mut told = LoggedFacts {
            method: "none",
            tool: None,
        };
        let outcome = self.outcome(arrival, &mut told).await;
        let Reply {
            mut response,
            error,
            replayed,
        } = outcome.result.unwrap_or_else(|error| Reply::envelope(&error));
        if let Some(standing) = &outcome.standing {
            envelope::write_standing(standing, response.headers_mut());
        }
        tracing::info!(
            request.id = %request_id,
            request.method = %http.method(),
            route = "mcp",
            mcp.method = told.method,
            mcp.tool = told.tool,
            response.status = response.status().as_u16(),
            error.code = error.map(tracing::field::debug),
            duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            organization.id = outcome.caller.as_ref().map(|caller| tracing::field::display(caller.organization)),
            key.id = outcome.caller.as_ref().map(|caller| tracing::field::display(caller.key)),
            replayed,
            "answered"
        );
        response
    }

    /// The outcome of a request. The caller is authenticated before anything else is read.
    async fn outcome(&self, arrival: Arrival<'_>, told: &mut LoggedFacts) -> Outcome<Reply> {
        let path = arrival.http.uri().path();
        if !PATHS.contains(&path) {
            return Outcome {
                result: Err(ApiError::not_found(Resource::Route, path)),
                caller: None,
                standing: None,
            };
        }
        let Outcome {
            result,
            caller,
            standing,
        } = self
            .service
            .authenticate(arrival.request_id, arrival.credentials, arrival.deadline)
            .await;
        if let Err(error) = result {
            return Outcome {
                result: Err(error),
                caller,
                standing,
            };
        }
        if let Err(refusal) = self.gate.check(arrival.http.headers()) {
            return self
                .admitted(arrival, |_, _| Err(ApiError::BrowserRefused(refusal)))
                .await;
        }
        if arrival.http.method() != Method::POST {
            let path = arrival.http.uri().path();
            return self.admitted(arrival, |_, _| Ok(Reply::wrong_method(path))).await;
        }
        let reply = match protocol::read(arrival.http.headers(), arrival.http.body()) {
            Ok(Accepted::Request(request, era)) => return self.request(arrival, &request, era, told).await,
            Ok(Accepted::Notification) => {
                told.method = "notification";
                Reply::accepted()
            }
            Err(refused) => Reply::refusal(refused.id, &refused.error),
        };
        self.admitted(arrival, |_, _| Ok(reply)).await
    }

    /// Counts a request that calls no tool. If the caller may send it, `reply` makes the reply.
    async fn admitted(
        &self,
        arrival: Arrival<'_>,
        reply: impl FnOnce(RateLimits, Option<&Identity>) -> Result<Reply, ApiError>,
    ) -> Outcome<Reply> {
        let Outcome {
            result,
            caller,
            standing,
        } = self
            .service
            .admit(arrival.request_id, arrival.credentials, arrival.deadline)
            .await;
        Outcome {
            result: result.and_then(|limits| reply(limits, caller.as_ref())),
            caller,
            standing,
        }
    }

    async fn request(
        &self,
        arrival: Arrival<'_>,
        request: &Request<'_>,
        era: Era,
        told: &mut LoggedFacts,
    ) -> Outcome<Reply> {
        let id = request.id;
        if let Some((kind, method)) = ResourceRequest::of(&request.method) {
            told.method = method;
            let reply = self.resources(arrival, request, era, kind).await;
            return self.admitted_request(arrival, id, |_, _| reply).await;
        }
        let (method, body): (_, Result<Vec<u8>, ProtocolError>) = match (request.method.as_str(), era) {
            ("tools/call", _) => {
                told.method = "tools/call";
                return self.call(arrival, request, era, told).await;
            }
            ("tools/list", _) => {
                told.method = "tools/list";
                return self.list(arrival, request, era).await;
            }
            ("server/discover", Era::New) => ("server/discover", Ok(result::discovery(id))),
            ("ping", Era::Older(_)) => ("ping", Ok(result::pong(id))),
            ("initialize", Era::Older(_)) => {
                let version = request.params.protocol_version.and_then(string);
                let version = version.ok_or(ProtocolError::InvalidParams("`protocolVersion` must be a string."));
                let body = version.map(|version| result::initialization(id, revision::negotiated(&version)));
                ("initialize", body)
            }
            _ => ("unknown", Err(ProtocolError::UnknownMethod(era))),
        };
        told.method = method;
        let reply = match body {
            Ok(body) => Reply::message(body),
            Err(error) => Reply::refusal(Some(id), &error),
        };
        self.admitted_request(arrival, id, |_, _| Ok(reply)).await
    }

    /// Like [`Self::admitted`], for a request whose id is known: a failure of the service is an error of the protocol.
    pub(crate) async fn admitted_request(
        &self,
        arrival: Arrival<'_>,
        id: &RawValue,
        reply: impl FnOnce(RateLimits, Option<&Identity>) -> Result<Reply, ApiError>,
    ) -> Outcome<Reply> {
        let mut outcome = self.admitted(arrival, reply).await;
        if let Err(ApiError::Internal(request_id)) = outcome.result {
            outcome.result = Ok(Reply {
                error: Some(Code::InternalError),
                ..Reply::refusal(Some(id), &ProtocolError::Internal(request_id))
            });
        }
        outcome
    }

    async fn list(&self, arrival: Arrival<'_>, request: &Request<'_>, era: Era) -> Outcome<Reply> {
        if let Err(error) = request.params.refuse_cursor() {
            let reply = Reply::refusal(Some(request.id), &error);
            return self.admitted_request(arrival, request.id, |_, _| Ok(reply)).await;
        }
        let reply = |limits: RateLimits, caller: Option<&Identity>| {
            let scopes = caller.map_or(&[][..], |caller| &caller.scopes);
            Ok(Reply::message(result::tool_list(
                request.id,
                era,
                catalog::tools(scopes, &limits),
            )))
        };
        self.admitted_request(arrival, request.id, reply).await
    }
}
