//! The tools of generation.

pub(crate) mod cancel_generation;
pub(crate) mod generate_thumbnail;
pub(crate) mod generate_variation;
pub(crate) mod get_generation_status;
pub(crate) mod list_generations;
pub(crate) mod trigger_generation;
