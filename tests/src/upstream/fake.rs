//! A vendor's server, and the script of a test for it.

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

/// What a vendor says when it is asked for words and told nothing else.
pub const WORDS: &str = "A presenter points at a glowing screen, strong contrast, warm light from the left.";

/// What a request asks for.
#[derive(Clone, Debug)]
pub struct Order {
    /// The model, as the request names it.
    pub model: String,
    /// What it is to make.
    pub wants: Wants,
}

/// What a model is to make.
#[derive(Clone, Copy, Debug)]
pub enum Wants {
    /// Pictures.
    Pictures {
        /// Width and height, in pixels.
        size: (u32, u32),
        /// How they are encoded.
        format: ImageFormat,
        /// How many.
        count: usize,
    },
    /// Words.
    Words,
}

/// A vendor: the shapes of its requests, answers and errors.
pub trait Vendor: Send + Sync + 'static {
    /// What only this vendor does.
    type Own: Clone + Debug + Send;

    /// What it paints in, so that [`super::painter`] knows it.
    const COLOUR: [u8; 3];

    /// Reads a request.
    ///
    /// # Errors
    ///
    /// What the vendor answers where its documentation does not allow the request.
    fn read(seen: &Seen) -> Result<Order, Failure>;

    /// The body of an error, and the headers that say it again.
    fn failure(failure: &Failure) -> (Value, Vec<(&'static str, String)>);

    /// Too many requests.
    fn throttled(order: &Order) -> Failure;

    /// No such model any more.
    fn gone(order: &Order) -> Failure;

    /// No such key.
    fn key_refused() -> Failure;

    /// An answer with pictures.
    fn pictures(order: &Order, pictures: &[Bytes]) -> Value;

    /// An answer with words, whatever was asked for.
    fn words(order: &Order, words: &str) -> Value;

    /// An answer with neither.
    fn empty(order: &Order) -> Value;

    /// What only this vendor does.
    ///
    /// # Errors
    ///
    /// Where that is an error.
    fn own(own: &Self::Own, order: &Order, seen: &Seen) -> Result<Value, Failure>;

    /// The headers of every answer. Answers are numbered.
    fn headers(number: u64) -> Vec<(&'static str, String)>;

    /// A file that the vendor gave away the URL of.
    fn file(_seen: &Seen) -> Option<Bytes> {
        None
    }
}

type Script<Own> = Box<dyn FnMut(&Seen, usize) -> Act<Own> + Send>;

struct Shared<V: Vendor> {
    /// With how many requests it has met.
    script: Mutex<(Script<V::Own>, usize)>,
    seen: Mutex<Vec<Seen>>,
    violations: Mutex<Vec<String>>,
    answers: AtomicU64,
}

/// A vendor's server, which runs until it is dropped.
pub struct Fake<V: Vendor> {
    server: Server,
    shared: Arc<Shared<V>>,
}

impl<V: Vendor> Fake<V> {
    /// A server that succeeds at everything.
    ///
    /// # Panics
    ///
    /// When no port can be had.
    pub async fn start() -> Self {
        let shared = Arc::new(Shared::<V> {
            script: Mutex::new((Box::new(|_, _| Act::Succeed), 0)),
            seen: Mutex::default(),
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

    /// Where it listens: scheme, host and port.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// From now on decides what happens to each request that the vendor's documentation allows. They are numbered from 0.
    pub fn script(&self, script: impl FnMut(&Seen, usize) -> Act<V::Own> + Send + 'static) {
        *lock(&self.shared.script) = (Box::new(script), 0);
    }

    /// From now on does these, one for each request, and succeeds afterwards.
    pub fn next(&self, acts: impl IntoIterator<Item = Act<V::Own>>) {
        let mut acts: VecDeque<_> = acts.into_iter().collect();
        self.script(move |_, _| acts.pop_front().unwrap_or(Act::Succeed));
    }

    /// From now on does this with every request.
    pub fn always(&self, act: Act<V::Own>) {
        self.script(move |_, _| act.clone());
    }

    /// The requests so far, in the order in which they had come whole.
    pub fn seen(&self) -> Vec<Seen> {
        lock(&self.shared.seen).clone()
    }

    /// What was not as the vendor's documentation has it.
    pub fn violations(&self) -> Vec<String> {
        lock(&self.shared.violations).clone()
    }

    /// How many TCP connections were accepted so far.
    pub fn connections(&self) -> usize {
        self.server.accepted()
    }

    /// How many of them are open.
    pub fn open_connections(&self) -> usize {
        self.server.open()
    }
}

async fn answer<V: Vendor>(shared: &Shared<V>, seen: Seen) -> Reply {
    lock(&shared.seen).push(seen.clone());
    let mut headers = HeaderMap::new();
    insert(&mut headers, V::headers(shared.answers.fetch_add(1, Ordering::SeqCst)));
    if let Some(file) = V::file(&seen) {
        return Ok(respond(StatusCode::OK, headers, "image/png", full(file)));
    }
    let order = match V::read(&seen) {
        Ok(order) => order,
        Err(failure) => {
            let violation = format!("{} {}: {}", seen.method, seen.path, failure.message);
            lock(&shared.violations).push(violation);
            return Ok(fail::<V>(headers, &failure));
        }
    };
    let act = {
        let (script, met) = &mut *lock(&shared.script);
        *met += 1;
        script(&seen, *met - 1)
    };
    let ok = |value: Value| Ok(json(StatusCode::OK, headers.clone(), &value));
    match act {
        Act::Succeed => ok(good::<V>(&order, None)),
        Act::SucceedAfter(delay) => {
            tokio::time::sleep(delay).await;
            ok(good::<V>(&order, None))
        }
        Act::SucceedWith(picture) => ok(good::<V>(&order, Some(&picture))),
        Act::Say(words) => ok(V::words(&order, &words)),
        Act::Fail(failure) => Ok(fail::<V>(headers, &failure)),
        Act::Throttled { retry_after } => Ok(fail::<V>(headers, &V::throttled(&order).retry_after(retry_after))),
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
            let whole = Bytes::from(good::<V>(&order, None).to_string());
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

fn good<V: Vendor>(order: &Order, picture: Option<&Bytes>) -> Value {
    match order.wants {
        Wants::Words => V::words(order, WORDS),
        Wants::Pictures { size, format, count } => {
            let picture = picture.cloned().unwrap_or_else(|| paint(V::COLOUR, size, format));
            V::pictures(order, &vec![picture; count])
        }
    }
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
