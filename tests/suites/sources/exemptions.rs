//! Hosts that are exempted from the address checks, for development and tests: literal pairs of host and port.

use serde_json::json;

use crate::{
    addresses::NOT_PUBLIC,
    origin::Reply,
    support::{fixture, world},
};

#[tokio::test]
async fn an_exemption_is_compared_with_the_parsed_url() {
    let world = world();
    let tenant = world.tenant().await;
    let path = "/exempted.png";
    world
        .origin
        .serve(path, Reply::ok("image/png", fixture("transparent.png")));
    let port = world.origin.port();
    // Each of these notations is serialized as `127.0.0.1`, so each is the same pair.
    let hosts = [
        "127.0.0.1",
        "127.0.0.1.",
        "0x7f000001",
        "2130706433",
        "127.1",
        "0177.0.0.1",
        "①②⑦.⓪.⓪.①",
        "pictures.example",
        "PICTURES.Example",
        "%70ictures.example",
    ];
    let mut count = 0;
    for host in hosts {
        for port in [port.to_string(), format!("0{port}")] {
            let url = format!("http://{host}:{port}{path}");
            assert_eq!(tenant.upload(&url).await["width"], 48, "{url}");
            count += 1;
            assert_eq!(world.origin.asked(path), count, "{url}");
        }
    }
    tenant.has_images(count).await;
}

#[tokio::test]
async fn an_exemption_covers_only_its_host_and_port() {
    let world = world();
    let tenant = world.tenant().await;
    let path = "/not-exempted.png";
    world
        .origin
        .serve(path, Reply::ok("image/png", fixture("transparent.png")));
    let (exempted, other) = (world.origin.port(), world.canary.port());
    for (host, port) in [
        ("localhost", exempted),
        ("localhost.", exempted),
        ("loopback.example", exempted),
        ("[::1]", exempted),
        ("[::ffff:127.0.0.1]", exempted),
        ("[::127.0.0.1]", exempted),
        ("0.0.0.0", exempted),
        ("127.0.0.2", exempted),
        ("2130706434", exempted),
        ("127.0.0.1", other),
        ("127.0.0.1", 80),
        ("0x7f000001", other),
        ("pictures.example", other),
    ] {
        let url = format!("http://{host}:{port}{path}");
        let wrong = tenant.wrong("upload_image", "imageUrl", &url, NOT_PUBLIC).await;
        assert_eq!(wrong, None);
    }
    // A name with a trailing dot is a different name, here with the same address.
    world.names.tell("pictures.example.", &[&["127.0.0.1"]]);
    let url = format!("http://pictures.example.:{exempted}{path}");
    assert_eq!(tenant.wrong("upload_image", "imageUrl", &url, NOT_PUBLIC).await, None);
    assert_eq!(world.origin.asked(path), 0);
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}

#[tokio::test]
async fn an_exempted_name_is_resolved_once_per_connection() {
    let world = world();
    let tenant = world.tenant().await;
    let url = |path: &str| format!("http://counted.example:{}{path}", world.origin.port());
    world
        .origin
        .serve("/counted.png", Reply::ok("image/png", fixture("transparent.png")));
    world.origin.serve("/counting", Reply::redirect(302, "/counted.png"));
    let person = json!({ "name": "Alex", "imageUrls": [url("/counting"), url("/counted.png")] });
    let answer = tenant.client.call("create_person", person).await;
    assert_eq!(answer.data()["photos"].as_array().unwrap().len(), 2);
    assert_eq!(
        (world.origin.asked("/counting"), world.origin.asked("/counted.png")),
        (1, 2)
    );
    assert_eq!(world.names.asked("counted.example"), 3);
}

#[tokio::test]
async fn an_exemption_does_not_replace_tls() {
    let world = world();
    let tenant = world.tenant().await;
    let url = format!("https://127.0.0.1:{}/", world.origin.port());
    let wrong = tenant
        .wrong("upload_image", "imageUrl", &url, "no secure connection")
        .await;
    assert_eq!(wrong, None);
    tenant.is_untouched().await;
}

#[tokio::test]
async fn a_request_has_only_the_necessary_headers() {
    let world = world();
    let tenant = world.tenant().await;
    let url = world
        .origin
        .serve("/asked.png", Reply::ok("image/png", fixture("transparent.png")));
    tenant.upload(&format!("{url}?size=1&x=%20y#fragment")).await;
    let heads = world.origin.heads();
    let head = heads.iter().find(|head| head.contains("/asked.png")).unwrap();
    assert!(head.starts_with("GET /asked.png?size=1&x=%20y HTTP/1.1\r\n"), "{head}");
    let mut names: Vec<String> = head
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(':'))
        .map(|(name, _)| name.to_ascii_lowercase())
        .collect();
    names.sort();
    assert_eq!(names, ["accept", "accept-encoding", "connection", "host", "user-agent"]);
    assert!(head.contains(&format!("{}\r\n", world.origin.host())), "{head}");
}
