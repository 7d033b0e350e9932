//! What a log tells of an AWS call that failed.

use std::{error::Error, fmt};

use aws_smithy_runtime_api::{client::result::SdkError, http::Response};
use aws_smithy_types::error::metadata::ProvideErrorMetadata;
use aws_types::request_id::RequestId;

/// How much of a message is told, in characters.
const MESSAGE: usize = 500;

/// A failed AWS call without the answer's headers and body: those may hold a caller's data, and the SDK's own account
/// of an error shows all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwsFailure {
    /// What went wrong, where AWS did not say.
    problem: Option<String>,
    status: Option<u16>,
    code: Option<String>,
    message: Option<String>,
    request_id: Option<String>,
}

impl AwsFailure {
    /// What is told of `error`.
    pub fn new<E>(error: &SdkError<E, Response>) -> Self
    where
        E: ProvideErrorMetadata + Error + 'static,
    {
        let metadata = error.as_service_error().map(ProvideErrorMetadata::meta);
        Self {
            problem: match error {
                SdkError::ServiceError(_) => None,
                SdkError::ResponseError(_) => Some("the answer cannot be read".to_owned()),
                other => Some(causes(other)),
            },
            status: error.raw_response().map(|response| response.status().as_u16()),
            code: metadata.and_then(|metadata| metadata.code()).map(short),
            message: metadata.and_then(|metadata| metadata.message()).map(short),
            request_id: error.request_id().map(short),
        }
    }
}

fn short(text: &str) -> String {
    text.chars().take(MESSAGE).collect()
}

/// An error that happened before AWS answered, and what led to it.
fn causes(error: &(dyn Error + 'static)) -> String {
    let chain = std::iter::successors(Some(error), |&error| error.source());
    let texts: Vec<String> = chain.map(ToString::to_string).collect();
    short(&texts.join(": "))
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
        let told = parts
            .into_iter()
            .filter_map(|(name, part)| Some(format!("{name}{}", part.as_ref()?)));
        f.write_str(&told.collect::<Vec<_>>().join(", "))
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
    fn an_answer_is_told_by_its_status_code_message_and_request_id_alone() {
        let mut answer = Response::new(StatusCode::try_from(400).unwrap(), SdkBody::from("a caller's prompt"));
        answer.headers_mut().insert("x-secret", "a signature");
        answer.headers_mut().insert("x-amzn-requestid", "R1");
        let metadata = ErrorMetadata::builder()
            .code("ValidationException")
            .message("m".repeat(1_000))
            .build();
        let told = AwsFailure::new(&SdkError::service_error(Failed(metadata), answer)).to_string();
        let message = "m".repeat(MESSAGE);
        assert_eq!(
            told,
            format!("status 400, code ValidationException, message {message}, request id R1")
        );
    }

    #[test]
    fn a_call_that_got_no_answer_is_told_with_its_causes() {
        let refused = std::io::Error::other("connection refused");
        let error: SdkError<Failed, Response> = SdkError::dispatch_failure(ConnectorError::io(refused.into()));
        let told = AwsFailure::new(&error).to_string();
        assert!(told.ends_with("connection refused"), "{told}");
        assert!(!told.contains("status"), "{told}");
    }
}
