//! Prints what phrases change in a picture: `cargo run -p lexicon --example changes -- "make the title yellow"`.

#![allow(clippy::print_stdout, reason = "what it prints is its result")]

use lexicon::Changes;

fn main() {
    for phrase in std::env::args().skip(1) {
        let changes = Changes::of(&phrase);
        println!("{phrase}");
        for change in changes.made {
            println!("    {change}");
        }
        for unknown in changes.unknown {
            println!("    not understood: {unknown}");
        }
    }
}
