//! The targets, one for each kind of untrusted bytes.
//!
//! To add one: write `targets/NAME.rs` with a `pub(super) const TARGET`, list it in [`ALL`], and put a few valid inputs
//! into `fuzz/corpus/NAME`. Inputs that once caused a defect are stored there too; their names say which defect.

mod answer;
mod cursor;
pub(crate) mod gif;
pub(crate) mod jpeg;
mod json_body;
mod mcp;
mod metadata;
mod person;
mod picture;
pub(crate) mod png;
mod target;
mod text;
mod webp;

pub use target::Target;

/// All targets.
pub const ALL: &[Target] = &[
    answer::TARGET,
    cursor::TARGET,
    gif::TARGET,
    jpeg::TARGET,
    json_body::TARGET,
    mcp::TARGET,
    metadata::ORIENTATION,
    metadata::PROFILE,
    person::TARGET,
    png::TARGET,
    text::PAGE,
    text::SOURCE,
    webp::LOSSLESS,
    webp::LOSSY,
];

/// The target with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Target> {
    ALL.iter().find(|target| target.name == name)
}
