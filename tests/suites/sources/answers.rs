//! Hostile HTTP responses: too long, too slow, compressed too much, truncated, or endless.

use std::time::Duration;

use crate::{
    crafted,
    hostile::{Case, accepted, refused, slow},
    origin::{Origin, Reply},
    support::fixture,
};

const LARGER: &str = "larger than 10 MB";
const NO_HTTP: &str = "does not answer with HTTP";
const BROKE_OFF: &str = "sent only a part of the file";
const COMPRESSED: &str = "the compressed data are damaged";
/// A pause short enough for a flood, and long enough for other processes on the machine.
const AT_ONCE: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n";
const CHUNKED: &str = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n";

/// An empty block of deflate that is not the last one.
const NOTHING: [u8; 5] = [0, 0, 0, 0xff, 0xff];

fn head(lines: &str) -> Reply {
    Reply::raw(format!("{HEAD}{lines}\r\n"))
}

/// 64 KiB of a picture, repeated.
fn noise() -> Vec<u8> {
    let mut bytes = fixture("transparent.png").repeat(500);
    bytes.truncate(64 * 1024);
    bytes
}

fn chunk(bytes: &[u8]) -> Vec<u8> {
    [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat()
}

fn gzip(bytes: Vec<u8>) -> Reply {
    Reply::with("Content-Encoding: gzip\r\n", bytes)
}

pub(crate) fn cases(origin: &Origin) -> Vec<Case> {
    let mut cases = slow_ones();
    cases.extend(long_ones());
    cases.extend(broken_ones());
    cases.extend(redirects(origin));
    cases
}

/// Each uses all the time of a call's sources.
fn slow_ones() -> Vec<Case> {
    let never = Duration::from_secs(3600);
    vec![
        slow("no answer", Reply::default().wait(never)),
        slow("a head of a byte a second", Reply::default().forever("H", SECOND)),
        slow(
            "a line of the head each second",
            Reply::raw(HEAD).forever("X: y\r\n", SECOND),
        ),
        slow(
            "a body of a byte a second",
            head("Content-Length: 1000\r\n").forever("x", SECOND),
        ),
        slow(
            "a chunk of a byte a second",
            Reply::raw(CHUNKED).forever("1\r\nx\r\n", SECOND),
        ),
        slow(
            "a body that stops",
            head("Content-Length: 1000\r\n").then("x").wait(never),
        ),
        slow("interim answers without end", {
            Reply::default().forever("HTTP/1.1 100 Continue\r\n\r\n".repeat(1000), AT_ONCE)
        }),
        slow("gzip that stops", {
            head("Content-Encoding: gzip\r\n")
                .then(crafted::gzip_of_zeros(1)[..500].to_vec())
                .wait(never)
        }),
    ]
}

fn long_ones() -> Vec<Case> {
    let eleven = vec![0; 11_000_000];
    let compressed = |name: &'static str, encoding: &str, body: Vec<u8>, said| {
        refused(
            name,
            said,
            Reply::with(&format!("Content-Encoding: {encoding}\r\n"), body),
        )
    };
    vec![
        refused("11 MB", LARGER, Reply::ok("image/png", &eleven)),
        refused("11 MB without a length", LARGER, head("").then(eleven.clone())),
        refused(
            "a length of 11 MB without a body",
            LARGER,
            head("Content-Length: 11000000\r\n"),
        ),
        refused(
            "a length of 8 exabytes",
            LARGER,
            head("Content-Length: 9223372036854775807\r\n"),
        ),
        refused(
            "an endless body in chunks",
            LARGER,
            Reply::raw(CHUNKED).forever(chunk(&noise()), AT_ONCE),
        ),
        refused(
            "an endless body without a length",
            LARGER,
            head("").forever(noise(), AT_ONCE),
        ),
        refused(
            "an endless body of small chunks",
            LARGER,
            Reply::raw(CHUNKED).forever(chunk(&[b'x'; 100]).repeat(1000), AT_ONCE),
        ),
        compressed("3 GB in gzip", "gzip", crafted::gzip_of_zeros(3000), LARGER),
        compressed(
            "gzip inside gzip",
            "gzip, gzip",
            crafted::gzip_of_zeros(1),
            "content encoding `gzip, gzip`",
        ),
        compressed(
            "a hundred times gzip",
            &vec!["gzip"; 100].join(","),
            vec![0; 9],
            "content encoding",
        ),
        compressed(
            "an encoding that was not requested",
            "br",
            vec![0; 9],
            "content encoding `br`",
        ),
        compressed(
            "deflate that decompresses to nothing",
            "deflate",
            NOTHING.repeat(1_999_999),
            "",
        ),
        refused(
            "endless gzip that decompresses to nothing",
            LARGER,
            head("Content-Encoding: gzip\r\n")
                .then(crafted::gzip_of_zeros(0)[..10].to_vec())
                .forever(NOTHING.repeat(10_000), AT_ONCE),
        ),
        refused(
            "endless header lines",
            NO_HTTP,
            Reply::raw(HEAD).forever("X: y\r\n".repeat(1000), AT_ONCE),
        ),
        refused(
            "an endless header line",
            NO_HTTP,
            Reply::raw(HEAD).then("X: ").forever(vec![b'y'; 65_536], AT_ONCE),
        ),
        refused(
            "an endless status line",
            NO_HTTP,
            Reply::raw("HTTP/1.1 200 ").forever(vec![b'y'; 65_536], AT_ONCE),
        ),
        refused("100 header lines too many", NO_HTTP, head(&"X: y\r\n".repeat(200))),
        refused(
            "an endless chunk extension",
            BROKE_OFF,
            Reply::raw(CHUNKED).then("1;").forever(vec![b'y'; 65_536], AT_ONCE),
        ),
        refused(
            "endless trailers",
            BROKE_OFF,
            Reply::raw(CHUNKED)
                .then("0\r\n")
                .forever("X: y\r\n".repeat(1000), AT_ONCE),
        ),
    ]
}

fn broken_ones() -> Vec<Case> {
    let png = fixture("transparent.png");
    let cut = gzip(crafted::gzip_of_zeros(1)[..500].to_vec());
    let declared = |encoding: &str| Reply::with(&format!("Content-Encoding: {encoding}\r\n"), &png);
    vec![
        refused(
            "a length larger than the body",
            BROKE_OFF,
            head("Content-Length: 5000\r\n").then(png.clone()),
        ),
        refused(
            "a length smaller than the body",
            "damaged",
            head("Content-Length: 50\r\n").then(png.clone()),
        ),
        refused(
            "two lengths",
            NO_HTTP,
            head("Content-Length: 5\r\nContent-Length: 6\r\n").then(png.clone()),
        ),
        refused(
            "a negative length",
            NO_HTTP,
            head("Content-Length: -1\r\n").then(png.clone()),
        ),
        refused("truncated chunks", BROKE_OFF, Reply::raw(CHUNKED).then(chunk(&png))),
        refused(
            "a chunk of 16 exabytes",
            BROKE_OFF,
            Reply::raw(CHUNKED).then("ffffffffffffffff\r\n").then(png.clone()),
        ),
        refused(
            "a chunk without a size",
            BROKE_OFF,
            Reply::raw(CHUNKED).then("z\r\n\r\n"),
        ),
        refused(
            "data that are wrongly declared as gzip",
            COMPRESSED,
            gzip(png[8..].to_vec()),
        ),
        accepted(
            "a picture that is wrongly declared as gzip",
            (48, 32),
            gzip(png.clone()),
        ),
        accepted("a picture that is wrongly declared as Brotli", (48, 32), declared("br")),
        accepted("aws-chunked as the content encoding", (48, 32), declared("aws-chunked")),
        accepted("no encoding that is called one", (48, 32), declared("none")),
        accepted("a character set as the content encoding", (48, 32), declared("utf-8")),
        refused("truncated gzip", COMPRESSED, cut),
        refused("no HTTP", NO_HTTP, Reply::raw("SSH-2.0-OpenSSH_9.9\r\n")),
        refused("HTTP/0.9", NO_HTTP, Reply::raw(png.clone())),
        refused("a connection that is closed at once", NO_HTTP, Reply::default()),
        refused("a status that is not found", "status 404", Reply::status(404)),
        refused("a server error", "status 500", Reply::status(500)),
        refused(
            "a status without a body",
            "status 204",
            Reply::raw("HTTP/1.1 204 X\r\n\r\n"),
        ),
        refused(
            "a partial response",
            "status 206",
            Reply::raw("HTTP/1.1 206 X\r\nContent-Length: 0\r\n\r\n"),
        ),
        refused("an unknown status", "status 999", Reply::status(999)),
        accepted("a body without a length", (48, 32), head("").then(png.clone())),
        accepted("a body in chunks of a byte", (48, 32), {
            let chunks = png.iter().flat_map(|byte| chunk(&[*byte])).collect::<Vec<u8>>();
            Reply::raw(CHUNKED).then(chunks).then("0\r\n\r\n")
        }),
    ]
}

fn redirects(origin: &Origin) -> Vec<Case> {
    origin.serve("/loop/2", Reply::redirect(302, "/loop/1"));
    let to = |status: u16, path: &str| Reply::redirect(status, path);
    let circle = origin.serve("/loop/1", to(301, "/loop/2"));
    let four = (1..4).fold(
        origin.serve("/four/0", Reply::ok("image/png", fixture("transparent.png"))),
        |next, hop| origin.serve(&format!("/four/{hop}"), to(307, &next)),
    );
    vec![
        refused("a redirect loop", "redirects more than 3 times", to(302, &circle)),
        refused("a fourth redirect", "redirects more than 3 times", to(308, &four)),
        refused(
            "a redirect without a target",
            "without a Location header",
            Reply::status(302),
        ),
        refused(
            "a redirect that is longer than a URL",
            "longer than 2048",
            to(302, &format!("/{}", "x".repeat(3000))),
        ),
        refused(
            "a redirect of 1 MB",
            NO_HTTP,
            to(302, &format!("/{}", "x".repeat(1_000_000))),
        ),
        refused("several choices", "status 300", to(300, "/four/0")),
        accepted("a third redirect", (48, 32), to(302, &origin.url("/four/2"))),
    ]
}
