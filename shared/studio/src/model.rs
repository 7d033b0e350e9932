//! The one trait that every image model implements.

use crate::brief::{Brief, Picture};
use std::{future::Future, pin::Pin};
use vendors::ModelError;

/// A picture being painted. Boxed, so that models can be kept behind one pointer type.
pub type Painting<'a> = Pin<Box<dyn Future<Output = Result<Picture, ModelError>> + Send + 'a>>;

/// Something that paints pictures: the built-in composer, or a vendor's model behind HTTP.
pub trait ImageModel: Send + Sync {
    /// Paints what the brief asks for.
    ///
    /// # Errors
    ///
    /// Resolves to a [`ModelError`]. Dropping the future gives the work up; what runs on another thread by then ends
    /// by itself and its result is lost.
    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a>;
}
