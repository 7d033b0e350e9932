//! Models that do as they are told, and models that never paint.

use std::{
    collections::VecDeque,
    io::Cursor,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use bytes::Bytes;
use describer::{BuiltInDescriber, BuiltInEnhancer, Describer, Describing, Enhancer, Subject};
use futures_util::future::BoxFuture;
use runtime::Environment;
use serde_json::{Value, json};
use studio::{Brief, Cause, ImageModel, ModelError, Origin, Painting, Picture, Studio};

/// The model that is meant when none is named, and the fallback of the others.
pub(crate) const COMPOSER: &str = "composer";
/// A model that its vendor no longer offers.
pub(crate) const DEAD: &str = "dead";
/// A model that fails for the moment whenever it is asked.
pub(crate) const TIRED: &str = "tired";

/// What `MODELS` says, read.
pub(crate) fn configured(models: &Value) -> runtime::Models {
    let models = models.to_string();
    let mut environment = Environment::of(move |name| (name == "MODELS").then(|| models.clone()));
    let models = environment.models();
    environment.finish().expect("a configuration");
    models
}

/// Who makes pictures and words, and how that is configured.
#[derive(Clone)]
pub(crate) struct Makers {
    pub(crate) configured: Arc<runtime::Models>,
    pub(crate) studio: Arc<Studio>,
    pub(crate) describer: Arc<dyn Describer>,
    pub(crate) enhancer: Arc<dyn Enhancer>,
}

impl Makers {
    /// Models that do as they are told, and two with a fallback that never paint.
    pub(crate) fn told(models: Arc<Models>) -> Self {
        // The loop tries to store a picture until shortly before its lease ends: a short lease keeps tests short.
        let seconds = 5;
        let list = json!([
            { "id": COMPOSER, "provider": "composer", "timeoutSeconds": seconds },
            { "id": DEAD, "provider": "composer", "timeoutSeconds": seconds, "fallbacks": [COMPOSER] },
            { "id": TIRED, "provider": "composer", "timeoutSeconds": seconds, "fallbacks": [COMPOSER] },
        ]);
        let painters: [(&str, Arc<dyn ImageModel>); 3] = [
            (COMPOSER, models.clone()),
            (DEAD, Arc::new(Never(ModelError::Gone))),
            (TIRED, Arc::new(Never(ModelError::transient(Cause::Cut)))),
        ];
        Self {
            configured: Arc::new(configured(&list)),
            studio: Arc::new(Studio::new(painters.map(|(id, painter)| (id.to_owned(), painter)))),
            describer: models,
            enhancer: Arc::new(BuiltInEnhancer::new()),
        }
    }
}

/// Paints nothing.
pub(crate) struct Never(pub(crate) ModelError);

impl ImageModel for Never {
    fn paint<'a>(&'a self, _: &'a Brief) -> Painting<'a> {
        Box::pin(async { Err(self.0) })
    }
}

/// What the models do when one of them is called.
pub(crate) enum Turn {
    Picture,
    Transient,
    Permanent,
    Panic,
    /// Something happens meanwhile, and then there is a picture, or what it shows in words.
    Meanwhile(BoxFuture<'static, ()>),
}

/// Stand in for all models: they do as they are told, and then paint or describe.
#[derive(Default)]
pub(crate) struct Models(Mutex<VecDeque<Turn>>);

impl Models {
    pub(crate) fn then(turns: impl IntoIterator<Item = Turn>) -> Arc<Self> {
        Arc::new(Self(Mutex::new(turns.into_iter().collect())))
    }

    fn next(&self) -> Turn {
        let turn = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        turn.unwrap_or(Turn::Picture)
    }
}

/// One picture for everybody: painting is to cost nothing.
pub(crate) static PICTURE: LazyLock<Bytes> = LazyLock::new(|| {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(1280, 720, image::Rgb([40, 90, 160]));
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .expect("a picture");
    bytes.into_inner().into()
});

impl ImageModel for Models {
    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a> {
        let turn = self.next();
        Box::pin(async move {
            match turn {
                Turn::Picture => {}
                Turn::Transient => return Err(ModelError::transient(Cause::Cut)),
                Turn::Permanent => return Err(ModelError::permanent(Cause::Invalid)),
                // Without the hook, which would print it.
                Turn::Panic => std::panic::resume_unwind(Box::new("on purpose")),
                Turn::Meanwhile(event) => event.await,
            }
            Ok(Picture {
                bytes: PICTURE.clone(),
                format: brief.format,
                size: brief.aspect_ratio.size(),
                origin: Origin::default(),
            })
        })
    }
}

impl Describer for Models {
    fn describe<'a>(&'a self, subject: Subject<'a>) -> Describing<'a> {
        let turn = self.next();
        Box::pin(async move {
            if let Turn::Meanwhile(event) = turn {
                event.await;
            }
            BuiltInDescriber::new().describe(subject).await
        })
    }
}
