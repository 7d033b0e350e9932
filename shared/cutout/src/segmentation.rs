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

/// The probability that a place of the photo shows a person, and the same for the mirrored photo, mirrored back. They
/// differ where the model is unsure although it gives no middle probability.
pub(crate) fn likely(photo: &Pixels) -> Option<[Map; 2]> {
    let network = NETWORK.as_ref()?;
    let square = square(photo)?;
    let pixels = square.as_chunks().0;
    let run = |pixels: &[[u8; 4]]| network.run(pixels, (1.0 / 255.0, 0.0))?.into_iter().next();
    let other = mirrored(&run(&mirrored(pixels))?);
    Some([Map::new(run(pixels)?)?, Map::new(other)?])
}

/// The values with the first place of each row last.
fn mirrored<T: Copy>(values: &[T]) -> Vec<T> {
    values.chunks(SIDE).flat_map(|row| row.iter().rev().copied()).collect()
}
