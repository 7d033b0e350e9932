//! Sends each request to the function that API Gateway would send it to: a tool's route to the Lambda of its category,
//! everything else to discovery.

use std::{collections::BTreeMap, pin::Pin};

use bytes::Bytes;
use contract::{Category, tools};
use gateway::Service;
use http::{Method, Request, Response};

use crate::api_gateway::HttpFunction;

/// The functions behind one gateway.
pub(crate) struct Router {
    pub(crate) discovery: Service,
    pub(crate) functions: BTreeMap<Category, Service>,
}

impl Router {
    fn service(&self, method: &Method, path: &str) -> &Service {
        let tool = path.strip_prefix("/api/v1/tools/").and_then(tools::find_working);
        let routed =
            tool.filter(|tool| method == Method::POST || (method == Method::GET && gateway::accepts_get(tool)));
        routed
            .and_then(|tool| self.functions.get(&tool.category))
            .unwrap_or(&self.discovery)
    }
}

impl HttpFunction for Router {
    fn call<'a>(&'a self, request: Request<Bytes>) -> Pin<Box<dyn Future<Output = Response<Bytes>> + Send + 'a>> {
        let service = self.service(request.method(), request.uri().path());
        Box::pin(service.call(request))
    }
}
