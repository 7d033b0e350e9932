//! The MCP App: the resource, and the tools that name it.

use serde_json::{Value, json};
use tests::{Mcp, Revision};

use super::support::new;
use crate::support::idle;

const MEDIA_TYPE: &str = "text/html;profile=mcp-app";
const SHOWN: [&str; 3] = ["generate_thumbnail", "get_generation_status", "generate_variation"];

/// The tools that name an app, each with its URI.
async fn naming(mcp: &Mcp) -> Vec<(String, String)> {
    let list = mcp.request("tools/list", json!({})).await;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let tools = list.result()["tools"].as_array().unwrap().iter();
    tools
        .filter_map(|tool| Some((text(&tool["name"])?, text(&tool["_meta"]["ui"]["resourceUri"])?)))
        .collect()
}

#[tokio::test]
async fn the_app_is_the_only_resource_and_loads_no_other_files() {
    for revision in Revision::ALL {
        let (_, mcp) = new(revision).await;
        let naming = naming(&mcp).await;
        assert!(naming.iter().map(|(name, _)| name).eq(&SHOWN));
        let uri = &naming[0].1;
        assert!(uri.starts_with("ui://") && naming.iter().all(|(_, other)| other == uri));
        let list = mcp.request("resources/list", json!({})).await;
        let resources = list.result()["resources"].as_array().unwrap();
        let read = mcp.request("resources/read", json!({ "uri": uri })).await;
        let contents = read.result()["contents"].as_array().unwrap();
        assert_eq!((resources.len(), contents.len()), (1, 1));
        // The app loads pictures from the bucket, and nothing from anywhere else.
        let meta = json!({ "ui": { "csp": { "resourceDomains": [idle().aws_url()] }, "prefersBorder": true } });
        for shown in [&resources[0], &contents[0]] {
            assert_eq!(shown["uri"], json!(uri));
            assert_eq!(shown["mimeType"], MEDIA_TYPE);
            assert_eq!(shown["_meta"], meta);
        }
        let html = contents[0]["text"].as_str().unwrap();
        assert!(html.starts_with("<!doctype html>") && html.ends_with("</html>\n"));
        for outside in ["<script src", "<link", "fetch(", "=> import("] {
            assert!(!html.contains(outside), "{outside}");
        }
        let templates = mcp.request("resources/templates/list", json!({})).await;
        assert_eq!(templates.result()["resourceTemplates"], json!([]));
        for answer in [&list, &read, &templates] {
            let is_new = revision == Revision::V2026_07_28;
            assert_eq!(answer.result()["cacheScope"] == "public", is_new);
        }
    }
}

#[tokio::test]
async fn an_unknown_resource_is_refused_with_its_uri() {
    for revision in Revision::ALL {
        let (_, mcp) = new(revision).await;
        let is_new = revision == Revision::V2026_07_28;
        let uri = json!("ui://thumbnails/x");
        let answer = mcp.request("resources/read", json!({ "uri": uri })).await;
        let (status, error) = answer.error(if is_new { -32602 } else { -32002 });
        assert_eq!((status, &error["data"]["uri"]), (200, &uri));
        let listed = mcp.request("resources/list", json!({ "cursor": "x" })).await;
        assert_eq!(listed.error(-32602).0, 200);
    }
}
