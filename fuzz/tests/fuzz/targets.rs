//! Every target reads its corpus and generated inputs. `FUZZ_SECONDS` is the duration, and `FUZZ_SEED` the seed.

use std::{env, fs, path::Path, sync::Mutex, thread, time::Duration};

use fuzz::{
    run::{corpus, corpus_folder},
    targets::ALL,
};
use sampling::all_or;

use crate::runner::run;

fn variable(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |value| value.parse().unwrap())
}

#[test]
fn no_input_makes_a_target_panic_or_exceed_its_budget() {
    let seconds = variable("FUZZ_SECONDS", 2);
    let seed = variable("FUZZ_SEED", 1);
    // A remaining file shows the last input.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    fs::create_dir_all(&folder).unwrap();
    let waiting = Mutex::new(ALL.iter());
    let next = || waiting.lock().unwrap().next();
    let lane = || {
        while let Some(target) = next() {
            let current = folder.join(target.name);
            let current = current.to_str().unwrap();
            let (seconds_text, seed) = (seconds.to_string(), seed.to_string());
            let arguments = [
                "run",
                target.name,
                "--seconds",
                &seconds_text,
                "--seed",
                &seed,
                "--current",
                current,
            ];
            println!("{}", run(&arguments, Duration::from_secs(seconds)).trim());
        }
    };
    // The budgets are processor time, so targets may run concurrently.
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(lane);
        }
    });
}

/// Hostile files, and files that were changed in many places; the results do not depend on the machine's speed.
#[test]
fn many_hostile_files_of_each_format_stay_within_their_budgets() {
    let least: u64 = all_or(1_000, 200);
    let wanted = least.to_string();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    fs::create_dir_all(&folder).unwrap();
    for name in ["gif", "webp-lossless", "webp-lossy", "png", "jpeg"] {
        let current = folder.join(name);
        let current = current.to_str().unwrap();
        let arguments = [
            "run",
            name,
            "--inputs",
            &wanted,
            "--seconds",
            "300",
            "--seed",
            "2026",
            "--current",
            current,
        ];
        let said = run(&arguments, Duration::from_secs(300));
        println!("{}", said.trim());
        let inputs: u64 = said.split([' ']).nth(1).unwrap().parse().unwrap();
        assert!(inputs > least, "{said}");
    }
}

#[test]
fn every_target_has_a_corpus_and_every_corpus_a_target() {
    for target in ALL {
        assert!(!corpus(target).unwrap().is_empty(), "{} has no inputs", target.name);
    }
    let folders = corpus_folder(&ALL[0]).parent().unwrap().read_dir().unwrap();
    for folder in folders {
        let name = folder.unwrap().file_name().into_string().unwrap();
        assert!(ALL.iter().any(|target| target.name == name), "{name} is no target");
    }
}
