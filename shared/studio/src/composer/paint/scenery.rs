//! Paints a scene. The distance is slightly blurred. Near things at the picture's borders are strongly blurred. The
//! subject is painted afterwards, so that nothing blurred covers it.

use super::shapes;
use crate::composer::{
    layout::{
        self, Layout,
        scene::{Scene, View},
        template::Piece,
    },
    palette::Palette,
    raster::canvas::Canvas,
};
use contract::Size;
use std::ops::Range;
use tiny_skia::{Path, Rect};

/// The blur radius of the far layer, as a share of the picture's longer side.
const FAR: f32 = 0.005;
/// The blur radius of the front, as a share of the picture's longer side.
const FRONT: f32 = 0.010;

/// The widths of the ovals on the ground that are light, in pixels of the drawing.
const LIGHT: Range<f32> = 400.0..1_200.0;
/// The largest height of an oval that is light, as a share of its width.
const MOST_HEIGHT: f32 = 0.25;
/// The lowest position of the middle of the light, as a share of the picture's height.
const LOWEST_LIGHT: f32 = 0.93;

/// Paints all layers.
pub(super) fn paint(canvas: &mut Canvas, scene: &Scene, palette: &Palette, layout: &Layout) {
    let view = view(canvas);
    let foot = (layout.focus.1 + layout.size / 2.0).min(canvas.height() * LOWEST_LIGHT);
    let radius = canvas.width().max(canvas.height()) * FAR;
    canvas.lay_soft(4, radius, |layer, scale| {
        for piece in &scene.far {
            shapes::draw(layer, piece, palette, view.middle().post_concat(scale));
        }
    });
    canvas.lay_soft(3, 0.0, |layer, scale| {
        for piece in &scene.ground {
            let (across, down) = to_foot(piece, view, (layout.focus.0, foot));
            let place = view.middle().post_translate(across, down);
            shapes::draw(layer, piece, palette, place.post_concat(scale));
        }
    });
    front(canvas, scene, palette);
}

/// How far a piece of the ground is moved. Light is moved to the subject's foot, and other pieces are not moved.
fn to_foot(piece: &Piece, view: View, (x, foot): (f32, f32)) -> (f32, f32) {
    let bounds = piece.shape.as_ref().map(Path::bounds);
    let is_light = |bounds: &Rect| LIGHT.contains(&bounds.width()) && bounds.height() < bounds.width() * MOST_HEIGHT;
    let bounds = bounds
        .filter(is_light)
        .and_then(|bounds| bounds.transform(view.middle()));
    let Some(bounds) = bounds.filter(|_| foot > view.horizon()) else {
        return (0.0, 0.0);
    };
    let (middle, height) = layout::centre(bounds);
    (x - middle, foot - height)
}

/// Paints the layer of near things.
fn front(canvas: &mut Canvas, scene: &Scene, palette: &Palette) {
    if scene.front.is_empty() {
        return;
    }
    let view = view(canvas);
    let radius = canvas.width().max(canvas.height()) * FRONT;
    canvas.lay_soft(8, radius, |layer, scale| {
        for piece in &scene.front {
            shapes::draw(layer, piece, palette, view.corner(piece).post_concat(scale));
        }
    });
}

fn view(canvas: &Canvas) -> View {
    View::of(Size {
        width: canvas.width() as u32,
        height: canvas.height() as u32,
    })
}
