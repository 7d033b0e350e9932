//! The deployed functions, each with a read-only call.

/// A deployed function.
pub(crate) struct Function {
    /// The name of the function's folder and executable.
    pub(crate) name: &'static str,
    /// `None` for the functions that queues trigger.
    pub(crate) call: Option<Call>,
}

/// A call over HTTP.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) body: Option<&'static str>,
}

impl Call {
    /// A call of a function that ignores its request.
    pub(crate) const ROOT: Self = Self {
        method: "GET",
        path: "/",
        body: None,
    };
}

const fn post(name: &'static str, path: &'static str, body: &'static str) -> Function {
    Function {
        name,
        call: Some(Call {
            method: "POST",
            path,
            body: Some(body),
        }),
    }
}

pub(crate) const FUNCTIONS: [Function; 10] = [
    Function {
        name: "discovery",
        call: Some(Call {
            method: "GET",
            path: "/api/v1/tools",
            body: None,
        }),
    },
    post("balance", "/api/v1/tools/get_credits", "{}"),
    post("persons", "/api/v1/tools/list_persons", "{}"),
    post("images", "/api/v1/tools/list_images", "{}"),
    post("inspirations", "/api/v1/tools/list_inspirations", "{}"),
    post("generation", "/api/v1/tools/list_generations", "{}"),
    post(
        "mcp",
        "/mcp",
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_persons"}}"#,
    ),
    Function {
        name: "webhook-resources",
        call: Some(Call {
            method: "GET",
            path: "/api/v1/webhooks",
            body: None,
        }),
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
