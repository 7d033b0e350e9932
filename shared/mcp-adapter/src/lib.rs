//! The adapter for the Model Context Protocol (MCP), by which AI agents call the tools.
//!
//! The adapter serves revision 2026-07-28, in which requests are independent of each other, and the three older
//! revisions that begin with `initialize`. No revision has a session here.
//! <https://modelcontextprotocol.io/specification/2026-07-28>

mod api;
mod app;
mod call;
mod gate;
mod instructions;
mod protocol;
mod reply;
mod tools;

pub use self::{api::McpApi, protocol::refuse};
