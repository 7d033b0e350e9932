//! Pictures are decoded one at a time. A cancelled call does not delay the others.

use std::time::Duration;

use fuzz::bombs;
use sources::{SourceParameter, Sources, SourcesConfig};
use tokio::time::timeout;

/// The largest total size of the `data:` sources of a call, in bytes.
const MOST_DATA: usize = 4_000_000;

fn data_url(bytes: &[u8]) -> String {
    let escaped: String = bytes.iter().map(|byte| format!("%{byte:02x}")).collect();
    format!("data:,{escaped}")
}

fn wanted(source: &str) -> [SourceParameter<'_>; 1] {
    [SourceParameter {
        path: "imageUrl".to_owned(),
        source,
    }]
}

/// Before the decoders were bounded, each of these GIFs took 20 s.
#[tokio::test]
async fn an_upload_does_not_wait_for_hostile_files_of_cancelled_calls() {
    let sources = Sources::new(SourcesConfig::default());
    let hostile = bombs::gif_with_pixels(MOST_DATA - 100_000);
    let hostile = data_url(&hostile);
    for _ in 0..3 {
        // This time is only long enough to start.
        drop(timeout(Duration::from_millis(1), sources.fetch(&wanted(&hostile))).await);
    }
    let good = data_url(include_bytes!("../../corpus/png/transparent.png"));
    let taken = timeout(Duration::from_secs(5), sources.fetch(&wanted(&good))).await;
    assert!(taken.expect("the valid picture is not decoded in time").is_ok());
}
