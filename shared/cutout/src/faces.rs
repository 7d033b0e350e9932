//! Finds faces.

use crate::network::Network;
use codecs::{resize_rgba, sharp};
use colour::Pixels;
use std::sync::LazyLock;

/// The width and the height of the picture that the model takes.
const SIDE: usize = 128;
/// The smallest score of a face.
const LEAST: f32 = 0.5;
/// The grids of places at which the model looks, and how often it looks at each.
const GRIDS: [(usize, usize); 2] = [(16, 2), (8, 6)];
/// The numbers of a box: its middle, its size, and six points of the face.
const NUMBERS: usize = 16;

/// MediaPipe's BlazeFace for short distances.
static NETWORK: LazyLock<Option<Network>> = LazyLock::new(|| {
    let operators = rten::op_registry!(Add, Cast, Concat, Conv, MaxPool, Pad, Relu, Reshape, Transpose);
    Network::load(include_bytes!("../models/face.onnx"), operators)
});

/// A face, in shares of the photo's width and height.
pub(crate) struct Face {
    pub(crate) middle: (f32, f32),
    /// The width and the height from the chin to the brow.
    pub(crate) size: (f32, f32),
    /// The model's confidence, from 0 to 1.
    pub(crate) score: f32,
}

/// The faces of a photo. A face is found several times, at neighbouring places.
pub(crate) fn find(photo: &Pixels) -> Option<Vec<Face>> {
    let size = (photo.width(), photo.height());
    let longest = size.0.max(size.1) as usize;
    let scaled = |length: u32| (length as usize * SIDE).div_ceil(longest.max(1)).max(1);
    let (across, down) = (scaled(size.0), scaled(size.1));
    let mut small = vec![0; across * down * 4];
    let options = sharp().use_alpha(false);
    resize_rgba(
        photo.as_bytes(),
        size,
        &mut small,
        (across as u32, down as u32),
        &options,
    )?;
    // The photo keeps its proportions, so the rest of the square is black.
    let (left, top) = ((SIDE - across) / 2, (SIDE - down) / 2);
    let mut square = vec![[0; 4]; SIDE * SIDE];
    for (to, from) in square
        .chunks_mut(SIDE)
        .skip(top)
        .zip(small.as_chunks().0.chunks(across))
    {
        to.get_mut(left..left + across)?.copy_from_slice(from);
    }
    let outputs = NETWORK.as_ref()?.run(&square, (1.0 / 127.5, -1.0))?;
    let [boxes, scores] = outputs.as_slice() else {
        return None;
    };
    let scores = scores.iter().map(|score| 1.0 / (1.0 + (-score).exp()));
    let found = boxes.chunks(NUMBERS).zip(scores).zip(anchors());
    let found = found.filter(|((_, score), _)| *score >= LEAST);
    let faces = found.filter_map(|((numbers, score), (anchor_x, anchor_y))| {
        let [x, y, width, height, ..] = numbers else {
            return None;
        };
        let side = SIDE as f32;
        let (across, down) = (across as f32, down as f32);
        Some(Face {
            middle: (
                (x + anchor_x * side - left as f32) / across,
                (y + anchor_y * side - top as f32) / down,
            ),
            size: (width / across, height / down),
            score,
        })
    });
    Some(faces.collect())
}

/// The places at which the model looks for a face, in shares of the square.
fn anchors() -> impl Iterator<Item = (f32, f32)> {
    GRIDS.into_iter().flat_map(|(places, times)| {
        let middle = move |place: usize| (place as f32 + 0.5) / places as f32;
        let places = (0..places).flat_map(move |y| (0..places).map(move |x| (middle(x), middle(y))));
        places.flat_map(move |place| std::iter::repeat_n(place, times))
    })
}
