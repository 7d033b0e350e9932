//! Small pictures for agents that can look at them.

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use futures_util::future::join_all;
use media::Bucket;
use runtime::causes;
use tokio::time::{Instant, timeout_at};

use crate::tools::content::Item;

/// The most previews of a result.
const MOST: usize = 4;
/// The most bytes of base64 that all previews of a result have together. Clients cut off results that are much longer.
const MOST_BASE64: usize = 300_000;

/// Reads the first previews with these keys, as many as a result may have. A preview that cannot be read in time is left
/// out, because the result has links to the pictures, too.
pub(crate) async fn read(bucket: &Bucket, keys: &[String], deadline: Instant) -> Vec<Item<'static>> {
    let first = keys.iter().take(MOST);
    let previews = join_all(first.map(|key| preview(bucket, key, deadline))).await;
    items(previews.into_iter().flatten())
}

async fn preview(bucket: &Bucket, key: &str, deadline: Instant) -> Option<Bytes> {
    match timeout_at(deadline, bucket.get(key)).await {
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
