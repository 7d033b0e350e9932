//! The built-in model: draws a thumbnail by rules, without a network.

pub(crate) mod cast;
mod chance;
mod design;
mod difference;
mod element;
mod headline;
mod layout;
mod motif;
mod paint;
mod palette;
mod raster;
pub(crate) mod recipe;
mod text;
mod writing;

use crate::{
    brief::{Brief, Calm, Content, Origin, Original, PaintedPicture, ReferencePicture, Role},
    encode::encode,
    model::{ImageModel, Painting, Preparing},
};
use bytes::Bytes;
pub use cast::cache::Decoded;
use contract::{PixelBox, Size};
pub use design::explanation::Explanation;
pub use layout::InvalidLayout;
pub use recipe::Recipe;

use design::Design;
use layout::Layouts;
use std::future::ready;
use vendors::{Cause, ModelError};

/// Draws a thumbnail from the prompt's words: a subject, a headline, a background, one palette.
///
/// It understands keywords, not sentences. The same brief gives the same bytes; another seed gives another layout,
/// palette and background. Persons and objects of references are shown, whole and undistorted. Styles determine the
/// palette. A reference that cannot be decoded is left out.
#[derive(Clone, Debug, Default)]
pub struct Composer {
    layouts: Layouts,
}

impl Composer {
    /// A composer that chooses among its layouts.
    pub fn new() -> Self {
        Self::default()
    }

    /// A composer that uses only the layout of this name; `None` if there is no such layout.
    pub fn with_layout(name: &str) -> Option<Self> {
        let layouts = Layouts::named(name)?;
        Some(Self { layouts })
    }

    /// A composer that uses only the layout of this file, in the format of the files in `layouts/`.
    ///
    /// # Errors
    ///
    /// [`InvalidLayout`] says what is wrong with the file.
    pub fn with_layout_file(name: &str, svg: &str) -> Result<Self, InvalidLayout> {
        let layouts = Layouts::of_file(name, svg)?;
        Ok(Self { layouts })
    }

    /// What it reads in a brief, and what it chooses for the picture. `None` if its only layout cannot hold the
    /// headline and the references.
    pub fn explain(&self, brief: &Brief) -> Option<Explanation> {
        let design = Design::new(brief, &self.layouts)?;
        Some(Explanation::of(&design))
    }

    /// The part of a picture with this brief where the words would stand. `None` without words.
    pub(crate) fn calm(&self, brief: &Brief) -> Option<Calm> {
        Design::new(brief, &self.layouts)?.calm()
    }

    /// The names of its layouts.
    pub fn layouts() -> impl Iterator<Item = &'static str> {
        Layouts::names()
    }
}

impl ImageModel for Composer {
    /// The file of a picture that is changed is not needed, because the picture is drawn again. On a plate only logos
    /// are shown.
    fn choose(&self, references: &[ReferencePicture]) -> Vec<usize> {
        let has_plate = references.iter().any(|reference| reference.role == Role::Plate);
        let is_needed = |reference: &ReferencePicture| match reference.role {
            Role::Original => false,
            Role::Plate | Role::Logo => true,
            Role::Person | Role::Object | Role::Style => !has_plate,
        };
        let all = references.iter().enumerate();
        all.filter(|(_, reference)| is_needed(reference))
            .map(|(at, _)| at)
            .collect()
    }

    /// Decodes the file immediately, so that the files of all references are never in memory together.
    fn prepare<'a>(&'a self, references: &'a [ReferencePicture], at: usize, file: Bytes) -> Preparing<'a> {
        let role = references.get(at).map(|reference| reference.role);
        if role == Some(Role::Plate) {
            return Box::pin(ready(Content::File(file)));
        }
        let Some(role) = role.filter(|_| cast::is_needed(references, at)) else {
            return Box::pin(ready(Content::Absent));
        };
        Box::pin(async move {
            let decoding = tokio::task::spawn_blocking(move || Decoded::of(role, &file));
            decoding.await.ok().flatten().map_or(Content::Absent, Content::Decoded)
        })
    }

    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a> {
        let (brief, layouts) = (brief.clone(), self.layouts.clone());
        Box::pin(async move {
            let drawing = tokio::task::spawn_blocking(move || compose(&brief, &layouts));
            // The same brief would panic again; a cancelled task may succeed in another process.
            match drawing.await {
                Ok(picture) => picture,
                Err(error) if error.is_panic() => Err(ModelError::permanent(Cause::Drawing)),
                Err(_) => Err(ModelError::transient(Cause::Drawing)),
            }
        })
    }
}

/// Draws a picture.
///
/// A picture that is changed is drawn again from its own prompt and seed. So what the changes do not name stays where
/// it was.
///
/// # Errors
///
/// There is no memory for a canvas, the only layout cannot hold the headline and the references, or a change leaves
/// every pixel as it was.
fn compose(brief: &Brief, layouts: &Layouts) -> Result<PaintedPicture, ModelError> {
    let failed = || ModelError::permanent(Cause::Drawing);
    let (design, pixels) = drawn(brief, layouts).ok_or_else(failed)?;
    let size = brief.size();
    let changed = match brief.original.as_ref().map(|original| (original, &original.shown)) {
        None => None,
        Some((_, None)) => Some(vec![whole(size)]),
        Some((original, Some(shown))) => {
            let before = Brief {
                title: shown.title.clone(),
                original: Some(Original {
                    changes: original.changes.iter().take(shown.changes).cloned().collect(),
                    shown: None,
                    ..original.clone()
                }),
                ..brief.clone()
            };
            let (_, before) = drawn(&before, layouts).ok_or_else(failed)?;
            let boxes = difference::boxes(&before, &pixels, size);
            if boxes.is_empty() && shown.has_same_file {
                return Err(ModelError::Unchanged);
            }
            Some(boxes)
        }
    };
    let bytes = encode(&pixels, size, brief.format, brief.max_bytes, design.source()).ok_or_else(failed)?;
    Ok(PaintedPicture {
        bytes: bytes.into(),
        format: brief.format,
        size,
        words: Some(design.words()),
        text: design.headline.as_ref().map(|_| design.story.words.text()),
        plate: brief.plate().filter(|_| design.has_plate()).cloned(),
        origin: Origin {
            seed: Some(design.seed),
            unchanged: design.unchanged.clone(),
            left_out: design.left_out.clone(),
            recipe: Some(design.recipe.clone()),
            other_layout: design.other_layout.clone(),
            changed,
            references: Composer::new().choose(&brief.references),
            ..Origin::default()
        },
    })
}

/// The plan of a picture, and its pixels in three bytes each. The canvas is dropped, because it has as much memory as
/// the file's encoder needs.
fn drawn(brief: &Brief, layouts: &Layouts) -> Option<(Design, Vec<u8>)> {
    let design = Design::new(brief, layouts)?;
    let pixels = paint::picture(&design)?.to_rgb();
    Some((design, pixels))
}

const fn whole(Size { width, height }: Size) -> PixelBox {
    PixelBox {
        x: 0,
        y: 0,
        width,
        height,
    }
}

#[cfg(test)]
mod tests;
