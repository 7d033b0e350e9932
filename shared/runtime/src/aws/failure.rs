//! A failed AWS call, reduced to what a log may contain.

use std::{error::Error, fmt};

use aws_smithy_runtime_api::{client::result::SdkError, http::Response};
use aws_smithy_types::error::metadata::ProvideErrorMetadata;
use aws_types::request_id::RequestId;

use crate::causes;

/// How much of each text is kept, in characters.
const MAX_TEXT_CHARS: usize = 500;

/// A failed AWS call without the headers and the body of the response. These may contain a caller's data, and the SDK
/// prints all of them with an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwsFailure {
    /// What went wrong before AWS answered, or why its response cannot be read.
    problem: Option<String>,
    status: Option<u16>,
    code: Option<String>,
    message: Option<String>,
    request_id: Option<String>,
}

impl AwsFailure {
    /// The parts of `error` that a log may contain.
    pub fn new<E>(error: &SdkError<E, Response>) -> Self
    where
        E: ProvideErrorMetadata + Error + 'static,
    {
        let metadata = error.as_service_error().map(ProvideErrorMetadata::meta);
        Self {
            problem: match error {
                SdkError::ServiceError(_) => None,
                SdkError::ResponseError(_) => Some("the answer cannot be read".to_owned()),
                other => Some(short(&causes(other).to_string())),
            },
            status: error.raw_response().map(|response| response.status().as_u16()),
            code: metadata.and_then(|metadata| metadata.code()).map(short),
            message: metadata.and_then(|metadata| metadata.message()).map(short),
            request_id: error.request_id().map(short),
        }
    }

    /// The same failure without AWS's message. The message of a model may repeat the prompt.
    #[must_use]
    pub fn without_message(self) -> Self {
        Self { message: None, ..self }
    }
}

/// The beginning of a text.
fn short(text: &str) -> String {
    text.chars().take(MAX_TEXT_CHARS).collect()
}

impl fmt::Display for AwsFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = self.status.map(|status| status.to_string());
        let parts = [
            ("", &self.problem),
            ("status ", &status),
            ("code ", &self.code),
            ("message ", &self.message),
            ("request id ", &self.request_id),
        ];
        let known = parts
            .into_iter()
            .filter_map(|(name, part)| Some(format!("{name}{}", part.as_ref()?)));
        f.write_str(&known.collect::<Vec<_>>().join(", "))
    }
}

impl Error for AwsFailure {}

#[cfg(test)]
mod tests {
    use aws_smithy_runtime_api::{client::result::ConnectorError, http::StatusCode};
    use aws_smithy_types::{body::SdkBody, error::ErrorMetadata};

    use super::*;

    /// An error as an operation of the SDK makes it.
    #[derive(Debug)]
    struct Failed(ErrorMetadata);

    impl fmt::Display for Failed {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("unhandled error")
        }
    }

    impl Error for Failed {}

    impl ProvideErrorMetadata for Failed {
        fn meta(&self) -> &ErrorMetadata {
            &self.0
        }
    }

    #[test]
    fn a_response_is_reduced_to_its_status_code_message_and_request_id() {
        let mut answer = Response::new(StatusCode::try_from(400).unwrap(), SdkBody::from("a caller's prompt"));
        answer.headers_mut().insert("x-secret", "a signature");
        answer.headers_mut().insert("x-amzn-requestid", "R1");
        let metadata = ErrorMetadata::builder()
            .code("ValidationException")
            .message("m".repeat(1_000))
            .build();
        let failure = AwsFailure::new(&SdkError::service_error(Failed(metadata), answer));
        let message = "m".repeat(MAX_TEXT_CHARS);
        assert_eq!(
            failure.to_string(),
            format!("status 400, code ValidationException, message {message}, request id R1")
        );
        assert_eq!(
            failure.without_message().to_string(),
            "status 400, code ValidationException, request id R1"
        );
    }

    #[test]
    fn a_call_without_a_response_is_printed_with_its_causes() {
        let refused = std::io::Error::other("connection refused");
        let error: SdkError<Failed, Response> = SdkError::dispatch_failure(ConnectorError::io(refused.into()));
        let printed = AwsFailure::new(&error).to_string();
        assert!(printed.ends_with("connection refused"), "{printed}");
        assert!(!printed.contains("status"), "{printed}");
    }
}
