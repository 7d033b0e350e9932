//! Records that several tools show.

mod costs;
mod flag;
mod generation;
mod image;
mod inspiration;
mod person;
mod preflight;
mod reference;
mod thumbnail;
mod transaction;

pub use self::{
    costs::{Costs, Unit},
    flag::True,
    generation::{GenerationSummaryView, GenerationView, ListedGenerationView},
    image::ImageView,
    inspiration::InspirationView,
    person::{PersonView, PhotoView},
    preflight::{Preflight, PreflightCheck},
    reference::ReferenceId,
    thumbnail::{ReferenceHash, Reproducibility, ThumbnailFailure, ThumbnailView},
    transaction::TransactionView,
};
