//! What a caller sends: a tool's name and its arguments.

pub(crate) mod arguments;
pub(crate) mod invocation;
pub(crate) mod json;
pub(crate) mod named;
pub(crate) mod tool_name;
