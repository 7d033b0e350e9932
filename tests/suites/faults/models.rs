//! Scripted models, and models that always fail.

use std::{
    collections::VecDeque,
    io::Cursor,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use bytes::Bytes;
use contract::Lettering;
use describer::{BuiltInDescriber, BuiltInEnhancer, Describer, Describing, Enhancer, Subject};
use futures_util::future::BoxFuture;
use runtime::Environment;
use serde_json::{Value, json};
use studio::{Brief, Cause, ImageModel, ModelError, PaintedPicture, Painting, Studio};

/// The default model, and the fallback of the others.
pub(crate) const COMPOSER: &str = "composer";
/// A model that its vendor has retired.
pub(crate) const DEAD: &str = "dead";
/// A model of a vendor, on whose pictures the composer sets the words.
pub(crate) const VENDOR: &str = "vendor";
/// A model that always fails temporarily.
pub(crate) const TIRED: &str = "tired";

/// Parses the value of `MODELS`.
pub(crate) fn configured(models: &Value) -> runtime::Models {
    let models = models.to_string();
    let mut environment = Environment::of(move |name| (name == "MODELS").then(|| models.clone()));
    let models = environment.models();
    environment.finish().expect("a configuration");
    models
}

/// The models for pictures and for words, and their configuration.
#[derive(Clone)]
pub(crate) struct Makers {
    pub(crate) configured: Arc<runtime::Models>,
    pub(crate) studio: Arc<Studio>,
    pub(crate) describer: Arc<dyn Describer>,
    pub(crate) enhancer: Arc<dyn Enhancer>,
}

impl Makers {
    /// Scripted models, and two models with a fallback that always fail.
    pub(crate) fn scripted(models: Arc<ScriptedModels>) -> Self {
        // The loop retries storing a picture until shortly before its lease ends: a short lease keeps tests short.
        let seconds = 5;
        let list = json!([
            { "id": COMPOSER, "provider": "composer", "timeoutSeconds": seconds },
            { "id": DEAD, "provider": "composer", "timeoutSeconds": seconds, "fallbacks": [COMPOSER] },
            { "id": VENDOR, "provider": "openai", "upstreamModel": "v", "baseUrl": "http://127.0.0.1:9", "timeoutSeconds": seconds },
            { "id": TIRED, "provider": "composer", "timeoutSeconds": seconds, "fallbacks": [COMPOSER] },
        ]);
        let painters: [(&str, Arc<dyn ImageModel>); 4] = [
            (COMPOSER, models.clone()),
            (VENDOR, models.clone()),
            (DEAD, Arc::new(FailingModel(ModelError::Gone))),
            (TIRED, Arc::new(FailingModel(ModelError::transient(Cause::Cut)))),
        ];
        Self {
            configured: Arc::new(configured(&list)),
            studio: Arc::new(Studio::new(painters.map(|(id, painter)| (id.to_owned(), painter)))),
            describer: models,
            enhancer: Arc::new(BuiltInEnhancer::new()),
        }
    }
}

/// A model that always fails with this error.
pub(crate) struct FailingModel(pub(crate) ModelError);

impl ImageModel for FailingModel {
    fn paint<'a>(&'a self, _: &'a Brief) -> Painting<'a> {
        Box::pin(async { Err(self.0) })
    }
}

/// The result of one call of a model.
pub(crate) enum ModelAction {
    Picture,
    Transient,
    Permanent,
    Panic,
    /// Waits for this future, and then returns a picture or a description.
    Meanwhile(BoxFuture<'static, ()>),
}

/// Fakes of all models: they do what the script says, and after its end they draw or describe.
#[derive(Default)]
pub(crate) struct ScriptedModels(Mutex<VecDeque<ModelAction>>);

impl ScriptedModels {
    pub(crate) fn then(turns: impl IntoIterator<Item = ModelAction>) -> Arc<Self> {
        Arc::new(Self(Mutex::new(turns.into_iter().collect())))
    }

    fn next(&self) -> ModelAction {
        let turn = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        turn.unwrap_or(ModelAction::Picture)
    }
}

/// The same picture for all thumbnails, so that drawing costs no time.
pub(crate) static PICTURE: LazyLock<Bytes> = LazyLock::new(|| {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(1280, 720, image::Rgb([40, 90, 160]));
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .expect("a picture");
    bytes.into_inner().into()
});

impl ImageModel for ScriptedModels {
    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a> {
        let turn = self.next();
        Box::pin(async move {
            match turn {
                ModelAction::Picture => {}
                ModelAction::Transient => return Err(ModelError::transient(Cause::Cut)),
                ModelAction::Permanent => return Err(ModelError::permanent(Cause::Invalid)),
                // Unwinds without calling the panic hook, so that nothing is printed.
                ModelAction::Panic => std::panic::resume_unwind(Box::new("on purpose")),
                ModelAction::Meanwhile(event) => event.await,
            }
            let mut picture = PaintedPicture::new(PICTURE.clone(), brief.format, brief.size());
            picture.origin.upstream_model = (brief.lettering == Lettering::Composer).then(|| VENDOR.to_owned());
            Ok(picture)
        })
    }
}

impl Describer for ScriptedModels {
    fn describe<'a>(&'a self, subject: Subject<'a>) -> Describing<'a> {
        let turn = self.next();
        Box::pin(async move {
            if let ModelAction::Meanwhile(event) = turn {
                event.await;
            }
            BuiltInDescriber::new().describe(subject).await
        })
    }
}
