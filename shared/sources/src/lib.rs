//! Fetches pictures from anywhere safely, decodes them within limits, and removes everything but their pixels. Sends
//! events to URLs of callers under the same rules.

mod config;
mod error;
#[cfg(test)]
mod fake;
pub mod fuzzing;
mod limits;
mod picture;
mod previews;
mod source;
mod sources;
mod web;

pub use self::{
    config::{Decoding, SourcesConfig, VideoSites},
    error::SourceError,
    picture::{PictureError, PreparedPicture},
    sources::{SourceParameter, SourcePicture, Sources, UploadedFiles, check_form, check_video_form},
    web::{
        dial::{Connection, Dial, Dialling, SystemDialler},
        endpoints::{Answer, EndpointError, Endpoints},
        resolve::{Resolve, Resolving, SystemResolver},
    },
};
