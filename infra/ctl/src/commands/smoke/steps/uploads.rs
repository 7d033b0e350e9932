//! The upload of a picture, which `create_person` then uses.

use bytes::Bytes;
use contract::{
    ToolSpec,
    operations::{CreateUpload, OPERATIONS},
};
use http::{Method, Request, header::CONTENT_TYPE};
use serde_json::json;

use super::pictures;
use crate::{
    commands::smoke::{
        answer::Data,
        problem::{Problem, require},
        session::Session,
    },
    failure::line_of,
};

/// Separates the fields of the form.
const BOUNDARY: &str = "tgctl-smoke-boundary";

pub(super) async fn upload(session: &mut Session) -> Result<String, Problem> {
    let file = pictures::tiny_file()?;
    let operation = OPERATIONS.iter().find(|each| each.terms.name == CreateUpload::NAME);
    let path = operation
        .ok_or_else(|| Problem::wrong("there is no such operation"))?
        .path;
    let body = json!({ "sizeBytes": file.len() }).to_string();
    let answer = session.ask(session.request(Method::POST, path, body)?).await?;
    let upload = answer.data::<CreateUpload>()?;
    post(session, &upload, &file).await?;
    session.upload = Some(upload.text("/source")?.to_owned());
    Ok(String::new())
}

/// Posts the form of an upload to the bucket, which is on another host.
async fn post(session: &mut Session, upload: &Data, file: &[u8]) -> Result<(), Problem> {
    let mut form = String::new();
    for (name, value) in upload.texts("/fields")? {
        form += &format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    }
    form += &format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"tiny.png\"\r\n\r\n");
    let form = [form.as_bytes(), file, format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat();
    let request = Request::post(upload.text("/url")?)
        .header(CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}"))
        .body(Bytes::from(form));
    let request = request.map_err(|_| Problem::wrong("data/url is not a URL"))?;
    let response = session.send(request).await;
    let response = response.map_err(|problem| Problem::wrong(format!("the upload's URL: {}", line_of(&problem))))?;
    require(response.status().is_success(), || {
        let code = pictures::error_code(response.body());
        format!("the upload's URL responds with the status {}{code}", response.status())
    })
}
