//! What all functions are linked with.

fn main() {
    println!("cargo::rerun-if-changed=../build.rs");
    // At a fixed address there is nothing to relocate at each start. Lambda shares a process with nobody.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
