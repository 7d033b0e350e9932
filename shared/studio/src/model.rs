//! The one trait that every image model implements.

use crate::brief::{Brief, Content, Picture, Reference};
use bytes::Bytes;
use std::{
    future::{Future, ready},
    pin::Pin,
};
use vendors::ModelError;

/// A picture being painted. Boxed, so that models can be kept behind one pointer type.
pub type Painting<'a> = Pin<Box<dyn Future<Output = Result<Picture, ModelError>> + Send + 'a>>;

/// A reference being prepared. Boxed like [`Painting`].
pub type Preparing<'a> = Pin<Box<dyn Future<Output = Content> + Send + 'a>>;

/// Something that paints pictures: the built-in composer, or a vendor's model behind HTTP.
///
/// The files of a brief's references together may take more memory than a function has. So they are read one after the
/// other: [`Self::choose`] says which, [`Self::prepare`] makes of each what the model needs, and [`Self::paint`] gets a
/// brief with what was prepared.
pub trait ImageModel: Send + Sync {
    /// The places of the references whose files the model needs, in the order in which it needs them. What the references
    /// have in memory does not count.
    fn choose(&self, references: &[Reference]) -> Vec<usize> {
        (0..references.len()).collect()
    }

    /// Makes of a reference's file what the model needs. `at` is the reference's place; those that [`Self::choose`] names
    /// before it have been prepared. A model that does not say otherwise takes files as they are.
    fn prepare<'a>(&'a self, _references: &'a [Reference], _at: usize, file: Bytes) -> Preparing<'a> {
        Box::pin(ready(Content::File(file)))
    }

    /// Paints what the brief asks for.
    ///
    /// # Errors
    ///
    /// Resolves to a [`ModelError`]. Dropping the future gives the work up; what runs on another thread by then ends
    /// by itself and its result is lost.
    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a>;
}
