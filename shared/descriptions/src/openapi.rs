//! The OpenAPI document, version 3.1: every route of the service with its parameters, bodies, responses and errors, and
//! the events that receivers get.
//!
//! `operations` lists the routes. A route that is added there is in the document.

mod errors;
mod operation;
mod operations;
mod responses;
mod schemas;
mod specified;
mod webhooks;

use contract::Category;
use serde_json::{Map, Value, json};

pub use self::operations::operations;
use self::schemas::Schemas;

/// The OpenAPI document.
pub fn document() -> Value {
    let mut schemas = Schemas::default();
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations() {
        let path = paths.entry(operation.path.clone()).or_insert_with(|| json!({}));
        path[operation.method] = operation.describe(&mut schemas);
    }
    let webhooks = webhooks::events(&mut schemas);
    let mut components = Map::new();
    components.insert("headers".into(), responses::headers().into());
    components.insert("responses".into(), responses::errors(&mut schemas).into());
    components.insert("parameters".into(), responses::parameters().into());
    components.insert("securitySchemes".into(), security_schemes());
    components.insert("schemas".into(), schemas.into_definitions().into());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "AI thumbnails",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Thumbnails for videos, made by AI.",
            "description": DESCRIPTION,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/", "description": "The service that this document comes from." }],
        "security": [{ "apiKey": [] }],
        "tags": tags(),
        "paths": paths,
        "webhooks": webhooks,
        "components": components,
    })
}

const DESCRIPTION: &str = "\
Every tool is a POST with a JSON object. A success is `{ \"success\": true, \"data\": … }`, a failure `{ \"success\": \
false, \"error\": …, \"code\": …, \"details\": … }`.

`generate_thumbnail` returns ids at once. Call `get_generation_status` with `waitSeconds` until `status` is neither \
`pending` nor `processing`; completed thumbnails have a `url`. Webhooks spare the polling: the service posts events to \
your URL.

Amounts are in thumbnails. `x-credit-cost` is the cost of one unit of a tool, and `x-rate-limit` is the tool's own limit \
of calls a minute, or null if only the plan's limit applies. `POST /api/v1/quotes/{toolName}` tells what a call would \
cost. A failed call costs nothing, and a thumbnail that fails is refunded.";

/// The groups of operations.
fn tags() -> Value {
    let tag = |name: &str, description: &str| json!({ "name": name, "description": description });
    let category = |category: Category| {
        let description = match category {
            Category::Generation => "Making thumbnails.",
            Category::Images => "Reference images: logos, objects, products.",
            Category::Inspirations => "Style inspirations and the public library.",
            Category::Persons => "Reference persons.",
            Category::Balance => "The balance and its history.",
            Category::Webhooks => "Webhooks, their secrets and their deliveries.",
        };
        tag(category.as_str(), description)
    };
    let mut tags: Vec<Value> = Category::ALL.into_iter().map(category).collect();
    tags.push(tag(
        "service",
        "Quotes, the list of tools, and the state of the service.",
    ));
    tags.push(tag(webhooks::TAG, "What the service posts to your URL."));
    tags.into()
}

fn security_schemes() -> Value {
    json!({
        "apiKey": {
            "type": "http",
            "scheme": "bearer",
            "description": "An API key: `tgs_` and 43 characters. Each category of tools is a scope that a key may lack.",
        },
    })
}

#[cfg(test)]
mod tests;
