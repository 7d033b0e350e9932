//! The events that the service posts to receivers.

use contract::{
    Timestamp,
    tools::GenerationView,
    webhooks::{EventType, LowBalanceDataView, ThumbnailDataView, WebhookTestDataView},
};
use serde_json::{Map, Value, json};

use super::schemas::Schemas;

/// The group of all events. Operations are in other groups: generators write one file for each group.
pub(super) const TAG: &str = "events";

/// The headers of an event, as parameters by the names of their components.
pub(super) fn headers() -> Map<String, Value> {
    let header = |name: &str, description: &str, pattern: &str| {
        let component = name.split('-').map(capitalized).collect::<String>();
        let parameter = json!({
            "name": name,
            "in": "header",
            "required": true,
            "description": description,
            "schema": { "type": "string", "pattern": pattern },
        });
        (component, parameter)
    };
    Map::from_iter([
        header(
            "webhook-id",
            "The id of the event. It is the same at every attempt, so a receiver recognizes an event that comes twice.",
            "^evt_[0-9a-f]{32}$",
        ),
        header(
            "webhook-timestamp",
            "When the attempt was made, in Unix seconds. Refuse an attempt that is older than five minutes.",
            "^[0-9]+$",
        ),
        header(
            "webhook-signature",
            "`v1,` and the base64 of the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` under the secret. While a \
                secret is replaced there are two signatures, separated by a space.",
            "^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)?$",
        ),
    ])
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The events, by type.
pub(super) fn events(schemas: &mut Schemas) -> Map<String, Value> {
    let types = EventType::ALL.into_iter().chain([EventType::WebhookTest]);
    types
        .map(|event| (event.as_str().to_owned(), json!({ "post": request(schemas, event) })))
        .collect()
}

/// The request that brings an event to a receiver.
fn request(schemas: &mut Schemas, event: EventType) -> Value {
    let (words, summary) = match event {
        EventType::ThumbnailCompleted => ("ThumbnailCompleted", "A thumbnail is completed"),
        EventType::ThumbnailFailed => ("ThumbnailFailed", "A thumbnail has failed and is refunded"),
        EventType::GenerationEnded => ("GenerationEnded", "All thumbnails of a generation have ended"),
        EventType::BalanceLow => ("BalanceLow", "A charge took the balance below the threshold"),
        EventType::WebhookTest => ("WebhookTest", "A test of the webhook, which you asked for"),
    };
    let recipients = match event {
        EventType::WebhookTest => "Sent to the webhook that is tested.",
        EventType::BalanceLow => "Sent to every enabled webhook that asks for this type.",
        EventType::ThumbnailCompleted | EventType::ThumbnailFailed | EventType::GenerationEnded => {
            "Sent to every enabled webhook that asks for this type, and to the `webhookUrl` of the generation."
        }
    };
    let headers = headers();
    let parameters = headers
        .keys()
        .map(|name| json!({ "$ref": format!("#/components/parameters/{name}") }));
    let parameters: Vec<Value> = parameters.collect();
    json!({
        "operationId": format!("on{words}"),
        "tags": [TAG],
        "summary": summary,
        "description": format!(
            "{recipients} Verify the signature before you read the body. An event may come twice, and events come in no \
                order.",
        ),
        "security": [],
        "parameters": parameters,
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": body(schemas, event, words) } },
        },
        "responses": {
            "2XX": { "description": "The event is received. Respond within 15 s; the body is not read." },
            "410": { "description": "No more events are wanted. The webhook is disabled." },
            "default": { "description": "The event is not received. It is sent again later, up to nine times." },
        },
    })
}

/// The schema of an event's body.
fn body(schemas: &mut Schemas, event: EventType, name: &str) -> Value {
    let (data, may_be_large) = match event {
        EventType::ThumbnailCompleted | EventType::ThumbnailFailed => (schemas.of::<ThumbnailDataView>(), true),
        EventType::GenerationEnded => (schemas.of::<GenerationView>(), true),
        EventType::BalanceLow => (schemas.of::<LowBalanceDataView>(), false),
        EventType::WebhookTest => (schemas.of::<WebhookTestDataView>(), false),
    };
    let data = if may_be_large {
        json!({ "oneOf": [data, truncated(schemas)] })
    } else {
        data
    };
    let schema = json!({
        "type": "object",
        "description": "An event.",
        "properties": {
            "type": { "type": "string", "const": event.as_str(), "description": "The type of the event." },
            "timestamp": schemas.of::<Timestamp>(),
            "data": data,
        },
        "required": ["type", "timestamp", "data"],
        "additionalProperties": false,
    });
    schemas.name(&format!("{name}Event"), schema)
}

/// The schema of data that lost fields because the body would be larger than 20 kB.
fn truncated(schemas: &mut Schemas) -> Value {
    let schema = json!({
        "type": "object",
        "description": "The data of a body that would be larger than 20 kB: long fields are absent, and `truncated` is \
            true. `get_generation_status` has them.",
        "properties": {
            "truncated": { "type": "boolean", "description": "Long fields are absent." },
        },
        "required": ["truncated"],
        "additionalProperties": true,
    });
    schemas.name("TruncatedData", schema)
}
