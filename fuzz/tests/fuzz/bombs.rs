//! Tests each file that is known to be expensive.

use std::{fs, path::Path, time::Duration};

use fuzz::{bombs, targets};
use sources::PreparedPicture;

use crate::runner::run;

/// The budget of processor time for a refused file.
const REFUSED_MILLISECONDS: f64 = 50.0;
/// The budget of memory for a refused file, beyond the file itself.
const REFUSED_MEGABYTES: f64 = 32.0;

#[test]
fn every_known_bomb_is_refused_cheaply_or_accepted_within_its_budget() {
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    for (number, bomb) in bombs::all().into_iter().enumerate() {
        let path = folder.path().join(number.to_string());
        fs::write(&path, &bomb.bytes).unwrap();
        let said = run(
            &["measure", bomb.target, path.to_str().unwrap()],
            Duration::from_secs(10),
        );
        println!("{}, {}", bomb.name, said.trim().split_once(": ").unwrap().1);
        let numbers: Vec<f64> = said.split([' ', ':']).filter_map(|word| word.parse().ok()).collect();
        let [_, milliseconds, megabytes] = numbers[..] else {
            panic!("{said}")
        };
        let is_taken = PreparedPicture::take(&bomb.bytes).is_ok();
        if is_taken != bomb.is_taken {
            wrong.push(format!("{}: taken: {is_taken}", bomb.name));
        }
        let budget = (targets::named(bomb.target).unwrap().budget)(&bomb.bytes);
        let (most_milliseconds, most_megabytes) = if is_taken {
            (budget.cpu.as_secs_f64() * 1000.0, budget.memory as f64 / 1e6)
        } else {
            (REFUSED_MILLISECONDS, REFUSED_MEGABYTES)
        };
        if milliseconds > most_milliseconds || megabytes > most_megabytes {
            wrong.push(format!(
                "{}: {said} and not {most_milliseconds} ms, {most_megabytes} MB",
                bomb.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_documentation_names_every_known_bomb() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/hostile-files.md");
    let page = fs::read_to_string(path).unwrap();
    for bomb in bombs::all() {
        assert!(page.contains(&format!("| {} |", bomb.name)), "{}", bomb.name);
    }
}
