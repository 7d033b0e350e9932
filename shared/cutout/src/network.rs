//! Runs a model on one thread.

use rten::{Model, ModelOptions, OpRegistry, RunOptions, ThreadPool, Value};
use std::sync::{Arc, LazyLock};

/// The thread of all models. A function has little more than one processor, and its other threads serve requests.
static THREADS: LazyLock<Arc<ThreadPool>> = LazyLock::new(|| Arc::new(ThreadPool::with_num_threads(1)));

/// A model that takes a square picture.
pub(crate) struct Network {
    model: Model,
}

impl Network {
    /// Loads a model that needs these operators. `None` if the file is damaged or needs others.
    pub(crate) fn load(file: &'static [u8], operators: OpRegistry) -> Option<Self> {
        Some(Self {
            model: ModelOptions::with_ops(operators).load_static_slice(file).ok()?,
        })
    }

    /// The model's outputs for a square of pixels. A channel is scaled by `scale`, and then `offset` is added.
    pub(crate) fn run(&self, pixels: &[[u8; 4]], (scale, offset): (f32, f32)) -> Option<Vec<Vec<f32>>> {
        let side = pixels.len().isqrt();
        let scaled = |channel: u8| f32::from(channel) * scale + offset;
        let red = pixels.iter().map(|[red, ..]| scaled(*red));
        let green = pixels.iter().map(|[_, green, ..]| scaled(*green));
        let blue = pixels.iter().map(|[_, _, blue, _]| scaled(*blue));
        let planes: Vec<f32> = red.chain(green).chain(blue).collect();
        let input = Value::from_shape([1, 3, side, side].as_slice(), planes).ok()?;
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&THREADS)));
        let inputs = vec![(*self.model.input_ids().first()?, input.into())];
        let outputs = self.model.run(inputs, self.model.output_ids(), Some(options)).ok()?;
        let numbers = |output: Value| Some(output.into_tensor::<f32>()?.into_data());
        outputs.into_iter().map(numbers).collect()
    }
}
