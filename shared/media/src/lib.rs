//! S3: the bytes of pictures, and URLs that give them to whoever holds the URL.

mod bucket;
pub mod keys;

pub use self::bucket::{Bucket, MediaError, SignedUrl, URL_LIFETIME};
