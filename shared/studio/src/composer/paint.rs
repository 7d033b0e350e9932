//! Paints a design: the background, then the subjects and the words, in the order that the layout wants. Nothing is
//! decided here.

mod backdrop;
mod contour;
mod grain;
mod lettering;
mod ornaments;
mod pattern;
mod photos;
mod rim;
mod scenery;
mod shapes;
mod sparkles;
mod subject;

use super::{design::Design, raster::canvas::Canvas};

/// Paints the whole picture. `None` if there is no memory for a canvas.
pub(super) fn picture(design: &Design) -> Option<Canvas> {
    let mut canvas = background(design)?;
    if design.layout.look().subject_in_front {
        words(design, &mut canvas);
        subjects(design, &mut canvas);
    } else {
        subjects(design, &mut canvas);
        words(design, &mut canvas);
    }
    photos::paint_logos(&mut canvas, &design.logos, &design.palette);
    ornaments::paint(&mut canvas, &design.ornaments, &design.palette);
    Some(canvas)
}

/// Paints everything except the words. `None` if there is no memory for a canvas.
#[cfg(test)]
pub(super) fn scene(design: &Design) -> Option<Canvas> {
    let mut canvas = background(design)?;
    subjects(design, &mut canvas);
    Some(canvas)
}

fn background(design: &Design) -> Option<Canvas> {
    let size = design.layout.shape().size();
    let mut canvas = Canvas::scaled(size.width, size.height, design.scale)?;
    backdrop::paint(&mut canvas, design);
    Some(canvas)
}

fn subjects(design: &Design, canvas: &mut Canvas) {
    let Design { palette, layout, .. } = design;
    if let Some(photos) = &design.photos {
        photos::paint_subjects(canvas, photos, palette);
    }
    sparkles::paint(canvas, &design.sparkles, palette);
    for drawing in &design.drawings {
        subject::paint(canvas, drawing, palette);
    }
    shapes::paint(canvas, &layout.variant().over, palette);
    match (&design.companion, &design.photos) {
        (Some(companion), _) => subject::paint(canvas, companion, palette),
        (None, Some(photos)) => photos::paint_beside(canvas, photos, palette),
        (None, None) => {}
    }
}

fn words(design: &Design, canvas: &mut Canvas) {
    if let Some(headline) = &design.headline {
        lettering::paint(canvas, headline, &design.palette, design.letters);
    }
}
