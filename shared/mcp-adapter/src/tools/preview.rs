//! Small pictures of finished thumbnails, for agents that can look at them.

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use futures_util::future::join_all;
use media::Bucket;
use runtime::causes;
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use crate::tools::content::Item;

/// The most previews of a result.
const MOST: usize = 4;
/// The most bytes of base64 that all previews of a result have together. Clients cut off results that are much longer.
const MOST_BASE64: usize = 300_000;

/// Reads the previews of the first finished thumbnails of a generation, as many as a result may have. A preview that
/// cannot be read in time is left out, because the result has links to the pictures, too.
pub(crate) async fn read(bucket: &Bucket, generation: &str, deadline: Instant) -> Vec<Item<'static>> {
    let urls = preview_urls(generation);
    let previews = join_all(urls.iter().map(|url| preview(bucket, url, deadline))).await;
    items(previews.into_iter().flatten())
}

/// The URLs of the previews of the first finished thumbnails of a generation, given as JSON.
fn preview_urls(generation: &str) -> Vec<String> {
    let generation: Value = serde_json::from_str(generation).unwrap_or_default();
    let thumbnails = generation.get("thumbnails").and_then(Value::as_array);
    let urls = thumbnails.into_iter().flatten();
    let urls = urls.filter_map(|thumbnail| thumbnail.get("previewUrl")?.as_str());
    urls.take(MOST).map(str::to_owned).collect()
}

async fn preview(bucket: &Bucket, url: &str, deadline: Instant) -> Option<Bytes> {
    match timeout_at(deadline, bucket.preview_at(url)).await {
        Ok(Ok(preview)) => preview,
        Ok(Err(error)) => {
            tracing::warn!(error = %causes(&error), "a result is sent without a preview");
            None
        }
        Err(_) => {
            tracing::warn!("a result is sent without a preview, because reading it took too long");
            None
        }
    }
}

/// The previews that fit, as items.
fn items(previews: impl Iterator<Item = Bytes>) -> Vec<Item<'static>> {
    let mut left = MOST_BASE64;
    let mut items = Vec::new();
    for preview in previews {
        let data = BASE64_STANDARD.encode(&preview);
        let Some(rest) = left.checked_sub(data.len()) else {
            break;
        };
        left = rest;
        items.push(Item::Image {
            data,
            mime_type: "image/jpeg",
        });
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_previews_of_the_first_finished_thumbnails_are_read() {
        let thumbnail = |url: Option<&str>| serde_json::json!({ "url": url, "previewUrl": url });
        let all = [None, Some("a"), None, Some("b"), Some("c"), Some("d"), Some("e")].map(thumbnail);
        let generation = serde_json::json!({ "thumbnails": all }).to_string();
        assert_eq!(preview_urls(&generation), ["a", "b", "c", "d"]);
        assert!(preview_urls("{}").is_empty());
    }

    fn count(sizes: &[usize]) -> usize {
        items(sizes.iter().map(|size| vec![0; *size].into())).len()
    }

    #[test]
    fn previews_end_before_300_kilobytes_of_base64() {
        assert_eq!(count(&[]), 0);
        assert_eq!(count(&[60_000; 4]), 3);
        assert_eq!(count(&[56_250; 4]), 4);
        assert_eq!(count(&[225_000, 1]), 1);
        assert_eq!(count(&[225_001, 1]), 0);
    }
}
