//! The image model of the simulation: each attempt does what the prompt says it is to do.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use simulated_aws::ProcessId;
use studio::{
    Brief, Cause, ImageModel, Inspecting, Inspector, ModelError, Origin, OutputRejected, Painting, Picture, Studio,
};
use tokio::time::Instant;

/// The model that is used when a caller names none. Its attempts have 20 seconds.
pub(crate) const QUICK: &str = "quick";
/// The fallback of [`QUICK`]. Its attempts have 90 seconds.
pub(crate) const THOROUGH: &str = "thorough";

/// The configuration of both models.
pub(crate) const MODELS: &str = r#"[
    { "id": "quick", "provider": "composer", "timeoutSeconds": 20, "fallbacks": ["thorough"] },
    { "id": "thorough", "provider": "composer", "timeoutSeconds": 90 }
]"#;

/// What one attempt at a picture comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stroke {
    /// A picture, after so many tenths of a second.
    Paint(u8),
    /// The content is refused.
    Refuse,
    /// A failure that may pass.
    Fail,
    /// The model is out of order until somebody repairs it.
    Die,
    /// No answer at all.
    Hang,
    /// A defect of the model's code.
    Panic,
    /// A file that is no picture.
    Smear,
}

impl Stroke {
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

/// What the attempts at each thumbnail of a generation come to, in their order; the last one holds for all further ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Script(pub(crate) Vec<Stroke>);

impl Script {
    fn at(&self, attempt: usize) -> Stroke {
        self.0
            .get(attempt)
            .or(self.0.last())
            .copied()
            .unwrap_or(Stroke::Paint(1))
    }

    /// The script in a prompt that [`fmt::Display`] wrote.
    pub(crate) fn in_prompt(prompt: &str) -> Option<Self> {
        let (_, rest) = prompt.split_once('[')?;
        let (script, _) = rest.split_once(']')?;
        Some(Self(script.split(',').map(Stroke::read).collect()))
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<String> = self.0.iter().map(|stroke| stroke.letter()).collect();
        write!(f, "[{}]", letters.join(","))
    }
}

/// One attempt as a model saw it.
#[derive(Clone, Debug)]
pub(crate) struct Painted {
    pub(crate) process: ProcessId,
    pub(crate) begun: Instant,
    /// `None` while it lasts, and for ever in a process that was killed.
    pub(crate) ended: Option<Instant>,
    /// Whether it came to a picture.
    pub(crate) picture: bool,
}

/// A thumbnail, as models know it: the prompt and its seed.
pub(crate) type Subject = (String, u32);

/// All attempts of all processes. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Easel(Arc<Mutex<BTreeMap<Subject, Vec<Painted>>>>);

impl Easel {
    fn subjects(&self) -> MutexGuard<'_, BTreeMap<Subject, Vec<Painted>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The attempts at each thumbnail.
    pub(crate) fn attempts(&self) -> BTreeMap<Subject, Vec<Painted>> {
        self.subjects().clone()
    }

    fn begin(&self, subject: &Subject, process: ProcessId) -> usize {
        let mut subjects = self.subjects();
        let attempts = subjects.entry(subject.clone()).or_default();
        attempts.push(Painted {
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
                easel: self.clone(),
                process,
            }) as Arc<dyn ImageModel>
        };
        Studio::new([(QUICK.to_owned(), model()), (THOROUGH.to_owned(), model())]).with_inspector(Arc::new(Glance))
    }
}

/// What the picture of a thumbnail consists of: enough to tell it from all others.
pub(crate) fn picture(prompt: &str, seed: u32) -> Bytes {
    Bytes::from(format!("picture of `{prompt}` with seed {seed}"))
}

struct Painter {
    easel: Easel,
    process: ProcessId,
}

/// Notes the end of an attempt, also of one that its caller gave up.
struct Attempt<'a> {
    painter: &'a Painter,
    subject: Subject,
    number: usize,
    picture: bool,
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        self.painter.easel.end(&self.subject, self.number, self.picture);
    }
}

impl ImageModel for Painter {
    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a> {
        let subject = (brief.prompt.clone(), brief.seed);
        Box::pin(async move {
            let number = self.easel.begin(&subject, self.process);
            let mut attempt = Attempt {
                painter: self,
                subject,
                number,
                picture: false,
            };
            let script = Script::in_prompt(&brief.prompt).unwrap_or(Script(Vec::new()));
            let bytes = match script.at(number) {
                Stroke::Paint(tenths) => {
                    tokio::time::sleep(Duration::from_millis(100 * u64::from(tenths))).await;
                    attempt.picture = true;
                    picture(&brief.prompt, brief.seed)
                }
                Stroke::Refuse => return Err(ModelError::Refused { reason: "SAFETY" }),
                Stroke::Fail => return Err(ModelError::transient(Cause::Cut)),
                Stroke::Die => return Err(ModelError::permanent(Cause::KeyRefused)),
                Stroke::Hang => std::future::pending().await,
                #[expect(clippy::panic, reason = "the defect of a model that the loop has to survive")]
                Stroke::Panic => panic!("{PANIC}"),
                Stroke::Smear => Bytes::from_static(b"smear"),
            };
            Ok(Picture {
                bytes,
                format: brief.format,
                size: brief.aspect_ratio.size(),
                origin: Origin {
                    seed: Some(brief.seed),
                    ..Origin::default()
                },
            })
        })
    }
}

/// What a scripted panic says.
pub(crate) const PANIC: &str = "the simulated model panics, as its script says";

/// Inspects simulated pictures, which nothing can decode.
struct Glance;

impl Inspector for Glance {
    fn inspect<'a>(&'a self, painted: &'a Picture, brief: &'a Brief) -> Inspecting<'a> {
        let sound = painted.bytes == picture(&brief.prompt, brief.seed);
        Box::pin(std::future::ready(if sound {
            Ok(())
        } else {
            Err(OutputRejected::Undecodable)
        }))
    }
}
