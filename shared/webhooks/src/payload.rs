//! The body of an event.

use contract::{
    EventId, GenerationId, OrganizationId, PromptId, Timestamp,
    webhooks::{EventType, LowBalanceDataView, ThumbnailDataView, WebhookTestDataView},
};
use media::{Bucket, MediaError};
use serde::Serialize;
use serde_json::{Map, Value, json};
use store::{Event, Fact, Store, StoreError};
use views::generation::view;

/// The largest body, in bytes.
const MOST_BYTES: usize = 20_000;

/// The fields that are left out of a body that is too large, in this order. The last two are more than the API
/// promises; without them a body might still be too large.
const LEFT_OUT: [&[&str]; 7] = [
    &["preflight"],
    &["enhancedPrompt"],
    &["prompt"],
    &["metadata"],
    &["url", "urlExpiresAt", "previewUrl"],
    &["reproducibility"],
    &["notes"],
];

/// An event as receivers see it.
#[derive(Debug, Serialize)]
struct Body<'a> {
    r#type: EventType,
    timestamp: Timestamp,
    data: &'a Value,
}

/// Why a body could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PayloadError {
    /// The records could not be read.
    #[error("the records of an event cannot be read")]
    Store(#[from] StoreError),
    /// A URL could not be signed.
    #[error("a picture's URL cannot be signed")]
    Media(#[from] MediaError),
    /// The body is not JSON.
    #[error("the body of an event cannot be written")]
    Json(#[from] serde_json::Error),
}

/// The body of an event whose fact became true at `at`. Pictures have fresh URLs.
pub(crate) async fn body(
    store: &Store,
    bucket: &Bucket,
    organization: OrganizationId,
    event: &Event,
    at: Timestamp,
) -> Result<Vec<u8>, PayloadError> {
    let data = data(store, bucket, organization, &event.fact).await?;
    Ok(fitting(event.fact.event_type(), at, data)?)
}

async fn data(
    store: &Store,
    bucket: &Bucket,
    organization: OrganizationId,
    fact: &Fact,
) -> Result<Value, PayloadError> {
    let (generation, index) = match *fact {
        Fact::BalanceLow { balance, low_balance } => {
            return Ok(serde_json::to_value(LowBalanceDataView { balance, low_balance })?);
        }
        Fact::WebhookTest { webhook } => {
            return Ok(serde_json::to_value(WebhookTestDataView { webhook_id: webhook })?);
        }
        Fact::ThumbnailCompleted { generation, index } | Fact::ThumbnailFailed { generation, index } => {
            (generation, Some(index))
        }
        Fact::GenerationEnded { generation } => (generation, None),
    };
    let Some((facts, progress)) = store.generation(organization, generation).await? else {
        return Ok(ids(generation));
    };
    let shown = view(bucket, &facts, &progress).await?;
    let Some(index) = index else {
        return Ok(serde_json::to_value(shown)?);
    };
    let Some(thumbnail) = shown.thumbnails.into_iter().nth(index) else {
        return Ok(ids(generation));
    };
    Ok(serde_json::to_value(ThumbnailDataView {
        generation_id: generation,
        prompt_id: generation.into(),
        metadata: facts.metadata,
        thumbnail,
    })?)
}

/// The data of an event whose generation was deleted after its end: only the generation's ids are still known.
fn ids(generation: GenerationId) -> Value {
    with_mark(json!({ "generationId": generation, "promptId": PromptId::from(generation) }))
}

fn with_mark(mut data: Value) -> Value {
    if let Value::Object(fields) = &mut data {
        fields.insert("truncated".to_owned(), true.into());
    }
    data
}

/// The bytes of a body of at most [`MOST_BYTES`].
fn fitting(r#type: EventType, timestamp: Timestamp, mut data: Value) -> serde_json::Result<Vec<u8>> {
    let written = |data: &Value| {
        serde_json::to_vec(&Body {
            r#type,
            timestamp,
            data,
        })
    };
    let mut bytes = written(&data)?;
    for names in LEFT_OUT {
        if bytes.len() <= MOST_BYTES {
            break;
        }
        leave_out(&mut data, names);
        data = with_mark(data);
        bytes = written(&data)?;
    }
    Ok(bytes)
}

/// Removes the fields of these names, wherever they are.
fn leave_out(value: &mut Value, names: &[&str]) {
    match value {
        Value::Object(fields) => leave_out_of(fields, names),
        Value::Array(items) => items.iter_mut().for_each(|item| leave_out(item, names)),
        _ => {}
    }
}

fn leave_out_of(fields: &mut Map<String, Value>, names: &[&str]) {
    fields.retain(|name, _| !names.contains(&name.as_str()));
    let nested = fields.iter_mut().filter(|(name, _)| *name != "metadata");
    nested.for_each(|(_, value)| leave_out(value, names));
}

/// The facts about an event that a log line may contain.
pub(crate) fn label(event: &Event) -> (EventId, &'static str) {
    (event.id, event.fact.event_type().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_795_248_930_123);

    fn read(data: Value) -> Value {
        let bytes = fitting(EventType::GenerationEnded, NOW, data).unwrap();
        assert!(bytes.len() <= MOST_BYTES, "{}", bytes.len());
        serde_json::from_slice(&bytes).unwrap()
    }

    #[test]
    fn a_small_body_is_complete() {
        let data = json!({ "generationId": "gen_1", "prompt": "p", "thumbnails": [{ "url": "u" }] });
        let body = read(data.clone());
        assert_eq!(body["type"], "generation.ended");
        assert_eq!(body["timestamp"], "2026-11-21T08:15:30.123Z");
        assert_eq!(body["data"], data);
    }

    #[test]
    fn a_large_body_loses_as_little_as_possible_in_a_fixed_order() {
        let long = |length: usize| "x".repeat(length);
        let data = |prompt: usize, url: usize| {
            json!({
                "generationId": "gen_1", "completed": 2, "status": "completed",
                "prompt": long(prompt), "enhancedPrompt": long(4_000), "title": "t",
                "metadata": { "url": "kept", "prompt": "kept" },
                "thumbnails": [
                    { "thumbnailId": "thm_1", "url": long(url), "urlExpiresAt": "soon", "preflight": { "ok": true } },
                    { "thumbnailId": "thm_2", "url": null, "urlExpiresAt": null, "preflight": null },
                ],
            })
        };
        let body = read(data(4_000, 13_000))["data"].clone();
        assert_eq!(body["truncated"], true);
        assert!(body["thumbnails"][0].get("preflight").is_none() && body.get("enhancedPrompt").is_none());
        assert!(body["prompt"].is_string() && body["thumbnails"][0]["url"].is_string());
        assert_eq!(body["metadata"], json!({ "url": "kept", "prompt": "kept" }));
        let body = read(data(4_000, 30_000))["data"].clone();
        for name in ["prompt", "metadata"] {
            assert!(body.get(name).is_none(), "{name}");
        }
        assert_eq!(
            body["thumbnails"],
            json!([{ "thumbnailId": "thm_1" }, { "thumbnailId": "thm_2" }])
        );
        assert_eq!((&body["completed"], &body["status"]), (&json!(2), &json!("completed")));
    }
}
