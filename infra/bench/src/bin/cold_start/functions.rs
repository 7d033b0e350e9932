//! The functions, and a call of each that only reads.

/// A function that is deployed.
pub(crate) struct Function {
    /// Of its folder and its binary.
    pub(crate) name: &'static str,
    /// What is called over HTTP: the method and the path. The loop has none.
    pub(crate) call: Option<(&'static str, &'static str)>,
}

const fn tool(name: &'static str, path: &'static str) -> Function {
    Function {
        name,
        call: Some(("POST", path)),
    }
}

pub(crate) const FUNCTIONS: [Function; 7] = [
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
        name: "generation-loop",
        call: None,
    },
];
