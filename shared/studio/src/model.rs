//! The one trait that every image model implements.

use crate::brief::{Brief, Content, PaintedPicture, ReferencePicture};
use bytes::Bytes;
use std::{
    future::{Future, ready},
    pin::Pin,
};
use vendors::ModelError;

/// A picture being painted. Boxed, so that models can be kept behind one pointer type.
pub type Painting<'a> = Pin<Box<dyn Future<Output = Result<PaintedPicture, ModelError>> + Send + 'a>>;

/// A reference being prepared. Boxed like [`Painting`].
pub type Preparing<'a> = Pin<Box<dyn Future<Output = Content> + Send + 'a>>;

/// Something that paints pictures: the built-in composer, or a vendor's model behind HTTP.
///
/// The files of all references of a brief may need more memory than a function has, so they are read one after the
/// other. [`Self::choose`] chooses the files, [`Self::prepare`] turns each into what the model needs, and
/// [`Self::paint`] gets a brief with the prepared references.
pub trait ImageModel: Send + Sync {
    /// The indexes of the references whose files the model needs, in the order in which it needs them. The references'
    /// contents are ignored.
    fn choose(&self, references: &[ReferencePicture]) -> Vec<usize> {
        (0..references.len()).collect()
    }

    /// Turns a reference's file into what the model needs. `at` is the reference's index; the references that
    /// [`Self::choose`] names before it are already prepared. By default a model takes files unchanged.
    fn prepare<'a>(&'a self, _references: &'a [ReferencePicture], _at: usize, file: Bytes) -> Preparing<'a> {
        Box::pin(ready(Content::File(file)))
    }

    /// Paints what the brief asks for.
    ///
    /// # Errors
    ///
    /// Resolves to a [`ModelError`]. Dropping the future cancels the work. Work that already runs on another thread
    /// ends by itself, and its result is dropped.
    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a>;

    /// Finishes a picture that [`Self::paint`] has made. It calls no vendor and has no time limit, so a picture that is
    /// paid is not lost. By default the picture is finished.
    ///
    /// # Errors
    ///
    /// As for [`Self::paint`].
    fn finish<'a>(&'a self, _brief: &'a Brief, painted: PaintedPicture) -> Painting<'a> {
        Box::pin(ready(Ok(painted)))
    }
}
