//! Refuses requests that a page in a browser must not send: a page of an origin that is not allowed, and a page that
//! reaches this machine under another name (DNS rebinding).

use std::net::{Ipv4Addr, Ipv6Addr};

use contract::error::BrowserRefusal;
use http::{
    HeaderMap, HeaderValue,
    header::{HOST, ORIGIN},
};
use runtime::Cors;

/// Which requests may pass.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    pub(crate) cors: Cors,
    /// Whether the service runs on its user's own machine. Then the Host header must name this machine, and where all
    /// origins are allowed, only those of this machine are.
    pub(crate) is_local: bool,
}

impl Gate {
    /// Refuses a request that may not pass.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), BrowserRefusal> {
        if self.is_local && !headers.get(HOST).is_some_and(|host| is_loopback(host, "")) {
            return Err(BrowserRefusal::Host);
        }
        match headers.get(ORIGIN) {
            Some(origin) if !self.allows(origin) => Err(BrowserRefusal::Origin),
            _ => Ok(()),
        }
    }

    /// The Origin header, if pages of this origin are allowed.
    pub(crate) fn allowed_origin<'a>(&self, headers: &'a HeaderMap) -> Option<&'a HeaderValue> {
        headers.get(ORIGIN).filter(|origin| self.allows(origin))
    }

    fn allows(&self, origin: &HeaderValue) -> bool {
        match &self.cors {
            Cors::Any if self.is_local => is_loopback(origin, "http://") || is_loopback(origin, "https://"),
            cors => origin.to_str().is_ok_and(|origin| cors.allow(origin).is_some()),
        }
    }
}

/// Whether a header is `before`, a name or an address of this machine, and perhaps a port.
fn is_loopback(header: &HeaderValue, before: &str) -> bool {
    let place = header.to_str().ok().and_then(|text| text.strip_prefix(before));
    let Some(place) = place else { return false };
    let host = match place.rsplit_once(':') {
        Some((host, port)) if port.parse::<u16>().is_ok() => host,
        _ => place,
    };
    let is_v4 = |host: &str| host.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback());
    let is_v6 = |host: &str| host.parse().is_ok_and(|address: Ipv6Addr| address.is_loopback());
    let v6 = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    host.eq_ignore_ascii_case("localhost") || is_v4(host) || v6.is_some_and(is_v6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cors: &str, is_local: bool, host: &str, origin: Option<&str>) -> Result<(), BrowserRefusal> {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        let cors = Cors::parse(cors);
        Gate { cors, is_local }.check(&headers)
    }

    #[test]
    fn a_deployed_service_checks_the_origin_alone() {
        let of = |cors, origin| check(cors, false, "api.example", origin);
        assert_eq!(of("https://a.example", None), Ok(()));
        assert_eq!(of("https://a.example", Some("https://a.example")), Ok(()));
        assert_eq!(of("*", Some("https://b.example")), Ok(()));
        for origin in ["https://b.example", "null", "http://a.example", "\u{e9}"] {
            assert_eq!(
                of("https://a.example", Some(origin)),
                Err(BrowserRefusal::Origin),
                "{origin}"
            );
        }
    }

    #[test]
    fn on_a_developers_machine_the_host_is_a_name_of_the_machine() {
        for host in [
            "localhost",
            "LOCALHOST:9000",
            "127.0.0.1:9000",
            "127.1.2.3",
            "[::1]:80",
            "[::1]",
        ] {
            assert_eq!(check("*", true, host, None), Ok(()), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:9000",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "10.0.0.1",
            "0.0.0.0:9000",
            "",
            "[::2]:80",
        ] {
            assert_eq!(check("*", true, host, None), Err(BrowserRefusal::Host), "{host}");
        }
        let gate = Gate {
            cors: Cors::Any,
            is_local: true,
        };
        assert_eq!(gate.check(&HeaderMap::new()), Err(BrowserRefusal::Host));
    }

    #[test]
    fn on_a_developers_machine_all_origins_means_those_of_the_machine() {
        let of = |cors, origin| check(cors, true, "127.0.0.1:9000", Some(origin));
        for origin in ["http://localhost:3000", "http://127.0.0.1:6274", "https://[::1]"] {
            assert_eq!(of("*", origin), Ok(()), "{origin}");
        }
        for origin in [
            "https://evil.example",
            "null",
            "http://localhost.evil.example",
            "localhost",
        ] {
            assert_eq!(of("*", origin), Err(BrowserRefusal::Origin), "{origin}");
        }
        assert_eq!(of("https://a.example", "https://a.example"), Ok(()));
        assert_eq!(
            of("https://a.example", "http://localhost:3000"),
            Err(BrowserRefusal::Origin)
        );
    }
}
