//! Protects the endpoint from web pages. It listens only on this machine, but a browser on this machine may send it
//! requests for any page.

use std::net::IpAddr;

use http::{
    HeaderMap, HeaderValue, Response, StatusCode,
    header::{HOST, ORIGIN},
    uri::Authority,
};

use super::json;
use crate::server::Body;

/// Refuses a request whose `Host` header names another machine. By DNS rebinding, a page can give this machine's
/// address to its own host name, and its browser then treats the page and the endpoint as the same site.
pub(super) fn foreign_host(headers: &HeaderMap) -> Option<Response<Body>> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let is_own = host.is_some_and(names_this_machine);
    (!is_own).then(|| refusal("the Host header must name this machine, as in 127.0.0.1:4566"))
}

/// Refuses a DynamoDB or SQS call by a page of another machine. These services accept any credentials here, while S3
/// checks signatures and has a CORS rule.
pub(super) fn foreign_origin(headers: &HeaderMap) -> Option<Response<Body>> {
    let is_own = |origin: &HeaderValue| {
        let authority = origin
            .to_str()
            .ok()
            .and_then(|origin| Some(origin.split_once("://")?.1));
        authority.is_some_and(names_this_machine)
    };
    let all_own = headers.get_all(ORIGIN).iter().all(is_own);
    (!all_own).then(|| refusal("pages of another machine may not call DynamoDB and SQS"))
}

/// Whether a host, with or without a port, is this machine. `localhost` and names below it never resolve to another
/// machine, <https://www.rfc-editor.org/rfc/rfc6761#section-6.3>.
fn names_this_machine(authority: &str) -> bool {
    let Ok(authority) = authority.parse::<Authority>() else {
        return false;
    };
    let host = authority.host().to_ascii_lowercase();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let is_localhost = host == "localhost" || host.ends_with(".localhost");
    is_localhost || address.is_ok_and(|address| address.is_loopback())
}

fn refusal(message: &str) -> Response<Body> {
    let body = serde_json::json!({ "__type": "com.amazon.coral.service#AccessDeniedException", "message": message });
    json::response(StatusCode::FORBIDDEN, body.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_header_of_another_machine_is_refused() {
        let refused = |host: &str| {
            let headers = HeaderMap::from_iter([(HOST, host.parse().unwrap())]);
            foreign_host(&headers).is_some()
        };
        for own in [
            "127.0.0.1:4566",
            "127.0.0.1",
            "127.1.2.3:80",
            "localhost:4566",
            "LOCALHOST",
            "[::1]:4566",
            "a.localhost",
        ] {
            assert!(!refused(own), "{own}");
        }
        for foreign in [
            "evil.example",
            "evil.example:4566",
            "10.0.0.1:4566",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "0.0.0.0:4566",
            "",
        ] {
            assert!(refused(foreign), "{foreign}");
        }
        assert!(foreign_host(&HeaderMap::new()).is_some());
    }

    #[test]
    fn a_page_of_another_machine_is_refused() {
        let refused = |origins: &[&str]| {
            let headers: HeaderMap = origins.iter().map(|origin| (ORIGIN, origin.parse().unwrap())).collect();
            foreign_origin(&headers).is_some()
        };
        assert!(!refused(&[]));
        assert!(!refused(&["http://127.0.0.1:9000"]));
        assert!(!refused(&["http://localhost:3000"]));
        for foreign in [
            &["https://evil.example"][..],
            &["null"],
            &["http://127.0.0.1:9000", "https://evil.example"],
        ] {
            assert!(refused(foreign), "{foreign:?}");
        }
    }
}
