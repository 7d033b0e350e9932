//! Self-hosted servers with a compatible API that differ from the vendors: they need no key or use another response
//! format.

use std::{
    net::Ipv4Addr,
    sync::{Arc, Mutex},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use image::ImageFormat;
use serde_json::{Value, json};
use tests::web;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

use crate::{
    support::{self, begin, picture},
    world::{UpstreamWorld, model, with},
};

/// A server that gives the same response to every POST, a picture to every GET, and records the requests.
struct OwnServer {
    url: String,
    asked: Arc<Mutex<Vec<String>>>,
    task: JoinHandle<()>,
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl OwnServer {
    async fn answering(answer: Value) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let kept = Arc::clone(&asked);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let request = serve(stream, &answer.to_string()).await;
                kept.lock().unwrap().extend(request);
            }
        });
        Self { url, asked, task }
    }

    /// The head in lower case, and the body, of the only recorded request.
    fn request(&self) -> (String, Value) {
        let asked = self.asked.lock().unwrap();
        assert_eq!(asked.len(), 1, "{asked:?}");
        let (head, body) = asked[0].split_once("\r\n\r\n").unwrap();
        (head.to_lowercase(), serde_json::from_str(body).unwrap())
    }
}

/// Answers the only request of a connection. Returns the request's head and body.
async fn serve(mut stream: TcpStream, answer: &str) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).ok()?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length.then(|| value.trim().parse::<usize>().ok())?
    });
    let mut body = vec![0; length.unwrap_or_default()];
    stream.read_exact(&mut body).await.ok()?;
    let answer = match head.starts_with("GET ") {
        true => picture((1344, 768), 120, ImageFormat::Png).to_vec(),
        false => answer.as_bytes().to_vec(),
    };
    let length = answer.len();
    let line = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    stream.write_all(&[line.as_bytes(), &answer].concat()).await.ok()?;
    stream.shutdown().await.ok()?;
    Some(head + &String::from_utf8_lossy(&body))
}

fn encoded() -> String {
    BASE64_STANDARD.encode(picture((1344, 768), 120, ImageFormat::Png))
}

/// Makes a thumbnail with this model, and returns its status.
async fn made_by(model: Value) -> Value {
    let world = UpstreamWorld::start(json!([with(model, json!({ "id": "own" }))])).await;
    let organization = world.organization().await;
    let status = begin(&organization, json!({ "model": "own", "seed": 7 }))
        .await
        .end(&world.service)
        .await;
    world.end().await;
    status
}

#[tokio::test]
async fn an_openai_compatible_server_needs_no_key_and_may_support_seeds() {
    for ending in ["", "/", "/v1", "/v1/"] {
        let server = OwnServer::answering(json!({ "created": 1, "data": [{ "b64_json": encoded() }] })).await;
        let own = json!({
            "provider": "openai", "upstreamModel": "flux", "baseUrl": format!("{}{ending}", server.url),
            "capabilities": { "seed": true, "sizes": ["16:9"] },
        });
        let status = made_by(own).await;
        let made = &status["thumbnails"][0]["reproducibility"];
        assert_eq!(
            (&made["seed"], &made["requestId"]),
            (&json!(7), &Value::Null),
            "{status}"
        );
        let (head, body) = server.request();
        assert!(head.starts_with("post /v1/images/generations http/1.1\r\n"), "{head}");
        assert!(!head.contains("\r\nauthorization:"), "{head}");
        assert_eq!(
            (&body["seed"], &body["model"], &body["size"]),
            (&json!(7), &json!("flux"), &Value::Null)
        );
    }
}

#[tokio::test]
async fn every_form_of_a_picture_in_a_response_is_read() {
    let data = encoded();
    let lines: Vec<&str> = data
        .as_bytes()
        .chunks(76)
        .map(|line| str::from_utf8(line).unwrap())
        .collect();
    let url_of_data = format!("data:image/png;base64,{data}");
    for (form, path) in [
        (json!({ "b64_json": url_of_data }), None),
        (json!({ "b64_json": lines.join("\r\n") }), None),
        (json!({ "b64_json": data.trim_end_matches('=') }), None),
        (json!({ "url": url_of_data }), None),
        (json!({ "b64_json": "", "url": "/files/1.png" }), Some("/files/1.png")),
        (json!({ "b64_json": null, "url": "1.png" }), Some("/v1/images/1.png")),
        (json!({ "b64_json": data, "url": "" }), None),
    ] {
        let server = OwnServer::answering(json!({ "data": [form] })).await;
        let own = json!({ "provider": "openai", "upstreamModel": "flux", "baseUrl": server.url });
        let status = made_by(own).await;
        assert_eq!(status["status"], "completed", "{path:?}: {status}");
        let asked = server.asked.lock().unwrap().clone();
        let fetched = asked
            .iter()
            .find_map(|request| request.strip_prefix("GET ")?.split(' ').next());
        assert_eq!(fetched, path);
    }
}

#[tokio::test]
async fn an_answer_that_cannot_be_read_is_bought_once_more_at_most() {
    let server = OwnServer::answering(json!({ "data": [{ "b64_json": "no base64!" }] })).await;
    let own = json!({ "provider": "openai", "upstreamModel": "flux", "baseUrl": server.url });
    let status = made_by(own).await;
    assert_eq!(status["thumbnails"][0]["error"]["code"], "MODEL_FAILED", "{status}");
    assert_eq!(server.asked.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn a_url_in_a_response_cannot_reach_internal_addresses() {
    let inside = web().show("inside.png", &picture((1344, 768), 120, ImageFormat::Png));
    for url in [
        inside.as_str(),
        "https://127.0.0.1/inside.png",
        "https://localhost/x",
        "file:///etc/hosts",
    ] {
        let server = OwnServer::answering(json!({ "data": [{ "url": url }] })).await;
        let own = json!({ "provider": "openai", "upstreamModel": "flux", "baseUrl": server.url });
        let status = made_by(own).await;
        assert_eq!(status["thumbnails"][0]["error"]["code"], "MODEL_FAILED", "{url}");
        // The server would return such a URL again, so there is no second attempt.
        assert_eq!(server.asked.lock().unwrap().len(), 1, "{url}");
    }
    assert_eq!(web().asked(&inside), 0);
}

#[tokio::test]
async fn a_bedrock_model_with_another_format_is_configured_with_a_template_and_a_pointer() {
    let server = OwnServer::answering(json!({ "result": { "pictures": [null, encoded()] } })).await;
    let format = json!({
        "baseUrl": server.url,
        "capabilities": { "sizes": ["1344x768"] },
        "body": {
            "task": { "text": "{prompt}", "image": "{image}", "sources": ["{image}"] },
            "w": "{width}", "h": "{height}", "s": "{seed}", "shape": "{aspectRatio}", "plain": "{other}",
        },
        "options": { "quality": "high" },
        "picture": "/result/pictures/1",
    });
    let status = made_by(with(model("bedrock", "own", "vendor.model-v1:0"), format)).await;
    assert_eq!(status["thumbnails"][0]["status"], "completed", "{status}");
    let (head, mut body) = server.request();
    assert!(
        head.starts_with("post /model/vendor.model-v1%3a0/invoke http/1.1\r\n"),
        "{head}"
    );
    assert!(
        body["task"]["text"]
            .take()
            .as_str()
            .unwrap()
            .contains(&support::prompt())
    );
    let expected = json!({
        "task": { "text": null, "sources": [] },
        "w": 1344, "h": 768, "s": 7, "shape": "1344x768", "plain": "{other}", "quality": "high",
    });
    assert_eq!(body, expected);
}
