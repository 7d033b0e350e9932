//! The receivers of events. The service dials them in memory, because no socket follows simulated time. The path of a
//! URL says how its receiver answers.

use std::{
    collections::BTreeMap,
    fmt,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use http::HeaderMap;
use simulated_aws::{Cloud, ProcessId};
use sources::{Connection, Dial, Dialling};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream},
    time::Instant,
};

/// The host and the port of all receivers. Processes may connect to it without TLS.
pub(crate) const ADDRESS: &str = "192.0.2.1:80";
/// How long a receiver takes to answer.
const LATENCY: Duration = Duration::from_millis(80);
/// The bytes that a connection buffers in each direction.
const BUFFER: usize = 64 * 1024;

/// What a receiver does with one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Status 200.
    Accept,
    /// Status 500.
    Fail,
    /// Status 429, and the sender must wait ten minutes.
    Busy,
    /// Status 429, and the sender must wait a day.
    BusyForADay,
    /// Status 410.
    Gone,
    /// No answer.
    Hang,
    /// The connection is closed without an answer.
    Close,
    /// Status 200, but the connection ends in the middle of the answer. The sender cannot see that the event arrived.
    Cut,
}

impl Answer {
    /// The answers that another attempt follows.
    pub(crate) const TRANSIENT: [Self; 6] = [
        Self::Fail,
        Self::Busy,
        Self::BusyForADay,
        Self::Hang,
        Self::Close,
        Self::Cut,
    ];

    const fn letter(self) -> &'static str {
        match self {
            Self::Accept => "a",
            Self::Fail => "f",
            Self::Busy => "b",
            Self::BusyForADay => "d",
            Self::Gone => "g",
            Self::Hang => "h",
            Self::Close => "c",
            Self::Cut => "u",
        }
    }

    fn read(letter: &str) -> Self {
        let all = Self::TRANSIENT.into_iter().chain([Self::Gone]);
        let found = all.into_iter().find(|answer| answer.letter() == letter);
        found.unwrap_or(Self::Accept)
    }

    /// The bytes of the answer; `None` if the receiver leaves the connection open without an answer.
    const fn bytes(self) -> Option<&'static str> {
        match self {
            Self::Accept => Some("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
            Self::Fail => Some("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"),
            Self::Busy => Some("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 600\r\nContent-Length: 0\r\n\r\n"),
            Self::BusyForADay => {
                Some("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 86400\r\nContent-Length: 0\r\n\r\n")
            }
            Self::Gone => Some("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"),
            Self::Hang => None,
            Self::Close => Some(""),
            Self::Cut => Some("HTTP/1.1 200 OK\r\nContent-Le"),
        }
    }
}

/// The answers to the requests about each event, in order. The last answer repeats for all further requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answers(pub(crate) Vec<Answer>);

impl Answers {
    /// The URL of the receiver that answers so. `tag` distinguishes it from the receivers of other steps.
    pub(crate) fn url(&self, tag: &str) -> String {
        format!("http://{}/{tag}/{self}", ADDRESS.trim_end_matches(":80"))
    }

    fn in_path(path: &str) -> Self {
        let (_, letters) = path.rsplit_once('/').unwrap_or_default();
        Self(letters.split('-').map(Answer::read).collect())
    }

    fn at(&self, request: usize) -> Answer {
        let answer = self.0.get(request).or(self.0.last());
        answer.copied().unwrap_or(Answer::Accept)
    }
}

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<&str> = self.0.iter().map(|answer| answer.letter()).collect();
        f.write_str(&letters.join("-"))
    }
}

/// One request that arrived.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    /// The process that sent the request.
    pub(crate) process: ProcessId,
    /// The path and the host, as in the URL of the receiver.
    pub(crate) url: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    pub(crate) answer: Answer,
    pub(crate) begun: Instant,
    /// When the receiver has answered or the sender has gone; `None` while neither has happened.
    pub(crate) ended: Option<Instant>,
}

impl Arrival {
    /// A header as text; empty if it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    }

    /// The id of the event.
    pub(crate) fn event(&self) -> &str {
        self.header("webhook-id")
    }
}

/// All receivers, and the requests that arrived at them. Clones share the requests.
#[derive(Clone)]
pub(crate) struct Receivers {
    cloud: Cloud,
    arrivals: Arc<Mutex<Vec<Arrival>>>,
}

impl Receivers {
    pub(crate) fn new(cloud: Cloud) -> Self {
        Self {
            cloud,
            arrivals: Arc::default(),
        }
    }

    fn locked(&self) -> MutexGuard<'_, Vec<Arrival>> {
        self.arrivals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All requests that arrived, in order.
    pub(crate) fn arrivals(&self) -> Vec<Arrival> {
        self.locked().clone()
    }

    /// Connects one process with the receivers.
    pub(crate) fn dialler(&self, process: ProcessId) -> Dialler {
        Dialler {
            receivers: self.clone(),
            process,
        }
    }

    /// Notes a request, and decides how it is answered. Returns its number.
    fn note(&self, process: ProcessId, request: Request) -> (usize, Answer) {
        let mut arrivals = self.locked();
        let url = format!("http://{}{}", request.host, request.path);
        let mut arrival = Arrival {
            process,
            url,
            headers: request.headers,
            body: request.body,
            answer: Answer::Accept,
            begun: Instant::now(),
            ended: None,
        };
        let is_same = |one: &&Arrival| one.url == arrival.url && one.event() == arrival.event();
        let earlier = arrivals.iter().filter(is_same).count();
        arrival.answer = Answers::in_path(&request.path).at(earlier);
        self.cloud.note(format!(
            "{process} posts {} to {}, which answers {:?}: {}",
            arrival.event(),
            arrival.url,
            arrival.answer,
            String::from_utf8_lossy(&arrival.body)
        ));
        let answer = arrival.answer;
        arrivals.push(arrival);
        (arrivals.len() - 1, answer)
    }

    async fn serve(self, process: ProcessId, mut stream: DuplexStream) {
        let Some(request) = Request::read(&mut stream).await else {
            return;
        };
        let (number, answer) = self.note(process, request);
        tokio::time::sleep(LATENCY).await;
        // The sender may have gone.
        match answer.bytes() {
            Some(bytes) => drop(stream.write_all(bytes.as_bytes()).await),
            None => drop(stream.read_u8().await),
        }
        if let Some(arrival) = self.locked().get_mut(number) {
            arrival.ended = Some(Instant::now());
        }
    }
}

/// The parts of a request.
struct Request {
    host: String,
    path: String,
    headers: HeaderMap,
    body: Bytes,
}

impl Request {
    /// `None` if the sender has gone, or if this is no request with a body.
    async fn read(stream: &mut DuplexStream) -> Option<Self> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.ok()?);
        }
        let text = String::from_utf8(head).ok()?;
        let mut lines = text.split("\r\n");
        let path = lines.next()?.split(' ').nth(1)?.to_owned();
        let fields: BTreeMap<&str, &str> = lines.filter_map(|line| line.split_once(": ")).collect();
        let mut headers = HeaderMap::new();
        for (name, value) in &fields {
            headers.insert(name.parse::<http::HeaderName>().ok()?, value.parse().ok()?);
        }
        let mut body = vec![0; fields.get("content-length")?.parse().ok()?];
        stream.read_exact(&mut body).await.ok()?;
        Some(Self {
            host: (*fields.get("host")?).to_owned(),
            path,
            headers,
            body: body.into(),
        })
    }
}

/// The connections of one process.
pub(crate) struct Dialler {
    receivers: Receivers,
    process: ProcessId,
}

impl Dial for Dialler {
    fn dial(&self, _: SocketAddr) -> Dialling<'_> {
        let (near, far) = tokio::io::duplex(BUFFER);
        tokio::spawn(self.receivers.clone().serve(self.process, far));
        Box::pin(std::future::ready(Ok(Box::new(near) as Box<dyn Connection>)))
    }
}
