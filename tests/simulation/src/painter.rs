//! The image model of the simulation. The prompt contains a script that says how each attempt ends.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use simulated_aws::ProcessId;
use studio::{
    Brief, Cause, Content, ImageModel, Inspected, Inspecting, Inspector, ModelError, Origin, OutputRejected,
    PaintedPicture, Painting, Role, Studio,
};
use tokio::time::Instant;

/// The default model. Its timeout is 20 seconds.
pub(crate) const QUICK: &str = "quick";
/// The fallback of [`QUICK`]. Its timeout is 90 seconds.
pub(crate) const THOROUGH: &str = "thorough";

/// The configuration of both models.
pub(crate) const MODELS: &str = r#"[
    { "id": "quick", "provider": "composer", "timeoutSeconds": 20, "fallbacks": ["thorough"] },
    { "id": "thorough", "provider": "composer", "timeoutSeconds": 90 }
]"#;

/// The scripted result of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScriptedAttempt {
    /// A picture, after so many tenths of a second.
    Paint(u8),
    /// The model refuses the content.
    Refuse,
    /// A transient failure.
    Fail,
    /// A permanent failure: the provider refuses the model's key.
    Die,
    /// The model never answers.
    Hang,
    /// A panic in the model's code.
    Panic,
    /// A file that is no picture.
    Smear,
}

impl ScriptedAttempt {
    fn letter(self) -> String {
        match self {
            Self::Paint(tenths) => format!("p{tenths}"),
            Self::Refuse => "r".to_owned(),
            Self::Fail => "f".to_owned(),
            Self::Die => "d".to_owned(),
            Self::Hang => "h".to_owned(),
            Self::Panic => "x".to_owned(),
            Self::Smear => "s".to_owned(),
        }
    }

    fn read(text: &str) -> Self {
        match text {
            "r" => Self::Refuse,
            "f" => Self::Fail,
            "d" => Self::Die,
            "h" => Self::Hang,
            "x" => Self::Panic,
            "s" => Self::Smear,
            paint => Self::Paint(
                paint
                    .strip_prefix('p')
                    .and_then(|tenths| tenths.parse().ok())
                    .unwrap_or(1),
            ),
        }
    }
}

/// The scripted results of the attempts at each thumbnail of a generation, in order. The last result repeats for all
/// further attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Script(pub(crate) Vec<ScriptedAttempt>);

impl Script {
    fn at(&self, attempt: usize) -> ScriptedAttempt {
        self.0
            .get(attempt)
            .or(self.0.last())
            .copied()
            .unwrap_or(ScriptedAttempt::Paint(1))
    }

    /// Parses the script in a prompt that [`fmt::Display`] wrote.
    pub(crate) fn in_prompt(prompt: &str) -> Option<Self> {
        let (_, rest) = prompt.split_once('[')?;
        let (script, _) = rest.split_once(']')?;
        Some(Self(script.split(',').map(ScriptedAttempt::read).collect()))
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<String> = self.0.iter().map(|attempt| attempt.letter()).collect();
        write!(f, "[{}]", letters.join(","))
    }
}

/// One attempt at a thumbnail, as the model observed it.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub(crate) process: ProcessId,
    pub(crate) begun: Instant,
    /// `None` while the attempt runs, and forever if the process was killed during the attempt.
    pub(crate) ended: Option<Instant>,
    /// Whether the attempt returned a picture.
    pub(crate) picture: bool,
}

/// Identifies a thumbnail for the models: its prompt and its seed.
pub(crate) type Subject = (String, u32);

/// The attempts of all processes, by thumbnail. Clones share the attempts.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttemptLog(Arc<Mutex<BTreeMap<Subject, Vec<Attempt>>>>);

impl AttemptLog {
    fn subjects(&self) -> MutexGuard<'_, BTreeMap<Subject, Vec<Attempt>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All attempts at each thumbnail.
    pub(crate) fn attempts(&self) -> BTreeMap<Subject, Vec<Attempt>> {
        self.subjects().clone()
    }

    fn begin(&self, subject: &Subject, process: ProcessId) -> usize {
        let mut subjects = self.subjects();
        let attempts = subjects.entry(subject.clone()).or_default();
        attempts.push(Attempt {
            process,
            begun: Instant::now(),
            ended: None,
            picture: false,
        });
        attempts.len() - 1
    }

    fn end(&self, subject: &Subject, attempt: usize, picture: bool) {
        let mut subjects = self.subjects();
        if let Some(painted) = subjects.get_mut(subject).and_then(|attempts| attempts.get_mut(attempt)) {
            painted.ended = Some(Instant::now());
            painted.picture = picture;
        }
    }

    /// The models of one process.
    pub(crate) fn studio(&self, process: ProcessId) -> Studio {
        let model = || {
            Arc::new(Painter {
                attempt_log: self.clone(),
                process,
            }) as Arc<dyn ImageModel>
        };
        Studio::new([(QUICK.to_owned(), model()), (THOROUGH.to_owned(), model())])
            .with_letterer(model())
            .with_inspector(Arc::new(ExactInspector))
    }
}

/// The content of a thumbnail's picture. Every thumbnail has different content.
pub(crate) fn picture(prompt: &str, seed: u32) -> Bytes {
    Bytes::from(format!("picture of `{prompt}` with seed {seed}"))
}

struct Painter {
    attempt_log: AttemptLog,
    process: ProcessId,
}

/// Records the end of an attempt when it is dropped, also if the caller of the model gave up.
struct RunningAttempt<'a> {
    painter: &'a Painter,
    subject: Subject,
    number: usize,
    picture: bool,
}

impl Drop for RunningAttempt<'_> {
    fn drop(&mut self) {
        self.painter.attempt_log.end(&self.subject, self.number, self.picture);
    }
}

impl ImageModel for Painter {
    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a> {
        let subject = (brief.prompt.clone(), brief.seed);
        Box::pin(async move {
            let number = self.attempt_log.begin(&subject, self.process);
            let mut attempt = RunningAttempt {
                painter: self,
                subject,
                number,
                picture: false,
            };
            let script = Script::in_prompt(&brief.prompt).unwrap_or(Script(Vec::new()));
            let bytes = match script.at(number) {
                ScriptedAttempt::Paint(tenths) => {
                    tokio::time::sleep(Duration::from_millis(100 * u64::from(tenths))).await;
                    attempt.picture = true;
                    picture(&brief.prompt, brief.seed)
                }
                ScriptedAttempt::Refuse => return Err(ModelError::Refused { reason: "SAFETY" }),
                ScriptedAttempt::Fail => return Err(ModelError::transient(Cause::Cut)),
                ScriptedAttempt::Die => return Err(ModelError::permanent(Cause::KeyRefused)),
                ScriptedAttempt::Hang => std::future::pending().await,
                #[expect(clippy::panic, reason = "the defect of a model that the loop has to survive")]
                ScriptedAttempt::Panic => panic!("{PANIC}"),
                ScriptedAttempt::Smear => Bytes::from_static(b"smear"),
            };
            Ok(PaintedPicture {
                plate: kept_plate(brief).or_else(|| new_plate(brief)),
                origin: Origin {
                    seed: Some(brief.seed),
                    manifest: brief.seed.is_multiple_of(2).then_some(Bytes::from_static(b"manifest")),
                    ..Origin::default()
                },
                ..PaintedPicture::new(bytes, brief.format, brief.size())
            })
        })
    }
}

/// Every third picture has a plate.
fn new_plate(brief: &Brief) -> Option<Bytes> {
    let plate = || Bytes::from(format!("a plate for {}", brief.prompt));
    brief.seed.is_multiple_of(3).then(plate)
}

/// The plate that the brief brings along. A picture that only gets other words keeps it.
fn kept_plate(brief: &Brief) -> Option<Bytes> {
    let mut references = brief.references.iter();
    let plate = references.find(|reference| reference.role == Role::Plate)?;
    match &plate.content {
        Content::File(file) => Some(file.clone()),
        Content::Absent | Content::Decoded(_) => None,
    }
}

/// The message of a scripted panic.
pub(crate) const PANIC: &str = "the simulated model panics, as its script says";

/// Accepts exactly the picture that was asked for. Simulated pictures are text, so the usual inspector could not decode
/// them.
struct ExactInspector;

impl Inspector for ExactInspector {
    fn inspect<'a>(&'a self, painted: &'a PaintedPicture, brief: &'a Brief) -> Inspecting<'a> {
        let sound = painted.bytes == picture(&brief.prompt, brief.seed);
        Box::pin(std::future::ready(if sound {
            Ok(Inspected {
                preview: Some(Bytes::from_static(b"preview")),
                ..Inspected::default()
            })
        } else {
            Err(OutputRejected::Undecodable)
        }))
    }
}
