//! A vendor's model: it gets the brief as text, and its picture is cropped and scaled to the brief.

use crate::{
    attach::{self, attachable},
    brief::{Brief, Content, Origin, PaintedPicture, ReferencePicture},
    fit::{Frame, fit},
    instructions::{self, Instructions},
    manifest::manifest,
    model::{ImageModel, Painting, Preparing},
};
use bytes::Bytes;
use runtime::{Capabilities, ModelConfig};
use vendors::{Cause, ModelError, PictureModel, PictureRequest, Vendors};

/// A model that a vendor runs.
#[derive(Debug)]
pub(crate) struct UpstreamModel {
    model: PictureModel,
    upstream_model: Option<String>,
    capabilities: Capabilities,
}

impl UpstreamModel {
    /// `None` for the composer, which has no vendor.
    pub(crate) fn new(vendors: &Vendors, model: &ModelConfig) -> Option<Self> {
        Some(Self {
            model: PictureModel::new(vendors, model)?,
            upstream_model: model.upstream_model.clone(),
            capabilities: model.capabilities.clone(),
        })
    }

    async fn try_paint(&self, brief: &Brief) -> Result<PaintedPicture, ModelError> {
        let instructions = Instructions::of(brief, &self.capabilities);
        // Models refuse sizes that they do not make.
        let resolution = self.capabilities.resolution(brief.resolution);
        let request = PictureRequest {
            text: &instructions.text,
            references: &instructions.attachments,
            size: brief.aspect_ratio.size_at(resolution),
            resolution,
            seed: brief.seed,
        };
        let answer = self.model.paint(request).await?;
        let (painted, frame) = (answer.bytes, Frame::of(brief));
        let fitted = tokio::task::spawn_blocking(move || (fit(&painted, frame), manifest(&painted))).await;
        let (fitted, manifest) = match fitted {
            Ok((Some(fitted), manifest)) => (fitted, manifest),
            Ok((None, _)) => return Err(ModelError::transient(Cause::Unusable)),
            Err(_) => return Err(ModelError::transient(Cause::Drawing)),
        };
        Ok(PaintedPicture {
            origin: Origin {
                upstream_model: self.upstream_model.clone(),
                request_id: answer.request_id,
                seed: answer.seed,
                references: instructions.used,
                prompt_was_cut: instructions.prompt_was_cut,
                was_enlarged: fitted.was_enlarged,
                manifest,
                ..Origin::default()
            },
            ..PaintedPicture::new(fitted.bytes.into(), brief.format, brief.size())
        })
    }
}

impl ImageModel for UpstreamModel {
    fn choose(&self, references: &[ReferencePicture]) -> Vec<usize> {
        instructions::choose(references, self.capabilities.references)
    }

    /// Each picture gets the same share of the bytes of a request, so that the encoding of one does not depend on the
    /// others.
    fn prepare<'a>(&'a self, references: &'a [ReferencePicture], _: usize, file: Bytes) -> Preparing<'a> {
        let share = attach::MAX_BYTES / self.choose(references).len().max(1);
        Box::pin(async move {
            let smaller = tokio::task::spawn_blocking(move || attachable(file, share)).await;
            smaller.ok().flatten().map_or(Content::Absent, Content::File)
        })
    }

    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a> {
        Box::pin(self.try_paint(brief))
    }
}
