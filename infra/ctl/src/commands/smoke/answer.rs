//! Checks a response of the service against the contract: its envelope, its headers, the schema of the tool.

use std::str::FromStr;

use bytes::Bytes;
use contract::{Amount, RequestId, ToolSpec};
use http::{HeaderMap, Response, StatusCode, header::CONTENT_TYPE};
use serde_json::{Map, Value};

use super::problem::{Problem, require};

/// A response with an envelope.
#[derive(Debug)]
pub(super) struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Map<String, Value>,
}

/// The `data` of a success.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Data(Value);

fn text<'a>(object: &'a Map<String, Value>, name: &str) -> &'a str {
    object.get(name).and_then(Value::as_str).unwrap_or_default()
}

impl Answer {
    /// Reads a response. A response without an envelope comes from another service.
    pub(super) fn read(response: Response<Bytes>) -> Result<Self, Problem> {
        let (parts, bytes) = response.into_parts();
        let foreign = Problem::Foreign(parts.status);
        let Ok(Value::Object(body)) = serde_json::from_slice(&bytes) else {
            return Err(foreign);
        };
        let answer = Self {
            status: parts.status,
            headers: parts.headers,
            body,
        };
        let success = answer.body.get("success").and_then(Value::as_bool);
        let known = answer.header("x-request-id").parse::<RequestId>().is_ok();
        if success.is_none() || !known {
            return Err(foreign);
        }
        let content_type = answer.header(CONTENT_TYPE.as_str());
        require(content_type == "application/json", || {
            format!("a response has the content type {content_type:?}")
        })?;
        require(success == Some(answer.status == StatusCode::OK), || {
            format!("a response's status {} contradicts its field success", answer.status)
        })?;
        Ok(answer)
    }

    /// A header as text; empty when it is absent.
    pub(super) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    }

    /// The body of a success.
    pub(super) fn success(&self) -> Result<&Map<String, Value>, Problem> {
        if self.status != StatusCode::OK {
            return Err(Problem::Refused {
                status: self.status,
                code: text(&self.body, "code").to_owned(),
                message: text(&self.body, "error").to_owned(),
                request_id: self.header("x-request-id").to_owned(),
            });
        }
        for name in ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"] {
            require(self.header(name).parse::<u64>().is_ok(), || {
                format!("a successful response has no header {name}")
            })?;
        }
        Ok(&self.body)
    }

    /// The data of a successful call of `T`, checked against its schema.
    pub(super) fn data<T: ToolSpec>(&self) -> Result<Data, Problem> {
        let data = self.success()?.get("data").cloned().unwrap_or_default();
        let schema = (contract::ToolInfo::of::<T>().output_schema)();
        let validator = jsonschema::validator_for(&schema)
            .map_err(|error| Problem::wrong(format!("the schema of {} is invalid: {}", T::NAME, error.masked())))?;
        let against = validator.iter_errors(&data).next().map(|error| {
            let place = error.instance_path();
            format!("data{place} does not match the schema: {}", error.masked())
        });
        against.map_or(Ok(Data(data)), |what| Err(Problem::Wrong(what)))
    }

    /// The details of an error with this status and code. Any other response is wrong.
    pub(super) fn refusal(&self, status: StatusCode, code: &str) -> Result<Data, Problem> {
        let given = text(&self.body, "code");
        require(self.status == status && given == code, || {
            let said = if self.status == StatusCode::OK {
                "a success"
            } else {
                given
            };
            format!("{said} ({}) instead of {code} ({status})", self.status)
        })?;
        let details = self.body.get("details").filter(|details| details.is_object());
        let details = details.ok_or_else(|| Problem::wrong(format!("a {code} has no details")))?;
        require(!text(&self.body, "error").is_empty(), || {
            format!("a {code} has no error message")
        })?;
        Ok(Data(details.clone()))
    }
}

impl Data {
    /// The value at a JSON pointer.
    pub(super) fn at(&self, pointer: &str) -> Result<Self, Problem> {
        let part = self.0.pointer(pointer).cloned();
        part.map(Self).ok_or_else(|| absent(pointer))
    }

    /// Checks that the value at a JSON pointer equals `expected`.
    pub(super) fn is(&self, pointer: &str, expected: impl Into<Value>) -> Result<(), Problem> {
        let expected = expected.into();
        require(self.0.pointer(pointer) == Some(&expected), || {
            format!("data{pointer} is not {expected}")
        })
    }

    /// The text at a JSON pointer.
    pub(super) fn text(&self, pointer: &str) -> Result<&str, Problem> {
        let text = self.0.pointer(pointer).and_then(Value::as_str);
        text.ok_or_else(|| absent(pointer))
    }

    /// The texts in the object at a JSON pointer, with their names.
    pub(super) fn texts(&self, pointer: &str) -> Result<Vec<(&str, &str)>, Problem> {
        let fields = self.0.pointer(pointer).and_then(Value::as_object);
        let fields = fields.ok_or_else(|| absent(pointer))?.iter();
        fields
            .map(|(name, value)| Ok((name.as_str(), value.as_str().ok_or_else(|| absent(pointer))?)))
            .collect()
    }

    /// The parsed text at a JSON pointer.
    pub(super) fn parsed<T: FromStr>(&self, pointer: &str) -> Result<T, Problem> {
        self.text(pointer)?.parse().map_err(|_| absent(pointer))
    }

    /// The amount at a JSON pointer.
    pub(super) fn amount(&self, pointer: &str) -> Result<Amount, Problem> {
        // Parsed from the digits, because amounts are not floating-point numbers.
        let number = self.0.pointer(pointer).and_then(Value::as_number);
        let amount = number.and_then(|number| number.to_string().parse().ok());
        amount.ok_or_else(|| absent(pointer))
    }

    /// The whole number at a JSON pointer.
    pub(super) fn number(&self, pointer: &str) -> Result<u64, Problem> {
        let number = self.0.pointer(pointer).and_then(Value::as_u64);
        number.ok_or_else(|| absent(pointer))
    }

    /// The items of the list at a JSON pointer.
    pub(super) fn list(&self, pointer: &str) -> Result<Vec<Self>, Problem> {
        let list = self.0.pointer(pointer).and_then(Value::as_array);
        let list = list.ok_or_else(|| absent(pointer))?;
        Ok(list.iter().cloned().map(Self).collect())
    }
}

fn absent(pointer: &str) -> Problem {
    Problem::wrong(format!("data{pointer} is absent or has another type"))
}

#[cfg(test)]
mod tests {
    use contract::tools::{GetCredits, ListImages};
    use serde_json::json;

    use super::*;

    fn response(status: u16, body: &str) -> Response<Bytes> {
        Response::builder()
            .status(status)
            .header("content-type", "application/json")
            .header("x-request-id", "req_0193e5a0b1c27d3e8f4a5b6c7d8e9f00")
            .header("x-ratelimit-limit", "10")
            .header("x-ratelimit-remaining", "9")
            .header("x-ratelimit-reset", "1700000000")
            .body(Bytes::copy_from_slice(body.as_bytes()))
            .unwrap()
    }

    #[test]
    fn a_response_without_an_envelope_is_from_another_service() {
        for body in [
            "",
            "<html>",
            "[]",
            "{}",
            r#"{"message":"Not Found"}"#,
            r#"{"success":1}"#,
        ] {
            let problem = Answer::read(response(404, body)).unwrap_err();
            assert!(matches!(problem, Problem::Foreign(StatusCode::NOT_FOUND)), "{body}");
        }
        let mut nameless = response(200, r#"{"success":true,"data":{}}"#);
        nameless.headers_mut().remove("x-request-id");
        assert!(matches!(Answer::read(nameless), Err(Problem::Foreign(_))));
    }

    #[test]
    fn a_status_that_contradicts_the_envelope_is_an_error() {
        for (status, body) in [(200, r#"{"success":false}"#), (500, r#"{"success":true,"data":{}}"#)] {
            assert!(matches!(Answer::read(response(status, body)), Err(Problem::Wrong(_))));
        }
    }

    #[test]
    fn schema_errors_do_not_show_the_data() {
        let good = r#"{"success":true,"data":{"images":[],"nextCursor":null}}"#;
        assert!(Answer::read(response(200, good)).unwrap().data::<ListImages>().is_ok());
        for body in [
            r#"{"success":true}"#,
            r#"{"success":true,"data":{"images":[]}}"#,
            r#"{"success":true,"data":{"images":[],"nextCursor":null,"more":1}}"#,
            r#"{"success":true,"data":{"images":"https://secret","nextCursor":null}}"#,
        ] {
            let problem = Answer::read(response(200, body))
                .unwrap()
                .data::<ListImages>()
                .unwrap_err();
            assert!(!problem.to_string().contains("secret"), "{problem}");
        }
    }

    #[test]
    fn a_success_needs_rate_limit_headers() {
        let mut silent = response(200, r#"{"success":true,"data":{"images":[],"nextCursor":null}}"#);
        silent.headers_mut().remove("x-ratelimit-reset");
        let problem = Answer::read(silent).unwrap().data::<ListImages>().unwrap_err();
        assert_eq!(
            problem.to_string(),
            "a successful response has no header x-ratelimit-reset"
        );
    }

    #[test]
    fn an_error_needs_its_status_and_code() {
        let body = r#"{"success":false,"error":"No.","code":"UNAUTHORIZED","details":{"reason":"invalid"}}"#;
        let answer = Answer::read(response(401, body)).unwrap();
        let details = answer.refusal(StatusCode::UNAUTHORIZED, "UNAUTHORIZED").unwrap();
        assert!(details.is("/reason", "invalid").is_ok());
        assert!(details.is("/reason", "expired").is_err());
        for (status, code) in [
            (StatusCode::FORBIDDEN, "UNAUTHORIZED"),
            (StatusCode::UNAUTHORIZED, "FORBIDDEN"),
        ] {
            assert!(answer.refusal(status, code).is_err());
        }
        let told = answer.data::<GetCredits>().unwrap_err().to_string();
        assert!(
            told.starts_with("UNAUTHORIZED (401 Unauthorized, request req_"),
            "{told}"
        );
    }

    #[test]
    fn amounts_are_read_to_the_hundredth() {
        let data = Data(json!({ "a": 99.95, "b": 3, "c": 2.0, "d": 0.005, "e": "1" }));
        for (pointer, hundredths) in [("/a", 9995), ("/b", 300), ("/c", 200)] {
            assert_eq!(data.amount(pointer).unwrap(), Amount::from_hundredths(hundredths));
        }
        for pointer in ["/d", "/e", "/f"] {
            assert!(data.amount(pointer).is_err(), "{pointer}");
        }
    }
}
