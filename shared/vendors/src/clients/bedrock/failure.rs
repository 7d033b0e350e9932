//! Converts Bedrock's errors.

use std::{error::Error, time::Duration};

use aws_smithy_runtime_api::{
    client::{orchestrator::HttpResponse, result::SdkError},
    http::Headers,
};
use aws_smithy_types::error::metadata::ProvideErrorMetadata;
use runtime::{AwsFailure, causes};
use serde::Deserialize;

use crate::{Cause, ModelError, wire::http::Reply};

/// The error that a failed call means. Its details go to the log, without Bedrock's message, which may repeat the
/// prompt.
pub(super) fn judge<E>(error: &SdkError<E, HttpResponse>) -> ModelError
where
    E: ProvideErrorMetadata + Error + 'static,
{
    let failure = AwsFailure::new(error).without_message();
    tracing::info!(error = %causes(&failure), "a call to Bedrock failed");
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
        // The connection ended inside the response.
        SdkError::ResponseError(_) => ModelError::transient(Cause::Cut),
        _ => ModelError::permanent(Cause::Invalid),
    }
}

/// The error that a failed response means, for a response that was read without the SDK.
pub(super) fn of_reply(reply: &Reply) -> ModelError {
    // The name of the exception may be followed by a colon and a URL.
    let code = reply.header("x-amzn-errortype").unwrap_or_default();
    let code = code.split(':').next().unwrap_or_default();
    let body: ErrorBody = reply.json().unwrap_or_default();
    by_code(code, &body.message, reply.status.as_u16(), reply.retry_after())
}

/// The body of an error.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorBody {
    message: String,
}

/// The message is searched only for the words that distinguish errors with the same code.
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

/// The wait that Bedrock asks for. AWS's own header is in milliseconds.
fn retry_after(headers: &Headers) -> Option<Duration> {
    let number = |name| headers.get(name)?.trim().parse().ok();
    let millis = number("x-amz-retry-after").map(Duration::from_millis);
    millis.or_else(|| number("retry-after").map(Duration::from_secs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_codes_have_their_documented_meaning() {
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
