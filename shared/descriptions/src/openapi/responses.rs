//! The responses of the OpenAPI document: statuses, headers and bodies.

use contract::error::Code;
use serde_json::{Map, Value, json};

use super::schemas::Schemas;

/// Who may call an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    /// An organization with a key.
    Organization,
    /// Everybody.
    Anybody,
}

/// The errors that every request with a key may have.
const OF_KEYS: [Code; 5] = [
    Code::Unauthorized,
    Code::Forbidden,
    Code::NotFound,
    Code::RateLimited,
    Code::InternalError,
];

/// The rate-limit headers.
const STANDING: [&str; 3] = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

/// The responses of an operation, by status. `success` is the schema of its success.
pub(super) fn of_operation(
    success: Value,
    caller: Caller,
    is_replayed: bool,
    has_body: bool,
    errors: &[Code],
) -> Map<String, Value> {
    let mut responses = Map::new();
    let mut headers = vec!["X-Request-Id", "Cache-Control"];
    if caller == Caller::Organization {
        headers.extend(STANDING);
    }
    if is_replayed {
        headers.push("Idempotent-Replayed");
    }
    responses.insert(
        "200".to_owned(),
        json!({
            "description": "A success.",
            "headers": references(&headers),
            "content": { "application/json": { "schema": success } },
        }),
    );
    match errors {
        [] => {}
        [_] => add(&mut responses, "400", "ValidationError"),
        _ => add(&mut responses, "400", "Refused"),
    }
    if caller == Caller::Organization {
        for code in OF_KEYS {
            add(
                &mut responses,
                &code.http_status().to_string(),
                super::errors::name(code),
            );
        }
    } else {
        add(&mut responses, "429", "GatewayThrottled");
    }
    if has_body {
        add(&mut responses, "413", "TooLarge");
    }
    add(&mut responses, "503", "GatewayTimeout");
    responses
}

fn add(responses: &mut Map<String, Value>, status: &str, name: &str) {
    let reference = json!({ "$ref": format!("#/components/responses/{name}") });
    responses.insert(status.to_owned(), reference);
}

fn references(names: &[&str]) -> Value {
    let reference = |name: &&str| {
        let component = name.replace('-', "");
        (
            (*name).to_owned(),
            json!({ "$ref": format!("#/components/headers/{component}") }),
        )
    };
    Value::Object(names.iter().map(reference).collect())
}

/// The responses that several operations have.
pub(super) fn errors(schemas: &mut Schemas) -> Map<String, Value> {
    let mut responses = Map::new();
    for code in [
        Code::Unauthorized,
        Code::Forbidden,
        Code::NotFound,
        Code::ValidationError,
        Code::RateLimited,
        Code::InternalError,
    ] {
        let schema = schemas.error(code);
        responses.insert(
            super::errors::name(code).to_owned(),
            error(code, code.meaning(), &schema),
        );
    }
    let refusals = [Code::ValidationError, Code::InsufficientCredits].map(|code| schemas.error(code));
    let refused = json!({ "oneOf": refusals });
    let meaning = "The request is not valid, or the balance is smaller than the cost.";
    responses.insert("Refused".to_owned(), error(Code::ValidationError, meaning, &refused));
    let schema = schemas.gateway_error();
    for (name, description) in [
        (
            "TooLarge",
            "The request is larger than 6 MB, and did not reach the service.",
        ),
        (
            "GatewayThrottled",
            "The service has too many requests at the moment. Try again.",
        ),
        (
            "GatewayTimeout",
            "The service is not available at the moment. Try again.",
        ),
    ] {
        let content = json!({ "application/json": { "schema": schema } });
        responses.insert(
            name.to_owned(),
            json!({ "description": description, "content": content }),
        );
    }
    responses
}

/// The response to an error.
fn error(code: Code, description: &str, schema: &Value) -> Value {
    let mut headers = vec!["X-Request-Id", "Cache-Control"];
    match code {
        Code::Unauthorized => headers.push("WWW-Authenticate"),
        // A failure before the key is known has no such headers.
        Code::InternalError => {}
        _ => headers.extend(STANDING),
    }
    match code {
        Code::RateLimited => headers.push("Retry-After"),
        Code::NotFound => headers.push("Allow"),
        _ => {}
    }
    json!({
        "description": description,
        "headers": references(&headers),
        "content": { "application/json": { "schema": schema } },
    })
}

/// The headers of responses, by the names of their components.
pub(super) fn headers() -> Map<String, Value> {
    let count = json!({ "type": "integer", "minimum": 0 });
    let header = |description: &str, required: bool, schema: &Value| json!({ "description": description, "required": required, "schema": schema });
    let text = |pattern: &str| json!({ "type": "string", "pattern": pattern });
    let all = [
        (
            "XRequestId",
            header(
                "The id of the request. Tell it to the operator when something is wrong.",
                true,
                &text("^req_[0-9a-f]{32}$"),
            ),
        ),
        (
            "XRateLimitLimit",
            header(
                "The limit that has fewer requests left, in requests a minute.",
                true,
                &count,
            ),
        ),
        (
            "XRateLimitRemaining",
            header("The requests that this limit allows until it is reset.", true, &count),
        ),
        (
            "XRateLimitReset",
            header("When the limit is reset, in Unix seconds.", true, &count),
        ),
        (
            "RetryAfter",
            header(
                "The seconds until the limit is reset.",
                true,
                &json!({ "type": "integer", "minimum": 1 }),
            ),
        ),
        (
            "IdempotentReplayed",
            header(
                "Present if the response is that of an earlier call with the same idempotency key.",
                false,
                &text("^true$"),
            ),
        ),
        (
            "CacheControl",
            header("Whether the response may be stored.", true, &text("^no-store$")),
        ),
        (
            "WWWAuthenticate",
            header("How to authenticate.", true, &text("^Bearer$")),
        ),
        (
            "Allow",
            header(
                "The methods of the path, if the request had another method.",
                false,
                &json!({ "type": "string" }),
            ),
        ),
    ];
    all.into_iter()
        .map(|(name, header)| (name.to_owned(), header))
        .collect()
}

/// The parameters that several operations have.
pub(super) fn parameters() -> Map<String, Value> {
    let idempotency_key = json!({
        "name": "Idempotency-Key",
        "in": "header",
        "required": false,
        "description": "Makes it safe to repeat the call. Within 24 hours, a call with the same key, tool and body returns \
            the first success again and is charged once. A key that was used for another call is refused.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$" },
        "example": "3f1c9e5e-6f0a-4a57-9f3c-8a8f5a0f2d11",
    });
    let mut parameters = super::webhooks::headers();
    parameters.insert("IdempotencyKey".to_owned(), idempotency_key);
    parameters
}
