//! The Model Context Protocol.

mod access;
mod agent;
mod app;
mod calls;
mod pictures;
mod requests;
mod support;
