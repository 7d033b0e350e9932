//! The MCP App: a page in which hosts show the results of tools. The app is the server's only resource.
//! <https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx>

use std::io::Read;

use contract::{ApiError, RequestId};
use flate2::read::GzDecoder;
use runtime::causes;
use serde_json::{Value, json};

use crate::{
    api::{Arrival, Inner},
    protocol::{error::ProtocolError, json::string, message::Request, result, revision::Era},
    reply::Reply,
};

const URI: &str = env!("APP_URI");
/// The most code points of an unknown URI that an error repeats.
const ECHO: usize = 200;

/// The kind of a request about resources.
#[derive(Clone, Copy)]
pub(crate) enum ResourceRequest {
    List,
    Templates,
    Read,
}

impl ResourceRequest {
    /// The request of this method, with the method's name; `None` for other methods.
    pub(crate) fn of(method: &str) -> Option<(Self, &'static str)> {
        Some(match method {
            "resources/list" => (Self::List, "resources/list"),
            "resources/templates/list" => (Self::Templates, "resources/templates/list"),
            "resources/read" => (Self::Read, "resources/read"),
            _ => return None,
        })
    }
}

impl Inner {
    /// The reply to a request about resources.
    pub(crate) async fn resources(
        &self,
        arrival: Arrival<'_>,
        request: &Request<'_>,
        era: Era,
        kind: ResourceRequest,
    ) -> Result<Reply, ApiError> {
        let id = request.id;
        let refused = match kind {
            ResourceRequest::List | ResourceRequest::Templates => request.params.refuse_cursor(),
            ResourceRequest::Read => check_uri(request, era),
        };
        if let Err(error) = refused {
            return Ok(Reply::refusal(Some(id), &error));
        }
        Ok(Reply::message(match kind {
            ResourceRequest::List => {
                result::resource_list(id, era, json!([self.descriptor(arrival.request_id).await?]))
            }
            ResourceRequest::Templates => result::no_resource_templates(id, era),
            ResourceRequest::Read => result::resource(id, era, self.content(arrival.request_id).await?),
        }))
    }

    /// The descriptor of the app in the list of resources.
    async fn descriptor(&self, request_id: RequestId) -> Result<Value, ApiError> {
        Ok(json!({
            "uri": URI,
            "name": "thumbnails",
            "title": "Thumbnails",
            "description": "Shows the thumbnails of a generation as they are made, alone and where a viewer sees them, \
                with buttons to download, vary and compare them.",
            "mimeType": result::APP_MEDIA_TYPE,
            "_meta": self.meta(request_id).await?,
        }))
    }

    /// The app itself.
    async fn content(&self, request_id: RequestId) -> Result<Value, ApiError> {
        let mut text = String::new();
        if let Err(error) = GzDecoder::new(console::MCP_APP).read_to_string(&mut text) {
            tracing::error!(error = %causes(&error), "the MCP App cannot be decompressed");
            return Err(ApiError::Internal(request_id));
        }
        Ok(
            json!({ "uri": URI, "mimeType": result::APP_MEDIA_TYPE, "text": text, "_meta": self.meta(request_id).await? }),
        )
    }

    /// The metadata for the host: the app loads pictures from the bucket, and needs a border, because it draws none.
    async fn meta(&self, request_id: RequestId) -> Result<Value, ApiError> {
        let pictures = self.bucket.origin().await.map_err(|error| {
            tracing::error!(error = %causes(&error), "the origin of the pictures is unknown");
            ApiError::Internal(request_id)
        })?;
        Ok(json!({ "ui": { "csp": { "resourceDomains": [pictures] }, "prefersBorder": true } }))
    }
}

/// Refuses a URI that is not the app's.
fn check_uri(request: &Request<'_>, era: Era) -> Result<(), ProtocolError> {
    let Some(uri) = request.params.uri.and_then(string) else {
        return Err(ProtocolError::InvalidParams("`uri` must be the URI of a resource."));
    };
    if uri == URI {
        return Ok(());
    }
    let uri = uri.chars().take(ECHO).collect();
    Err(ProtocolError::UnknownResource { era, uri })
}
