//! Nothing is fetched from an address that is not public, wherever and however it is given.

use std::future::Future;

use futures_util::{StreamExt, stream};
use http::Method;
use serde_json::json;

use crate::{
    addresses::{NOT_PUBLIC, UNKNOWN, given, led_to},
    origin::Reply,
    support::{Tenant, UNASSIGNED, world},
};

/// How many calls are made concurrently.
const CONCURRENCY: usize = 8;

/// Checks every row, and fails with all wrong rows.
async fn all<R, F>(rows: impl IntoIterator<Item = R>, check: impl FnMut(R) -> F)
where
    F: Future<Output = Option<String>>,
{
    let checks = stream::iter(rows).map(check).buffer_unordered(CONCURRENCY);
    let wrong: Vec<String> = checks.filter_map(async |wrong| wrong).collect().await;
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Passes every source to a parameter of a tool.
async fn refused_everywhere(tool: &str, path: &str) {
    let world = world();
    let tenant = world.tenant().await;
    let rows = given(world.canary.port());
    let check = |(source, part): (String, &'static str)| {
        let tenant = &tenant;
        async move { tenant.wrong(tool, path, &source, part).await }
    };
    all(rows, check).await;
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}

#[tokio::test]
async fn no_image_comes_from_an_address_that_is_not_public() {
    refused_everywhere("upload_image", "imageUrl").await;
}

#[tokio::test]
async fn no_inspiration_comes_from_an_address_that_is_not_public() {
    refused_everywhere("create_inspiration", "imageUrl").await;
}

#[tokio::test]
async fn no_page_of_a_video_comes_from_an_address_that_is_not_public() {
    refused_everywhere("create_inspiration", "videoUrl").await;
}

#[tokio::test]
async fn no_photo_comes_from_an_address_that_is_not_public_and_each_is_reported() {
    let world = world();
    let tenant = world.tenant().await;
    // A URL that cannot be read is reported before anything is connected to, so these are separate calls.
    let (not_public, unreadable): (Vec<_>, Vec<_>) = given(world.canary.port())
        .into_iter()
        .partition(|(_, part)| *part == NOT_PUBLIC || *part == UNKNOWN);
    let check = |five: &[(String, &'static str)]| {
        let sources: Vec<&str> = five.iter().map(|(source, _)| source.as_str()).collect();
        let body = json!({ "name": "Alex", "imageUrls": sources });
        let expected: Vec<(String, String)> = five
            .iter()
            .cloned()
            .map(|(source, part)| (source, part.into()))
            .collect();
        let tenant = &tenant;
        async move {
            let said = tenant.refused("create_person", body).await;
            let wrong = match &said {
                Ok(said) if said.len() == expected.len() => {
                    let mut pairs = said.iter().zip(&expected).enumerate();
                    pairs.any(|(index, ((path, message), (_, part)))| {
                        *path != format!("imageUrls[{index}]") || !message.contains(part.as_str())
                    })
                }
                _ => true,
            };
            wrong.then(|| format!("{expected:?} is answered {said:?}"))
        }
    };
    all(not_public.chunks(5).chain(unreadable.chunks(5)), check).await;
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}

#[tokio::test]
async fn no_redirect_leads_to_an_address_that_is_not_public() {
    let world = world();
    let tenant = world.tenant().await;
    let rows = led_to(world.canary.port()).into_iter().enumerate();
    let check = |(index, (target, part)): (usize, (String, &'static str))| {
        let tenant = &tenant;
        async move {
            let status = [301, 302, 303, 307, 308][index % 5];
            let path = format!("/leads/{index}");
            let source = world.origin.serve(&path, Reply::redirect(status, &target));
            let wrong = tenant.wrong("upload_image", "imageUrl", &source, part).await;
            let wrong =
                wrong.or_else(|| (world.origin.asked(&path) != 1).then(|| "the redirect was not requested".to_owned()));
            wrong.map(|wrong| format!("{status} to {target:?}: {wrong}"))
        }
    };
    all(rows, check).await;
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}

#[tokio::test]
async fn the_last_of_three_redirects_is_checked_like_the_first() {
    let world = world();
    let tenant = world.tenant().await;
    let canary = world.canary.url("/");
    world.origin.serve("/hops/3", Reply::redirect(302, &canary));
    world.origin.serve("/hops/2", Reply::redirect(307, "3"));
    let source = world.origin.serve("/hops/1", Reply::redirect(301, "/hops/2"));
    let wrong = tenant.wrong("upload_image", "imageUrl", &source, NOT_PUBLIC).await;
    assert_eq!(wrong, None);
    for path in ["/hops/1", "/hops/2", "/hops/3"] {
        assert_eq!(world.origin.asked(path), 1, "{path}");
    }
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}

/// Calls a tool with the canary's port at this host, and returns what is wrong with the response.
async fn at_the_canary(tenant: &Tenant, host: &str, part: &str) -> Option<String> {
    let source = format!("http://{host}:{}/", world().canary.port());
    tenant.wrong("upload_image", "imageUrl", &source, part).await
}

#[tokio::test]
async fn a_name_is_resolved_once_and_only_the_checked_address_is_connected_to() {
    let world = world();
    let tenant = world.tenant().await;
    world.names.tell("rebinding.example", &[&[UNASSIGNED], &["127.0.0.1"]]);
    // The call connects to the address that it checked; the resolver's next answer does not matter.
    let wrong = at_the_canary(&tenant, "rebinding.example", "accepts no connection").await;
    assert_eq!((wrong, world.names.asked("rebinding.example")), (None, 1));
    let wrong = at_the_canary(&tenant, "rebinding.example", NOT_PUBLIC).await;
    assert_eq!((wrong, world.names.asked("rebinding.example")), (None, 2));

    let target = format!("http://changing.example:{}/", world.canary.port());
    world.names.tell("changing.example", &[&[UNASSIGNED], &["::1"]]);
    let source = world.origin.serve("/changing", Reply::redirect(302, &target));
    let wrong = tenant
        .wrong("upload_image", "imageUrl", &source, "accepts no connection")
        .await;
    assert_eq!((wrong, world.names.asked("changing.example")), (None, 1));
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}

#[tokio::test]
async fn only_public_addresses_of_a_name_are_connected_to() {
    let world = world();
    let tenant = world.tenant().await;
    world
        .names
        .tell("mixed.example", &[&["127.0.0.1", UNASSIGNED, "::1", "10.0.0.1"]]);
    let wrong = at_the_canary(&tenant, "mixed.example", "accepts no connection").await;
    assert_eq!(wrong, None);
    world.names.tell(
        "inside.example",
        &[&["10.0.0.1", "127.0.0.1", "::1", "::ffff:127.0.0.1"]],
    );
    let wrong = at_the_canary(&tenant, "inside.example", NOT_PUBLIC).await;
    assert_eq!(wrong, None);
    world.names.tell("nothing.example", &[&[]]);
    for name in ["nothing.example", "nobody.example"] {
        assert_eq!(at_the_canary(&tenant, name, UNKNOWN).await, None);
    }
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}

#[tokio::test]
async fn a_literal_address_is_never_resolved() {
    let world = world();
    let tenant = world.tenant().await;
    for host in ["2130706433", "0x7f000001", "127.1", "127.0.0.1."] {
        assert_eq!(at_the_canary(&tenant, host, NOT_PUBLIC).await, None);
        assert_eq!(world.names.asked(host), 0, "{host}");
    }
    tenant.is_untouched().await;
}

/// The row's source with `https`, so that the scheme is no reason to refuse it.
fn secure(source: &str) -> String {
    source.replacen("http://", "https://", 1)
}

#[tokio::test]
async fn no_webhook_posts_to_an_address_that_is_not_public() {
    let world = world();
    let tenant = world.tenant().await;
    for (source, _) in given(world.canary.port()) {
        let client = &tenant.client;
        let body = json!({ "url": secure(&source) });
        let created = client.webhooks(Method::POST, "", body).await;
        if created.status == 200 {
            // The address of a name is judged when the connection is made.
            let path = format!("/{}", created.data()["webhookId"].as_str().unwrap());
            let tested = client.webhooks(Method::POST, &format!("{path}/test"), json!({})).await;
            assert_eq!(tested.data()["attempts"][0]["status"], json!(null), "{source}");
            client.webhooks(Method::DELETE, &path, json!({})).await.data();
        } else {
            assert_eq!(created.issues(), ["url"], "{source}");
        }
    }
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}

#[tokio::test]
async fn no_webhook_url_of_a_call_is_an_address_that_is_not_public() {
    let world = world();
    let tenant = world.tenant().await;
    let port = world.canary.port();
    for url in [
        format!("https://127.0.0.1:{port}/"),
        format!("https://2130706433:{port}/"),
        format!("https://[::ffff:127.0.0.1]:{port}/"),
        "https://169.254.169.254/latest/meta-data/".to_owned(),
    ] {
        let said = tenant
            .refused("generate_thumbnail", json!({ "prompt": "p", "webhookUrl": url }))
            .await;
        assert!(
            matches!(said.as_deref(), Ok([(path, message)]) if path == "webhookUrl" && message.contains(NOT_PUBLIC)),
            "{url}: {said:?}"
        );
    }
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}

#[tokio::test]
async fn a_webhook_whose_name_turns_private_reaches_nothing() {
    let world = world();
    let tenant = world.tenant().await;
    let name = "turning.example";
    world.names.tell(name, &[&["127.0.0.1"]]);
    let url = format!("https://{name}:{}/", world.canary.port());
    let created = tenant.client.webhooks(Method::POST, "", json!({ "url": url })).await;
    let path = format!("/{}/test", created.data()["webhookId"].as_str().unwrap());
    let tested = tenant.client.webhooks(Method::POST, &path, json!({})).await;
    assert_eq!(
        tested.data()["attempts"][0]["error"],
        "the host has no public address; use a host that everybody can reach"
    );
    world.canary_is_silent().await;
}
