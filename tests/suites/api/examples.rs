//! The examples in `docs/api.md`: whole requests and answers, made by the service. `UPDATE_DOCS=1` writes them.
//!
//! What differs from run to run, such as ids and times, is replaced by fixed values.

mod refusals;

use std::{collections::HashMap, fmt::Write, fs, path::Path, sync::Mutex};

use bytes::Bytes;
use contract::{Plan, tools};
use http::{Method, Request};
use serde_json::{Map, Value, json};
use tests::{Client, Receiver, Service, client::receive, service::Setup, shared};

use crate::{
    pictures,
    support::{idle, rich},
};

/// Tests write different parts of the same page.
static PAGE: Mutex<()> = Mutex::new(());

/// Requests and answers as Markdown.
#[derive(Default)]
struct Examples {
    text: String,
    /// The id that stands for each id of the run.
    ids: HashMap<String, String>,
}

impl Examples {
    /// Adds a heading and a sentence.
    fn say(&mut self, text: &str) {
        writeln!(self.text, "{text}\n").unwrap();
    }

    /// Sends a request, and adds it with its answer. Returns the answer's body.
    async fn send(&mut self, client: &Client, method: Method, path: &str, body: Value) -> Value {
        let sent = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let request = client.request(method.clone(), path, sent);
        self.show(&method, path, &[], &body, request).await
    }

    async fn show(
        &mut self,
        method: &Method,
        path: &str,
        headers: &[&str],
        body: &Value,
        request: Request<Bytes>,
    ) -> Value {
        let answer = receive(request).await;
        let headers: String = headers.iter().map(|header| format!("{header}\n")).collect();
        let path = self.fixed_text(path);
        let sent = if body.is_null() {
            String::new()
        } else {
            format!("\n{:#}\n", self.fixed("", body))
        };
        let received = format!("{:#}", self.fixed("", &answer.body));
        let status = answer.status.as_u16();
        writeln!(
            self.text,
            "```http\n{method} {path}\n{headers}{sent}```\n\n```json\n// {status}\n{received}\n```\n"
        )
        .unwrap();
        answer.body
    }

    /// Calls a tool below a heading with its name. Returns the data of the answer.
    async fn tool(&mut self, client: &Client, tool: &str, body: Value) -> Value {
        self.say(&format!("#### {tool}"));
        let answer = self
            .send(client, Method::POST, &format!("/api/v1/tools/{tool}"), body)
            .await;
        assert_eq!(answer["success"], true, "{tool}: {answer}");
        answer["data"].clone()
    }

    /// The refusal of a call below a heading, with what to do.
    async fn refusal(&mut self, client: &Client, heading: &str, advice: &str, tool: &str, body: Value) {
        self.say(&format!("#### {heading}\n\n{advice}"));
        let answer = self
            .send(client, Method::POST, &format!("/api/v1/tools/{tool}"), body)
            .await;
        let code = heading.split('`').nth(1).unwrap();
        assert_eq!(answer["code"], code, "{heading}: {answer}");
        let reason = heading.split('`').nth(3).unwrap_or_default();
        let details = &answer["details"];
        let named = ["reason", "resource", "scope"].map(|field| details[field].as_str().unwrap_or_default());
        assert!(reason.is_empty() || named.contains(&reason), "{heading}: {answer}");
    }

    /// The value of a field with what differs from run to run replaced.
    fn fixed(&mut self, field: &str, value: &Value) -> Value {
        match (field, value) {
            ("preflight", Value::Object(_)) => json!({ "ok": true, "checks": [{
                "id": "dimensions", "ok": true, "value": 720, "limit": 720,
                "message": "The picture has enough pixels.", "boxes": [],
            }] }),
            ("inputSchema" | "outputSchema", _) => json!({ "type": "object" }),
            ("durationMs", Value::Number(_)) => json!(84),
            ("sizeBytes", Value::Number(_)) => json!(824_000),
            ("tools" | "models", Value::Array(items)) => {
                items.iter().take(1).map(|item| self.fixed("", item)).collect()
            }
            ("retryAfterSeconds", _) => json!(37),
            ("nextCursor" | "cursor", Value::String(_)) => json!("AbcdEfghIjkl"),
            (_, Value::String(text)) => json!(self.fixed_text(text)),
            (_, Value::Array(items)) => items.iter().map(|item| self.fixed("", item)).collect(),
            (_, Value::Object(fields)) => {
                let fields = fields
                    .iter()
                    .map(|(name, value)| (name.clone(), self.fixed(name, value)));
                Value::Object(fields.collect::<Map<String, Value>>())
            }
            _ => value.clone(),
        }
    }

    fn fixed_text(&mut self, text: &str) -> String {
        let is_time = text.len() == 24 && text.ends_with('Z') && text.as_bytes().get(10) == Some(&b'T');
        if is_time {
            return "2026-11-23T12:00:00.000Z".to_owned();
        }
        if text.starts_with("data:") {
            return "data:image/png;base64,iVBORw0KGgo…".to_owned();
        }
        if text.starts_with("whsec_") {
            return format!("whsec_{}=", "A".repeat(43));
        }
        if text.starts_with("http://") && text.contains("X-Amz-") {
            return "https://bucket.s3.amazonaws.com/OBJECT?X-Amz-Signature=…".to_owned();
        }
        if text.starts_with("https://127.0.0.1") || text.starts_with("http://127.0.0.1") {
            return "https://example.com/hook".to_owned();
        }
        if let Some((before, _)) = text.split_once("Try again in ") {
            return format!("{before}Try again in 37 s.");
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut fixed = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_part) {
            let (before, behind) = rest.split_at(start);
            let end = behind.find(|c| !is_part(c)).unwrap_or(behind.len());
            let (word, after) = behind.split_at(end);
            fixed += before;
            fixed += &self.fixed_word(word);
            rest = after;
        }
        fixed + rest
    }

    /// The id that stands for an id, or the word itself.
    fn fixed_word(&mut self, word: &str) -> String {
        let is_id = |digits: &str| digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        match word.split_once('_') {
            Some((prefix, digits)) if is_id(digits) => {
                let next = self.ids.len() + 1;
                let id = self.ids.entry(word.to_owned());
                id.or_insert_with(|| format!("{prefix}_019ab0e0c4007000800000000000{next:04}"))
                    .clone()
            }
            _ => word.to_owned(),
        }
    }
}

/// The tools of generation.
async fn generation(examples: &mut Examples) {
    let organization = rich(shared()).await;
    let client = &organization.client;
    let body = json!({
        "prompt": "How I built a rocket in my garage", "title": "I BUILT A ROCKET", "seed": 7, "metadata": { "video": "42" },
    });
    let made = examples.tool(client, "generate_thumbnail", body).await;
    client.wait(&made["generationId"]).await;
    let id = json!({ "generationId": made["generationId"] });
    examples.tool(client, "get_generation_status", id).await;
    let body = json!({ "promptId": made["promptId"], "title": "IT FLEW", "seed": 8 });
    let varied = examples.tool(client, "generate_variation", body).await;
    client.wait(&varied["generationId"]).await;
    let body = json!({ "view": "summary", "limit": 1 });
    examples.tool(client, "list_generations", body).await;
    // Nothing is generated there, so that thumbnails stay pending.
    let organization = rich(idle()).await;
    let client = &organization.client;
    let made = client.call("generate_thumbnail", json!({ "prompt": "A kite" })).await;
    let id = json!({ "generationId": made.data()["generationId"] });
    examples.tool(client, "trigger_generation", id.clone()).await;
    examples.tool(client, "cancel_generation", id).await;
}

/// The tools of images, inspirations, persons and the balance.
async fn records(examples: &mut Examples) {
    let organization = rich(shared()).await;
    let client = &organization.client;
    let body = json!({ "imageUrl": pictures::data(), "name": "Logo" });
    let image = examples.tool(client, "upload_image", body).await["imageId"].clone();
    examples.tool(client, "list_images", json!({ "limit": 1 })).await;
    examples.tool(client, "get_image", json!({ "imageId": image })).await;
    examples.tool(client, "search_images", json!({ "query": "logo" })).await;
    let body = json!({ "imageId": image, "name": "Two colours", "category": "design" });
    let inspiration = examples.tool(client, "create_inspiration", body).await["inspirationId"].clone();
    let body = json!({ "filter": "mine", "category": "design" });
    examples.tool(client, "list_inspirations", body).await;
    let id = json!({ "inspirationId": inspiration });
    examples.tool(client, "get_inspiration", id.clone()).await;
    examples.tool(client, "delete_inspiration", id).await;
    let body = json!({ "name": "Kim", "imageIds": [image] });
    let person = examples.tool(client, "create_person", body).await["personId"].clone();
    examples.tool(client, "list_persons", json!({})).await;
    let id = json!({ "personId": person });
    examples.tool(client, "get_person", id.clone()).await;
    examples.tool(client, "delete_person", id).await;
    examples.tool(client, "delete_image", json!({ "imageId": image })).await;
    examples.tool(client, "get_credits", json!({})).await;
    examples.tool(client, "get_credit_history", json!({ "limit": 2 })).await;
}

/// The routes that are no tools.
async fn routes(examples: &mut Examples) {
    let organization = rich(idle()).await;
    let client = &organization.client;
    examples.say("#### A quote");
    let body = json!({ "prompt": "A kite", "count": 3, "enhancePrompt": true });
    examples
        .send(client, Method::POST, "/api/v1/quotes/generate_thumbnail", body)
        .await;
    examples.say("#### The list of tools\n\nThe example has only the first tool and the first model, and no schemas.");
    let path = "/api/v1/tools?fields=slim";
    examples.send(client, Method::GET, path, Value::Null).await;
    let receiver = Receiver::start().await;
    let service = Service::start(Setup {
        sources: receiver.sources(),
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Enterprise, 10).await;
    let client = &organization.client;
    let path = "/api/v1/webhooks";
    examples.say("#### Webhooks: create, list, show, change");
    let body = json!({ "url": receiver.url("/"), "events": ["generation.ended"], "description": "Production" });
    let created = examples.send(client, Method::POST, path, body).await["data"].clone();
    receiver.knows(created["secret"].as_str().unwrap());
    let one = format!("{path}/{}", created["webhookId"].as_str().unwrap());
    examples.send(client, Method::GET, path, Value::Null).await;
    examples.send(client, Method::GET, &one, Value::Null).await;
    let body = json!({ "description": "Production, Berlin" });
    examples.send(client, Method::PATCH, &one, body).await;
    examples.say("#### Webhooks: test, list deliveries, replay one");
    let sent = examples
        .send(client, Method::POST, &format!("{one}/test"), Value::Null)
        .await;
    let deliveries = format!("{one}/deliveries");
    examples.send(client, Method::GET, &deliveries, Value::Null).await;
    let replay = format!("{deliveries}/{}/replay", sent["data"]["deliveryId"].as_str().unwrap());
    examples.send(client, Method::POST, &replay, Value::Null).await;
    examples.say("#### Webhooks: secrets");
    examples
        .send(client, Method::GET, &format!("{one}/secret"), Value::Null)
        .await;
    examples
        .send(client, Method::POST, &format!("{one}/rotate"), Value::Null)
        .await;
    examples.say("The organization's own secret signs the events of `webhookUrl`:");
    examples
        .send(client, Method::GET, &format!("{path}/secret"), Value::Null)
        .await;
    examples
        .send(client, Method::POST, &format!("{path}/rotate"), Value::Null)
        .await;
    examples.say("#### Webhooks: delete");
    examples.send(client, Method::DELETE, &one, Value::Null).await;
}

#[tokio::test]
async fn the_examples_in_the_api_page_are_answers_of_the_service() {
    let mut examples = Examples::default();
    examples.say(
        "## Examples\n\nA test makes these requests and writes the answers here. Ids, times, cursors, secrets, sizes and URLs \
         are replaced by fixed values; `preflight` has only its first check. Each request has the header `Authorization: \
         Bearer <API_KEY>`. The first line of an answer is its HTTP status.",
    );
    examples.say("### Tools");
    generation(&mut examples).await;
    records(&mut examples).await;
    for tool in tools::ALL.iter() {
        assert!(
            examples.text.contains(&format!("#### {}\n", tool.name)),
            "{} has no example",
            tool.name
        );
    }
    examples.say("### Other routes");
    routes(&mut examples).await;
    examples.say("### Errors\n\nEach error with an example, and what to do.");
    refusals::refusals(&mut examples).await;
    check_page("examples", &examples.text);
}

#[test]
fn the_api_page_lists_every_tool() {
    let mut table = String::from("| tool | scope | cost in thumbnails | what it does |\n|---|---|---|---|\n");
    for tool in tools::ALL.iter() {
        let (name, scope, cost) = (tool.name, tool.category.as_str(), tool.cost);
        let description = tool
            .description
            .split_once(". ")
            .map_or(tool.description, |(first, _)| first);
        writeln!(table, "| [`{name}`](#{name}) | `{scope}` | {cost} | {description}. |").unwrap();
    }
    check_page("tools", &table);
}

/// Compares a part of the page with its text, or writes the part.
fn check_page(part: &str, text: &str) {
    let (begin, end) = (format!("<!-- {part}: begin -->\n"), format!("<!-- {part}: end -->\n"));
    let text = format!("\n{}\n\n", text.trim());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/api.md");
    let _turn = PAGE.lock().unwrap();
    let page = fs::read_to_string(&file).unwrap();
    let (before, behind) = page.split_once(&begin).expect("the page has the mark of the beginning");
    let (kept, after) = behind.split_once(&end).expect("the page has the mark of the end");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, [before, &begin, &text, &end, after].concat()).unwrap();
    } else {
        assert!(
            kept == text,
            "the {part} in docs/api.md differ; UPDATE_DOCS=1 writes them"
        );
    }
}
