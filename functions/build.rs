//! The linker options of all functions.

/// Functions are deployed for musl and linked statically. Their executables are loaded at a random address (PIE), so
/// that a defect in a decoder of pictures does not find the code that it would jump to. zig, which links them, makes
/// executables with a fixed address by default.
fn main() {
    println!("cargo::rerun-if-changed=../build.rs");
    if std::env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|environment| environment == "musl") {
        println!("cargo::rustc-link-arg-bins=-pie");
    }
}
