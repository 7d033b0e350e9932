//! A service with models of vendors, and the fakes of these vendors.

use std::{collections::HashMap, sync::Arc};

use contract::Plan;
use generation_loop::{Dependencies, GenerationLoop};
use queue::Queue;
use runtime::{Environment, Models};
use serde_json::{Value, json};
use studio::Studio;
use tests::{
    Organization, Service,
    service::Setup,
    upstream::{Bedrock, Bfl, Gemini, OpenAi, Secrets, Seen},
    web,
};
use vendors::Vendors;

use crate::{logs, support};

/// The initial balance of an organization, in thumbnails.
pub(crate) const THUMBNAILS: u32 = 100;

/// The API keys in environment variables.
pub(crate) const KEYS: [(&str, &str); 4] = [
    ("GEMINI_API_KEY", "zanarium-key-of-gemini"),
    ("OPENAI_API_KEY", "zanarium-key-of-openai"),
    ("BEDROCK_API_KEY", "zanarium-key-of-bedrock"),
    ("BFL_API_KEY", "zanarium-key-of-bfl"),
];

/// A service and the fakes of its vendors.
pub(crate) struct UpstreamWorld {
    pub(crate) service: Service,
    pub(crate) models: Models,
    pub(crate) vendors: Vendors,
    pub(crate) gemini: Gemini,
    pub(crate) openai: OpenAi,
    pub(crate) bedrock: Bedrock,
    pub(crate) bfl: Bfl,
    pub(crate) secrets: Secrets,
    /// The environment of the functions.
    pub(crate) variables: HashMap<&'static str, String>,
}

/// The parts of the service that a test needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    /// No generation loop.
    Idle,
    /// A loop that neither checks models nor asks the vision model about pictures, so that the vendors receive only the
    /// requests of the test.
    Usual,
    /// A whole loop.
    Whole,
}

impl UpstreamWorld {
    /// Starts the vendors, and a service with these models. `models` is the value of `MODELS`, with `{gemini}`,
    /// `{openai}`, `{bedrock}` and `{bfl}` as placeholders for the URLs of the fakes. The service knows Bedrock's URL
    /// even without the placeholder.
    pub(crate) async fn start(models: Value) -> Self {
        Self::set_up(models, Parts::Usual).await
    }

    /// Like [`Self::start`], with a loop that also checks models and reviews pictures.
    pub(crate) async fn whole(models: Value) -> Self {
        Self::set_up(models, Parts::Whole).await
    }

    /// Like [`Self::start`], but without a generation loop.
    pub(crate) async fn idle(models: Value) -> Self {
        Self::set_up(models, Parts::Idle).await
    }

    async fn set_up(models: Value, parts: Parts) -> Self {
        logs::keep();
        let (gemini, openai, bedrock, bfl) =
            tokio::join!(Gemini::start(), OpenAi::start(), Bedrock::start(), Bfl::start());
        let secrets = Secrets::start([]).await;
        let mut document = models.to_string();
        for (name, url) in [
            ("{gemini}", gemini.url()),
            ("{openai}", openai.url()),
            ("{bedrock}", bedrock.url()),
            ("{bfl}", bfl.url()),
        ] {
            document = document.replace(name, &url);
        }
        let mut variables: HashMap<&str, String> = HashMap::from(KEYS.map(|(name, key)| (name, key.to_owned())));
        variables.insert("MODELS", document);
        variables.insert("AWS_ENDPOINT_URL_SECRETS_MANAGER", secrets.url());
        variables.insert("AWS_ENDPOINT_URL_BEDROCK_RUNTIME", bedrock.url());
        variables.insert("AWS_ENDPOINT_URL_BEDROCK", bedrock.url());
        let read = variables.clone();
        let mut environment = Environment::of(move |name| read.get(name).cloned());
        let models = environment.models();
        let aws = environment.own_aws();
        let vendors = Vendors::read(&mut environment, &aws, &models);
        environment.finish().unwrap();
        let studio = Studio::configured(&models, &vendors);
        let studio = match parts {
            Parts::Idle | Parts::Usual => painters_of(&studio),
            Parts::Whole => studio,
        };
        let service = Service::start(Setup {
            gateways: 1,
            generation_loop: parts != Parts::Idle,
            studio: Some(Arc::new(studio)),
            models: models.clone(),
            vendors: Some(vendors.clone()),
            sources: web().sources(),
            ..Setup::default()
        })
        .await;
        Self {
            service,
            models,
            vendors,
            gemini,
            openai,
            bedrock,
            bfl,
            secrets,
            variables,
        }
    }

    /// The models, for a generation loop that a test drives itself.
    pub(crate) fn studio(&self) -> Arc<Studio> {
        Arc::new(Studio::configured(&self.models, &self.vendors))
    }

    /// A generation loop that a test drives itself.
    pub(crate) fn generation_loop(&self, queue: Queue) -> GenerationLoop {
        let resources = self.service.resources();
        GenerationLoop::new(Dependencies {
            store: resources.store.clone(),
            bucket: resources.bucket.clone(),
            queue,
            dead_letters: resources.dead_letters.clone(),
            models: Arc::new(self.models.clone()),
            studio: self.studio(),
        })
    }

    pub(crate) async fn organization(&self) -> Organization {
        self.service.organization(Plan::Enterprise, THUMBNAILS).await
    }

    /// The upstream names of the models that were asked for pictures or text. All requests to Gemini come first, then
    /// those to OpenAI, to Bedrock and to Black Forest Labs, because each fake records only its own requests.
    pub(crate) fn asked(&self) -> Vec<String> {
        let seen = [
            self.gemini.seen(),
            self.openai.seen(),
            self.bedrock.seen(),
            self.bfl.seen(),
        ];
        seen.concat().iter().map(asked_for).collect()
    }

    /// Checks the end of a test: no request violated a vendor's documentation, the audit finds no differences, the
    /// queues are empty, and the logs contain no secrets.
    pub(crate) async fn end(self) {
        let violations = [
            self.gemini.violations(),
            self.openai.violations(),
            self.bedrock.violations(),
            self.bfl.violations(),
            self.secrets.violations(),
        ];
        assert_eq!(violations.concat(), [""; 0]);
        let (exit, report) = tests::operator::tgctl(self.service.aws_url(), "audit").await;
        assert_eq!((exit, &report["ok"]), (0, &json!(true)), "{report}");
        let resources = self.service.resources();
        for queue in [&resources.queue, &resources.dead_letters] {
            support::eventually("the queues are empty", || async {
                support::messages(&self.service, queue.url()).await == 0
            })
            .await;
        }
        let shown = format!("{:?} {:?} {:?}", self.models, self.vendors, self.studio());
        assert!(!shown.contains(logs::CANARY), "{shown}");
        self.service.stop().await;
        logs::assert_no_secrets();
    }
}

/// A studio with the same image models, which neither checks nor reviews anything.
fn painters_of(studio: &Studio) -> Studio {
    let painter = |id: &str| Some((id.to_owned(), studio.get(id)?.clone()));
    Studio::new(studio.ids().filter_map(painter))
}

/// The model that a request to any vendor names.
pub(crate) fn asked_for(seen: &Seen) -> String {
    if let Some(rest) = seen.path.strip_prefix("/v1beta/models/") {
        return rest.split(':').next().unwrap_or_default().to_owned();
    }
    if let Some(model) = seen.model_id() {
        return model;
    }
    if let (Some(_), Some(model)) = (seen.header("x-key"), seen.path.strip_prefix("/v1/")) {
        return model.to_owned();
    }
    let field = |fields: Vec<tests::upstream::Field>| fields.into_iter().find(|field| field.name == "model");
    match seen.json()["model"].as_str() {
        Some(model) => model.to_owned(),
        None => seen.form().and_then(field).map_or(String::new(), |field| field.text()),
    }
}

/// An entry of `MODELS` for a model of this vendor's fake.
pub(crate) fn model(vendor: &str, id: &str, upstream_model: &str) -> Value {
    let mut model = json!({ "id": id, "provider": vendor, "upstreamModel": upstream_model });
    match vendor {
        "gemini" => merge(
            &mut model,
            json!({ "baseUrl": "{gemini}", "secret": "env:GEMINI_API_KEY" }),
        ),
        "openai" => merge(
            &mut model,
            json!({ "baseUrl": "{openai}", "secret": "env:OPENAI_API_KEY" }),
        ),
        "bfl" => merge(&mut model, json!({ "baseUrl": "{bfl}", "secret": "env:BFL_API_KEY" })),
        _ => {}
    }
    model
}

/// The entry with additional or changed fields.
pub(crate) fn with(mut model: Value, more: Value) -> Value {
    merge(&mut model, more);
    model
}

fn merge(into: &mut Value, more: Value) {
    let (Some(into), Value::Object(more)) = (into.as_object_mut(), more) else {
        return;
    };
    into.extend(more);
}

/// The usual upstream model of each vendor with a synchronous API.
pub(crate) const USUAL: [(&str, &str); 3] = [
    ("gemini", "gemini-nano-banana-2.1"),
    ("openai", "gpt-image-2"),
    ("bedrock", "stability.stable-image-core-v1:1"),
];

/// One model of each vendor with a synchronous API, whose id is the vendor's name, and the composer.
pub(crate) fn one_of_each() -> Value {
    let mut models: Vec<Value> = USUAL.map(|(vendor, upstream)| model(vendor, vendor, upstream)).into();
    models.push(json!({ "id": "composer", "provider": "composer" }));
    models.into()
}
