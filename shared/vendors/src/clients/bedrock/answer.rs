//! Reads the responses of `InvokeModel`.

use aws_smithy_runtime_api::{
    box_error::BoxError,
    client::{
        interceptors::{Intercept, context::BeforeDeserializationInterceptorContextMut, dyn_dispatch_hint},
        runtime_components::RuntimeComponents,
    },
};
use aws_smithy_types::{body::SdkBody, config_bag::ConfigBag};
use bytes::Bytes;
use http_body_util::Limited;
use serde_json::Value;

use crate::{Cause, ModelError, wire::encoded};

/// The largest response that is read, in bytes. Bedrock's responses have at most 25 MB.
const MAX_RESPONSE_BYTES: usize = 32_000_000;

/// The refusals of Stability's models.
const FILTERED: [&str; 3] = [
    "Filter reason: prompt",
    "Filter reason: output image",
    "Filter reason: input image",
];

/// A picture, and its seed if the model returns one.
pub(super) struct Painted {
    pub(super) bytes: Bytes,
    pub(super) seed: Option<u32>,
}

/// Reads a response whose picture is at `pointer`.
pub(super) fn picture(body: &[u8], pointer: &str) -> Result<Painted, ModelError> {
    let answer: Value = serde_json::from_slice(body).map_err(|_| ModelError::transient(Cause::Unreadable))?;
    if let Some(reason) = answer.pointer("/finish_reasons/0").and_then(Value::as_str) {
        return match FILTERED.iter().find(|known| **known == reason) {
            Some(reason) => Err(ModelError::Refused { reason }),
            None if reason.starts_with("Filter") => Err(ModelError::Refused { reason: "filtered" }),
            None => Err(ModelError::transient(Cause::Empty)),
        };
    }
    let data = answer.pointer(pointer).and_then(Value::as_str);
    let data = data.ok_or(ModelError::transient(Cause::Empty))?;
    let seed = answer.pointer("/seeds/0").and_then(Value::as_u64);
    Ok(Painted {
        bytes: encoded::picture(data)?,
        seed: seed.and_then(|seed| u32::try_from(seed).ok()),
    })
}

/// Limits the length of responses.
#[derive(Debug)]
pub(super) struct Bounded;

#[dyn_dispatch_hint]
impl Intercept for Bounded {
    fn name(&self) -> &'static str {
        "Bounded"
    }

    fn modify_before_deserialization(
        &self,
        context: &mut BeforeDeserializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let body = context.response_mut().body_mut();
        let unbounded = std::mem::replace(body, SdkBody::taken());
        *body = SdkBody::from_body_1_x(Limited::new(unbounded, MAX_RESPONSE_BYTES));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(answer: &Value) -> Result<Painted, ModelError> {
        picture(answer.to_string().as_bytes(), "/images/0")
    }

    #[test]
    fn a_picture_comes_with_its_seed() {
        let painted = read(&json!({ "seeds": [7], "finish_reasons": [null], "images": ["cGljdHVyZQ=="] })).unwrap();
        assert_eq!((&painted.bytes[..], painted.seed), (&b"picture"[..], Some(7)));
    }

    #[test]
    fn a_filtered_request_is_a_refusal() {
        for (reason, expected) in [
            ("Filter reason: prompt", "Filter reason: prompt"),
            ("Filter reason: something new", "filtered"),
        ] {
            let refused = read(&json!({ "finish_reasons": [reason], "images": [null] })).err();
            assert_eq!(refused, Some(ModelError::Refused { reason: expected }));
        }
    }

    #[test]
    fn other_responses_without_a_picture_are_transient_failures() {
        for (answer, cause) in [
            (json!({ "finish_reasons": ["Inference error"] }), Cause::Empty),
            (json!({ "finish_reasons": [null], "images": [] }), Cause::Empty),
            (json!({ "images": ["no base64!"] }), Cause::Unreadable),
        ] {
            assert_eq!(read(&answer).err(), Some(ModelError::transient(cause)));
        }
        assert_eq!(
            picture(b"<html>", "/images/0").err(),
            Some(ModelError::transient(Cause::Unreadable))
        );
    }
}
