//! The deployed functions, each with a read-only call.

/// A deployed function.
pub(crate) struct Function {
    /// The name of the function's folder and executable.
    pub(crate) name: &'static str,
    /// The method and the path of the call. `None` for the functions that queues trigger.
    pub(crate) call: Option<(&'static str, &'static str)>,
}

const fn tool(name: &'static str, path: &'static str) -> Function {
    Function {
        name,
        call: Some(("POST", path)),
    }
}

pub(crate) const FUNCTIONS: [Function; 9] = [
    Function {
        name: "discovery",
        call: Some(("GET", "/api/v1/tools")),
    },
    tool("balance", "/api/v1/tools/get_credits"),
    tool("persons", "/api/v1/tools/list_persons"),
    tool("images", "/api/v1/tools/list_images"),
    tool("inspirations", "/api/v1/tools/list_inspirations"),
    tool("generation", "/api/v1/tools/list_generations"),
    Function {
        name: "webhook-resources",
        call: Some(("GET", "/api/v1/webhooks")),
    },
    Function {
        name: "generation-loop",
        call: None,
    },
    Function {
        name: "webhook-delivery",
        call: None,
    },
];
