//! What all functions are linked with.

/// The functions that decode pictures of strangers or of models. Their binaries are loaded at a random address (PIE), so
/// that a defect in a decoder does not find the code that it would jump to.
const DECODING: [&str; 5] = ["images", "inspirations", "persons", "generation-loop", "mcp"];

fn main() {
    println!("cargo::rerun-if-changed=../build.rs");
    let is = |name: &str, wanted: fn(&str) -> bool| std::env::var(name).is_ok_and(|value| wanted(&value));
    let decodes = is("CARGO_PKG_NAME", |package| DECODING.contains(&package));
    // At a fixed address there is nothing to relocate at each start. Lambda shares a process with nobody.
    if is("PROFILE", |profile| profile == "release") && !decodes {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
