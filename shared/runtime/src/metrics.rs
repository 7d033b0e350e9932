//! Metrics as log lines in CloudWatch's embedded metric format, which need no AWS call.
//!
//! Source:
//! <https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html>

use std::{
    io::{self, Write},
    sync::LazyLock,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use contract::Amount;
use serde_json::{Map, Value, json};

use crate::{causes, clock::system_time};

/// The CloudWatch namespace. Without `METRICS_NAMESPACE`, as on a developer's machine, no metrics are written.
static NAMESPACE: LazyLock<Option<String>> = LazyLock::new(|| {
    std::env::var("METRICS_NAMESPACE")
        .ok()
        .filter(|namespace| !namespace.is_empty())
});

/// A measured event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Metric<'a> {
    /// An organization was charged this amount.
    Charged(Amount),
    /// An organization was refunded this amount.
    Refunded(Amount),
    /// A caller got a quote.
    Quoted,
    /// A request had no valid key: 401.
    Unauthorized,
    /// A key lacked the permission for a request: 403.
    Forbidden,
    /// A request exceeded a rate limit: 429.
    RateLimited,
    /// A refund is due, but failed.
    RefundFailed,
    /// A queue did not accept this many messages. The sweep sends them again.
    MessagesNotSent(usize),
    /// The sweep found this many items that this version of the code cannot read.
    UnreadableItems(usize),
    /// A receiver has accepted an event.
    EventDelivered {
        /// The time since the fact became true.
        after: Duration,
    },
    /// An attempt at a delivery of an event was not received.
    EventAttemptFailed,
    /// A delivery of an event was given up.
    EventNotDelivered,
    /// A model made a thumbnail.
    ThumbnailCompleted {
        /// The model's id.
        model: &'a str,
        /// The time since the call that requested the thumbnail.
        after: Duration,
    },
    /// A thumbnail was given up.
    ThumbnailFailed {
        /// The model's id.
        model: &'a str,
    },
    /// A model failed, or made an unusable picture. Refusals do not count.
    UpstreamError {
        /// The model's id.
        model: &'a str,
    },
}

/// A metric's name, unit and value.
type Reading = (&'static str, &'static str, Value);

impl Metric<'_> {
    /// Writes it to the standard output.
    pub fn emit(self) {
        let Some(namespace) = NAMESPACE.as_deref() else { return };
        let line = format!("{}\n", self.line(namespace, system_time()));
        if let Err(error) = io::stdout().write_all(line.as_bytes()) {
            tracing::debug!(error = %causes(&error), "a metric was not written");
        }
    }

    fn readings(self) -> Vec<Reading> {
        let one = |name| vec![(name, "Count", json!(1))];
        match self {
            Self::Charged(amount) => vec![("Charged", "Count", thumbnails(amount))],
            Self::Refunded(amount) => vec![("Refunded", "Count", thumbnails(amount))],
            Self::Quoted => one("Quotes"),
            Self::Unauthorized => one("Unauthorized"),
            Self::Forbidden => one("Forbidden"),
            Self::RateLimited => one("RateLimited"),
            Self::RefundFailed => one("RefundFailures"),
            Self::MessagesNotSent(count) => vec![("MessagesNotSent", "Count", json!(count))],
            Self::UnreadableItems(count) => vec![("UnreadableItems", "Count", json!(count))],
            Self::EventDelivered { after } => vec![
                ("EventsDelivered", "Count", json!(1)),
                ("SecondsToDelivery", "Seconds", json!(after.as_secs_f64())),
            ],
            Self::EventAttemptFailed => one("EventAttemptsFailed"),
            Self::EventNotDelivered => one("EventsNotDelivered"),
            Self::ThumbnailCompleted { after, .. } => vec![
                ("ThumbnailsCompleted", "Count", json!(1)),
                ("SecondsToCompletion", "Seconds", json!(after.as_secs_f64())),
            ],
            Self::ThumbnailFailed { .. } => one("ThumbnailsFailed"),
            Self::UpstreamError { .. } => one("UpstreamErrors"),
        }
    }

    fn model(&self) -> Option<&str> {
        match self {
            Self::ThumbnailCompleted { model, .. }
            | Self::ThumbnailFailed { model }
            | Self::UpstreamError { model } => Some(model),
            Self::Charged(_)
            | Self::Refunded(_)
            | Self::Quoted
            | Self::Unauthorized
            | Self::Forbidden
            | Self::RateLimited
            | Self::RefundFailed
            | Self::MessagesNotSent(_)
            | Self::EventDelivered { .. }
            | Self::EventAttemptFailed
            | Self::EventNotDelivered
            | Self::UnreadableItems(_) => None,
        }
    }

    fn line(self, namespace: &str, now: SystemTime) -> Value {
        let readings = self.readings();
        let metrics: Vec<Value> = readings
            .iter()
            .map(|(name, unit, _)| json!({ "Name": name, "Unit": unit }))
            .collect();
        // Alarms use the sum of all models, dashboards use the values of each model.
        let dimensions = match self.model() {
            Some(_) => json!([[], ["Model"]]),
            None => json!([[]]),
        };
        let since_1970 = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        let timestamp = u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX);
        let directive = json!({ "Namespace": namespace, "Dimensions": dimensions, "Metrics": metrics });
        let mut line = Map::new();
        line.insert(
            "_aws".to_owned(),
            json!({ "Timestamp": timestamp, "CloudWatchMetrics": [directive] }),
        );
        line.extend(self.model().map(|model| ("Model".to_owned(), json!(model))));
        line.extend(readings.into_iter().map(|(name, _, value)| (name.to_owned(), value)));
        Value::Object(line)
    }
}

fn thumbnails(amount: Amount) -> Value {
    json!(amount.hundredths() as f64 / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(metric: Metric<'_>) -> Value {
        metric.line("thumbnails", UNIX_EPOCH + Duration::from_millis(1_700_000_000_123))
    }

    #[test]
    fn money_has_no_dimension() {
        let expected = json!({
            "_aws": {
                "Timestamp": 1_700_000_000_123_u64,
                "CloudWatchMetrics": [{
                    "Namespace": "thumbnails",
                    "Dimensions": [[]],
                    "Metrics": [{ "Name": "Charged", "Unit": "Count" }],
                }],
            },
            "Charged": 2.05,
        });
        assert_eq!(line(Metric::Charged(Amount::from_hundredths(205))), expected);
    }

    #[test]
    fn refusals_are_counted_by_kind_without_a_dimension() {
        for (metric, name) in [
            (Metric::Unauthorized, "Unauthorized"),
            (Metric::Forbidden, "Forbidden"),
            (Metric::RateLimited, "RateLimited"),
        ] {
            let line = line(metric);
            let directive = &line["_aws"]["CloudWatchMetrics"][0];
            assert_eq!(directive["Dimensions"], json!([[]]));
            assert_eq!(directive["Metrics"], json!([{ "Name": name, "Unit": "Count" }]));
            assert_eq!(line[name], json!(1));
        }
    }

    #[test]
    fn unreadable_items_have_no_dimension() {
        let line = line(Metric::UnreadableItems(3));
        let directive = &line["_aws"]["CloudWatchMetrics"][0];
        assert_eq!(directive["Dimensions"], json!([[]]));
        assert_eq!(
            directive["Metrics"],
            json!([{ "Name": "UnreadableItems", "Unit": "Count" }])
        );
        assert_eq!(line["UnreadableItems"], json!(3));
    }

    #[test]
    fn what_models_do_is_counted_together_and_for_each() {
        let after = Duration::from_millis(1500);
        let line = line(Metric::ThumbnailCompleted {
            model: "composer",
            after,
        });
        let directive = &line["_aws"]["CloudWatchMetrics"][0];
        assert_eq!(directive["Dimensions"], json!([[], ["Model"]]));
        let metrics = directive["Metrics"].as_array().unwrap();
        assert!(
            metrics
                .iter()
                .all(|metric| line.get(metric["Name"].as_str().unwrap()).is_some())
        );
        assert_eq!(
            (&line["Model"], &line["SecondsToCompletion"]),
            (&json!("composer"), &json!(1.5))
        );
    }
}
