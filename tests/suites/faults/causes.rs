//! A failure of each kind is forced, and its cause is found in the log, in the format that CloudWatch receives.

use std::{
    io,
    net::TcpListener,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use contract::GenerationId;
use queue::Message;
use serde_json::{Value, json};
use sources::{SourceParameter, Sources, SourcesConfig};
use tests::{Fault, Organization, Proxy, operator::tgctl};
use tracing_subscriber::{filter::LevelFilter, fmt, prelude::*};

use crate::{
    faults::ALWAYS,
    instance::{Action, Instance, tick},
    models::COMPOSER,
    upstreams::{Upstreams, Vendor},
    world::{FaultWorld, SOURCE, STACK},
};

/// Longer than a generation may be open.
const TWO_DAYS: Duration = Duration::from_secs(2 * 24 * 3600);

/// The log of one test.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8(bytes.clone()).expect("a log in UTF-8")
    }

    /// The errors in the log lines with this message.
    fn errors(&self, message: &str) -> Vec<String> {
        let lines: Vec<Value> = self
            .text()
            .lines()
            .map(|line| serde_json::from_str(line).expect("a log line in JSON"))
            .collect();
        let lines = lines.iter().filter(|line| line["message"] == message);
        lines
            .map(|line| line["error"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// Asserts that a log line with this message has an error that begins with `error` and contains `cause`.
    fn assert_cause(&self, message: &str, error: &str, cause: &str) {
        let errors = self.errors(message);
        assert!(
            errors
                .iter()
                .any(|logged| logged.starts_with(error) && logged.contains(cause)),
            "{message}: {errors:?}\n{}",
            self.text()
        );
    }
}

/// Runs a test on one thread and captures its log. The thread has enough stack for unoptimized futures of the SDK.
fn run_logged<F: Future<Output = ()>>(test: impl FnOnce(Log) -> F + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let log = Log::default();
        let writer = log.clone();
        let lines = fmt::layer()
            .json()
            .flatten_event(true)
            .with_current_span(true)
            .with_writer(move || writer.clone());
        let _subscribed = tracing_subscriber::registry()
            .with(LevelFilter::INFO)
            .with(lines)
            .set_default();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(test(log));
    });
    if let Err(panic) = thread.expect("a thread").join() {
        std::panic::resume_unwind(panic);
    }
}

/// A service, and an instance of it whose calls to AWS go through a proxy.
struct Setting {
    world: FaultWorld,
    organization: Organization,
    proxy: Proxy,
    instance: Instance,
}

impl Setting {
    async fn start() -> Self {
        let world = FaultWorld::start().await;
        let organization = world.organization().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        Self {
            world,
            organization,
            proxy,
            instance,
        }
    }

    async fn call(&self, tool: &'static str, body: Value) {
        let key = self.organization.key.clone();
        let once = None;
        self.instance.act(Action::Tool { tool, body, once, key }).await;
    }

    /// Lets all calls of an operation fail.
    fn fail(&self, operation: &str) {
        self.proxy.fail_operation(operation, 0, Fault::ServerError, ALWAYS);
    }

    /// Starts a generation and spends the attempts at its thumbnail, so that it must be refunded.
    async fn spend_attempts(&self) -> GenerationId {
        let generation = self.world.begin(&self.organization.key, 1, &[]).await;
        for letter in self.world.take(generation).await {
            self.world.delete(&letter).await;
        }
        self.world.use_up_attempts(self.organization.id, generation).await;
        generation
    }

    async fn sweep(&self) {
        self.instance.act(Action::Event(tick())).await;
    }
}

#[test]
fn a_failed_call_to_dynamodb_is_logged_with_its_cause() {
    run_logged(|log| async move {
        let setting = Setting::start().await;
        setting.proxy.decide(|_| Some(Fault::ServerError));
        setting.call("get_credits", json!({})).await;
        log.assert_cause(
            "a call failed",
            "dynamodb call ",
            " failed: status 500, code InternalServerError",
        );
        assert!(!log.text().contains(&setting.organization.key));
    });
}

#[test]
fn a_failed_call_to_s3_is_logged_with_its_cause() {
    run_logged(|log| async move {
        let setting = Setting::start().await;
        setting.fail("PutObject");
        setting.call("upload_image", json!({ "imageUrl": *SOURCE })).await;
        log.assert_cause(
            "a call failed",
            "s3 call PutObject failed: status 500, code InternalError",
            "",
        );
        assert!(!log.text().contains(&setting.organization.key));
    });
}

#[test]
fn a_failed_call_to_sqs_is_logged_with_its_cause() {
    run_logged(|log| async move {
        let setting = Setting::start().await;
        setting.fail("SendMessageBatch");
        setting
            .call("generate_thumbnail", json!({ "prompt": "A lighthouse" }))
            .await;
        let message = "thumbnails are not queued; the sweep will";
        log.assert_cause(message, "sqs call SendMessageBatch failed: status 500", "");
        assert!(!log.text().contains("lighthouse"), "{}", log.text());
    });
}

#[test]
fn a_failed_refund_of_the_sweep_is_logged_with_its_cause() {
    run_logged(|log| async move {
        let setting = Setting::start().await;
        setting.spend_attempts().await;
        setting.world.service.clock().advance(TWO_DAYS);
        setting.fail("TransactWriteItems");
        setting.sweep().await;
        log.assert_cause(
            "a refund failed",
            "dynamodb call TransactWriteItems failed: status 500",
            "",
        );
    });
}

#[test]
fn a_sweep_and_dead_letters_that_cannot_be_read_are_logged_with_the_cause() {
    run_logged(|log| async move {
        let setting = Setting::start().await;
        setting.proxy.decide(|_| Some(Fault::ServerError));
        setting.sweep().await;
        let sweep = "a shard of what is due cannot be read";
        log.assert_cause(sweep, "dynamodb call Query failed: status 500", "");
        let dead_letters = "the dead letters cannot be read";
        log.assert_cause(dead_letters, "sqs call ReceiveMessage failed: status 500", "");
    });
}

#[test]
fn a_failed_refund_of_a_dead_letter_is_logged_with_its_cause() {
    run_logged(|log| async move {
        let setting = Setting::start().await;
        let generation = setting.spend_attempts().await;
        let letter = Message::new(setting.organization.id, generation, 0, COMPOSER.to_owned());
        let dead_letters = &setting.world.service.resources().dead_letters;
        dead_letters.send(&[letter]).await.expect("a dead letter");
        setting.fail("TransactWriteItems");
        setting.sweep().await;
        log.assert_cause(
            "a refund failed",
            "dynamodb call TransactWriteItems failed: status 500",
            "",
        );
    });
}

#[test]
fn a_failed_call_to_a_vendor_is_logged_with_its_cause() {
    run_logged(|log| async move {
        let world = FaultWorld::start().await;
        let organization = world.organization().await;
        let upstreams = Upstreams::start(Vendor::Gemini).await;
        let instance = Instance::with_makers(&world.service, world.service.aws_url(), upstreams.makers());
        let tool = |tool, body| Action::Tool {
            tool,
            body,
            once: None,
            key: organization.key.clone(),
        };
        let upload = || tool("upload_image", json!({ "imageUrl": *SOURCE }));

        upstreams.to_secrets.decide(|_| Some(Fault::ServerError));
        instance.act(upload()).await;
        log.assert_cause("a vendor's API key cannot be read", "status 500", "");
        let described = "a picture is described by rules, the model did not";
        log.assert_cause(described, "the model failed for now: the secret cannot be read", "");

        upstreams.to_secrets.heal();
        upstreams.to_gemini.decide(|_| Some(Fault::CutBefore));
        instance.act(upload()).await;
        log.assert_cause(described, "the model failed for now: the connection was cut", "");
        let lost = "a call to a vendor got no complete response: the connection was cut";
        log.assert_cause(lost, "client error (SendRequest): ", "connection closed");

        upstreams.to_bedrock.decide(|_| Some(Fault::CutBefore));
        let picture = json!({ "prompt": "A lighthouse", "model": Vendor::Bedrock.model() });
        instance.act(tool("generate_thumbnail", picture)).await;
        for letter in world.receive().await {
            instance.act(Action::Event(letter.event())).await;
        }
        log.assert_cause("a call to Bedrock failed", "dispatch failure: ", "connection closed");
        log.assert_cause(
            "a model made no thumbnail",
            "the model failed for now: it cannot be reached",
            "",
        );
        for secret in ["a-key", "lighthouse"] {
            assert!(!log.text().contains(secret), "{}", log.text());
        }
    });
}

#[test]
fn a_source_that_cannot_be_fetched_is_logged_with_the_cause() {
    run_logged(|log| async move {
        let closed = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let closed = closed.expect("a free port").to_string();
        let sources = Sources::new(SourcesConfig {
            allow_hosts: vec![closed.clone()],
            ..SourcesConfig::default()
        });
        let parameter = SourceParameter {
            path: "imageUrl".to_owned(),
            source: &format!("http://{closed}/picture.png?signature=secret"),
        };
        sources.fetch(&[parameter]).await.expect_err("nothing listens there");
        log.assert_cause("a source is refused", "Connection refused", "");
        assert!(!log.text().contains("signature"), "{}", log.text());
    });
}

#[test]
fn the_operators_tool_prints_the_cause_of_a_failure() {
    run_logged(|_| async move {
        let setting = Setting::start().await;
        setting.proxy.decide(|_| Some(Fault::ServerError));
        let (exit_code, complaint) = tgctl(&setting.proxy.url(), "org list").await;
        let complaint = complaint.as_str().expect("a complaint").to_owned();
        assert_eq!(exit_code, 1, "{complaint}");
        assert!(complaint.starts_with("tgctl: dynamodb call "), "{complaint}");
        assert!(
            complaint.contains(" failed: status 500, code InternalServerError"),
            "{complaint}"
        );
    });
}
