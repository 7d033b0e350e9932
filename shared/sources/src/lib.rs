//! Fetches pictures from anywhere safely, decodes them within limits, and removes everything but their pixels.

mod address;
mod config;
mod connect;
mod encoding;
mod error;
#[cfg(test)]
mod fake;
mod fetch;
pub mod fuzzing;
mod limits;
mod oembed;
mod page;
mod picture;
mod preview;
mod preview_download;
mod resolve;
mod source;
mod sources;
mod title;
mod video;

pub use self::{
    config::{Decoding, SourcesConfig, VideoSites},
    error::SourceError,
    picture::{Picture, PictureError},
    resolve::{Resolve, Resolving, SystemResolver},
    sources::{SourceParameter, SourcePicture, Sources},
};
