//! Serves the console: its page at `/console` and, to browsers, at `/`; its files below `/console/`.

use bytes::Bytes;
use console::{Asset, PAGE, content_security_policy};
use http::{
    HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode,
    header::{
        ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
        IF_NONE_MATCH, REFERRER_POLICY, VARY,
    },
};
use rest::Pages;
use runtime::AwsConfig;

/// Browsers ask for the page at every visit, so that a new version is seen at once.
const ASK_FIRST: HeaderValue = HeaderValue::from_static("no-cache");
/// Another version of a file has another path, so a browser may keep the file for a year.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const GZIP: HeaderValue = HeaderValue::from_static("gzip");
/// Pages of other origins get no reference to the window of the console.
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
/// Denies all devices and payments to the page, which needs none, and so also to injected code. The clipboard is not
/// denied, because people copy URLs.
const NO_DEVICES: HeaderValue = HeaderValue::from_static(
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), \
     microphone=(), midi=(), payment=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()",
);

/// The console.
#[derive(Debug)]
pub(crate) struct Console {
    policy: HeaderValue,
}

impl Console {
    /// The console with pictures of this origin.
    pub(crate) fn new(pictures: &str) -> Self {
        let policy = content_security_policy(pictures);
        // An origin has only visible characters. If it had others, the page would show no pictures.
        let policy = HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
        Self { policy }
    }
}

impl Pages for Console {
    fn get(&self, request: &Request<Bytes>) -> Option<Response<Bytes>> {
        let headers = request.headers();
        let path = match request.uri().path() {
            "/" if accepts_html(headers) => PAGE,
            "/console/" => PAGE,
            path => path,
        };
        let asset = console::find(path)?;
        let mut response = content(asset, headers);
        let headers = response.headers_mut();
        if !asset.is_immutable {
            headers.insert(CONTENT_SECURITY_POLICY, self.policy.clone());
            headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
            headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
            headers.insert(PERMISSIONS_POLICY, NO_DEVICES);
            headers.append(VARY, HeaderValue::from_static("Accept"));
        }
        Some(response)
    }
}

/// The response with an asset: 304 if the client has it already.
fn content(asset: &'static Asset, request: &HeaderMap) -> Response<Bytes> {
    let is_compressed = names(request, &ACCEPT_ENCODING, "gzip");
    // Two encodings of one file have different tags (RFC 9110, section 8.8.3).
    let tag = format!("\"{}{}\"", asset.entity_tag, if is_compressed { "-gzip" } else { "" });
    let is_known = names(request, &IF_NONE_MATCH, &tag);
    let body = match (is_known, is_compressed) {
        (true, _) => &[],
        (false, true) => asset.gzip,
        (false, false) => asset.plain,
    };
    let mut response = Response::new(Bytes::from_static(body));
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, if asset.is_immutable { FOR_EVER } else { ASK_FIRST });
    headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
    if is_compressed {
        headers.insert(CONTENT_ENCODING, GZIP);
    }
    response
}

/// Whether a header that is a list names this value. Weights are ignored, except for a weight of zero; a weak tag is
/// equal to a strong one.
fn names(request: &HeaderMap, header: &HeaderName, wanted: &str) -> bool {
    let values = request.get_all(header).iter();
    let mut items = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    items.any(|item| {
        let (name, parameters) = item.split_once(';').unwrap_or((item, ""));
        let is_refused = matches!(parameters.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        name.trim().trim_start_matches("W/").eq_ignore_ascii_case(wanted) && !is_refused
    })
}

fn accepts_html(request: &HeaderMap) -> bool {
    names(request, &ACCEPT, "text/html")
}

/// The origin of the presigned URLs of a bucket:
/// <https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html>.
pub fn pictures_origin(aws: &AwsConfig, bucket: &str) -> String {
    match &aws.endpoint_url {
        Some(url) => {
            let end = url.match_indices('/').nth(2).map_or(url.len(), |(end, _)| end);
            url.get(..end).unwrap_or(url).to_owned()
        }
        None => {
            let region = &aws.region;
            let domain = if region.starts_with("cn-") {
                "amazonaws.com.cn"
            } else {
                "amazonaws.com"
            };
            format!("https://{bucket}.s3.{region}.{domain}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(path: &str, headers: &[(HeaderName, &str)]) -> Option<Response<Bytes>> {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        Console::new("https://pictures.example").get(&request.body(Bytes::new()).unwrap())
    }

    #[test]
    fn only_browsers_get_the_page_at_the_root() {
        let html = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8";
        assert_eq!(
            get("/", &[(ACCEPT, html)]).unwrap().headers()["content-type"],
            "text/html; charset=utf-8"
        );
        for accept in ["*/*", "application/json", "text/html;q=0"] {
            assert!(get("/", &[(ACCEPT, accept)]).is_none(), "{accept}");
        }
        assert!(get("/", &[]).is_none());
        assert!(get("/console/nothing.js", &[(ACCEPT, html)]).is_none());
    }

    #[test]
    fn a_file_is_compressed_if_the_client_accepts_gzip() {
        for (accepted, is_compressed) in [
            ("gzip, br", true),
            ("br;q=1, gzip;q=0.5", true),
            ("gzip;q=0", false),
            ("br", false),
        ] {
            let response = get("/console", &[(ACCEPT_ENCODING, accepted)]).unwrap();
            assert_eq!(
                response.headers().contains_key("content-encoding"),
                is_compressed,
                "{accepted}"
            );
            assert_eq!(
                response.body().starts_with(b"<!doctype html>"),
                !is_compressed,
                "{accepted}"
            );
            let tag = response.headers()["etag"].to_str().unwrap();
            let again = get("/console", &[(ACCEPT_ENCODING, accepted), (IF_NONE_MATCH, tag)]).unwrap();
            assert_eq!((again.status(), again.body().len()), (StatusCode::NOT_MODIFIED, 0));
        }
    }

    #[test]
    fn the_page_is_asked_for_again_and_files_are_kept() {
        let page = get("/console", &[]).unwrap();
        assert_eq!(page.headers()["cache-control"], "no-cache");
        let policy = page.headers()["content-security-policy"].to_str().unwrap();
        assert!(
            policy.contains("img-src 'self' data: blob: https://pictures.example;"),
            "{policy}"
        );
        for asset in console::assets().iter().filter(|asset| asset.is_immutable) {
            let file = get(asset.path, &[]).unwrap();
            assert!(file.headers()["cache-control"].to_str().unwrap().ends_with("immutable"));
            assert_eq!(file.body(), asset.plain);
        }
    }

    #[test]
    fn the_origin_of_pictures_is_that_of_the_endpoint_or_of_the_bucket() {
        let local = AwsConfig::local("http://127.0.0.1:4566/s3");
        assert_eq!(pictures_origin(&local, "b"), "http://127.0.0.1:4566");
        let at = |region: &str| {
            let aws = AwsConfig {
                region: region.to_owned(),
                endpoint_url: None,
                ..AwsConfig::local("")
            };
            pictures_origin(&aws, "b")
        };
        assert_eq!(at("eu-west-1"), "https://b.s3.eu-west-1.amazonaws.com");
        assert_eq!(at("cn-north-1"), "https://b.s3.cn-north-1.amazonaws.com.cn");
    }
}
