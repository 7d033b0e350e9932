//! The HTTP adapter: routes, headers, status codes and envelopes around the calls of the core.

mod api;
mod cors;
mod discovery;
mod envelope;
pub mod lambda;
mod protection;
mod request;
mod route;

#[cfg(test)]
mod tests;

pub use self::{
    api::Api,
    route::{accepts_get, tool_of},
};
