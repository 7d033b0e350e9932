//! Uploads as a caller makes them: the form is posted to the bucket, and its source is passed to a tool.

use bytes::Bytes;
use http::{Method, Request, Response};
use serde_json::{Value, json};

use crate::{Client, http::send};

const BOUNDARY: &str = "between-the-fields";

/// The body of a form with these fields, and then the file.
fn form(fields: &[(&str, &str)], file: &[u8]) -> Vec<u8> {
    let mut body = String::new();
    for (name, value) in fields {
        body += &format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    }
    body += &format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\nContent-Type: \
         image/png\r\n\r\n"
    );
    [body.as_bytes(), file, format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat()
}

/// Posts a form to a URL, as a page of the origin `https://app.example`.
pub async fn post_form(url: &str, fields: &[(&str, &str)], file: &[u8]) -> Response<Bytes> {
    let request = Request::post(url)
        .header("content-type", format!("multipart/form-data; boundary={BOUNDARY}"))
        .header("origin", "https://app.example");
    send(request.body(form(fields, file).into()).expect("a request")).await
}

/// The fields of the form of an upload.
///
/// # Panics
///
/// When the upload has no fields.
pub fn fields(upload: &Value) -> Vec<(&str, &str)> {
    let fields = upload["fields"].as_object().expect("fields").iter();
    fields
        .map(|(name, value)| (name.as_str(), value.as_str().expect("a text")))
        .collect()
}

/// Posts a file to an upload.
pub async fn post_file(upload: &Value, file: &[u8]) -> Response<Bytes> {
    post_form(upload["url"].as_str().unwrap_or_default(), &fields(upload), file).await
}

impl Client {
    /// Creates an upload and returns its data.
    pub async fn create_upload(&self, body: Value) -> Value {
        let request = self.request(Method::POST, "/api/v1/uploads", body.to_string());
        self.operate(request).await.data().clone()
    }

    /// The source of an upload to which this file was posted.
    ///
    /// # Panics
    ///
    /// When the bucket refuses the file.
    pub async fn uploaded(&self, file: &[u8]) -> Value {
        let upload = self.create_upload(json!({})).await;
        let posted = post_file(&upload, file).await;
        assert_eq!(posted.status(), 204, "{:?}", posted.body());
        upload["source"].clone()
    }
}
