//! Prints what phrases change in a picture.
//!
//! `cargo run -p lexicon --example changes -- "make the title yellow"` reads phrases. With `--file`, the arguments are
//! files of phrases with their meanings; the example prints the phrases that are read differently, and their share.

#![allow(clippy::print_stdout, reason = "what it prints is its result")]

use lexicon::{Change, Changes};
use std::{env, error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "--file") {
        for path in arguments.drain(..).skip(1) {
            let (text, mut right, mut all) = (fs::read_to_string(&path)?, 0, 0);
            for (phrase, meaning) in text.lines().filter_map(|line| line.split_once(" ⇒ ")) {
                let (read, meant) = (read(phrase), lexicon::normalized(meaning));
                all += 1;
                if read == meant {
                    right += 1;
                } else {
                    println!("{phrase}\n    meant {meant}\n    read  {read}");
                }
            }
            println!("{path}: {right} of {all}");
        }
        return Ok(());
    }
    for phrase in arguments {
        let changes = Changes::of(&phrase);
        println!("{}", read(&phrase));
        for unknown in changes.unknown {
            println!("    not understood: {unknown}");
        }
    }
    Ok(())
}

/// The changes of a phrase, as the files of phrases write them.
fn read(phrase: &str) -> String {
    let changes: Vec<String> = Changes::of(phrase).made.iter().map(Change::to_string).collect();
    if changes.is_empty() {
        "none".to_owned()
    } else {
        changes.join("; ")
    }
}
