//! describer
