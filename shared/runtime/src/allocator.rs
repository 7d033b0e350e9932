//! The memory allocator of deployed functions.

/// Functions are linked with musl, whose own allocator is slow.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
