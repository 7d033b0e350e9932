use super::*;
use crate::fake::{Reply, Server, png};

const BASE64: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk\
    +M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn pictures<'a>(sources: &[&'a str]) -> Vec<SourceParameter<'a>> {
    let parameter = |(index, source): (usize, &&'a str)| SourceParameter {
        path: format!("imageUrls[{index}]"),
        source,
    };
    sources.iter().enumerate().map(parameter).collect()
}

/// Checks that a future can move between threads, as the futures of handlers do.
fn sendable<T: Send>(future: T) -> T {
    future
}

fn messages(issues: Vec<Issue>) -> Vec<(String, String)> {
    issues.into_iter().map(|issue| (issue.path, issue.message)).collect()
}

/// The message with which a video is refused.
async fn refused(sources: &Sources, url: &str) -> String {
    messages(video(sources, url).await.unwrap_err()).swap_remove(0).1
}

async fn video(sources: &Sources, url: &str) -> Result<SourcePicture, Vec<Issue>> {
    let parameter = SourceParameter {
        path: "videoUrl".to_owned(),
        source: url,
    };
    sources.fetch_video_preview(&parameter).await
}

#[tokio::test]
async fn pictures_have_the_order_of_their_parameters() {
    let server = Server::start(|path| match path {
        "/slow.png?x" => Reply::redirect(302, "/x/My%20cat.final.png"),
        "/x/My%20cat.final.png" => Reply::with("Content-Type: text/html\r\n", png(30, 20)),
        _ => Reply::ok(png(4, 5)),
    })
    .await;
    let sources = Sources::new(server.config());
    let urls = [&*server.url("/slow.png?x#y"), &format!(" {BASE64}"), &server.url("/")];
    let taken = sendable(sources.fetch(&pictures(&urls))).await.unwrap();
    let of = |taken: &SourcePicture| (taken.picture.size.width, taken.title.clone(), taken.url.clone());
    assert_eq!(
        taken.iter().map(of).collect::<Vec<_>>(),
        [
            (30, Some("slow".to_owned()), Some(urls[0].to_owned())),
            (1, None, None),
            (4, None, Some(urls[2].to_owned())),
        ]
    );
}

#[tokio::test]
async fn all_issues_are_reported_together() {
    let server = Server::start(|path| match path {
        "/page.png" => Reply::ok("<html>"),
        "/good.png" => Reply::ok(png(2, 2)),
        _ => Reply::status(404),
    })
    .await;
    let sources = Sources::new(server.config());
    let large = format!("data:,{}", "x".repeat(4_000_000));
    let (good, missing, page) = (server.url("/good.png"), server.url("/missing"), server.url("/page.png"));
    let wanted = [
        "ftp://a.example/",
        &good,
        &missing,
        BASE64,
        &large,
        &large,
        &page,
        "http://192.168.0.1/",
        "data:,",
    ];
    let issues = messages(sources.fetch(&pictures(&wanted)).await.unwrap_err());
    let paths: Vec<&str> = issues.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, [0, 2, 4, 6, 7, 8].map(|index| format!("imageUrls[{index}]")));
    assert_eq!(
        issues[0].1,
        "has the scheme `ftp`; it must be an http, https or data: URL"
    );
    assert_eq!(
        issues[1].1,
        "answers with status 404; it must give the file with status 200 to everybody"
    );
    assert!(issues[2].1.starts_with("exceeds the 4 MB"), "{issues:?}");
    assert_eq!(
        issues[4].1,
        "leads to an address that is not public; use a URL that everybody on the internet can reach"
    );
    assert_eq!(issues[5].1, "is an empty file; use a picture");
}

#[tokio::test]
async fn all_sources_share_one_deadline() {
    let server = Server::start(|path| match path {
        "/good" => Reply::ok(png(2, 2)),
        "/hop" => Reply::redirect(302, "/drip"),
        _ => Reply::endless("HTTP/1.1 200 OK\r\n\r\n", "x", Duration::from_millis(30)),
    })
    .await;
    let sources = Sources::within(server.config(), Duration::from_millis(300));
    let urls = [
        &*server.url("/drip"),
        &server.url("/good"),
        &server.url("/hop"),
        &server.url("/drip?2"),
    ];
    let begun = Instant::now();
    let issues = messages(sources.fetch(&pictures(&urls)).await.unwrap_err());
    assert!(begun.elapsed() < Duration::from_secs(3));
    let slow = |index: usize| {
        (
            format!("imageUrls[{index}]"),
            "was not received within 10 seconds; try again, or use a faster server".to_owned(),
        )
    };
    assert_eq!(issues, [slow(0), slow(2), slow(3)]);
}

#[tokio::test]
async fn sources_of_a_call_are_fetched_concurrently() {
    let late = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx";
    let server = Server::start(move |_| Reply::endless("", late, Duration::from_millis(400))).await;
    let url = server.url("/");
    let begun = Instant::now();
    let issues = Sources::new(server.config())
        .fetch(&pictures(&[&*url; 8]))
        .await
        .unwrap_err();
    assert_eq!(issues.len(), 8);
    assert!(begun.elapsed() < Duration::from_millis(1600));
}

type Answer = fn() -> Reply;

const YOUTUBE: &str = "https://youtu.be/dQw4w9WgXcQ";
const VIMEO: &str = "https://player.vimeo.com/video/76979871?h=0a1b";

/// Sources that use `server` as the endpoint of both video sites.
fn sites(server: &Server) -> Sources {
    Sources::new(SourcesConfig {
        video_sites: VideoSites {
            youtube_oembed: server.url("/youtube"),
            vimeo_oembed: server.url("/vimeo?x=y"),
        },
        ..server.config()
    })
}

fn answer(host: &str) -> Reply {
    Reply::ok(format!(
        r#"{{"title":" A\nvideo ","thumbnail_url":"http://{host}/vi/hqdefault.jpg"}}"#
    ))
}

#[tokio::test]
async fn youtubes_largest_picture_is_used_if_it_exists() {
    let largest: [(Answer, u32); 3] = [
        (|| Reply::ok(png(128, 72)), 128),
        (|| Reply::status(404), 48),
        (|| Reply::ok("no picture"), 48),
    ];
    for (largest, width) in largest {
        let server = Server::naming_itself(move |host, path| match path {
            "/vi/maxresdefault.jpg" => largest(),
            "/vi/hqdefault.jpg" => Reply::ok(png(48, 36)),
            _ => answer(host),
        })
        .await;
        let taken = video(&sites(&server), YOUTUBE).await.unwrap();
        assert_eq!(taken.picture.size.width, width);
        assert_eq!(taken.title.as_deref(), Some("A video"));
        assert_eq!(taken.url.as_deref(), Some(YOUTUBE));
        let query = "/youtube?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ HTTP";
        assert!(server.heads()[0].contains(query), "{:?}", server.heads());
    }
}

#[tokio::test]
async fn larger_pictures_of_youtube_are_preferred_in_order() {
    for (sizes, width) in [
        (&["uhd", "qhd", "fhd", "maxresdefault"][..], 90),
        (&["qhddefault", "fhd"], 80),
        (&["fhddefault", "maxresdefault"], 70),
        (&["maxresdefault"], 60),
        (&[], 48),
    ] {
        let server = Server::naming_itself(move |host, path| {
            let name = path.trim_start_matches("/vi/").trim_end_matches(".jpg");
            match name {
                "hqdefault" => Reply::ok(png(48, 36)),
                name if sizes.contains(&name) => Reply::ok(png(
                    match name.get(..3) {
                        Some("uhd") => 90,
                        Some("qhd") => 80,
                        Some("fhd") => 70,
                        _ => 60,
                    },
                    36,
                )),
                _ if path.starts_with("/vi/") => Reply::status(404),
                _ => answer(host),
            }
        })
        .await;
        let taken = video(&sites(&server), YOUTUBE).await.unwrap();
        assert_eq!(taken.picture.size.width, width, "{sizes:?}");
    }
}

#[tokio::test]
async fn the_request_to_vimeo_asks_for_a_large_picture() {
    let server = Server::naming_itself(|host, path| match path {
        "/vi/hqdefault.jpg" => Reply::ok(png(48, 36)),
        _ => answer(host),
    })
    .await;
    let taken = video(&sites(&server), VIMEO).await.unwrap();
    assert_eq!(taken.picture.size.width, 48);
    let query = "/vimeo?x=y&width=1280&url=https%3A%2F%2Fvimeo.com%2F76979871%2F0a1b HTTP";
    assert!(server.heads()[0].contains(query), "{:?}", server.heads());
    assert_eq!(server.connections().await, 2);
}

#[tokio::test]
async fn a_video_without_a_public_preview_is_refused() {
    let hidden = "names a video that is private or does not exist; check the URL, or pass a picture as `imageUrl`";
    let nothing = "names a video for which its site names no preview picture; pass a picture as `imageUrl`";
    let replies: [(Answer, &str); 9] = [
        (|| Reply::status(401), hidden),
        (|| Reply::status(404), hidden),
        (
            || Reply::status(429),
            "names a video whose preview picture could not be looked up: the site answers with status 429; it must give the file \
             with status 200 to everybody; try again later, or pass a picture as `imageUrl`",
        ),
        (
            || Reply::status(500),
            "names a video whose preview picture could not be looked up: the site answers with status 500; it must give the file \
             with status 200 to everybody; try again later, or pass a picture as `imageUrl`",
        ),
        (|| Reply::ok(vec![b' '; 1_000_001]), nothing),
        (|| Reply::ok("<html>"), nothing),
        (|| Reply::ok(r#"{"thumbnail_url":1}"#), nothing),
        (
            || Reply::ok(r#"{"thumbnail_url":"http://10.0.0.1/a/b.jpg"}"#),
            "has a preview picture that leads to an address that is not public; use a URL that everybody on the internet \
             can reach; pass another picture as `imageUrl`",
        ),
        (
            || Reply::ok(r#"{"thumbnail_url":"file:///etc/passwd"}"#),
            "has a preview picture that has the scheme `file`; it must be an http, https or data: URL; pass another picture as `imageUrl`",
        ),
    ];
    for (reply, message) in replies {
        let server = Server::start(move |_| reply()).await;
        assert_eq!(refused(&sites(&server), YOUTUBE).await, message);
    }
}

#[tokio::test]
async fn the_page_of_another_site_names_its_picture_itself() {
    let server = Server::start(|path| match path {
        "/watch/1" => Reply::redirect(302, "/videos/1"),
        "/videos/1" => Reply::ok("<title>A &lt;video&gt;</title><meta property=og:image content=1.png>"),
        "/videos/1.png" => Reply::ok(png(40, 30)),
        "/plain" => Reply::ok("<p>"),
        "/gone" => Reply::ok("<meta property=og:image content=/404>"),
        "/wrong" => Reply::ok("<meta property=og:image content=/plain>"),
        "/inside" => Reply::ok("<meta property=og:image content=http://[::1]/>"),
        "/several" => Reply::ok(
            "<meta property=og:image content=/404><meta property=og:image content=/plain>\
             <meta property=og:image content=http://[::1]/><meta property=og:image content=/videos/1.png>\
             <meta property=og:image content=/never>",
        ),
        "/never" => panic!("an earlier picture can be used"),
        _ => Reply::status(404),
    })
    .await;
    let sources = Sources::new(server.config());
    let taken = video(&sources, &server.url("/watch/1")).await.unwrap();
    assert_eq!(taken.picture.size.width, 40);
    assert_eq!(taken.title.as_deref(), Some("A <video>"));
    assert_eq!(taken.url, Some(server.url("/watch/1")));
    let taken = video(&sources, &server.url("/several")).await.unwrap();
    assert_eq!(taken.picture.size.width, 40);
    for (path, message) in [
        (
            "/plain",
            "is not a page that names a preview picture; pass a picture as `imageUrl`",
        ),
        ("/videos/1.png", "is a picture, not a page: pass it as `imageUrl`"),
        (
            "/nothing",
            "answers with status 404; it must give the file with status 200 to everybody",
        ),
        (
            "/gone",
            "has a preview picture that answers with status 404; it must give the file with status 200 to everybody; pass another picture as `imageUrl`",
        ),
        (
            "/inside",
            "has a preview picture that leads to an address that is not public; use a URL that everybody on the internet \
             can reach; pass another picture as `imageUrl`",
        ),
    ] {
        assert_eq!(refused(&sources, &server.url(path)).await, message, "{path}");
    }
    let wrong = refused(&sources, &server.url("/wrong")).await;
    assert!(wrong.starts_with("has a preview picture that "), "{wrong}");
    assert_eq!(
        refused(&sources, BASE64).await,
        "is a data: URL; a video must be an http or https URL"
    );
    let channel = refused(&sources, "https://www.youtube.com/@someone").await;
    assert_eq!(
        channel,
        "is a URL of YouTube, but not of a video; pass the URL of one video's page"
    );
}
