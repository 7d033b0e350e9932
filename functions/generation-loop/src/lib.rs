//! generation-loop
