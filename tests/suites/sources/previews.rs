//! Preview pictures that a page or a video site names are subject to the same address checks as sources of a caller.

use serde_json::json;

use crate::{
    addresses::{NO_URL, NOT_PUBLIC, UNKNOWN, some},
    origin::Reply,
    support::{Tenant, fixture, world},
};

/// A page with these elements in its head.
fn page(head: &str) -> Reply {
    let page = format!("<!doctype html><html><head><title>A video</title>{head}</head><body></body></html>");
    Reply::ok("text/html", page)
}

/// Calls the tool with this page and checks that it is refused.
async fn refused(tenant: &Tenant, path: &str, head: &str, part: &str) {
    let url = world().origin.serve(path, page(head));
    let wrong = tenant.wrong("create_inspiration", "videoUrl", &url, part).await;
    assert_eq!(wrong, None, "{head}");
}

#[tokio::test]
async fn a_page_cannot_name_a_preview_at_an_address_that_is_not_public() {
    let world = world();
    let tenant = world.tenant().await;
    let mut checked = 0;
    for (index, (target, said)) in some(world.canary.port()).into_iter().enumerate() {
        // A preview whose URL cannot be fetched at all is ignored: the page then names none.
        let said = match said {
            NOT_PUBLIC | UNKNOWN => said,
            _ => "is not a page that names a preview picture",
        };
        let names = ["og:image", "og:image:url", "og:image:secure_url", "twitter:image"];
        let target = target.replace('&', "&amp;").replace('"', "&quot;");
        let head = format!(r#"<meta property="{}" content="{target}">"#, names[index % names.len()]);
        refused(&tenant, &format!("/video/{index}"), &head, said).await;
        checked += 1;
    }
    assert!(checked > 30, "{checked}");
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}

#[tokio::test]
async fn neither_a_base_nor_a_redirect_leads_a_preview_to_a_forbidden_address() {
    let world = world();
    let tenant = world.tenant().await;
    let (canary, origin) = (world.canary.host(), world.origin.host());
    let image = r#"<meta property="og:image" content="preview.png">"#;
    refused(
        &tenant,
        "/based/1",
        &format!(r#"<base href="//{canary}/">{image}"#),
        NOT_PUBLIC,
    )
    .await;
    refused(
        &tenant,
        "/based/2",
        &format!(r#"<base href="http://{origin}@{canary}/">{image}"#),
        "404",
    )
    .await;
    let lead = world
        .origin
        .serve("/preview/leads", Reply::redirect(302, &world.canary.url("/")));
    let image = format!(r#"<meta property="og:image" content="{lead}">"#);
    refused(&tenant, "/based/3", &image, NOT_PUBLIC).await;
    let page = world
        .origin
        .serve("/page/leads", Reply::redirect(301, &world.canary.url("/")));
    let wrong = tenant.wrong("create_inspiration", "videoUrl", &page, NOT_PUBLIC).await;
    assert_eq!(wrong, None);
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}

#[tokio::test]
async fn a_video_site_cannot_name_a_preview_at_an_address_that_is_not_public() {
    let world = world();
    let tenant = world.tenant().await;
    let youtube = "https://www.youtube.com/watch?v=dQw4w9_gX-Q";
    for (index, (target, part)) in some(world.canary.port()).into_iter().enumerate() {
        // Without a page as its base, a reference without a scheme is not a URL.
        let part = if target.starts_with(['/', '\\']) { NO_URL } else { part };
        let (site, video) = [("/youtube", youtube), ("/vimeo", "https://vimeo.com/76979871")][index % 2];
        let answer = json!({ "type": "video", "title": "A video", "thumbnail_url": target });
        world
            .origin
            .serve(site, Reply::ok("application/json", answer.to_string()));
        let wrong = tenant.wrong("create_inspiration", "videoUrl", video, part).await;
        assert_eq!(wrong, None, "{target}");
    }
    // The URL of the largest picture is derived from the named one, on the same host.
    let answer = json!({ "thumbnail_url": world.canary.url("/vi/x/hqdefault.jpg") });
    world
        .origin
        .serve("/youtube", Reply::ok("application/json", answer.to_string()));
    let wrong = tenant
        .wrong("create_inspiration", "videoUrl", youtube, NOT_PUBLIC)
        .await;
    assert_eq!(wrong, None);
    // The site itself may redirect.
    world
        .origin
        .serve("/youtube", Reply::redirect(302, &world.canary.url("/oembed")));
    let wrong = tenant
        .wrong("create_inspiration", "videoUrl", youtube, NOT_PUBLIC)
        .await;
    assert_eq!(wrong, None);
    // A page that only looks like the site is an ordinary page.
    for (host, address) in [("www.youtube.com", "127.0.0.1"), ("vimeo.com", "10.0.0.1")] {
        world.names.tell(host, &[&[address]]);
        let video = format!("https://{host}:{}/watch?v=dQw4w9_gX-Q", world.canary.port());
        let wrong = tenant.wrong("create_inspiration", "videoUrl", &video, NOT_PUBLIC).await;
        assert_eq!(wrong, None);
    }
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}

#[tokio::test]
async fn an_exempted_preview_is_used() {
    let world = world();
    let tenant = world.tenant().await;
    world
        .origin
        .serve("/good/preview.png", Reply::ok("image/png", fixture("transparent.png")));
    let head = r#"<meta property="og:image" content="preview.png"><meta property="og:title" content="Cats">"#;
    let url = world.origin.serve("/good/video", page(head));
    let answer = tenant
        .client
        .call("create_inspiration", json!({ "videoUrl": url }))
        .await;
    let data = answer.data();
    assert_eq!(
        (&data["width"], &data["height"], &data["sourceUrl"]),
        (&json!(48), &json!(32), &json!(url))
    );
}
