//! The messages of the protocol: eras, versions, headers, methods, and their errors.

use contract::tools;
use descriptions::simple;
use http::{HeaderName, HeaderValue, Method};
use serde_json::{Value, json};
use tests::{Mcp, Revision, mcp::PATH};

use super::support::{names, new};

const NEW: Revision = Revision::V2026_07_28;
const OLDER: [Revision; 3] = [Revision::V2025_03_26, Revision::V2025_06_18, Revision::V2025_11_25];
const META: &str = "io.modelcontextprotocol/";

/// The capabilities that the server declares.
fn capabilities() -> Value {
    let app = json!({ "mimeTypes": ["text/html;profile=mcp-app"] });
    json!({ "tools": {}, "resources": {}, "extensions": { "io.modelcontextprotocol/ui": app } })
}

/// Sends a message of the new era with one header changed, or removed.
async fn with_header(mcp: &Mcp, message: &Value, name: &'static str, value: Option<&str>) -> (u16, i64) {
    let mut request = mcp.http(message);
    let headers = request.headers_mut();
    headers.remove(name);
    if let Some(value) = value {
        let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
        headers.insert(HeaderName::from_static(name), value);
    }
    let answer = mcp.send(request).await;
    (
        answer.status.as_u16(),
        answer.body["error"]["code"].as_i64().unwrap_or_default(),
    )
}

/// Sends a body, with the headers of a `ping`.
async fn with_body(mcp: &Mcp, body: &str) -> (u16, i64) {
    let mut request = mcp.http(&json!({ "method": "ping" }));
    *request.body_mut() = body.to_owned().into();
    let answer = mcp.send(request).await;
    (
        answer.status.as_u16(),
        answer.body["error"]["code"].as_i64().unwrap_or_default(),
    )
}

#[tokio::test]
async fn a_body_that_is_no_request_is_refused_in_every_revision() {
    for revision in Revision::ALL {
        let (_, mcp) = new(revision).await;
        for body in ["", "{", "no JSON", "\u{0}"] {
            assert_eq!(with_body(&mcp, body).await, (400, -32700), "{body:?}");
        }
        for body in [
            "5",
            "[]",
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
            r#"{"jsonrpc":"2.0","id":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
        ] {
            assert_eq!(with_body(&mcp, body).await, (400, -32600), "{body}");
        }
    }
}

#[tokio::test]
async fn an_error_repeats_the_id_if_it_can_be_read() {
    let (_, mcp) = new(NEW).await;
    for (body, id) in [
        (r#"{"jsonrpc":"2.0","id":"abc","method":7}"#, json!("abc")),
        (r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, Value::Null),
        ("{", Value::Null),
    ] {
        let mut request = mcp.http(&json!({ "method": "ping" }));
        *request.body_mut() = body.into();
        let answer = mcp.send(request).await;
        assert_eq!(answer.body["id"], id, "{}", answer.body);
    }
}

#[tokio::test]
async fn a_request_of_the_new_era_needs_its_metadata() {
    let (_, mcp) = new(NEW).await;
    for (name, wrong) in [
        ("protocolVersion", Value::Null),
        ("protocolVersion", json!(20260728)),
        ("clientCapabilities", Value::Null),
        ("clientCapabilities", json!("none")),
    ] {
        let mut message = mcp.message("tools/list", json!({}));
        message["params"]["_meta"][format!("{META}{name}")] = wrong;
        let answer = mcp.send(mcp.http(&message)).await;
        assert_eq!(answer.error(-32602).0, 400, "{name}");
        assert_eq!(answer.body["id"], 1);
    }
    // The header alone makes a request one of the new era.
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    assert_eq!(mcp.send(mcp.http(&message)).await.error(-32602).0, 400);
    // A name in `_meta` alone does, too.
    let (_, older) = new(Revision::V2025_11_25).await;
    let meta = json!({ "io.modelcontextprotocol/unknown": 1 });
    let answer = older.request("ping", json!({ "_meta": meta })).await;
    assert_eq!(answer.error(-32602).0, 400);
    // The client's name is optional.
    let mut message = mcp.message("tools/list", json!({}));
    message["params"]["_meta"]
        .as_object_mut()
        .unwrap()
        .remove("io.modelcontextprotocol/clientInfo");
    mcp.send(mcp.http(&message)).await.result();
}

#[tokio::test]
async fn headers_of_the_new_era_must_equal_the_body() {
    let (_, mcp) = new(NEW).await;
    let call = mcp.message("tools/call", json!({ "name": "get_credits" }));
    for (name, value) in [
        ("mcp-protocol-version", None),
        ("mcp-protocol-version", Some("2025-11-25")),
        ("mcp-protocol-version", Some("2099-01-01")),
        ("mcp-method", None),
        ("mcp-method", Some("tools/list")),
        ("mcp-method", Some("TOOLS/CALL")),
        ("mcp-name", None),
        ("mcp-name", Some("get_image")),
        ("mcp-name", Some("Get_Credits")),
        ("mcp-name", Some("g\u{e9}t")),
        ("mcp-name", Some("=?base64?***?=")),
        ("mcp-name", Some("=?base64?Z2V0X2ltYWdl?=")),
        ("mcp-name", Some("=?BASE64?Z2V0X2NyZWRpdHM=?=")),
    ] {
        let found = with_header(&mcp, &call, name, value).await;
        assert_eq!(found, (400, -32020), "{name}: {value:?}");
    }
    let encoded = Some("=?base64?Z2V0X2NyZWRpdHM=?=");
    assert_eq!(with_header(&mcp, &call, "mcp-name", encoded).await, (200, 0));
    // Only some methods have a name.
    let list = mcp.message("tools/list", json!({}));
    assert_eq!(with_header(&mcp, &list, "mcp-name", Some("x")).await, (200, 0));
    let read = mcp.message("resources/read", json!({ "uri": "a:b" }));
    assert_eq!(with_header(&mcp, &read, "mcp-name", None).await, (400, -32020));
    assert_eq!(with_header(&mcp, &read, "mcp-name", Some("a:b")).await, (200, -32602));
    let nameless = mcp.message("tools/call", json!({}));
    assert_eq!(with_header(&mcp, &nameless, "mcp-name", None).await, (400, -32020));
    assert_eq!(
        with_header(&mcp, &nameless, "mcp-name", Some("get_credits")).await,
        (400, -32020)
    );
}

#[tokio::test]
async fn an_unsupported_version_is_told_the_supported_ones() {
    let (_, mcp) = new(NEW).await;
    for version in ["2025-11-25", "2099-01-01", "DRAFT"] {
        // An unknown method with an unsupported version is told of the version.
        for method in ["tools/list", "nothing"] {
            let mut message = mcp.message(method, json!({}));
            message["params"]["_meta"][format!("{META}protocolVersion")] = json!(version);
            let mut request = mcp.http(&message);
            let header = HeaderValue::from_str(version).unwrap();
            request.headers_mut().insert("mcp-protocol-version", header);
            let answer = mcp.send(request).await;
            let (status, error) = answer.error(-32022);
            assert_eq!(status, 400);
            let supported = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];
            assert_eq!(error["data"], json!({ "supported": supported, "requested": version }));
        }
    }
}

#[tokio::test]
async fn each_era_has_its_own_methods() {
    let (_, mcp) = new(NEW).await;
    for method in [
        "initialize",
        "ping",
        "subscriptions/listen",
        "prompts/list",
        "logging/setLevel",
        "Tools/List",
        "",
    ] {
        assert_eq!(mcp.request(method, json!({})).await.error(-32601).0, 404, "{method}");
    }
    for revision in OLDER {
        let (_, mcp) = new(revision).await;
        for method in [
            "server/discover",
            "subscriptions/listen",
            "prompts/list",
            "tasks/list",
            "x",
        ] {
            assert_eq!(mcp.request(method, json!({})).await.error(-32601).0, 200, "{method}");
        }
        assert_eq!(mcp.request("ping", json!({})).await.result(), &json!({}));
    }
}

#[tokio::test]
async fn an_unknown_version_header_is_refused_in_the_older_era() {
    let (_, mcp) = new(Revision::V2025_11_25).await;
    let ping = mcp.message("ping", json!({}));
    for version in ["2024-11-05", "2099-01-01", "latest", ""] {
        let found = with_header(&mcp, &ping, "mcp-protocol-version", Some(version)).await;
        assert_eq!(found, (400, -32600), "{version}");
    }
}

#[tokio::test]
async fn initialize_agrees_on_a_version_without_a_session() {
    for revision in OLDER {
        let (_, mcp) = new(revision).await;
        for (requested, agreed) in [
            ("2025-11-25", "2025-11-25"),
            ("2025-06-18", "2025-06-18"),
            ("2025-03-26", "2025-03-26"),
            ("2024-11-05", "2025-11-25"),
            ("2026-07-28", "2025-11-25"),
            ("2099-01-01", "2025-11-25"),
        ] {
            let client = json!({ "name": "tests", "version": "1" });
            let params = json!({ "protocolVersion": requested, "capabilities": {}, "clientInfo": client });
            let answer = mcp.request("initialize", params).await;
            let result = answer.result();
            assert_eq!(result["protocolVersion"], agreed);
            assert_eq!(result["capabilities"], capabilities());
            assert!(result["instructions"].as_str().unwrap().contains("generate_thumbnail"));
        }
        assert_eq!(mcp.request("initialize", json!({})).await.error(-32602).0, 200);
        let mut request = mcp.http(&mcp.message("ping", json!({})));
        request
            .headers_mut()
            .insert("mcp-session-id", HeaderValue::from_static("of-another-server"));
        mcp.send(request).await.result();
    }
}

#[tokio::test]
async fn discovery_tells_versions_capabilities_and_how_to_begin() {
    let (_, mcp) = new(NEW).await;
    let answer = mcp.request("server/discover", json!({})).await;
    let result = answer.result();
    let supported = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];
    assert_eq!(result["supportedVersions"], json!(supported));
    assert_eq!(result["capabilities"], capabilities());
    assert_eq!(result["cacheScope"], "public");
    assert!(result["ttlMs"].as_u64().unwrap() > 0);
    let server = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert!(server["name"].is_string() && server["version"].is_string());
    for word in ["generate_thumbnail", "get_generation_status", "waitSeconds", "refunded"] {
        assert!(result["instructions"].as_str().unwrap().contains(word), "{word}");
    }
}

#[tokio::test]
async fn all_tools_are_on_one_page_in_every_revision() {
    for revision in Revision::ALL {
        let (_, mcp) = new(revision).await;
        let list = mcp.request("tools/list", json!({})).await;
        let expected: Vec<&str> = tools::ALL.iter().map(|tool| tool.name).collect();
        assert_eq!(names(&list), expected);
        let result = list.result();
        assert!(result["nextCursor"].is_null());
        let is_new = revision == NEW;
        assert_eq!(result["cacheScope"] == "private", is_new);
        assert_eq!(result["ttlMs"].is_u64(), is_new);
        for (tool, listed) in tools::ALL.iter().zip(result["tools"].as_array().unwrap()) {
            assert_eq!(listed["title"], tool.title);
            assert_eq!(listed["description"], tool.description);
            assert_eq!(listed["inputSchema"], simple::input(&(tool.input_schema)()));
            assert_eq!(listed["outputSchema"], simple::output(&(tool.output_schema)()));
            let limit = tool.rate_limit.unwrap_or(300);
            assert_eq!(listed["_meta"]["creditCost"], json!(tool.cost));
            assert_eq!(listed["_meta"]["rateLimit"], limit);
            let hints = listed["annotations"].as_object().unwrap();
            assert!(hints.len() == 4 && hints.values().all(Value::is_boolean), "{hints:?}");
        }
        for cursor in [json!("x"), json!(5)] {
            let mut message = mcp.message("tools/list", json!({}));
            message["params"]["cursor"] = cursor;
            assert_eq!(mcp.send(mcp.http(&message)).await.error(-32602).0, 200);
        }
        for cursor in [Value::Null, json!("")] {
            let mut message = mcp.message("tools/list", json!({}));
            message["params"]["cursor"] = cursor;
            let mut request = mcp.http(&message);
            // The client library cannot validate these requests, which the protocol does not know.
            *request.body_mut() = message.to_string().into();
            assert_eq!(tests::http::send(request).await.status(), 200);
        }
    }
}

#[tokio::test]
async fn a_notification_is_accepted_without_a_body() {
    for revision in Revision::ALL {
        let (_, mcp) = new(revision).await;
        for method in [
            "notifications/initialized",
            "notifications/cancelled",
            "notifications/x",
            "y",
        ] {
            let message = json!({ "jsonrpc": "2.0", "method": method });
            let answer = mcp.send(mcp.http(&message)).await;
            assert_eq!((answer.status.as_u16(), answer.bytes.len()), (202, 0), "{method}");
        }
        // Neither headers nor the version of a notification are checked.
        let mut request = mcp.http(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        let version = HeaderValue::from_static("2099-01-01");
        request.headers_mut().insert("mcp-protocol-version", version);
        assert_eq!(mcp.send(request).await.status, 202);
        let request = mcp.http(&json!({ "method": "notifications/initialized" }));
        assert_eq!(mcp.send(request).await.error(-32600).0, 400);
    }
}

#[tokio::test]
async fn other_methods_of_http_are_refused() {
    let (organization, mcp) = new(NEW).await;
    for method in [Method::GET, Method::DELETE, Method::PUT, Method::PATCH] {
        let answer = mcp.send(organization.client.request(method.clone(), PATH, "{}")).await;
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("allow"), "POST");
        assert_eq!(answer.body["code"], "NOT_FOUND");
        assert_eq!(answer.body["details"], json!({ "resource": "route", "id": PATH }));
    }
}

#[tokio::test]
async fn the_endpoint_may_end_with_a_slash_and_has_nothing_below() {
    let (organization, mcp) = new(NEW).await;
    let mut request = mcp.http(&mcp.message("tools/list", json!({})));
    *request.uri_mut() = format!("{}/", request.uri()).parse().unwrap();
    assert_eq!(
        names(&mcp.send(request).await),
        names(&mcp.request("tools/list", json!({})).await)
    );
    let answer = mcp
        .send(organization.client.request(Method::POST, "/mcp/x", "{}"))
        .await;
    assert_eq!(answer.status, 404);
    assert_eq!(answer.body["code"], "NOT_FOUND");
    assert_eq!(answer.body["details"], json!({ "resource": "route", "id": "/mcp/x" }));
}

#[tokio::test]
async fn the_parameters_of_a_call_have_their_types() {
    for revision in [Revision::V2025_06_18, NEW] {
        let (_, mcp) = new(revision).await;
        for arguments in [json!([]), json!("{}"), json!(5)] {
            let params = json!({ "name": "get_credits", "arguments": arguments });
            let answer = mcp.request("tools/call", params).await;
            assert_eq!(answer.error(-32602).0, 200, "{arguments}");
        }
        // Unknown members are ignored, and null counts as absent.
        let params = json!({ "name": "get_credits", "arguments": null, "more": [1], "_meta": { "progressToken": 1 } });
        let mut message = mcp.message("tools/call", params);
        message["params"].as_object_mut().unwrap().remove("arguments");
        mcp.send(mcp.http(&message)).await.data();
    }
    let (_, mcp) = new(Revision::V2025_11_25).await;
    for params in [json!({}), json!({ "name": 5 }), json!({ "name": null })] {
        assert_eq!(mcp.request("tools/call", params).await.error(-32602).0, 200);
    }
}
