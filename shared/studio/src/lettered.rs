//! A vendor's model whose pictures the composer letters: the model paints a plate, and the composer sets the words on
//! it.

use crate::{
    brief::{Brief, Calm, Content, Origin, Original, PaintedPicture, ReferencePicture, Role},
    composer::Composer,
    fit::{Frame, fit},
    model::{ImageModel, Painting, Preparing},
};
use bytes::Bytes;
use contract::{ImageFormat, Lettering};
use std::sync::Arc;
use vendors::{Cause, ModelError};

/// The largest file of a plate, in bytes. It is far below the largest file that the bucket returns.
const MAX_PLATE_BYTES: usize = 20_000_000;

/// A model that paints plates, with the composer that letters them.
///
/// [`ImageModel::paint`] returns the plate, and [`ImageModel::finish`] the picture with its words. The logos are the
/// composer's too: a model would redraw them.
pub struct Lettered {
    model: Arc<dyn ImageModel>,
    composer: Composer,
}

impl Lettered {
    /// The model with these words on its pictures.
    pub fn new(model: Arc<dyn ImageModel>) -> Self {
        Self {
            model,
            composer: Composer::new(),
        }
    }

    /// The brief for the plate.
    fn order(brief: &Brief) -> Brief {
        Brief {
            lettering: Lettering::Composer,
            format: ImageFormat::Png,
            max_bytes: MAX_PLATE_BYTES,
            references: only(&brief.references, |reference| reference.role != Role::Logo),
            ..brief.clone()
        }
    }

    /// The part of the plate that has to be calm: where the composer would set the words if it drew the picture itself.
    /// It follows from the caller's words and the seed, so it is the same for all attempts. `None` for a picture
    /// without words, and for a picture that is changed, which has its calm part already.
    pub async fn calm(&self, brief: &Brief) -> Option<Calm> {
        let is_original = |reference: &ReferencePicture| reference.role == Role::Original;
        if brief.references.iter().any(is_original) {
            return None;
        }
        let composer = self.composer.clone();
        let alone = Brief {
            references: only(&brief.references, |_| false),
            ..brief.clone()
        };
        let calm = tokio::task::spawn_blocking(move || composer.calm(&alone));
        calm.await.ok().flatten()
    }

    /// The plate with the words. If they cannot be set, the picture is the plate itself, because it is paid.
    async fn letter(&self, brief: &Brief, plate: PaintedPicture) -> Result<PaintedPicture, ModelError> {
        let file = plate.bytes.clone();
        let mut references = only(&brief.references, |reference| {
            reference.role == Role::Logo || reference.recipe.is_some()
        });
        let logos = references.iter().enumerate();
        let logos = logos.filter(|(_, one)| one.role == Role::Logo && matches!(one.content, Content::Decoded(_)));
        let mut used = plate.origin.references.clone();
        used.extend(logos.map(|(at, _)| at));
        references.push(ReferencePicture::new(Role::Plate, "", "", file.clone()));
        let is_change = references.iter().any(|reference| reference.role == Role::Original);
        let has_no_words = is_change && brief.original.is_none();
        let order = Brief {
            references,
            // The plate is another one than before, so that the pictures cannot be compared.
            original: brief.original.clone().map(|original| Original {
                shown: None,
                ..original
            }),
            // Words about a change are no headline.
            title: brief.title.clone().or(has_no_words.then(String::new)),
            ..brief.clone()
        };
        let lettered = match self.composer.paint(&order).await {
            Ok(lettered) if lettered.plate.is_some() => lettered,
            _ => {
                tracing::error!("the words could not be set on a plate");
                return plain(brief, plate).await;
            }
        };
        let Origin {
            unchanged,
            left_out,
            recipe,
            other_layout,
            ..
        } = lettered.origin;
        Ok(PaintedPicture {
            origin: Origin {
                references: used,
                // The model was given the whole prompt of a new picture.
                unchanged: unchanged.into_iter().filter(|_| is_change).collect(),
                left_out,
                recipe,
                other_layout,
                ..plate.origin
            },
            ..lettered
        })
    }
}

/// The plate in the format of the brief.
async fn plain(brief: &Brief, plate: PaintedPicture) -> Result<PaintedPicture, ModelError> {
    let (file, frame) = (plate.bytes.clone(), Frame::of(brief));
    let fitted = tokio::task::spawn_blocking(move || fit(&file, frame)).await.ok();
    let fitted = fitted.flatten().ok_or(ModelError::transient(Cause::Drawing))?;
    Ok(PaintedPicture {
        plate: Some(plate.bytes),
        bytes: fitted.bytes.into(),
        format: brief.format,
        ..plate
    })
}

/// A copy of the references, in the same order. Only those for which `is_kept` is true have a file and a recipe in it.
fn only(references: &[ReferencePicture], is_kept: impl Fn(&ReferencePicture) -> bool) -> Vec<ReferencePicture> {
    let with = |reference: &ReferencePicture| match is_kept(reference) {
        true => reference.clone(),
        false => ReferencePicture::new(reference.role, &*reference.id, &*reference.name, Content::Absent),
    };
    references.iter().map(with).collect()
}

impl ImageModel for Lettered {
    /// The references that the model needs, and then the logos.
    fn choose(&self, references: &[ReferencePicture]) -> Vec<usize> {
        let (logos, others): (Vec<_>, Vec<_>) = references
            .iter()
            .enumerate()
            .partition(|(_, one)| one.role == Role::Logo);
        let (places, others): (Vec<usize>, Vec<ReferencePicture>) =
            others.into_iter().map(|(at, one)| (at, one.clone())).unzip();
        let chosen = self.model.choose(&others).into_iter();
        let chosen = chosen.filter_map(|at| places.get(at).copied());
        chosen.chain(logos.into_iter().map(|(at, _)| at)).collect()
    }

    fn prepare<'a>(&'a self, references: &'a [ReferencePicture], at: usize, file: Bytes) -> Preparing<'a> {
        match references.get(at).map(|reference| reference.role) {
            Some(Role::Logo) => self.composer.prepare(references, at, file),
            _ => self.model.prepare(references, at, file),
        }
    }

    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a> {
        Box::pin(async move {
            let order = Self::order(brief);
            self.model.paint(&order).await
        })
    }

    fn finish<'a>(&'a self, brief: &'a Brief, painted: PaintedPicture) -> Painting<'a> {
        Box::pin(self.letter(brief, painted))
    }
}
