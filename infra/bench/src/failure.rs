//! Why a benchmark fails: any error, shown to the person who runs the benchmark.

use std::error::Error;

/// Any error.
pub(crate) type Failure = Box<dyn Error + Send + Sync>;
