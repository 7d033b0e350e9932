//! Which parts of a photo show persons.

use crate::{
    map::{Map, SIDE},
    network::Network,
};
use codecs::{resize_rgba, sharp};
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
    let mut square = vec![0; SIDE * SIDE * 4];
    let side = SIDE as u32;
    let size = (photo.width(), photo.height());
    resize_rgba(
        photo.as_bytes(),
        size,
        &mut square,
        (side, side),
        &sharp().use_alpha(false),
    )?;
    let outputs = NETWORK.as_ref()?.run(square.as_chunks().0, (1.0 / 255.0, 0.0))?;
    Map::new(outputs.into_iter().next()?)
}
