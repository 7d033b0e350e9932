//! The adapter for the Model Context Protocol (MCP), by which AI agents call the tools.
//!
//! It serves revision 2026-07-28, in which every request stands alone, and the three older revisions that begin with
//! `initialize`. No revision has a session here. <https://modelcontextprotocol.io/specification/2026-07-28>

mod api;
mod call;
mod gate;
mod instructions;
mod protocol;
mod reply;
mod tools;

pub use self::{api::McpApi, protocol::refuse};
