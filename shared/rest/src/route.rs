//! The resource that a request asks for, according to its method and path.

use contract::{
    ToolSpec, ToolTerms,
    tools::{self, GetCredits},
};
use http::Method;

/// The path of the list of tools. The path of each tool begins with it.
const TOOLS: &str = "/api/v1/tools";

/// The resource that a request asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Route<'a> {
    /// The list of tools.
    Discovery,
    /// The tool of this name, which may not exist.
    Tool(&'a str),
    /// An unknown path below `/api/v1/tools`: the caller is authenticated before it is answered 404.
    UnknownBelowTools,
    /// Another unknown path.
    Unknown,
}

impl<'a> Route<'a> {
    pub(crate) fn of(method: &Method, path: &'a str) -> Self {
        let Some(rest) = path
            .strip_prefix(TOOLS)
            .filter(|rest| rest.is_empty() || rest.starts_with('/'))
        else {
            return Self::Unknown;
        };
        let Some(name) = rest.strip_prefix('/') else {
            return if method == Method::GET {
                Self::Discovery
            } else {
                Self::UnknownBelowTools
            };
        };
        if name.is_empty() || name.contains('/') {
            return Self::UnknownBelowTools;
        }
        match *method {
            Method::POST => Self::Tool(name),
            Method::GET if tools::find(name).is_some_and(accepts_get) => Self::Tool(name),
            _ => Self::UnknownBelowTools,
        }
    }

    /// The name of the route in logs. It never contains the path, which is the caller's text.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Discovery => "discovery",
            Self::Tool(name) => tools::find(name).map_or("unknown tool", |tool| tool.name),
            Self::UnknownBelowTools | Self::Unknown => "unknown route",
        }
    }
}

/// Whether a tool may be called by GET, without a body.
pub fn accepts_get(tool: &ToolTerms) -> bool {
    tool.name == GetCredits::NAME
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_and_a_path_have_a_route() {
        for (method, path, route) in [
            (Method::GET, "/api/v1/tools", "Discovery"),
            (Method::POST, "/api/v1/tools", "UnknownBelowTools"),
            (Method::POST, "/api/v1/tools/get_credits", "Tool(\"get_credits\")"),
            (Method::GET, "/api/v1/tools/get_credits", "Tool(\"get_credits\")"),
            (Method::GET, "/api/v1/tools/list_generations", "UnknownBelowTools"),
            (Method::POST, "/api/v1/tools/nope", "Tool(\"nope\")"),
            (Method::GET, "/api/v1/tools/nope", "UnknownBelowTools"),
            (Method::POST, "/api/v1/tools/", "UnknownBelowTools"),
            (Method::POST, "/api/v1/tools/a/b", "UnknownBelowTools"),
            (Method::POST, "/api/v1/toolsx", "Unknown"),
            (Method::GET, "/", "Unknown"),
        ] {
            assert_eq!(format!("{:?}", Route::of(&method, path)), route, "{method} {path}");
        }
    }
}
