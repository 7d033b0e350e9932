//! The era of a request: requests of revision 2026-07-28 name their version, those of the older revisions agree on it
//! with `initialize`. Checks what the new revision requires of headers and `_meta`.

use base64::{Engine, prelude::BASE64_STANDARD};
use http::HeaderMap;
use serde_json::value::RawValue;

use crate::protocol::{
    error::ProtocolError,
    json::{is_object, members, present, string},
    message::Request,
    revision::{Era, NEW, Revision, SUPPORTED},
};

/// The beginning of the names in `_meta` by which a request says that it is of the new era.
const META_PREFIX: &str = "io.modelcontextprotocol/";
const VERSION_HEADER: &str = "mcp-protocol-version";

/// The members of `_meta` that decide the era.
#[derive(Default)]
struct Meta {
    is_new: bool,
    version: Option<String>,
    has_capabilities: bool,
}

impl Meta {
    fn read(text: Option<&RawValue>) -> Self {
        let mut meta = Self::default();
        let Some(text) = text else { return meta };
        members(text, |name, value| {
            let Some(name) = name.strip_prefix(META_PREFIX) else {
                return;
            };
            meta.is_new = true;
            match name {
                "protocolVersion" => meta.version = string(value),
                "clientCapabilities" => meta.has_capabilities = present(value).is_some_and(is_object),
                _ => {}
            }
        });
        meta
    }
}

/// Finds the era of a request, and checks what its revision requires of `_meta` and of the headers.
pub(crate) fn check(request: &Request<'_>, headers: &HeaderMap) -> Result<Era, ProtocolError> {
    let meta = Meta::read(request.params.meta);
    let header = text(headers, VERSION_HEADER);
    let is_new = meta.is_new || matches!(&header, Ok(Some(version)) if version == NEW);
    if !is_new {
        return match header {
            Ok(None) => Ok(Era::Older(Revision::First)),
            Ok(Some(version)) if version == "2025-03-26" => Ok(Era::Older(Revision::First)),
            Ok(Some(version)) if SUPPORTED.contains(&version.as_str()) => Ok(Era::Older(Revision::Later)),
            _ => Err(ProtocolError::UnknownVersionHeader),
        };
    }
    let version = meta
        .version
        .ok_or(ProtocolError::MissingMeta("io.modelcontextprotocol/protocolVersion"))?;
    if !meta.has_capabilities {
        return Err(ProtocolError::MissingMeta("io.modelcontextprotocol/clientCapabilities"));
    }
    same("MCP-Protocol-Version", header?, Some(&version))?;
    same("Mcp-Method", text(headers, "mcp-method")?, Some(&request.method))?;
    if let Some(source) = name_source(request) {
        let header = text(headers, "mcp-name")?;
        let decoded = header.as_deref().map(decode).transpose()?;
        same("Mcp-Name", decoded, source.and_then(string).as_deref())?;
    }
    if version == NEW {
        Ok(Era::New)
    } else {
        Err(ProtocolError::UnsupportedVersion { requested: version })
    }
}

/// The parameter that the header Mcp-Name repeats; `None` if the method has no such parameter.
fn name_source<'a>(request: &Request<'a>) -> Option<Option<&'a RawValue>> {
    match request.method.as_str() {
        "tools/call" | "prompts/get" => Some(request.params.name),
        "resources/read" => Some(request.params.uri),
        _ => None,
    }
}

/// The text of a header. Several headers of one name are one list, which equals no single value.
fn text(headers: &HeaderMap, name: &str) -> Result<Option<String>, ProtocolError> {
    let mut values = Vec::new();
    for value in headers.get_all(name) {
        let value = value.to_str();
        values.push(value.map_err(|_| mismatch(name, "has characters other than visible ASCII"))?);
    }
    Ok((!values.is_empty()).then(|| values.join(", ")))
}

/// Decodes the form `=?base64?…?=`, in which a header contains text other than ASCII.
fn decode(value: &str) -> Result<String, ProtocolError> {
    let encoded = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let Some(encoded) = encoded else {
        return Ok(value.to_owned());
    };
    let bytes = BASE64_STANDARD.decode(encoded).ok();
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    text.ok_or_else(|| mismatch("Mcp-Name", "is not base64 of UTF-8 text"))
}

fn same(name: &str, header: Option<String>, body: Option<&str>) -> Result<(), ProtocolError> {
    match (header, body) {
        (None, _) => Err(mismatch(name, "is missing")),
        (Some(header), Some(body)) if header == body => Ok(()),
        (Some(_), _) => Err(mismatch(name, "differs from the body")),
    }
}

fn mismatch(name: &str, problem: &str) -> ProtocolError {
    ProtocolError::HeaderMismatch(format!("the header {name} {problem}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::message::Message;

    fn era(body: &str, headers: &[(&'static str, &str)]) -> Result<Era, i32> {
        let Ok(Message::Request(request)) = Message::read(body.as_bytes()) else {
            panic!("{body} is no request");
        };
        let headers = headers
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect();
        check(&request, &headers).map_err(|error| error.code())
    }

    fn body(method: &str, name: &str, version: &str) -> String {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"name":"{name}","_meta":{{
                "{META_PREFIX}protocolVersion":"{version}","{META_PREFIX}clientCapabilities":{{}}}}}}}}"#
        )
    }

    #[test]
    fn a_request_without_marks_is_of_the_older_era_that_its_header_names() {
        let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":1}}}"#;
        let of = |version| era(ping, &[(VERSION_HEADER, version)]);
        assert_eq!(era(ping, &[]), Ok(Era::Older(Revision::First)));
        assert_eq!(of("2025-03-26"), Ok(Era::Older(Revision::First)));
        assert_eq!(of("2025-06-18"), Ok(Era::Older(Revision::Later)));
        assert_eq!(of("2025-11-25"), Ok(Era::Older(Revision::Later)));
        for version in ["2024-11-05", "2099-01-01", "", "2025-06-18, 2025-06-18"] {
            assert_eq!(of(version), Err(-32600), "{version}");
        }
    }

    #[test]
    fn the_version_header_alone_makes_a_request_new() {
        let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        assert_eq!(era(ping, &[(VERSION_HEADER, NEW)]), Err(-32602));
    }

    #[test]
    fn a_new_request_has_headers_that_equal_its_body() {
        let call = body("tools/call", "get_credits", NEW);
        let valid = [
            (VERSION_HEADER, NEW),
            ("mcp-method", "tools/call"),
            ("mcp-name", "get_credits"),
        ];
        assert_eq!(era(&call, &valid), Ok(Era::New));
        for missing in 0..3 {
            let mut headers = valid.to_vec();
            headers.remove(missing);
            assert_eq!(era(&call, &headers), Err(-32020), "{headers:?}");
        }
        for (name, value) in [
            (VERSION_HEADER, "2025-11-25"),
            ("mcp-method", "tools/list"),
            ("mcp-method", "Tools/Call"),
            ("mcp-name", "get_credit"),
            ("mcp-name", "=?base64?!?="),
            ("mcp-name", "=?base64?/w==?="),
        ] {
            let headers = valid.map(|(known, usual)| (known, if known == name { value } else { usual }));
            assert_eq!(era(&call, &headers), Err(-32020), "{name}: {value}");
        }
    }

    #[test]
    fn a_name_that_is_not_ascii_is_compared_decoded() {
        let call = body("tools/call", "größe", NEW);
        let encoded = format!("=?base64?{}?=", BASE64_STANDARD.encode("größe"));
        let headers = |name| [(VERSION_HEADER, NEW), ("mcp-method", "tools/call"), ("mcp-name", name)];
        assert_eq!(era(&call, &headers(&encoded)), Ok(Era::New));
        assert_eq!(era(&call, &headers("größe")), Err(-32020));
    }

    #[test]
    fn errors_come_in_the_order_meta_headers_version() {
        let unsupported = body("ping", "x", "2099-01-01");
        assert_eq!(era(&unsupported, &[]), Err(-32020));
        let headers = [(VERSION_HEADER, "2099-01-01"), ("mcp-method", "ping")];
        assert_eq!(era(&unsupported, &headers), Err(-32022));
        for meta in [
            r#""protocolVersion":"2099-01-01""#,
            r#""clientCapabilities":{}"#,
            r#""protocolVersion":5,"io.modelcontextprotocol/clientCapabilities":{}"#,
            r#""protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":null"#,
        ] {
            let request = format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"_meta":{{"io.modelcontextprotocol/{}}}}}}}"#,
                meta.trim_start_matches('"')
            );
            assert_eq!(era(&request, &[]), Err(-32602), "{request}");
        }
    }
}
