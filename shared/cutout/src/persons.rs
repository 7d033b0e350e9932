//! Which parts of a photo show persons.

use crate::{
    map::{Map, square},
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
    let outputs = NETWORK
        .as_ref()?
        .run(square(photo)?.as_chunks().0, (1.0 / 255.0, 0.0))?;
    Map::new(outputs.into_iter().next()?)
}
