use std::{io::Write, time::Duration};

use flate2::{Compression, write::GzEncoder};

use super::*;
use crate::{
    config::SourcesConfig,
    fake::{Reply, Server},
    limits::MAX_BUFFER_BYTES,
};

async fn within(server: &Server, path: &str, kind: ContentKind, time: Duration) -> Result<Fetched, SourceError> {
    let config = server.config();
    let connector = Connector::new(config.allow_hosts, config.resolver, config.dialler, config.contact);
    let fetcher = Fetcher {
        connector: &connector,
        deadline: Instant::now() + time,
    };
    fetcher.get(&Url::parse(&server.url(path)).unwrap(), kind).await
}

async fn get(server: &Server, path: &str, kind: ContentKind) -> Result<Vec<u8>, SourceError> {
    let fetched = within(server, path, kind, Duration::from_secs(10)).await?;
    Ok(fetched.body)
}

/// Fetches a picture from a server that sends this reply.
async fn replied(reply: impl Fn() -> Reply + Send + Sync + 'static) -> Result<Vec<u8>, SourceError> {
    get(&Server::start(move |_| reply()).await, "/", ContentKind::Picture).await
}

const NO_PAUSE: Duration = Duration::ZERO;
const TOO_LARGE: SourceError = SourceError::TooLarge { megabytes: 10 };

#[tokio::test]
async fn a_request_names_the_accepted_types_and_closes_the_connection() {
    let server = Server::start(|_| Reply::ok("body")).await;
    assert_eq!(
        get(&server, "/a%20b?c=d&e#f", ContentKind::Picture).await,
        Ok(b"body".to_vec())
    );
    let head = server.heads().concat().to_ascii_lowercase();
    assert!(head.starts_with("get /a%20b?c=d&e http/1.1\r\n"), "{head}");
    for line in [
        format!("host: {}", server.host()),
        "accept-encoding: identity".to_owned(),
        "connection: close".to_owned(),
        "user-agent: thumbnails/".to_owned(),
        "accept: image/png".to_owned(),
    ] {
        assert!(head.contains(&format!("\r\n{line}")), "{line}: {head}");
    }
    assert!(!head.contains("cookie") && !head.contains("referer"), "{head}");
}

#[tokio::test]
async fn a_body_ends_at_its_length_at_its_last_chunk_or_with_the_connection() {
    for reply in [
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbodyand more",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbod\r\n1;x=y\r\ny\r\n0\r\nX: y\r\n\r\n",
        "HTTP/1.0 200 OK\r\n\r\nbody",
        "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody",
    ] {
        assert_eq!(
            replied(move || Reply::raw(reply)).await,
            Ok(b"body".to_vec()),
            "{reply}"
        );
    }
}

#[tokio::test]
async fn an_announced_length_is_checked_before_the_body_is_read() {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 10000001\r\n\r\n";
    assert_eq!(
        replied(move || Reply::endless(head, "", Duration::from_secs(1))).await,
        Err(TOO_LARGE)
    );
}

#[tokio::test]
async fn ten_megabytes_are_accepted_and_one_more_byte_is_refused() {
    let body = |length: usize| vec![7; length];
    assert!(replied(move || Reply::ok(body(10_000_000))).await == Ok(body(10_000_000)));
    let unannounced = move |length: usize| {
        let mut reply = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
        reply.extend(body(length));
        Reply::raw(reply)
    };
    assert!(replied(move || unannounced(10_000_000)).await == Ok(body(10_000_000)));
    assert_eq!(replied(move || unannounced(10_000_001)).await, Err(TOO_LARGE));
}

#[tokio::test]
async fn an_endless_body_is_read_up_to_the_limit() {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut chunk = b"10000\r\n".to_vec();
    chunk.extend([0; 0x10000]);
    chunk.extend(b"\r\n");
    assert_eq!(
        replied(move || Reply::endless(head, chunk.clone(), NO_PAUSE)).await,
        Err(TOO_LARGE)
    );
}

#[tokio::test]
async fn a_compressed_body_counts_with_its_decompressed_length() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    for _ in 0..100 {
        encoder.write_all(&[0; 1_000_000]).unwrap();
    }
    let bomb = encoder.finish().unwrap();
    assert_eq!(
        replied(move || Reply::with("Content-Encoding: gzip\r\n", &bomb)).await,
        Err(TOO_LARGE)
    );
    assert_eq!(
        replied(|| Reply::with("Content-Encoding: br\r\n", "x")).await,
        Err(SourceError::Encoding("br".to_owned()))
    );
}

#[tokio::test]
async fn a_long_page_is_cut_off_and_a_long_json_response_is_refused() {
    let server = Server::start(|_| Reply::ok(vec![b' '; 5_000_000])).await;
    assert_eq!(get(&server, "/", ContentKind::Page).await.unwrap().len(), 2_000_000);
    let too_large = SourceError::TooLarge { megabytes: 1 };
    assert_eq!(get(&server, "/", ContentKind::Json).await, Err(too_large));
}

#[tokio::test]
async fn incomplete_responses_and_responses_that_are_not_http_are_refused() {
    for (reply, error) in [
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody",
            SourceError::BrokeOff,
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n",
            SourceError::BrokeOff,
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nbody",
            SourceError::BrokeOff,
        ),
        ("HTTP/1.1 200 OK\r\nContent-Le", SourceError::NotHttp),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nbo",
            SourceError::NotHttp,
        ),
        ("+PONG\r\n", SourceError::NotHttp),
        ("", SourceError::NotHttp),
    ] {
        assert_eq!(replied(move || Reply::raw(reply)).await, Err(error), "{reply}");
    }
    let head = format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "x".repeat(2 * MAX_BUFFER_BYTES));
    assert_eq!(
        replied(move || Reply::raw(head.clone())).await,
        Err(SourceError::NotHttp)
    );
}

#[tokio::test]
async fn only_200_is_success() {
    for status in [201, 204, 206, 300, 304, 305, 400, 401, 404, 500, 503] {
        assert_eq!(
            replied(move || Reply::status(status)).await,
            Err(SourceError::Status(status))
        );
    }
}

#[tokio::test]
async fn the_timeout_covers_the_head_and_the_body() {
    let server = Server::start(|path| match path {
        "/drip" => Reply::endless("HTTP/1.1 200 OK\r\n\r\n", "x", Duration::from_millis(20)),
        "/head" => Reply::endless("HTTP/1.1 200 OK\r\n", "X: y\r\n", Duration::from_millis(20)),
        "/again" => Reply::endless("", "HTTP/1.1 103 X\r\n\r\n", Duration::from_millis(5)),
        _ => Reply::endless("", "", Duration::from_secs(1)),
    })
    .await;
    for path in ["/drip", "/head", "/again", "/silence"] {
        let fetched = within(&server, path, ContentKind::Picture, Duration::from_millis(200)).await;
        assert_eq!(fetched.unwrap_err(), SourceError::Slow, "{path}");
    }
}

#[tokio::test]
async fn three_redirects_are_followed_and_the_fourth_is_refused() {
    let server = Server::start(|path| match path {
        "/x/4" => Reply::redirect(301, "3"),
        "/x/3" => Reply::redirect(302, "/x/2"),
        "/x/2" => Reply::redirect(303, "?1"),
        "/x/2?1" => Reply::redirect(307, "/%C3%A9#x"),
        "/8" => Reply::redirect(308, "/é"),
        "/%C3%A9" => Reply::ok("body"),
        _ => Reply::status(404),
    })
    .await;
    let fetched = within(&server, "/x/3", ContentKind::Page, Duration::from_secs(10))
        .await
        .unwrap();
    assert_eq!(fetched.body, b"body");
    assert_eq!(fetched.url.as_str(), server.url("/%C3%A9#x"));
    assert_eq!(get(&server, "/8", ContentKind::Page).await, Ok(b"body".to_vec()));
    assert_eq!(
        get(&server, "/x/4", ContentKind::Page).await,
        Err(SourceError::TooManyRedirects)
    );
    assert_eq!(server.connections().await, 4 + 2 + 4);
}

#[tokio::test]
async fn a_location_in_latin_1_is_followed() {
    let server = Server::start(|path| match path {
        "/1" => Reply::raw(b"HTTP/1.1 302 Found\r\nLocation: /\xe9t\xe9.png\r\nContent-Length: 0\r\n\r\n"),
        "/%C3%A9t%C3%A9.png" => Reply::ok("body"),
        _ => Reply::status(404),
    })
    .await;
    assert_eq!(get(&server, "/1", ContentKind::Picture).await, Ok(b"body".to_vec()));
}

#[tokio::test]
async fn requests_name_the_operators_contact() {
    let server = Server::start(|_| Reply::ok("body")).await;
    let config = SourcesConfig {
        contact: Some("https://a.example/bot".to_owned()),
        ..server.config()
    };
    let connector = Connector::new(config.allow_hosts, config.resolver, config.dialler, config.contact);
    let fetcher = Fetcher {
        connector: &connector,
        deadline: Instant::now() + Duration::from_secs(10),
    };
    let url = Url::parse(&server.url("/")).unwrap();
    fetcher.get(&url, ContentKind::Picture).await.unwrap();
    let head = server.heads().concat();
    assert!(
        head.contains(" (+https://a.example/bot; picture fetcher)\r\n"),
        "{head}"
    );
}

#[tokio::test]
async fn the_target_of_a_redirect_is_checked_like_a_source() {
    let redirect = |error| SourceError::Redirect(Box::new(error));
    let long = format!("/{}", "x".repeat(2048));
    for (to, error) in [
        (
            "file:///etc/passwd",
            redirect(SourceError::PageScheme("file".to_owned())),
        ),
        ("data:image/png,x", redirect(SourceError::PageScheme("data".to_owned()))),
        ("http://u:p@a.example/", redirect(SourceError::UserInfo)),
        ("http://", redirect(SourceError::NoHost)),
        (
            "http://a b/",
            redirect(SourceError::Malformed(url::ParseError::IdnaError)),
        ),
        (&long, redirect(SourceError::TooLong)),
        ("http://169.254.169.254/latest/meta-data/", SourceError::NotPublic),
        ("http://0x7f.1/", SourceError::NotPublic),
        ("//[::ffff:10.0.0.1]/", SourceError::NotPublic),
    ] {
        let to = to.to_owned();
        let said = to.clone();
        assert_eq!(replied(move || Reply::redirect(302, &to)).await, Err(error), "{said}");
    }
    assert_eq!(
        replied(|| Reply::raw("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n")).await,
        Err(SourceError::NoLocation)
    );
}

#[tokio::test]
async fn an_allowed_host_cannot_redirect_to_another_private_port() {
    let canary = Server::start(|_| Reply::ok("secret")).await;
    let (port, url) = (canary.port(), canary.url("/"));
    let server = Server::start(move |path| match path {
        "/name" => Reply::redirect(302, &format!("http://localhost:{port}/")),
        _ => Reply::redirect(302, &url),
    })
    .await;
    assert_eq!(
        get(&server, "/", ContentKind::Picture).await,
        Err(SourceError::NotPublic)
    );
    assert_eq!(
        get(&server, "/name", ContentKind::Picture).await,
        Err(SourceError::NotPublic)
    );
    assert_eq!((server.connections().await, canary.connections().await), (2, 0));
}
