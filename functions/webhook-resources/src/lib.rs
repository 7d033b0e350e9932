//! The operations on webhooks, their secrets and their deliveries.

mod deliveries;
mod registry;
mod secrets;
mod view;

use contract::input::{BodyFields, Issues};
use service::Service;
use sources::Endpoints;
use webhooks::Deliverer;

use self::{
    deliveries::{List as ListDeliveries, Replay, Test},
    registry::{Change, Create, Delete, Get, List},
    secrets::{GetOfWebhook, GetOwn, RotateOfWebhook, RotateOwn},
};

/// The dependencies of the operations.
#[derive(Clone, Debug)]
pub struct Dependencies {
    /// Makes the attempts that callers ask for.
    pub deliverer: Deliverer,
    /// Checks the URLs of webhooks.
    pub endpoints: Endpoints,
}

/// The operations of this function.
pub fn service(dependencies: &Dependencies) -> Service {
    Service::new(dependencies.deliverer.store.clone())
        .with_tool(Create(dependencies.clone()))
        .with_tool(List(dependencies.clone()))
        .with_tool(Get(dependencies.clone()))
        .with_tool(Change(dependencies.clone()))
        .with_tool(Delete(dependencies.clone()))
        .with_tool(GetOfWebhook(dependencies.clone()))
        .with_tool(RotateOfWebhook(dependencies.clone()))
        .with_tool(GetOwn(dependencies.clone()))
        .with_tool(RotateOwn(dependencies.clone()))
        .with_tool(Test(dependencies.clone()))
        .with_tool(ListDeliveries(dependencies.clone()))
        .with_tool(Replay(dependencies.clone()))
        .build()
}

/// Adds an issue when the URL of a webhook cannot receive events.
fn check_url(endpoints: &Endpoints, fields: &BodyFields<'_>, issues: &mut Issues) {
    if let Some(Err(error)) = fields.text("url").map(|url| endpoints.check(url)) {
        issues.add("url", error.to_string());
    }
}
