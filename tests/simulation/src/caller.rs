//! A caller: sends calls, gives up after a timeout, and retries calls whose outcome is unknown.

use std::{rc::Rc, time::Duration};

use bytes::Bytes;
use http::{Method, Request, Response};
use serde_json::{Value as Json, json};

use crate::{
    observation::{Observation, Outcome, without_urls},
    operation::{Maker, Operation},
    plan::Call,
    tables::Tables,
    world::World,
};

/// The pause before a retry or a replay.
const PAUSE: Duration = Duration::from_millis(200);

/// How long a caller waits for a thumbnail that it wants to change.
const PATIENCE: Duration = Duration::from_secs(60);

/// Sends the calls of a step. Concurrent copies are sent at the same instant.
pub(crate) async fn perform(world: Rc<World>, step: usize, call: Call) {
    if let Operation::Letter { of, .. } = call.operation {
        wait_for_thumbnail(&world, of).await;
    }
    let body = call
        .operation
        .body(&Observation::tag(step), |maker, field| made(&world, maker, field));
    let copies = (0..call.copies.max(1))
        .map(|_| tokio::task::spawn_local(send_with_retries(Rc::clone(&world), step, call.clone(), body.clone())));
    for copy in copies.collect::<Vec<_>>() {
        if copy.await.is_err() {
            world.problem("a simulated caller panicked".to_owned());
        }
    }
}

/// Waits until the generation of this step has a completed thumbnail, but not for ever: it may fail.
async fn wait_for_thumbnail(world: &World, maker: Maker) {
    let latest = world.elapsed() + PATIENCE;
    while made(world, maker, "thumbnailId").is_none() && world.elapsed() < latest {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// The id in the first successful response to a step. The response has no id of a thumbnail: that is the first
/// completed one of its generation.
fn made(world: &World, maker: Maker, field: &str) -> Option<String> {
    if field == "thumbnailId" {
        return Tables::of(world).completed(&made(world, maker, "generationId")?);
    }
    let observations = world.observations.borrow();
    let told = observations
        .iter()
        .filter(|one| one.step == maker)
        .find_map(|one| one.outcome.data());
    Some(told?.get(field)?.as_str()?.to_owned())
}

async fn send_with_retries(world: Rc<World>, step: usize, call: Call, body: Json) {
    let (mut retries, mut replays) = (call.retries, u8::from(call.replays));
    loop {
        let outcome = send(&world, step, &call, &body).await;
        let left = match outcome {
            Outcome::Unclear(_) => &mut retries,
            Outcome::Success { .. } => &mut replays,
            Outcome::Refused { .. } => return,
        };
        if *left == 0 {
            return;
        }
        *left -= 1;
        tokio::time::sleep(PAUSE).await;
    }
}

/// Sends a call once and records the observation.
pub(crate) async fn send(world: &Rc<World>, step: usize, call: &Call, body: &Json) -> Outcome {
    let process = world.gateway();
    let at = {
        let mut observations = world.observations.borrow_mut();
        observations.push(Observation {
            step,
            organization: call.organization,
            tool: call.operation.tool(),
            body: body.clone(),
            key: call.key,
            sent: world.elapsed(),
            ended: None,
            outcome: Outcome::Unclear("it is not answered yet"),
        });
        observations.len() - 1
    };
    let route = call.operation.route(body);
    let protocol = if route.is_some() {
        Protocol::Http
    } else {
        Protocol::of(at)
    };
    let request = protocol.request(world, call, route, body);
    world.cloud.note(format!(
        "call {at} of step {step} to {} over {protocol:?}: {} {body}",
        process.id,
        call.operation.tool()
    ));
    let serving = {
        let process = Rc::clone(&process);
        process.serving.set(process.serving.get() + 1);
        let served = Rc::clone(&process);
        let task = tokio::task::spawn_local(async move {
            let response = served.answer(request).await;
            served.serving.set(served.serving.get().saturating_sub(1));
            response
        });
        process.tasks.borrow_mut().retain(|task| !task.is_finished());
        process.tasks.borrow_mut().push(task.abort_handle());
        task
    };
    let outcome = match tokio::time::timeout(call.timeout, serving).await {
        Ok(Ok(response)) => protocol.read(response),
        Ok(Err(error)) if error.is_cancelled() => Outcome::Unclear("the process was killed"),
        Ok(Err(_)) => {
            world.problem("a gateway panicked".to_owned());
            Outcome::Unclear("the gateway panicked")
        }
        Err(_) => Outcome::Unclear("the caller gave up"),
    };
    world.cloud.note(format!("call {at} ends: {outcome}"));
    if let Some(observation) = world.observations.borrow_mut().get_mut(at) {
        observation.ended = Some(world.elapsed());
        observation.outcome = outcome.clone();
    }
    outcome
}

/// The protocol of a call. A caller may repeat a call in another protocol than before.
#[derive(Clone, Copy, Debug)]
enum Protocol {
    Http,
    Mcp,
}

impl Protocol {
    /// Every third call of a run is made over MCP.
    const fn of(call: usize) -> Self {
        if call % 3 == 2 { Self::Mcp } else { Self::Http }
    }

    fn request(self, world: &World, call: &Call, route: Option<(Method, String)>, body: &Json) -> Request<Bytes> {
        let organizations = world.organizations.borrow();
        let secret = organizations
            .get(call.organization)
            .map(|organization| organization.secret.as_str())
            .unwrap_or_default();
        let tool = call.operation.tool();
        let key = call.key.map(|key| format!("key-{key}"));
        let (mut request, body) = match self {
            Self::Http => {
                let tool = (Method::POST, format!("/api/v1/tools/{tool}"));
                let (method, path) = route.unwrap_or(tool);
                (Request::builder().method(method).uri(path), without_path(body))
            }
            Self::Mcp => {
                let params = json!({ "name": tool, "arguments": body, "_meta": { "idempotencyKey": key } });
                let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
                (Request::post("/mcp"), message)
            }
        };
        request = request.header("authorization", format!("Bearer {secret}"));
        if let (Self::Http, Some(key)) = (self, key) {
            request = request.header("idempotency-key", key);
        }
        // Building the request fails only if a header is malformed; then an empty request is sent, and refused.
        request.body(Bytes::from(body.to_string())).unwrap_or_default()
    }

    fn read(self, response: Response<Bytes>) -> Outcome {
        let mut status = response.status().as_u16();
        let replayed = response.headers().contains_key("idempotent-replayed");
        let mut body: Json = serde_json::from_slice(response.body()).unwrap_or_default();
        if let (Self::Mcp, Some(result)) = (self, body.get("result")) {
            (status, body) = of_result(result);
        }
        match status {
            200 => Outcome::Success {
                data: body.get("data").cloned().unwrap_or_default(),
                body: without_urls(body).to_string(),
                replayed,
            },
            500.. => Outcome::Unclear("5xx"),
            _ => Outcome::Refused {
                status,
                code: crate::world::text(&body, "code"),
                details: body.get("details").cloned().unwrap_or_default(),
            },
        }
    }
}

/// The parameters of an operation without the one that is in its path.
fn without_path(body: &Json) -> Json {
    let mut body = body.clone();
    if let Some(fields) = body.as_object_mut() {
        fields.remove("webhookId");
    }
    body
}

/// The status and the envelope that the result of `tools/call` would have over HTTP.
fn of_result(result: &Json) -> (u16, Json) {
    if let Some(data) = result
        .get("structuredContent")
        .filter(|_| result.get("isError") == Some(&Json::Bool(false)))
    {
        return (200, json!({ "success": true, "data": data }));
    }
    let text = result
        .pointer("/content/0/text")
        .and_then(Json::as_str)
        .unwrap_or_default();
    let mut body: Json = serde_json::from_str(text).unwrap_or_default();
    let status = match body.get("code").and_then(Json::as_str) {
        Some("UNAUTHORIZED") => 401,
        Some("FORBIDDEN") => 403,
        Some("NOT_FOUND") => 404,
        Some("VALIDATION_ERROR" | "INSUFFICIENT_CREDITS") => 400,
        Some("RATE_LIMITED") => 429,
        _ => 500,
    };
    if let Some(envelope) = body.as_object_mut() {
        envelope.insert("success".to_owned(), Json::Bool(false));
    }
    (status, body)
}
