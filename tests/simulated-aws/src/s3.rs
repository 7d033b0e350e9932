//! S3: buckets with objects.

use std::collections::BTreeMap;

use bytes::Bytes;
use contract::Timestamp;
use serde_json::Value as Json;

use crate::{Object, cloud::Operation, params::Params, refusal::Refusal};

/// The largest number of objects in a page of a list.
const PAGE: u64 = 1000;

/// Objects by bucket and key.
#[derive(Debug, Default)]
pub(crate) struct S3 {
    buckets: BTreeMap<String, BTreeMap<String, Object>>,
}

/// A success response.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Answered {
    pub(crate) status: u16,
    pub(crate) body: Bytes,
    pub(crate) headers: Vec<(&'static str, String)>,
}

impl Answered {
    fn of(body: impl Into<Bytes>) -> Self {
        Self {
            status: 200,
            body: body.into(),
            headers: Vec::new(),
        }
    }
}

fn no_bucket() -> Refusal {
    Refusal::new(404, "NoSuchBucket", "The specified bucket does not exist")
}

fn no_key() -> Refusal {
    Refusal::new(404, "NoSuchKey", "The specified key does not exist.")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The XML body of an error.
pub(crate) fn error(refusal: &Refusal) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>{}</Code><Message>{}</Message></Error>",
        refusal.code,
        escaped(&refusal.message)
    )
}

fn http_date(time: Timestamp) -> String {
    aws_smithy_types::DateTime::from_millis(time.millis())
        .fmt(aws_smithy_types::date_time::Format::HttpDate)
        .unwrap_or_default()
}

fn xml_date(time: Timestamp) -> String {
    aws_smithy_types::DateTime::from_millis(time.millis())
        .fmt(aws_smithy_types::date_time::Format::DateTime)
        .unwrap_or_default()
}

/// A hash of the content.
fn etag(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("\"{hash:032x}\"")
}

impl S3 {
    /// Executes an operation. `payload` is the content that a put stores; `body` holds all other parameters.
    pub(crate) fn execute(
        &mut self,
        time: Timestamp,
        operation: Operation,
        body: Json,
        payload: &Bytes,
    ) -> Result<Answered, Refusal> {
        let mut params = Params::new(body)?;
        let name = params.needed_text("Bucket")?;
        if operation == "CreateBucket" {
            params.finish()?;
            if self.buckets.contains_key(&name) {
                return Err(Refusal::new(
                    409,
                    "BucketAlreadyOwnedByYou",
                    "Your previous request to create the named bucket succeeded and you already own it.",
                ));
            }
            self.buckets.insert(name, BTreeMap::new());
            return Ok(Answered::of(Bytes::new()));
        }
        let bucket = self.buckets.get_mut(&name).ok_or_else(no_bucket)?;
        match operation {
            "ListObjectsV2" => list(bucket, &name, params),
            "PutObject" => {
                let key = params.needed_text("Key")?;
                let object = Object {
                    bytes: payload.clone(),
                    content_type: params.text("ContentType")?,
                    tagging: params.text("Tagging")?,
                    modified_at: time,
                };
                params.finish()?;
                let tag = etag(payload);
                bucket.insert(key, object);
                Ok(Answered {
                    headers: vec![("etag", tag)],
                    ..Answered::of(Bytes::new())
                })
            }
            "GetObject" | "HeadObject" => {
                let object = bucket.get(&params.needed_text("Key")?).ok_or_else(no_key)?;
                params.finish()?;
                let mut headers = vec![
                    ("last-modified", http_date(object.modified_at)),
                    ("etag", etag(&object.bytes)),
                    ("content-length", object.bytes.len().to_string()),
                ];
                headers.extend(object.content_type.clone().map(|kind| ("content-type", kind)));
                let body = if operation == "GetObject" {
                    object.bytes.clone()
                } else {
                    Bytes::new()
                };
                Ok(Answered {
                    headers,
                    ..Answered::of(body)
                })
            }
            "DeleteObject" => {
                bucket.remove(&params.needed_text("Key")?);
                params.finish()?;
                Ok(Answered {
                    status: 204,
                    ..Answered::of(Bytes::new())
                })
            }
            "CopyObject" => {
                let (source, key) = (params.needed_text("CopySource")?, params.needed_text("Key")?);
                params.finish()?;
                let (from, source) = source
                    .trim_start_matches('/')
                    .split_once('/')
                    .ok_or_else(|| Refusal::new(400, "InvalidArgument", "the source of a copy is malformed"))?;
                let bucket = self.buckets.get(from).ok_or_else(no_bucket)?;
                let copy = Object {
                    modified_at: time,
                    ..bucket.get(source).ok_or_else(no_key)?.clone()
                };
                let text = format!(
                    "<CopyObjectResult><ETag>{}</ETag><LastModified>{}</LastModified></CopyObjectResult>",
                    escaped(&etag(&copy.bytes)),
                    xml_date(time)
                );
                self.buckets.entry(name).or_default().insert(key, copy);
                Ok(Answered::of(text))
            }
            _ => Err(Refusal::not_simulated(operation)),
        }
    }

    pub(crate) fn objects(&self, bucket: &str) -> BTreeMap<String, Object> {
        self.buckets.get(bucket).cloned().unwrap_or_default()
    }
}

fn list(bucket: &BTreeMap<String, Object>, name: &str, mut params: Params) -> Result<Answered, Refusal> {
    let prefix = params.text("Prefix")?.unwrap_or_default();
    let after = params.text("StartAfter")?.unwrap_or_default();
    let token = params.text("ContinuationToken")?.unwrap_or_default();
    let most = params
        .text("MaxKeys")?
        .and_then(|most| most.parse().ok())
        .unwrap_or(PAGE)
        .min(PAGE);
    params.finish()?;
    let after = after.max(token);
    let start = std::ops::Bound::Excluded(after);
    let mut found = bucket
        .range((start, std::ops::Bound::Unbounded))
        .filter(|(key, _)| key.starts_with(&prefix));
    let (mut contents, mut last, mut count) = (String::new(), String::new(), 0);
    while count < most
        && let Some((key, object)) = found.next()
    {
        contents.push_str(&format!(
            "<Contents><Key>{}</Key><LastModified>{}</LastModified><ETag>{}</ETag><Size>{}</Size></Contents>",
            escaped(key),
            xml_date(object.modified_at),
            escaped(&etag(&object.bytes)),
            object.bytes.len()
        ));
        last.clone_from(key);
        count += 1;
    }
    let more = found.next().is_some();
    let next = if more {
        format!("<NextContinuationToken>{}</NextContinuationToken>", escaped(&last))
    } else {
        String::new()
    };
    Ok(Answered::of(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><ListBucketResult><Name>{name}</Name><Prefix>{}</Prefix>\
         <KeyCount>{count}</KeyCount><MaxKeys>{most}</MaxKeys><IsTruncated>{more}</IsTruncated>{next}{contents}\
         </ListBucketResult>",
        escaped(&prefix)
    )))
}
