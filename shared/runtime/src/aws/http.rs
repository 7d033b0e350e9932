//! The HTTP client of the SDK's clients. The SDK's own HTTP client would make a function a twentieth larger, for HTTP/2
//! and proxies, which the service does not use.

use std::{error::Error, fmt, io, sync::Arc, time::Duration};

use aws_smithy_runtime_api::{
    box_error::BoxError,
    client::{
        connection::{CaptureSmithyConnection, ConnectionMetadata},
        http::{
            HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
            SharedHttpConnector,
        },
        orchestrator::HttpRequest,
        result::ConnectorError,
        runtime_components::RuntimeComponents,
    },
    http::Response,
};
use aws_smithy_types::{body::SdkBody, retry::ErrorKind};
use hyper_rustls::HttpsConnector;
use hyper_util::{
    client::legacy::{
        Client, Error as ClientError,
        connect::{CaptureConnection, HttpConnector as Tcp, capture_connection},
    },
    rt::{TokioExecutor, TokioTimer},
};
use rustls::RootCertStore;

use crate::https_connector;

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// A client. The SDK's clients of all services share its connections.
pub(super) fn client(roots: Arc<RootCertStore>) -> SharedHttpClient {
    let client = Client::builder(TokioExecutor::new())
        .pool_timer(TokioTimer::new())
        .build(https_connector(roots, CONNECT_TIMEOUT));
    SharedHttpClient::new(Http(SharedHttpConnector::new(Connector(client))))
}

#[derive(Debug)]
struct Http(SharedHttpConnector);

impl HttpClient for Http {
    /// One connector for all operations. The SDK enforces the timeouts of attempts outside of it.
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        self.0.clone()
    }
}

struct Connector(Client<HttpsConnector<Tcp>, SdkBody>);

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connector").finish_non_exhaustive()
    }
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let mut request = match request.try_into_http1x() {
            Ok(request) => request,
            Err(error) => return HttpConnectorFuture::ready(Err(ConnectorError::user(error.into()))),
        };
        let connection = capture_connection(&mut request);
        if let Some(sdk) = request.extensions().get::<CaptureSmithyConnection>() {
            sdk.set_connection_retriever(move || metadata(&connection));
        }
        let response = self.0.request(request);
        HttpConnectorFuture::new(async move {
            let response = response.await.map_err(connector_error)?;
            Response::try_from(response.map(SdkBody::from_body_1_x))
                .map_err(|error| ConnectorError::other(error.into(), None))
        })
    }
}

/// Lets the SDK close the connection of a request after a transient error.
fn metadata(connection: &CaptureConnection) -> Option<ConnectionMetadata> {
    connection.connection_metadata().as_ref()?;
    let connection = connection.clone();
    let poison = move || {
        if let Some(connection) = connection.connection_metadata().as_ref() {
            connection.poison();
        }
    };
    Some(ConnectionMetadata::builder().proxied(false).poison_fn(poison).build())
}

/// Converts an error. The SDK decides by its kind whether to retry.
fn connector_error(error: ClientError) -> ConnectorError {
    let kind: fn(BoxError) -> ConnectorError = match cause::<hyper::Error>(&error) {
        Some(cause) if cause.is_timeout() => ConnectorError::timeout,
        Some(cause) if cause.is_user() => ConnectorError::user,
        // The service closed the connection without a response.
        Some(cause) if cause.is_incomplete_message() => {
            |error| ConnectorError::other(error, Some(ErrorKind::TransientError))
        }
        Some(cause) if cause.is_closed() || cause.is_canceled() => ConnectorError::io,
        _ if error.is_connect() || cause::<io::Error>(&error).is_some() => ConnectorError::io,
        _ => |error| ConnectorError::other(error, None),
    };
    kind(error.into())
}

/// The first cause of `error` that has this type.
fn cause<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    std::iter::successors(error.source(), |&error| error.source()).find_map(|error| error.downcast_ref())
}
