//! `tools/call`: every tool of the list has the same outcome as over HTTP.

use contract::{Category, Plan, tools};
use http::HeaderValue;
use serde_json::{Value, json};
use tests::{Mcp, Revision};

use super::support::{envelope, new};
use crate::{
    adapters::shape,
    cases::{CASES, Records},
    support::{idle, same_amount},
};

const NEW: Revision = Revision::V2026_07_28;

#[tokio::test]
async fn each_tool_succeeds_as_over_http() {
    for (index, case) in CASES.iter().enumerate() {
        let revision = Revision::ALL[index % 4];
        let (here, there) = (Records::new(idle(), 10).await, Records::new(idle(), 10).await);
        let answer = Mcp::new(&here.owner.client, revision)
            .call(case.tool, (case.success)(&here))
            .await;
        let expected = there.owner.client.call(case.tool, (case.success)(&there)).await;
        assert_eq!(shape(answer.data()), shape(expected.data()), "{}", case.tool);
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(answer.header("idempotent-replayed").is_empty());
        same_amount(here.owner.client.balance().await, there.owner.client.balance().await);
        idle().audit(here.owner.id).await;
    }
}

#[tokio::test]
async fn each_tool_tells_all_issues_as_over_http_and_charges_nothing() {
    for case in CASES {
        // Each body needs a call of the tool's minute, in both protocols.
        for bodies in case.bad_input.chunks(4) {
            let organization = idle().organization(Plan::Pro, 5).await;
            let mcp = Mcp::new(&organization.client, NEW);
            for (body, _) in bodies {
                let Ok(arguments @ Value::Object(_)) = serde_json::from_str(body) else {
                    continue;
                };
                let arguments: Value = arguments;
                let refused = mcp.call(case.tool, arguments.clone()).await;
                let expected = organization.client.call(case.tool, arguments).await;
                assert_eq!(envelope(&refused), expected.body, "{}: {body}", case.tool);
            }
            same_amount(organization.client.balance().await, 5.0);
        }
    }
}

#[tokio::test]
async fn each_tool_refuses_unknown_ids_and_small_balances_as_over_http() {
    for case in CASES {
        // The first generation takes the one thumbnail of the balance.
        let records = Records::new(idle(), 1).await;
        let stranger = idle().organization(Plan::Pro, 0).await;
        for (_, names) in case.names {
            let refused = Mcp::new(&stranger.client, NEW).call(case.tool, names(&records)).await;
            let expected = stranger.client.call(case.tool, names(&records)).await;
            assert_eq!(envelope(&refused), expected.body, "{}", case.tool);
            assert_eq!(expected.status, 404);
        }
        if case.price > 0.0 {
            let client = &records.owner.client;
            let refused = Mcp::new(client, NEW).call(case.tool, (case.success)(&records)).await;
            let expected = client.call(case.tool, (case.success)(&records)).await;
            assert_eq!(envelope(&refused), expected.body, "{}", case.tool);
            assert_eq!(expected.body["code"], "INSUFFICIENT_CREDITS");
        }
        idle().audit(records.owner.id).await;
    }
}

#[tokio::test]
async fn each_tool_replays_what_was_done_over_the_other_protocol() {
    for case in CASES.iter().filter(|case| tools::find(case.tool).unwrap().idempotent) {
        let records = Records::new(idle(), 20).await;
        let (client, arguments) = (&records.owner.client, (case.success)(&records));
        let mcp = Mcp::new(client, NEW);
        let over_http = client.call_once(case.tool, "over-http", arguments.clone()).await;
        let replay = mcp.call_once(case.tool, "over-http", arguments.clone()).await;
        assert_eq!(replay.data(), over_http.data(), "{}", case.tool);
        assert_eq!(replay.header("idempotent-replayed"), "true");
        let over_mcp = mcp.call_once(case.tool, "over-mcp", arguments.clone()).await;
        assert!(over_mcp.header("idempotent-replayed").is_empty());
        let again = mcp.call_once(case.tool, "over-mcp", arguments.clone()).await;
        assert_eq!(again.bytes, over_mcp.bytes, "{}", case.tool);
        let replay = client.call_once(case.tool, "over-mcp", arguments.clone()).await;
        let text = over_mcp.items("text")[0]["text"].as_str().unwrap();
        let expected = format!(r#"{{"success":true,"data":{text}}}"#);
        assert_eq!(replay.bytes, expected.as_bytes(), "{}", case.tool);
        assert_eq!(replay.header("idempotent-replayed"), "true");
        same_amount(client.balance().await, 19.0 - 2.0 * case.price);
        idle().audit(records.owner.id).await;
    }
}

#[tokio::test]
async fn an_idempotency_key_may_be_in_the_header_or_in_the_message_and_both_must_be_equal() {
    let (organization, mcp) = new(NEW).await;
    let call = async |tool: &str, header: Option<&str>, own: Value| {
        let arguments = match tool {
            "create_person" => json!({ "name": "Alex" }),
            _ => json!({}),
        };
        let params = json!({ "name": tool, "arguments": arguments, "_meta": { "idempotencyKey": own } });
        let mut request = mcp.http(&mcp.message("tools/call", params));
        if let Some(header) = header {
            let header = HeaderValue::from_bytes(header.as_bytes()).unwrap();
            request.headers_mut().insert("idempotency-key", header);
        }
        mcp.send(request).await
    };
    let first = call("create_person", Some("k1"), Value::Null).await;
    for (header, own) in [
        (Some("k1"), Value::Null),
        (None, json!("k1")),
        (Some("k1"), json!("k1")),
    ] {
        let again = call("create_person", header, own).await;
        assert_eq!(again.data(), first.data());
        assert_eq!(again.header("idempotent-replayed"), "true");
    }
    for (header, own) in [
        (Some("k1"), json!("k2")),
        (Some("k2"), json!("")),
        (Some("a b"), Value::Null),
        (None, json!("a b")),
        (None, json!("")),
        (None, json!("\u{e9}")),
        (None, json!("x".repeat(256))),
        (None, json!(5)),
        (None, json!(["k1"])),
    ] {
        let error = call("create_person", header, own.clone()).await.tool_error();
        assert_eq!(error["code"], "VALIDATION_ERROR", "{header:?} {own}");
        assert_eq!(error["details"]["reason"], "idempotency");
        assert_eq!(error["details"]["issues"][0]["path"], "Idempotency-Key");
    }
    // A tool that only reads ignores the key.
    call("get_credits", Some("a b"), json!(5)).await.data();
    let other = mcp.call_once("create_person", "k1", json!({ "name": "Kim" })).await;
    assert_eq!(other.tool_error()["details"]["reason"], "idempotency");
    let listed = organization.client.call("list_persons", json!({})).await;
    assert_eq!(listed.data()["persons"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_call_needs_only_the_scope_of_its_tool() {
    for case in CASES {
        let records = Records::new(idle(), 10).await;
        let category = tools::find(case.tool).unwrap().category;
        let (_, alone) = idle().key(records.owner.id, &[category], None).await;
        let client = records.owner.client.with_key(Some(alone.expose()));
        Mcp::new(&client, NEW)
            .call(case.tool, (case.success)(&records))
            .await
            .data();
        let others: Vec<Category> = Category::ALL.into_iter().filter(|other| *other != category).collect();
        let (_, without) = idle().key(records.owner.id, &others, None).await;
        let client = records.owner.client.with_key(Some(without.expose()));
        let refused = Mcp::new(&client, NEW).call(case.tool, (case.success)(&records)).await;
        let (_, error) = refused.error(-32602);
        assert_eq!(error["data"]["requiredScope"], category.as_str());
    }
}

#[tokio::test]
async fn arguments_have_the_bounds_of_a_body() {
    let (organization, mcp) = new(NEW).await;
    let many: Vec<u32> = (0..3_000).collect();
    let mut deep = json!(1);
    for _ in 0..40 {
        deep = json!([deep]);
    }
    for arguments in [json!({ "prompt": many }), json!({ "prompt": deep })] {
        let refused = mcp.call("generate_thumbnail", arguments.clone()).await;
        let expected = organization.client.call("generate_thumbnail", arguments).await;
        assert_eq!(envelope(&refused), expected.body);
        assert_eq!(expected.issues(), [""]);
    }
    let mut request = mcp.http(&mcp.message("tools/list", json!({})));
    *request.body_mut() = format!(r#"{{"jsonrpc":"2.0","x":"{}"}}"#, "x".repeat(5_500_000)).into();
    assert_eq!(mcp.send(request).await.error(-32600).0, 400);
}
