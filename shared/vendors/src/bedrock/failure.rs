//! What Bedrock's errors mean.

use std::time::Duration;

use aws_smithy_runtime_api::{
    client::{orchestrator::HttpResponse, result::SdkError},
    http::Headers,
};
use aws_smithy_types::error::metadata::ProvideErrorMetadata;

use crate::{Cause, ModelError};

/// The failure that a call ended with.
pub(super) fn judge<E: ProvideErrorMetadata>(error: &SdkError<E, HttpResponse>) -> ModelError {
    match error {
        SdkError::ServiceError(failed) => {
            let (meta, response) = (failed.err().meta(), failed.raw());
            let (code, message) = (meta.code().unwrap_or_default(), meta.message().unwrap_or_default());
            by_code(
                code,
                message,
                response.status().as_u16(),
                retry_after(response.headers()),
            )
        }
        SdkError::TimeoutError(_) => ModelError::transient(Cause::TimedOut),
        SdkError::DispatchFailure(failed) if failed.is_timeout() => ModelError::transient(Cause::TimedOut),
        SdkError::DispatchFailure(failed) if failed.is_io() => ModelError::transient(Cause::Cut),
        SdkError::DispatchFailure(_) => ModelError::transient(Cause::Unreachable),
        SdkError::ResponseError(_) => ModelError::transient(Cause::Unreadable),
        _ => ModelError::permanent(Cause::Invalid),
    }
}

/// Only the words by which Bedrock tells kinds of one code apart are looked for in its message.
fn by_code(code: &str, message: &str, status: u16, retry_after: Option<Duration>) -> ModelError {
    let says = |words: &str| message.to_ascii_lowercase().contains(words);
    let transient = |cause| ModelError::Transient { cause, retry_after };
    match code {
        _ if says("end of its life") || says("marked by provider as legacy") => ModelError::Gone,
        "ValidationException" if says("content filter") => ModelError::Refused {
            reason: "content filters",
        },
        "ValidationException" if says("model identifier is invalid") => ModelError::Gone,
        "ValidationException" => ModelError::permanent(Cause::Invalid),
        "ResourceNotFoundException" => ModelError::Gone,
        "ThrottlingException" | "TooManyRequestsException" | "ServiceQuotaExceededException" => {
            transient(Cause::Throttled)
        }
        "ModelTimeoutException" => transient(Cause::TimedOut),
        "ModelNotReadyException"
        | "ServiceUnavailableException"
        | "InternalServerException"
        | "InternalFailure"
        | "ModelErrorException" => transient(Cause::Status(status)),
        "AccessDeniedException"
        | "UnrecognizedClientException"
        | "ExpiredTokenException"
        | "InvalidSignatureException"
        | "IncompleteSignatureException"
        | "MissingAuthenticationTokenException" => ModelError::permanent(Cause::KeyRefused),
        _ => match status {
            401 | 403 => ModelError::permanent(Cause::KeyRefused),
            429 => transient(Cause::Throttled),
            408 | 500..=599 => transient(Cause::Status(status)),
            _ => ModelError::permanent(Cause::Invalid),
        },
    }
}

/// AWS's own header counts milliseconds.
fn retry_after(headers: &Headers) -> Option<Duration> {
    let number = |name| headers.get(name)?.trim().parse().ok();
    let millis = number("x-amz-retry-after").map(Duration::from_millis);
    millis.or_else(|| number("retry-after").map(Duration::from_secs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_judged_as_documented() {
        let invalid = ModelError::permanent(Cause::Invalid);
        let refused = ModelError::permanent(Cause::KeyRefused);
        for (code, message, status, expected) in [
            ("ThrottlingException", "", 429, ModelError::transient(Cause::Throttled)),
            (
                "ModelNotReadyException",
                "",
                429,
                ModelError::transient(Cause::Status(429)),
            ),
            (
                "ServiceUnavailableException",
                "",
                503,
                ModelError::transient(Cause::Status(503)),
            ),
            ("ModelTimeoutException", "", 408, ModelError::transient(Cause::TimedOut)),
            (
                "ModelErrorException",
                "",
                424,
                ModelError::transient(Cause::Status(424)),
            ),
            ("ValidationException", "Malformed input request", 400, invalid),
            (
                "ValidationException",
                "This request has been blocked by our content filters.",
                400,
                ModelError::Refused {
                    reason: "content filters",
                },
            ),
            (
                "ValidationException",
                "The provided model identifier is invalid.",
                400,
                ModelError::Gone,
            ),
            (
                "ResourceNotFoundException",
                "This model version has reached the end of its life.",
                404,
                ModelError::Gone,
            ),
            (
                "AccessDeniedException",
                "You don't have access to the model",
                403,
                refused,
            ),
            ("UnrecognizedClientException", "", 403, refused),
            ("SomethingNew", "", 403, refused),
            ("SomethingNew", "", 500, ModelError::transient(Cause::Status(500))),
            ("", "", 418, invalid),
        ] {
            assert_eq!(
                by_code(code, message, status, None),
                expected,
                "{code} {message} {status}"
            );
        }
    }
}
