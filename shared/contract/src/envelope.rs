//! What stands around the answer of every success.

use serde::Serialize;

use crate::{Descriptor, ToolInfo};

/// The body of a tool's success.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Success<'a, T> {
    success: bool,
    data: &'a T,
}

impl<'a, T: Serialize> Success<'a, T> {
    /// Wraps a tool's output.
    pub const fn new(data: &'a T) -> Self {
        Self { success: true, data }
    }
}

/// The body of tool discovery.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Discovery {
    success: bool,
    tools: Vec<Descriptor>,
    total_count: usize,
}

impl Discovery {
    /// Describes `tools` to a caller whose plan allows so many requests a minute.
    pub fn new<'a>(tools: impl IntoIterator<Item = &'a ToolInfo>, plan_limit: u32) -> Self {
        let tools: Vec<_> = tools
            .into_iter()
            .map(|tool| Descriptor::new(tool, plan_limit))
            .collect();
        Self {
            success: true,
            total_count: tools.len(),
            tools,
        }
    }
}
