//! Runs any target with libFuzzer; the variable `FUZZ_TARGET` names it.

#![no_main]

use std::sync::LazyLock;

use fuzz::targets::{self, Target};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").expect("FUZZ_TARGET names a target");
    targets::named(&name).expect("FUZZ_TARGET is the name of a target")
});

fuzz_target!(|input: &[u8]| (TARGET.run)(input));
