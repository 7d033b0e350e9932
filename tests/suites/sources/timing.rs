//! All sources of a call together have 10 seconds. A slow source here would take a minute, which no machine is slow
//! enough to confuse with 10 seconds.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use crate::{
    origin::Reply,
    support::{fixture, world},
};

const SLOW: &str = "within 10 seconds";

/// A picture whose transfer takes about this many seconds.
fn dripping(seconds: u32) -> Reply {
    let png = fixture("transparent.png");
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", png.len());
    let pieces = png.chunks(png.len().div_ceil(seconds as usize));
    pieces.fold(Reply::raw(head), |reply, piece| {
        reply.wait(Duration::from_secs(1)).then(piece.to_vec())
    })
}

/// Checks that the call ended after the 10 seconds, and long before the slowest source.
#[track_caller]
fn took_ten_seconds(began: Instant) {
    let took = began.elapsed();
    assert!(
        took > Duration::from_millis(9_500) && took < Duration::from_secs(40),
        "{took:?}"
    );
}

/// Concurrently, because all of them mostly wait.
#[tokio::test]
async fn the_sources_of_a_call_share_ten_seconds() {
    tokio::join!(
        a_slow_source_that_ends_in_time_is_accepted(),
        each_photo_that_is_too_late_is_reported(),
        nothing_is_stored_if_one_source_is_too_late(),
        a_redirect_does_not_restart_the_time_limit(),
        a_page_and_its_preview_share_ten_seconds(),
    );
}

async fn a_slow_source_that_ends_in_time_is_accepted() {
    let world = world();
    let tenant = world.tenant().await;
    let began = Instant::now();
    let url = world.origin.serve("/drips/6", dripping(6));
    assert_eq!(tenant.upload(&url).await["width"], 48);
    assert!(began.elapsed() > Duration::from_millis(5_500));
    tenant.has_images(1).await;
}

async fn each_photo_that_is_too_late_is_reported() {
    let world = world();
    let tenant = world.tenant().await;
    let serve = |index| world.origin.serve(&format!("/drips/long/{index}"), dripping(60));
    let urls: Vec<String> = (0..5).map(serve).collect();
    let began = Instant::now();
    let said = tenant
        .refused("create_person", json!({ "name": "Alex", "imageUrls": urls }))
        .await
        .unwrap();
    took_ten_seconds(began);
    let paths: Vec<&str> = said.iter().map(|(path, _)| path.as_str()).collect();
    let expected = [
        "imageUrls[0]",
        "imageUrls[1]",
        "imageUrls[2]",
        "imageUrls[3]",
        "imageUrls[4]",
    ];
    assert_eq!(paths, expected);
    assert!(said.iter().all(|(_, message)| message.contains(SLOW)), "{said:?}");
    tenant.is_untouched().await;
}

async fn nothing_is_stored_if_one_source_is_too_late() {
    let world = world();
    let tenant = world.tenant().await;
    let slow = world.origin.serve("/drips/one", dripping(60));
    let good = world.origin.serve("/drips/good", dripping(2));
    let began = Instant::now();
    let body = json!({ "name": "Alex", "imageUrls": [good, good, slow, good] });
    let said = tenant.refused("create_person", body).await.unwrap();
    took_ten_seconds(began);
    assert!(
        matches!(said.as_slice(), [(path, message)] if path == "imageUrls[2]" && message.contains(SLOW)),
        "{said:?}"
    );
    tenant.is_untouched().await;
}

async fn a_redirect_does_not_restart_the_time_limit() {
    let world = world();
    let tenant = world.tenant().await;
    world.origin.serve("/late/picture.png", dripping(6));
    let late = Reply::redirect(302, "/late/picture.png").late(Duration::from_secs(6));
    let url = world.origin.serve("/late/leads", late);
    let began = Instant::now();
    assert_eq!(tenant.wrong("upload_image", "imageUrl", &url, SLOW).await, None);
    took_ten_seconds(began);
    assert_eq!(world.origin.asked("/late/picture.png"), 1);
    tenant.is_untouched().await;
}

async fn a_page_and_its_preview_share_ten_seconds() {
    let world = world();
    let tenant = world.tenant().await;
    world.origin.serve("/late/preview.png", dripping(6));
    let page = r#"<!doctype html><meta property="og:image" content="preview.png">"#;
    let url = world
        .origin
        .serve("/late/video", Reply::ok("text/html", page).late(Duration::from_secs(6)));
    let began = Instant::now();
    assert_eq!(tenant.wrong("create_inspiration", "videoUrl", &url, SLOW).await, None);
    took_ten_seconds(began);
    assert_eq!(world.origin.asked("/late/preview.png"), 1);
    tenant.is_untouched().await;
}
