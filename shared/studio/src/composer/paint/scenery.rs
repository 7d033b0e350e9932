//! Paints a scene. The distance is slightly blurred. Near things at the picture's borders are strongly blurred. The subject
//! is painted afterwards, so that nothing blurred covers it.

use super::shapes;
use crate::composer::{
    layout::scene::{Scene, View},
    palette::Palette,
    raster::canvas::Canvas,
};
use contract::Size;

/// The blur radius of the far layer, as a share of the picture's longer side.
const FAR: f32 = 0.005;
/// The blur radius of the front, as a share of the picture's longer side.
const FRONT: f32 = 0.010;

/// Paints all layers.
pub(super) fn paint(canvas: &mut Canvas, scene: &Scene, palette: &Palette) {
    let view = view(canvas);
    let radius = canvas.width().max(canvas.height()) * FAR;
    canvas.lay_soft(4, radius, |layer, scale| {
        for piece in &scene.far {
            shapes::draw(layer, piece, palette, view.middle().post_concat(scale));
        }
    });
    canvas.lay_soft(3, 0.0, |layer, scale| {
        for piece in &scene.ground {
            shapes::draw(layer, piece, palette, view.middle().post_concat(scale));
        }
    });
    front(canvas, scene, palette);
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
