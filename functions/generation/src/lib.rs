//! generation
