//! A service that may fetch from one server, a second server that it must never reach, and callers that count their
//! money and pictures.

use std::{
    collections::HashMap,
    io,
    net::IpAddr,
    path::Path,
    sync::{Arc, Mutex, OnceLock},
};

use contract::{Amount, Category, OrganizationId, Plan};
use local::Resources;
use media::keys;
use serde_json::{Value, json};
use sources::{Resolve, Resolving, SourcesConfig, VideoSites};
use store::{NewKey, NewOrganization};
use tests::{
    Client, Service,
    service::{Setup, deadline, on_own_threads},
};

use crate::{addresses, origin::Origin};

/// A public address that is not assigned to anybody.
pub(crate) const UNASSIGNED: &str = "3ffe::1";

/// The initial balance of a tenant, in thumbnails.
const THUMBNAILS: u32 = 1000;

/// A resolver with scripted answers that counts how often each name is resolved.
#[derive(Default)]
pub(crate) struct Names {
    answers: Mutex<HashMap<String, Vec<Vec<IpAddr>>>>,
    asked: Mutex<HashMap<String, usize>>,
}

impl Names {
    /// Sets the answers for `host`, one per query; the last answer is repeated.
    pub(crate) fn tell(&self, host: &str, answers: &[&[&str]]) {
        let parse = |answer: &&[&str]| answer.iter().map(|address| address.parse().unwrap()).collect();
        let answers = answers.iter().map(parse).collect();
        self.answers.lock().unwrap().insert(host.to_owned(), answers);
    }

    /// How often `host` was resolved.
    pub(crate) fn asked(&self, host: &str) -> usize {
        self.asked.lock().unwrap().get(host).copied().unwrap_or_default()
    }
}

impl Resolve for Names {
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a> {
        let turn = {
            let mut asked = self.asked.lock().unwrap();
            let count = asked.entry(host.to_owned()).or_default();
            *count += 1;
            *count - 1
        };
        let answers = self.answers.lock().unwrap().get(host).cloned().unwrap_or_default();
        let answer = answers.get(turn).or(answers.last()).cloned();
        Box::pin(async move { answer.ok_or_else(|| io::ErrorKind::NotFound.into()) })
    }
}

/// The resources that all tests of this binary share.
pub(crate) struct SourceWorld {
    pub(crate) service: Service,
    /// The exempted server: as `127.0.0.1:PORT`, and by two names.
    pub(crate) origin: Origin,
    /// The canary, which is not exempted: no connection to it is allowed.
    pub(crate) canary: Origin,
    pub(crate) names: Arc<Names>,
}

/// One world for all tests. It lives as long as the process, on its own threads, because each test has a runtime that
/// ends with it.
pub(crate) fn world() -> &'static SourceWorld {
    static WORLD: OnceLock<SourceWorld> = OnceLock::new();
    WORLD.get_or_init(|| on_own_threads(SourceWorld::start))
}

impl SourceWorld {
    async fn start() -> Self {
        let (origin, canary) = (Origin::start().await, Origin::start().await);
        let names = Arc::new(Names::default());
        for name in ["pictures.example", "counted.example"] {
            names.tell(name, &[&["127.0.0.1"]]);
        }
        for (name, address) in addresses::NAMES {
            names.tell(name, &[&[*address]]);
        }
        let sources = SourcesConfig {
            allow_hosts: ["127.0.0.1", "pictures.example", "counted.example"]
                .map(|host| format!("{host}:{}", origin.port()))
                .to_vec(),
            resolver: Arc::clone(&names) as Arc<dyn Resolve>,
            video_sites: VideoSites {
                youtube_oembed: origin.url("/youtube"),
                vimeo_oembed: origin.url("/vimeo"),
            },
            ..SourcesConfig::default()
        };
        let service = Service::start(Setup {
            generation_loop: false,
            sources,
            ..Setup::default()
        });
        Self {
            service: service.await,
            origin,
            canary,
            names,
        }
    }

    pub(crate) async fn tenant(&self) -> Tenant {
        Tenant::new(self.service.resources(), &self.service.client()).await
    }

    /// Checks that nothing has connected to the canary.
    pub(crate) async fn canary_is_silent(&self) {
        let connections = self.canary.connections().await;
        assert_eq!(connections, 0, "the canary got requests: {:#?}", self.canary.heads());
    }
}

/// An organization with a client and without rate limits that matter.
pub(crate) struct Tenant {
    pub(crate) id: OrganizationId,
    pub(crate) client: Client,
    resources: Resources,
}

/// An issue: its path and its message.
pub(crate) type Issue = (String, String);

impl Tenant {
    /// Creates an organization in these tables; `client` has the service's URL.
    pub(crate) async fn new(resources: &Resources, client: &Client) -> Self {
        let new = NewOrganization {
            name: "Test".to_owned(),
            plan: Plan::Enterprise,
            balance: Amount::thumbnails(THUMBNAILS),
        };
        let store = &resources.store;
        let id = store.create_organization(new, deadline()).await.unwrap().id;
        let key = NewKey {
            organization: id,
            name: "Test".to_owned(),
            scopes: Category::ALL.to_vec(),
            expires_at: None,
        };
        let (_, secret) = store.create_key(key, deadline()).await.unwrap();
        Self {
            id,
            client: client.with_key(Some(secret.expose())),
            resources: resources.clone(),
        }
    }

    /// The issues of a refused call; otherwise a description of the unexpected response.
    pub(crate) async fn refused(&self, tool: &str, body: Value) -> Result<Vec<Issue>, String> {
        let answer = self.client.call(tool, body).await;
        if answer.body["code"] != "VALIDATION_ERROR" {
            return Err(answer.body.to_string());
        }
        let issues = answer.body["details"]["issues"].as_array().unwrap();
        let text = |issue: &Value, name: &str| issue[name].as_str().unwrap().to_owned();
        Ok(issues
            .iter()
            .map(|issue| (text(issue, "path"), text(issue, "message")))
            .collect())
    }

    /// Calls a tool with one source, which must be refused at `path` with a message that contains `part`. Returns the
    /// difference.
    pub(crate) async fn wrong(&self, tool: &str, path: &str, source: &str, part: &str) -> Option<String> {
        match self.refused(tool, json!({ path: source })).await {
            Ok(said) if matches!(said.as_slice(), [(at, message)] if at == path && message.contains(part)) => None,
            other => Some(format!("{source:?} as {path} gets {other:?} instead of {part:?}")),
        }
    }

    pub(crate) async fn upload(&self, source: &str) -> Value {
        let answer = self.client.call("upload_image", json!({ "imageUrl": source })).await;
        answer.data().clone()
    }

    /// The keys of the organization's objects.
    pub(crate) async fn objects(&self) -> Vec<String> {
        let (mut keys, prefix) = (Vec::new(), keys::organization(self.id));
        loop {
            let after = keys.last().map(String::as_str);
            let page = self.resources.bucket.list(&prefix, after).await.unwrap();
            keys.extend(page.objects.into_iter().map(|object| object.key));
            if !page.more {
                return keys;
            }
        }
    }

    /// Checks that this many images exist and are paid, each with one object, and nothing else.
    pub(crate) async fn has_images(&self, count: usize) {
        let images = self.client.call("list_images", json!({})).await;
        assert_eq!(images.data()["images"].as_array().unwrap().len(), count);
        for (tool, list) in [("list_inspirations", "inspirations"), ("list_persons", "persons")] {
            let answer = self.client.call(tool, json!({})).await;
            assert_eq!(answer.data()[list], json!([]));
        }
        let objects = self.objects().await;
        assert_eq!(objects.len(), count, "{objects:?}");
        let paid = Amount::thumbnails(THUMBNAILS).hundredths() - 5 * i64::try_from(count).unwrap();
        let balance = self.resources.store.balance(self.id).await.unwrap().balance;
        assert_eq!(balance.hundredths(), paid);
        let audit = self.resources.store.audit(self.id).await.unwrap().unwrap();
        assert!(audit.differences.is_empty(), "{:?}", audit.differences);
    }

    /// Checks that nothing was charged or stored.
    pub(crate) async fn is_untouched(&self) {
        self.has_images(0).await;
    }
}

/// A sample picture, by file name.
pub(crate) fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/sources/fixtures");
    std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
