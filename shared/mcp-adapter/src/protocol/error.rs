//! Errors of the protocol: what is wrong with a message.

use contract::RequestId;
use http::StatusCode;
use serde_json::{Value, json};
use service::JsonError;

use crate::protocol::revision::{Era, SUPPORTED};

/// Why a message is not answered with a result. The message of each error tells the client what to correct.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum ProtocolError {
    #[error("The body {0}.")]
    NotJson(JsonError),
    #[error("The body is not a request of JSON-RPC 2.0: {0}.")]
    NotARequest(&'static str),
    #[error("The body has {bytes} bytes, and {most} are allowed.")]
    TooLarge { bytes: usize, most: usize },
    #[error("The header MCP-Protocol-Version names none of the supported versions: {}.", SUPPORTED.join(", "))]
    UnknownVersionHeader,
    #[error("`params._meta` must have `{0}`.")]
    MissingMeta(&'static str),
    #[error("Header mismatch: {0}.")]
    HeaderMismatch(String),
    #[error("Unsupported protocol version: use one of {}.", SUPPORTED.join(", "))]
    UnsupportedVersion { requested: String },
    #[error("There is no such method.")]
    UnknownMethod(Era),
    #[error("{0}")]
    InvalidParams(&'static str),
    #[error("There is no resource with this URI. `resources/list` lists all resources.")]
    UnknownResource { era: Era, uri: String },
    #[error("{message}")]
    UnknownTool {
        message: String,
        required_scope: Option<&'static str>,
    },
    #[error("Something went wrong on our side. Please try again.")]
    Internal(RequestId),
}

impl ProtocolError {
    /// The code of JSON-RPC or of the protocol.
    pub(crate) const fn code(&self) -> i32 {
        match self {
            Self::NotJson(_) => -32700,
            Self::NotARequest(_) | Self::TooLarge { .. } | Self::UnknownVersionHeader => -32600,
            Self::UnknownMethod(_) => -32601,
            // Revision 2026-07-28 has no code of its own for this error.
            Self::UnknownResource { era: Era::Older(_), .. } => -32002,
            Self::MissingMeta(_) | Self::InvalidParams(_) | Self::UnknownResource { .. } | Self::UnknownTool { .. } => {
                -32602
            }
            Self::Internal(_) => -32603,
            Self::HeaderMismatch(_) => -32020,
            Self::UnsupportedVersion { .. } => -32022,
        }
    }

    /// The status of the response: 200 unless the transport requires another status. A client reads other errors from
    /// the message.
    pub(crate) const fn status(&self) -> StatusCode {
        match self {
            Self::NotJson(_)
            | Self::NotARequest(_)
            | Self::TooLarge { .. }
            | Self::UnknownVersionHeader
            | Self::MissingMeta(_)
            | Self::HeaderMismatch(_)
            | Self::UnsupportedVersion { .. } => StatusCode::BAD_REQUEST,
            Self::UnknownMethod(Era::New) => StatusCode::NOT_FOUND,
            Self::UnknownMethod(Era::Older(_))
            | Self::InvalidParams(_)
            | Self::UnknownResource { .. }
            | Self::UnknownTool { .. }
            | Self::Internal(_) => StatusCode::OK,
        }
    }

    /// Details for programs.
    pub(crate) fn data(&self) -> Option<Value> {
        match self {
            Self::UnsupportedVersion { requested } => Some(json!({ "supported": SUPPORTED, "requested": requested })),
            Self::UnknownTool {
                required_scope: Some(scope),
                ..
            } => Some(json!({ "requiredScope": scope })),
            Self::UnknownResource { uri, .. } => Some(json!({ "uri": uri })),
            Self::Internal(request_id) => Some(json!({ "requestId": request_id })),
            _ => None,
        }
    }
}
