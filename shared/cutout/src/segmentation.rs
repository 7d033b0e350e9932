//! Which parts of a photo show persons.

use crate::{
    map::{Map, SIDE, square},
    network::Network,
};
use colour::Pixels;
use std::sync::LazyLock;

/// MediaPipe's selfie segmentation.
static NETWORK: LazyLock<Option<Network>> = LazyLock::new(|| {
    let operators = rten::op_registry!(
        Add,
        Cast,
        Conv,
        ConvTranspose,
        GlobalAveragePool,
        HardSwish,
        Mul,
        Relu,
        Resize,
        Sigmoid
    );
    Network::load(include_bytes!("../models/selfie.onnx"), operators)
});

/// The probability that a place of the photo shows a person.
pub(crate) fn likely(photo: &Pixels) -> Option<Map> {
    Map::new(run(square(photo)?.as_chunks().0)?)
}

/// The same as [`likely`], but found in the mirrored photo. They differ where the model errs.
pub(crate) fn likely_in_mirror(photo: &Pixels) -> Option<Map> {
    let values = run(&mirrored(square(photo)?.as_chunks().0))?;
    Map::new(mirrored(&values))
}

fn run(pixels: &[[u8; 4]]) -> Option<Vec<f32>> {
    let outputs = NETWORK.as_ref()?.run(pixels, (1.0 / 255.0, 0.0))?;
    outputs.into_iter().next()
}

/// The values with each row reversed.
fn mirrored<T: Copy>(values: &[T]) -> Vec<T> {
    values.chunks(SIDE).flat_map(|row| row.iter().rev().copied()).collect()
}
