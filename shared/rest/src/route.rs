//! The resource that a request asks for, according to its method and path.

use std::borrow::Cow;

use contract::{
    ToolSpec, ToolTerms,
    operations::Operation,
    tools::{self, GetCredits},
};
use http::Method;

/// The path of the list of tools. The path of each tool begins with it.
const TOOLS: &str = "/api/v1/tools";
/// The path below which each tool has its quotes.
const QUOTES: &str = "/api/v1/quotes";

/// The path of MCP, which another function serves.
const MCP: &str = "/mcp";

/// The path of the state of the service.
const HEALTH: &str = "/health";
/// The path of the OpenAPI document.
const OPENAPI: &str = "/openapi.json";
/// The path of the text for language models.
const LLMS_TXT: &str = "/llms.txt";
/// The path of the console, the web page for people. The paths of its files begin with it.
const CONSOLE: &str = "/console";

/// The resource that a request asks for.
#[derive(Clone, Debug)]
pub(crate) enum Route<'a> {
    /// Whether the service responds.
    Health,
    /// The OpenAPI document.
    OpenApi,
    /// The text for language models.
    LlmsTxt,
    /// A page for people, or a file of it. It may not exist; `/` has a page only for browsers.
    Page,
    /// The list of tools.
    Discovery,
    /// The tool of this name, which may not exist.
    Tool(&'a str),
    /// An operation, with the parameters in its path.
    Operation(&'static Operation, Vec<(&'static str, &'a str)>),
    /// The quote of the tool of this name, which may not exist.
    Quote(&'a str),
    /// An unknown path below `/api/v1/tools`, `/api/v1/quotes` or a collection of operations, or a method that the path
    /// does not take: the caller is authenticated before it is answered 404.
    UnknownForCallers,
    /// Another unknown path.
    Unknown,
}

impl<'a> Route<'a> {
    pub(crate) fn of(method: &Method, path: &'a str) -> Self {
        if Operation::is_in_collection(path) {
            let found = Operation::find(method.as_str(), path);
            return found.map_or(Self::UnknownForCallers, |(operation, parameters)| {
                Self::Operation(operation, parameters)
            });
        }
        if let Some(rest) = below(TOOLS, path) {
            return match name(rest) {
                None if rest.is_empty() && method == Method::GET => Self::Discovery,
                Some(name) if method == Method::POST || gets(method, name) => Self::Tool(name),
                _ => Self::UnknownForCallers,
            };
        }
        match below(QUOTES, path).map(name) {
            Some(Some(name)) if method == Method::POST => Self::Quote(name),
            Some(_) => Self::UnknownForCallers,
            None if method == Method::GET || method == Method::HEAD => Self::of_text(path),
            None => Self::Unknown,
        }
    }

    /// The route of a text or a page that needs no key.
    fn of_text(path: &str) -> Self {
        match path {
            HEALTH => Self::Health,
            OPENAPI => Self::OpenApi,
            LLMS_TXT => Self::LlmsTxt,
            "/" => Self::Page,
            path if below(CONSOLE, path).is_some() => Self::Page,
            _ => Self::Unknown,
        }
    }

    /// The known path that an unknown path would be without doubled slashes and without the slash at its end. Clients
    /// make such paths from a base URL that ends with a slash.
    pub(crate) fn without_slashes(path: &str) -> Option<String> {
        let mut corrected = String::with_capacity(path.len());
        for segment in path.split('/').filter(|segment| !segment.is_empty()) {
            corrected.push('/');
            corrected.push_str(segment);
        }
        (corrected != path && Self::allowed(&corrected).is_some()).then_some(corrected)
    }

    /// The methods that a path takes, for a request with another method. `None` if the path is unknown.
    pub(crate) fn allowed(path: &str) -> Option<Cow<'static, str>> {
        let methods = Operation::methods(path);
        if !methods.is_empty() {
            return Some(methods.join(", ").into());
        }
        Self::allowed_of_tools(path).map(Cow::Borrowed)
    }

    fn allowed_of_tools(path: &str) -> Option<&'static str> {
        if let Some(rest) = below(TOOLS, path) {
            return match name(rest) {
                Some(name) => tools::find(name).map(|tool| if accepts_get(tool) { "GET, POST" } else { "POST" }),
                None => rest.is_empty().then_some("GET"),
            };
        }
        if let Some(rest) = below(QUOTES, path) {
            return name(rest).and_then(tools::find).map(|_| "POST");
        }
        match path {
            HEALTH | OPENAPI | LLMS_TXT | CONSOLE => Some("GET, HEAD"),
            MCP => Some("POST"),
            _ => None,
        }
    }

    /// The name of the route in logs. It never contains the path, which is the caller's text.
    pub(crate) fn name(&self) -> &'static str {
        match *self {
            Self::Health => "health",
            Self::OpenApi => "openapi",
            Self::LlmsTxt => "llms.txt",
            Self::Page => "console",
            Self::Discovery => "discovery",
            Self::Operation(operation, _) => operation.terms.name,
            Self::Tool(name) => tools::find(name).map_or("unknown tool", |tool| tool.name),
            Self::Quote(_) => "quote",
            Self::UnknownForCallers | Self::Unknown => "unknown route",
        }
    }
}

/// The text after `prefix`, in a path that is `prefix` or begins with `prefix` and a slash.
fn below<'a>(prefix: &str, path: &'a str) -> Option<&'a str> {
    let rest = path.strip_prefix(prefix)?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

/// The only segment of the rest of a path.
fn name(rest: &str) -> Option<&str> {
    let name = rest.strip_prefix('/')?;
    (!name.is_empty() && !name.contains('/')).then_some(name)
}

/// Whether a request gets the tool of this name.
fn gets(method: &Method, name: &str) -> bool {
    method == Method::GET && tools::find(name).is_some_and(accepts_get)
}

/// Whether a tool may be called by GET, without a body.
pub fn accepts_get(tool: &ToolTerms) -> bool {
    tool.name == GetCredits::NAME
}

/// The terms of the tool or operation that serves a request: a call of the tool, its quote, or the operation. The
/// function of its category must receive the request. `None` for a request that the function of discovery serves.
pub fn terms_of(method: &Method, path: &str) -> Option<&'static ToolTerms> {
    match Route::of(method, path) {
        Route::Tool(name) | Route::Quote(name) => tools::find(name),
        Route::Operation(operation, _) => Some(&operation.terms),
        Route::Health
        | Route::OpenApi
        | Route::LlmsTxt
        | Route::Page
        | Route::Discovery
        | Route::UnknownForCallers
        | Route::Unknown => None,
    }
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
        use Route::{Discovery, Health, LlmsTxt, OpenApi, Page, Quote, Tool, Unknown, UnknownForCallers};
        for (method, path, route) in [
            (Method::GET, "/api/v1/tools", Discovery),
            (Method::POST, "/api/v1/tools", UnknownForCallers),
            (Method::POST, "/api/v1/tools/get_credits", Tool("get_credits")),
            (Method::GET, "/api/v1/tools/get_credits", Tool("get_credits")),
            (Method::GET, "/api/v1/tools/list_generations", UnknownForCallers),
            (Method::POST, "/api/v1/tools/nope", Tool("nope")),
            (Method::GET, "/api/v1/tools/nope", UnknownForCallers),
            (Method::POST, "/api/v1/tools/", UnknownForCallers),
            (Method::POST, "/api/v1/tools/a/b", UnknownForCallers),
            (Method::POST, "/api/v1/toolsx", Unknown),
            (Method::POST, "/api/v1/quotes/get_credits", Quote("get_credits")),
            (Method::POST, "/api/v1/quotes/nope", Quote("nope")),
            (Method::GET, "/api/v1/quotes/get_credits", UnknownForCallers),
            (Method::GET, "/api/v1/quotes", UnknownForCallers),
            (Method::POST, "/api/v1/quotes/a/b", UnknownForCallers),
            (Method::POST, "/api/v1/quotesx", Unknown),
            (Method::GET, "/health", Health),
            (Method::HEAD, "/health", Health),
            (Method::HEAD, "/console", Page),
            (Method::HEAD, "/api/v1/tools", UnknownForCallers),
            (Method::GET, "/openapi.json", OpenApi),
            (Method::GET, "/llms.txt", LlmsTxt),
            (Method::POST, "/health", Unknown),
            (Method::GET, "/health/", Unknown),
            (Method::GET, "/", Page),
            (Method::POST, "/", Unknown),
            (Method::GET, "/console", Page),
            (Method::GET, "/console/0/a.js", Page),
            (Method::GET, "/consoles", Unknown),
            (Method::POST, "/console", Unknown),
            (Method::PUT, "/api/v1/webhooks", UnknownForCallers),
            (Method::GET, "/api/v1/webhooks/a/b", UnknownForCallers),
            (Method::GET, "/api/v1/webhooksx", Unknown),
            (Method::DELETE, "/api/v1/generations", UnknownForCallers),
            (Method::GET, "/api/v1/generations/a", UnknownForCallers),
        ] {
            let found = format!("{:?}", Route::of(&method, path));
            assert_eq!(found, format!("{route:?}"), "{method} {path}");
        }
    }

    #[test]
    fn every_operation_of_the_openapi_document_has_a_route() {
        for operation in descriptions::operations() {
            let path = operation.path.replace("{toolName}", "get_image");
            let method: Method = operation.method.to_uppercase().parse().unwrap();
            let route = Route::of(&method, &path);
            assert!(
                !matches!(route, Route::Unknown | Route::UnknownForCallers),
                "{method} {path}"
            );
            let allowed = Route::allowed(&path).unwrap();
            assert!(
                allowed.split(", ").any(|name| name == method.as_str()),
                "{method} {path}"
            );
        }
    }

    #[test]
    fn superfluous_slashes_are_found_in_known_paths_only() {
        for path in ["/api/v1/tools/list_images", "/api/v1/webhooks", "/health", "/mcp"] {
            for wrong in [
                format!("{path}/"),
                format!("/{path}"),
                format!("{path}//"),
                path.replace("/", "//"),
            ] {
                assert_eq!(Route::without_slashes(&wrong).as_deref(), Some(path), "{wrong}");
            }
        }
        for path in ["/", "//", "/health", "/nothing/", "//nothing", "/api/v1/tools/nope/"] {
            assert_eq!(Route::without_slashes(path), None, "{path}");
        }
    }

    #[test]
    fn a_known_path_says_which_methods_it_takes() {
        for (path, methods) in [
            ("/api/v1/tools", Some("GET")),
            ("/api/v1/tools/get_credits", Some("GET, POST")),
            ("/api/v1/tools/get_image", Some("POST")),
            ("/api/v1/quotes/get_credits", Some("POST")),
            ("/health", Some("GET, HEAD")),
            ("/openapi.json", Some("GET, HEAD")),
            ("/console", Some("GET, HEAD")),
            ("/mcp", Some("POST")),
            ("/api/v1/tools/nope", None),
            ("/api/v1/tools/", None),
            ("/api/v1/quotes", None),
            ("/api/v1/webhooks", Some("GET, POST")),
            ("/api/v1/webhooks/a", Some("DELETE, GET, PATCH")),
            ("/api/v1/webhooks/secret", Some("GET")),
            ("/api/v1/webhooks/rotate", Some("POST")),
            ("/api/v1/webhooks/a/b", None),
            ("/api/v1/generations/a", Some("DELETE")),
            ("/api/v1/generations", None),
            ("/api/v1/quotes/nope", None),
            ("/", None),
        ] {
            assert_eq!(Route::allowed(path).as_deref(), methods, "{path}");
        }
    }
}
