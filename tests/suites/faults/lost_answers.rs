//! Late copies, and writes whose answers were lost.
