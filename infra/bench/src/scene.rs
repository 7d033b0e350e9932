//! The measured service and the organizations that call it.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use contract::{
    Amount, Category, GenerationId, OrganizationId, Plan, ThumbnailId,
    tools::{self, GenerateThumbnail},
};
use http::Request;
use local::{AwsSource, LoopSource, Runner, RunnerConfig, RunnerError, Settings};
use runtime::Clock;
use serde_json::{Value, json};
use store::{Deadline, Generation, NewGeneration, NewKey, NewOrganization, StoreError};
use tokio::time::Instant;

use crate::{
    caller::{Caller, Measured},
    failure::Failure,
    records::{self, PIXEL, Records},
};

/// Enough organizations to keep 200 calls of a tool below the rate limit of ten calls a minute for each organization.
const ORGANIZATIONS: usize = 24;
const TIME: Duration = Duration::from_secs(20);

struct Organization {
    id: OrganizationId,
    key: String,
    generations: Mutex<Vec<GenerationId>>,
    records: Mutex<Vec<Records>>,
}

impl Organization {
    fn records(&self) -> MutexGuard<'_, Vec<Records>> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A gateway without a generation loop for the tools. The measurement of whole pictures starts its own service with a
/// loop.
pub(crate) struct Scene {
    clock: Clock,
    runner: Runner,
    base_url: String,
    organizations: Vec<Organization>,
    filled: AtomicUsize,
}

fn config(clock: &Clock, generation_loop: LoopSource, demo: bool) -> RunnerConfig {
    RunnerConfig {
        aws: AwsSource::Embedded(0),
        gateway: Some(0),
        generation_loop,
        data_dir: None,
        demo,
        settings: Settings {
            clock: clock.clone(),
            ..Settings::default()
        },
    }
}

impl Scene {
    pub(crate) async fn start() -> Result<Self, RunnerError> {
        let clock = Clock::system();
        let runner = Runner::start(config(&clock, LoopSource::Nobody, false)).await?;
        let base_url = runner.ready().base_url.clone().unwrap_or_default();
        let store = &runner.resources().store;
        let mut organizations = Vec::new();
        for _ in 0..ORGANIZATIONS {
            let deadline = Deadline::after(TIME);
            let new = NewOrganization {
                name: "Bench".to_owned(),
                plan: Plan::Enterprise,
                balance: Amount::thumbnails(1_000_000),
            };
            let id = store.create_organization(new, deadline).await?.id;
            let new = NewKey {
                organization: id,
                name: "Bench".to_owned(),
                scopes: Category::ALL.to_vec(),
                expires_at: None,
            };
            let (_, secret) = store.create_key(new, deadline).await?;
            let key = secret.expose().to_owned();
            organizations.push(Organization {
                id,
                key,
                generations: Mutex::default(),
                records: Mutex::default(),
            });
        }
        Ok(Self {
            clock,
            runner,
            base_url,
            organizations,
            filled: AtomicUsize::new(0),
        })
    }

    pub(crate) fn organizations(&self) -> usize {
        self.organizations.len()
    }

    /// Creates generations, images, inspirations and persons until each organization has `count` of each.
    pub(crate) async fn fill(&self, count: usize) -> Result<(), Failure> {
        for _ in self.filled.swap(count, Ordering::SeqCst)..count {
            for organization in &self.organizations {
                let id = self.make(organization.id).await?;
                organization
                    .generations
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(id);
                self.record(organization).await?;
            }
        }
        Ok(())
    }

    async fn record(&self, organization: &Organization) -> Result<(), Failure> {
        let made = records::make(self.runner.resources(), organization.id).await?;
        organization.records().push(made);
        Ok(())
    }

    /// Creates the records that `calls` calls of a tool will delete.
    pub(crate) async fn prepare(&self, tool: &str, calls: usize) -> Result<(), Failure> {
        if tool.starts_with("delete_") {
            for organization in self.organizations.iter().cycle().take(calls) {
                self.record(organization).await?;
            }
        }
        Ok(())
    }

    async fn make(&self, organization: OrganizationId) -> Result<GenerationId, Failure> {
        let store = &self.runner.resources().store;
        let id = GenerationId::from_uuid(store.ids().uuid());
        let generation = Generation {
            prompt: Some("A rocket launch over the sea at dawn".to_owned()),
            title: Some("We have liftoff".to_owned()),
            ..Generation::new::<GenerateThumbnail>(
                id,
                organization,
                "composer",
                1,
                vec![ThumbnailId::from_uuid(store.ids().uuid())],
                store.clock().now(),
            )
        };
        let balance = store.balance(organization).await?;
        let new = NewGeneration {
            generation,
            inherited: Vec::new(),
            waiting_limit: u64::MAX,
        };
        store
            .create_generation::<StoreError>(&new, balance, |_| Ok(None), Deadline::after(TIME))
            .await?;
        Ok(id)
    }

    /// Advances the clock by a minute, so that all rate limits start anew.
    pub(crate) fn next_minute(&self) {
        self.clock.advance(Duration::from_secs(60));
    }

    fn organization(&self, index: usize) -> Option<&Organization> {
        self.organizations.get(index % self.organizations.len())
    }

    pub(crate) fn discovery(&self, index: usize) -> Result<Request<Bytes>, http::Error> {
        let key = self
            .organization(index)
            .map(|organization| organization.key.as_str())
            .unwrap_or_default();
        let request = Request::get(format!("{}/api/v1/tools", self.base_url));
        request
            .header("authorization", format!("Bearer {key}"))
            .body(Bytes::new())
    }

    /// Builds the call of a tool with this index.
    pub(crate) fn request(&self, tool: &str, index: usize) -> Result<Request<Bytes>, http::Error> {
        let Some(organization) = self.organization(index) else {
            return Request::builder().body(Bytes::new());
        };
        let generations = organization.generations.lock().unwrap_or_else(PoisonError::into_inner);
        let round = index / self.organizations.len();
        let id = match tool {
            // A second cancellation of a generation takes another code path than the first. With few records, later
            // calls are such second cancellations.
            "cancel_generation" => generations.get(round % generations.len().max(1)),
            _ => generations.last(),
        };
        let records = organization.records();
        // Each call deletes another record, beginning with the latest. The records that remain are as many as before.
        let nth = records
            .len()
            .checked_sub(1 + if tool.starts_with("delete_") { round } else { 0 });
        let record = nth.and_then(|nth| records.get(nth));
        let picture = format!("data:image/png;base64,{PIXEL}");
        let body = match tool {
            "upload_image" | "create_inspiration" => json!({ "imageUrl": picture }),
            "create_person" => json!({ "name": "Alex" }),
            "get_image" | "delete_image" => json!({ "imageId": record.map(|record| record.image) }),
            "get_inspiration" | "delete_inspiration" => {
                json!({ "inspirationId": record.map(|record| record.inspiration) })
            }
            "get_person" | "delete_person" => json!({ "personId": record.map(|record| record.person) }),
            "get_generation_status" | "cancel_generation" => json!({ "generationId": id }),
            "generate_thumbnail" => json!({ "prompt": "A rocket launch over the sea at dawn" }),
            _ => json!({}),
        };
        post(&self.base_url, &organization.key, tool, &body)
    }

    /// Measures the creation of pictures, one after the other, on a separate service with a generation loop.
    pub(crate) async fn pictures(&self, caller: &Caller, count: usize) -> Result<Measured, Failure> {
        let clock = Clock::system();
        let runner = Runner::start(config(&clock, LoopSource::Embedded, true)).await?;
        let base = runner.ready().base_url.clone().unwrap_or_default();
        let key = runner.ready().api_key.clone().unwrap_or_default();
        let mut times = Vec::new();
        let whole = Instant::now();
        for _ in 0..count {
            clock.advance(Duration::from_secs(60));
            let began = Instant::now();
            let body = json!({ "prompt": "A rocket launch over the sea at dawn" });
            let answer = caller.send(post(&base, &key, "generate_thumbnail", &body)?).await?;
            let answer: Value = serde_json::from_slice(answer.body())?;
            let id = answer
                .pointer("/data/generationId")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .parse()?;
            let organization = runner.ready().organization_id.ok_or("no organization")?;
            loop {
                let progress = runner
                    .resources()
                    .store
                    .progress(organization, id)
                    .await?
                    .ok_or("no generation")?;
                if progress.status().is_ended() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            times.push(began.elapsed());
        }
        let measured = Measured::new(times, whole.elapsed());
        runner.shutdown().await;
        Ok(measured)
    }

    pub(crate) async fn stop(self) {
        self.runner.shutdown().await;
    }
}

fn post(base: &str, key: &str, tool: &str, body: &Value) -> Result<Request<Bytes>, http::Error> {
    debug_assert!(tools::find(tool).is_some());
    let request = Request::post(format!("{base}/api/v1/tools/{tool}"));
    request
        .header("authorization", format!("Bearer {key}"))
        .body(Bytes::from(body.to_string()))
}
