//! The HTTP adapter: routes, headers, status codes and envelopes around the calls of the core.
//!
//! Other protocols on HTTP share `cors`, `envelope`, `frame`, `lambda` and `request`.

mod api;
pub mod cors;
mod discovery;
pub mod envelope;
pub mod frame;
pub mod lambda;
mod pages;
mod protection;
pub mod request;
mod route;

#[cfg(test)]
mod tests;

pub use self::{
    api::Api,
    pages::Pages,
    route::{accepts_get, terms_of},
};
