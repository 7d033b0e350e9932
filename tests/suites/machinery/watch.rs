//! The routes that `cargo lambda watch` reads from the workspace's manifest.

use std::{collections::BTreeMap, fs, path::Path};

use contract::{operations::OPERATIONS, tools, webhooks::WEBHOOKS_PATH};

const ROUTER: &str = "[workspace.metadata.lambda.watch.router]";

/// The paths of the router and the functions to which they lead.
fn routes(manifest: &str) -> BTreeMap<String, String> {
    let lines = manifest.lines().skip_while(|line| *line != ROUTER).skip(1);
    let lines = lines.take_while(|line| !line.is_empty() && !line.starts_with('['));
    let unquoted = |text: &str| text.trim().trim_matches('"').to_owned();
    let route = |line: &str| {
        let (path, function) = line.split_once('=').unwrap();
        (unquoted(path), unquoted(function))
    };
    lines.map(route).collect()
}

#[test]
fn tools_quotes_and_operations_are_routed_to_the_function_of_their_category_mcp_to_its_own_and_other_paths_to_discovery()
 {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let routes = routes(&fs::read_to_string(root.join("Cargo.toml")).unwrap());
    let route = |path: &str, function: &str| (path.to_owned(), function.to_owned());
    let tool = |tool: &contract::ToolInfo| {
        ["tools", "quotes"].map(|kind| route(&format!("/api/v1/{kind}/{}", tool.name), tool.category.as_str()))
    };
    let rest = [
        route(WEBHOOKS_PATH, "webhook-resources"),
        route(&format!("{WEBHOOKS_PATH}/{{*path}}"), "webhook-resources"),
        route("/mcp", "mcp"),
        route("/", "discovery"),
        route("/{*path}", "discovery"),
    ];
    let operations = OPERATIONS.iter().filter(|each| each.collection() != WEBHOOKS_PATH);
    let operations = operations.map(|operation| route(operation.path, operation.terms.category.as_str()));
    let tools = tools::ALL.iter().flat_map(tool);
    let expected: BTreeMap<String, String> = tools.chain(operations).chain(rest).collect();
    assert_eq!(routes, expected);
    // `cargo lambda watch` starts the binary with the name of the package.
    for function in routes.values() {
        let main = root.join("functions").join(function).join("src/main.rs");
        assert!(main.is_file(), "{}", main.display());
    }
}
