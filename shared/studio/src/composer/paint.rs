//! Paints a design: the background, then the subjects, then the words. Nothing is decided here.

mod backdrop;
mod grain;
mod lettering;
mod pattern;
mod photos;
mod plate;
mod shapes;
mod sparkles;
mod subject;

use super::{design::Design, raster::canvas::Canvas};

/// Paints the whole picture. `None` if there is no memory for a canvas.
pub(super) fn picture(design: &Design) -> Option<Canvas> {
    let mut canvas = scene(design)?;
    words(design, &mut canvas);
    Some(canvas)
}

/// Paints everything except the words. `None` if there is no memory for a canvas.
pub(super) fn scene(design: &Design) -> Option<Canvas> {
    let Design { palette, layout, .. } = design;
    let size = layout.shape().size();
    let mut canvas = Canvas::scaled(size.width, size.height, design.scale)?;
    backdrop::paint(&mut canvas, design);
    if let Some(photos) = &design.photos {
        photos::paint_subjects(&mut canvas, photos, palette);
    }
    sparkles::paint(&mut canvas, &design.sparkles, palette);
    for drawing in &design.drawings {
        subject::paint(&mut canvas, drawing, palette);
    }
    shapes::paint(&mut canvas, &layout.board().over, palette);
    match (&design.companion, &design.photos) {
        (Some(companion), _) => subject::paint(&mut canvas, companion, palette),
        (None, Some(photos)) => photos::paint_beside(&mut canvas, photos, palette),
        (None, None) => {}
    }
    Some(canvas)
}

/// Paints the words on the scene.
pub(super) fn words(design: &Design, canvas: &mut Canvas) {
    if let Some(headline) = &design.headline {
        lettering::paint(canvas, headline, &design.palette, design.letters);
    }
}
