//! Logs. They never contain a key, a prompt, a body or a presigned URL.

use tracing_subscriber::{filter::Targets, fmt, prelude::*};

/// The format of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// One JSON object per line, for CloudWatch.
    Json,
    /// Text for a person at a terminal.
    Text,
}

/// Starts writing logs to the standard error. `LOG_LEVEL` filters, as in `warn` or `service=warn,info`; the default is
/// `info`. A release build contains no lines below `info`, because libraries log whole requests there. A second call
/// has no effect.
pub fn init_logs(format: LogFormat) {
    let wanted = std::env::var("LOG_LEVEL")
        .ok()
        .and_then(|level| level.parse::<Targets>().ok());
    let wanted = wanted.unwrap_or_else(|| Targets::new().with_default(tracing::Level::INFO));
    let registry = tracing_subscriber::registry().with(wanted);
    let result = match format {
        LogFormat::Json => {
            let lines = fmt::layer()
                .json()
                .flatten_event(true)
                .with_current_span(true)
                .with_span_list(false);
            registry.with(lines.with_writer(std::io::stderr)).try_init()
        }
        LogFormat::Text => registry
            .with(fmt::layer().with_target(false).with_writer(std::io::stderr))
            .try_init(),
    };
    if result.is_err() {
        tracing::debug!("logs were set up before");
    }
}
