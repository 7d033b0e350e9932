//! Behaves like an EventBridge rule with a rate of one minute.

use std::{sync::Arc, time::Duration};

use runtime::causes;
use serde_json::{Value, json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{MissedTickBehavior, interval, timeout},
};

use crate::{
    ids::random_id,
    triggers::event_source::{Invoke, invoke},
};

/// How often the service's rule fires.
pub const EVERY_MINUTE: Duration = Duration::from_secs(60);
/// How long an invocation in progress may continue after a shutdown has begun.
const GRACE: Duration = Duration::from_secs(10);

/// A running rule.
#[derive(Debug)]
pub struct Schedule {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Schedule {
    /// Invokes the function at once and then at this rate. Invocations never overlap.
    pub fn start(function: Arc<dyn Invoke>, rate: Duration) -> Self {
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(run(function, rate, stopped));
        Self { stop, task }
    }

    /// Stops invoking, and waits at most ten seconds for an invocation in progress.
    pub async fn shutdown(mut self) {
        self.stop.send_replace(true);
        if timeout(GRACE, &mut self.task).await.is_err() {
            tracing::warn!("the scheduled invocation was cancelled by the shutdown");
            self.task.abort();
        }
    }
}

async fn run(function: Arc<dyn Invoke>, rate: Duration, mut stopped: watch::Receiver<bool>) {
    let mut ticks = interval(rate);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            // An error means that the handle was dropped, which also ends the rule.
            _ = stopped.wait_for(|stopped| *stopped) => return,
            _ = ticks.tick() => {}
        }
        if let Err(error) = invoke(function.as_ref(), event()).await {
            tracing::error!(
                error = %causes(&error),
                "the scheduled invocation failed"
            );
        }
    }
}

/// The event of a scheduled rule,
/// <https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-run-lambda-schedule.html>.
fn event() -> Value {
    let now = OffsetDateTime::now_utc();
    let time = now
        .replace_nanosecond(0)
        .unwrap_or(now)
        .format(&Rfc3339)
        .unwrap_or_default();
    json!({
        "version": "0",
        "id": random_id().unwrap_or_default().to_string(),
        "detail-type": "Scheduled Event",
        "source": "aws.events",
        "account": "000000000000",
        "time": time,
        "region": "us-east-1",
        "resources": ["arn:aws:events:us-east-1:000000000000:rule/sweep"],
        "detail": {},
    })
}
