//! The resource that a request asks for, according to its method and path.

use contract::{
    ToolSpec, ToolTerms,
    tools::{self, GetCredits},
    webhooks::{Operation, WEBHOOKS_PATH},
};
use http::Method;

/// The path of the list of tools. The path of each tool begins with it.
const TOOLS: &str = "/api/v1/tools";

/// The resource that a request asks for.
#[derive(Clone, Debug)]
pub(crate) enum Route<'a> {
    /// The list of tools.
    Discovery,
    /// The tool of this name, which may not exist.
    Tool(&'a str),
    /// An operation on webhooks, with the parameters in its path.
    Operation(&'static Operation, Vec<(&'static str, &'a str)>),
    /// An unknown path below `/api/v1/tools` or `/api/v1/webhooks`: the caller is authenticated before it is answered 404.
    UnknownBelowKey,
    /// Another unknown path.
    Unknown,
}

impl<'a> Route<'a> {
    pub(crate) fn of(method: &Method, path: &'a str) -> Self {
        if below(path, WEBHOOKS_PATH).is_some() {
            return Operation::find(method.as_str(), path).map_or(Self::UnknownBelowKey, |(operation, parameters)| {
                Self::Operation(operation, parameters)
            });
        }
        let Some(rest) = below(path, TOOLS) else {
            return Self::Unknown;
        };
        let Some(name) = rest.strip_prefix('/') else {
            return if method == Method::GET {
                Self::Discovery
            } else {
                Self::UnknownBelowKey
            };
        };
        if name.is_empty() || name.contains('/') {
            return Self::UnknownBelowKey;
        }
        match *method {
            Method::POST => Self::Tool(name),
            Method::GET if tools::find(name).is_some_and(accepts_get) => Self::Tool(name),
            _ => Self::UnknownBelowKey,
        }
    }

    /// The name of the route in logs. It never contains the path, which is the caller's text.
    pub(crate) fn name(&self) -> &'static str {
        match *self {
            Self::Discovery => "discovery",
            Self::Operation(operation, _) => operation.terms.name,
            Self::Tool(name) => tools::find(name).map_or("unknown tool", |tool| tool.name),
            Self::UnknownBelowKey | Self::Unknown => "unknown route",
        }
    }
}

/// The rest of a path below `prefix`; empty for `prefix` itself.
fn below<'a>(path: &'a str, prefix: &str) -> Option<&'a str> {
    path.strip_prefix(prefix)
        .filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a tool may be called by GET, without a body.
pub fn accepts_get(tool: &ToolTerms) -> bool {
    tool.name == GetCredits::NAME
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_has_the_parameters_of_its_path() {
        let Route::Operation(operation, parameters) = Route::of(&Method::PATCH, "/api/v1/webhooks/whk_1") else {
            panic!("it is another route");
        };
        assert_eq!((operation.method, parameters), ("PATCH", vec![("webhookId", "whk_1")]));
    }

    #[test]
    fn a_method_and_a_path_have_a_route() {
        for (method, path, route) in [
            (Method::GET, "/api/v1/tools", "Discovery"),
            (Method::POST, "/api/v1/tools", "UnknownBelowKey"),
            (Method::POST, "/api/v1/tools/get_credits", "Tool(\"get_credits\")"),
            (Method::GET, "/api/v1/tools/get_credits", "Tool(\"get_credits\")"),
            (Method::GET, "/api/v1/tools/list_generations", "UnknownBelowKey"),
            (Method::POST, "/api/v1/tools/nope", "Tool(\"nope\")"),
            (Method::GET, "/api/v1/tools/nope", "UnknownBelowKey"),
            (Method::POST, "/api/v1/tools/", "UnknownBelowKey"),
            (Method::POST, "/api/v1/tools/a/b", "UnknownBelowKey"),
            (Method::POST, "/api/v1/toolsx", "Unknown"),
            (Method::GET, "/", "Unknown"),
            (Method::PUT, "/api/v1/webhooks", "UnknownBelowKey"),
            (Method::GET, "/api/v1/webhooks/a/b", "UnknownBelowKey"),
            (Method::GET, "/api/v1/webhooksx", "Unknown"),
        ] {
            assert_eq!(format!("{:?}", Route::of(&method, path)), route, "{method} {path}");
        }
    }
}
