//! A fake vendor's server, and the script with which a test controls it.

use std::{
    collections::VecDeque,
    fmt::Debug,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use image::ImageFormat;
use serde_json::Value;

use super::{
    Act, Failure, Seen,
    paint::paint,
    server::{Body, Cut, Reply, Server, flood, full, half, lock},
};

/// The text of a success without a scripted text.
pub const WORDS: &str = "A presenter points at a glowing screen, strong contrast, warm light from the left.";

/// The model and the output that a request asks for.
#[derive(Clone, Debug)]
pub struct Order {
    /// The model, as the request names it.
    pub model: String,
    /// The output that the request asks for.
    pub wants: Wants,
}

/// The output that a request asks for.
#[derive(Clone, Copy, Debug)]
pub enum Wants {
    /// One or more pictures.
    Pictures {
        /// Width and height, in pixels.
        size: (u32, u32),
        /// The file format.
        format: ImageFormat,
        /// The number of pictures.
        count: usize,
    },
    /// Text.
    Words,
    /// Whether the vendor offers the model.
    Catalog,
}

/// The state of a model in the vendor's catalog.
#[derive(Clone, Copy, Debug)]
pub enum Standing {
    /// The model is offered, and ends on this day, if it is known.
    Offered(Option<&'static str>),
    /// The model ends, on an unknown day.
    Legacy,
    /// The model is not offered.
    Gone,
}

/// The answer to a request for a URL in an earlier response: the state of a task, or a file.
#[derive(Clone, Debug)]
pub enum FollowUp {
    /// A picture.
    File(Bytes),
    /// JSON with status 200.
    Json(Value),
    /// An error that a test has asked for.
    Error(Failure),
    /// The error for a request that the vendor's documentation does not allow.
    Violation(Failure),
}

/// The wire format of a vendor: its requests, responses and errors.
pub trait Vendor: Send + Sync + 'static {
    /// Answers that only this vendor gives.
    type Own: Clone + Debug + Send;

    /// The colour of the vendor's pictures, by which [`super::painter`] identifies the vendor.
    const COLOUR: [u8; 3];

    /// Parses a request.
    ///
    /// # Errors
    ///
    /// The vendor's error response, if its documentation does not allow the request.
    fn read(seen: &Seen) -> Result<Order, Failure>;

    /// The body of an error, and the headers that repeat parts of it.
    fn failure(failure: &Failure) -> (Value, Vec<(&'static str, String)>);

    /// The error of a throttled request.
    fn throttled(order: &Order) -> Failure;

    /// The error for a model that does not exist any more.
    fn gone(order: &Order) -> Failure;

    /// The error for an unknown API key.
    fn key_refused() -> Failure;

    /// A response with pictures to the request `seen`.
    fn pictures(order: &Order, pictures: &[Bytes], seen: &Seen) -> Value;

    /// A response with text, even if pictures were requested.
    fn words(order: &Order, words: &str) -> Value;

    /// A response with neither pictures nor text.
    fn empty(order: &Order) -> Value;

    /// An answer that only this vendor gives.
    ///
    /// # Errors
    ///
    /// If the answer is an error.
    fn own(own: &Self::Own, order: &Order, seen: &Seen) -> Result<Value, Failure>;

    /// The response of the vendor's catalog of models.
    ///
    /// # Errors
    ///
    /// If the answer is an error.
    fn catalog(order: &Order, standing: Standing) -> Result<Value, Failure>;

    /// The headers of every response. `number` is the response's sequence number.
    fn headers(number: u64) -> Vec<(&'static str, String)>;

    /// The answer at a URL that the vendor has returned in an earlier response. `None` for other URLs.
    fn follow_up(_seen: &Seen) -> Option<FollowUp> {
        None
    }
}

type Script<Own> = Box<dyn FnMut(&Seen, usize) -> Act<Own> + Send>;

struct Shared<V: Vendor> {
    /// The script, and the number of requests that it has already answered.
    script: Mutex<(Script<V::Own>, usize)>,
    /// How the catalog answers. It has no script, because a sweep may ask it at any time.
    catalog: Mutex<Act<V::Own>>,
    seen: Mutex<Vec<Seen>>,
    looked_up: Mutex<Vec<Seen>>,
    followed_up: Mutex<Vec<Seen>>,
    violations: Mutex<Vec<String>>,
    answers: AtomicU64,
}

/// A fake vendor's server, which runs until it is dropped.
pub struct Fake<V: Vendor> {
    server: Server,
    shared: Arc<Shared<V>>,
}

impl<V: Vendor> Fake<V> {
    /// Starts a server that answers every valid request with a success.
    ///
    /// # Panics
    ///
    /// When no port is free.
    pub async fn start() -> Self {
        let shared = Arc::new(Shared::<V> {
            script: Mutex::new((Box::new(|_, _| Act::Succeed), 0)),
            catalog: Mutex::new(Act::Succeed),
            seen: Mutex::default(),
            looked_up: Mutex::default(),
            followed_up: Mutex::default(),
            violations: Mutex::default(),
            answers: AtomicU64::new(1),
        });
        let state = Arc::clone(&shared);
        let server = Server::start(move |seen| {
            let state = Arc::clone(&state);
            Box::pin(async move { answer(&state, seen).await })
        })
        .await;
        Self { server, shared }
    }

    /// The URL of the server: scheme, host and port.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Answers the following valid requests according to `script`, which receives the request and its index, counted
    /// from 0.
    pub fn script(&self, script: impl FnMut(&Seen, usize) -> Act<V::Own> + Send + 'static) {
        *lock(&self.shared.script) = (Box::new(script), 0);
    }

    /// Answers the following valid requests with these acts, one each, and then with successes.
    pub fn next(&self, acts: impl IntoIterator<Item = Act<V::Own>>) {
        let mut acts: VecDeque<_> = acts.into_iter().collect();
        self.script(move |_, _| acts.pop_front().unwrap_or(Act::Succeed));
    }

    /// Answers all following valid requests with this act.
    pub fn always(&self, act: Act<V::Own>) {
        self.script(move |_, _| act.clone());
    }

    /// Answers the following valid requests to the catalog of models with this act.
    pub fn catalog(&self, act: Act<V::Own>) {
        *lock(&self.shared.catalog) = act;
    }

    /// The requests to the catalog of models so far.
    pub fn looked_up(&self) -> Vec<Seen> {
        lock(&self.shared.looked_up).clone()
    }

    /// The requests so far to URLs that the vendor has returned in earlier responses.
    pub fn followed_up(&self) -> Vec<Seen> {
        lock(&self.shared.followed_up).clone()
    }

    /// The requests for pictures and text so far, in the order in which they arrived completely.
    pub fn seen(&self) -> Vec<Seen> {
        lock(&self.shared.seen).clone()
    }

    /// The violations of the vendor's documentation so far.
    pub fn violations(&self) -> Vec<String> {
        lock(&self.shared.violations).clone()
    }

    /// How many TCP connections were accepted so far.
    pub fn connections(&self) -> usize {
        self.server.accepted()
    }

    /// How many TCP connections are open.
    pub fn open_connections(&self) -> usize {
        self.server.open()
    }
}

async fn answer<V: Vendor>(shared: &Shared<V>, seen: Seen) -> Reply {
    let mut headers = HeaderMap::new();
    insert(&mut headers, V::headers(shared.answers.fetch_add(1, Ordering::SeqCst)));
    if let Some(answer) = V::follow_up(&seen) {
        lock(&shared.followed_up).push(seen.clone());
        return Ok(match answer {
            FollowUp::File(file) => respond(StatusCode::OK, headers, "image/png", full(file)),
            FollowUp::Json(value) => json(StatusCode::OK, headers, &value),
            FollowUp::Error(failure) => fail::<V>(headers, &failure),
            FollowUp::Violation(failure) => violation::<V>(shared, &seen, headers, &failure),
        });
    }
    let order = V::read(&seen);
    let is_lookup = order.as_ref().is_ok_and(|order| matches!(order.wants, Wants::Catalog));
    lock(if is_lookup { &shared.looked_up } else { &shared.seen }).push(seen.clone());
    let order = match order {
        Ok(order) => order,
        Err(failure) => return Ok(violation::<V>(shared, &seen, headers, &failure)),
    };
    let act = if is_lookup {
        lock(&shared.catalog).clone()
    } else {
        let (script, met) = &mut *lock(&shared.script);
        *met += 1;
        script(&seen, *met - 1)
    };
    let ok = |value: Value| Ok(json(StatusCode::OK, headers.clone(), &value));
    let listed = |standing| match V::catalog(&order, standing) {
        Ok(value) => json(StatusCode::OK, headers.clone(), &value),
        Err(failure) => fail::<V>(headers.clone(), &failure),
    };
    match act {
        Act::Succeed => ok(good::<V>(&order, None, &seen).await),
        Act::SucceedAfter(delay) => {
            tokio::time::sleep(delay).await;
            ok(good::<V>(&order, None, &seen).await)
        }
        Act::SucceedWith(picture) => ok(good::<V>(&order, Some(picture), &seen).await),
        Act::Say(words) => ok(V::words(&order, &words)),
        Act::Fail(failure) => Ok(fail::<V>(headers, &failure)),
        Act::Throttled { retry_after } => Ok(fail::<V>(headers, &V::throttled(&order).retry_after(retry_after))),
        Act::Gone if is_lookup => Ok(listed(Standing::Gone)),
        Act::Ends(day) => Ok(listed(Standing::Offered(Some(day)))),
        Act::Legacy => Ok(listed(Standing::Legacy)),
        Act::Gone => Ok(fail::<V>(headers, &V::gone(&order))),
        Act::KeyRefused => Ok(fail::<V>(headers, &V::key_refused())),
        Act::Garbage => {
            let page = full(Bytes::from_static(b"<html><title>Welcome</title></html>"));
            Ok(respond(StatusCode::OK, headers, "text/html", page))
        }
        Act::Empty => ok(V::empty(&order)),
        Act::Oversized(length) => Ok(respond(StatusCode::OK, headers, "application/json", flood(length))),
        Act::Cut => Err(Cut),
        Act::CutHalfway => {
            let whole = Bytes::from(good::<V>(&order, None, &seen).await.to_string());
            headers.insert("content-length", HeaderValue::from(whole.len()));
            Ok(respond(StatusCode::OK, headers, "application/json", half(whole)))
        }
        Act::Hang => std::future::pending().await,
        Act::Own(own) => match V::own(&own, &order, &seen) {
            Ok(value) => ok(value),
            Err(failure) => Ok(fail::<V>(headers, &failure)),
        },
    }
}

/// A success. Large pictures take seconds in debug builds, so they are painted on a thread of the blocking pool.
async fn good<V: Vendor>(order: &Order, picture: Option<Bytes>, seen: &Seen) -> Value {
    match order.wants {
        Wants::Words => V::words(order, WORDS),
        Wants::Catalog => V::catalog(order, Standing::Offered(None)).unwrap_or_default(),
        Wants::Pictures { size, format, count } => {
            let (order, seen) = (order.clone(), seen.clone());
            let success = move || {
                let picture = picture.unwrap_or_else(|| paint(V::COLOUR, size, format));
                V::pictures(&order, &vec![picture; count], &seen)
            };
            tokio::task::spawn_blocking(success).await.expect("a picture")
        }
    }
}

/// Records a request that the vendor's documentation does not allow, and answers it as the vendor does.
fn violation<V: Vendor>(shared: &Shared<V>, seen: &Seen, headers: HeaderMap, failure: &Failure) -> Response<Body> {
    let violation = format!("{} {}: {}", seen.method, seen.path, failure.message);
    lock(&shared.violations).push(violation);
    fail::<V>(headers, failure)
}

fn fail<V: Vendor>(mut headers: HeaderMap, failure: &Failure) -> Response<Body> {
    let (value, more) = V::failure(failure);
    insert(&mut headers, more);
    let status = StatusCode::from_u16(failure.status).expect("a status");
    json(status, headers, &value)
}

fn json(status: StatusCode, headers: HeaderMap, value: &Value) -> Response<Body> {
    respond(status, headers, "application/json", full(value.to_string().into()))
}

fn insert(headers: &mut HeaderMap, more: Vec<(&'static str, String)>) {
    for (name, value) in more {
        let value = HeaderValue::from_str(&value).expect("a header");
        headers.insert(HeaderName::from_static(name), value);
    }
}

fn respond(status: StatusCode, mut headers: HeaderMap, content_type: &'static str, body: Body) -> Response<Body> {
    headers.insert("content-type", HeaderValue::from_static(content_type));
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}
