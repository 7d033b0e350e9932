//! S3: the bytes of pictures, and presigned URLs, with which everybody can download them.

mod bucket;
mod file_name;
pub mod keys;
mod listing;
mod recording;
mod signature;
mod upload;

pub use self::{
    bucket::{Bucket, MAX_OBJECT_BYTES, MAX_PREVIEW_BYTES, MediaError, SignedUrl, THUMBNAIL_TAG},
    file_name::clean as clean_file_name,
    listing::{Object, ObjectPage, owner},
    recording::{Recording, Unrecorded},
    signature::URL_LIFETIME,
    upload::PostForm,
};
