//! The false friends of `shared/studio/prompts/traps.txt`, as far as they are about the subject.

use super::is_one_of;
use crate::Choice;

/// The alternatives of the clauses of this kind.
fn clauses<'a>(field: &'a str, kind: &'a str) -> impl Iterator<Item = &'a str> {
    let clauses = field.split("; ").map(str::trim);
    clauses.filter_map(move |clause| clause.strip_prefix(kind)?.strip_prefix(' '))
}

/// What is wrong with the choice for a line; `None` if nothing is.
fn fault(line: &str) -> Option<String> {
    let mut fields = line.split('\t');
    let (language, text) = (fields.next()?, fields.next()?);
    let (not, want) = (
        fields.next()?.strip_prefix("not: ")?,
        fields.next()?.strip_prefix("want: ")?,
    );
    let choice = Choice::of(text, None);
    let main = choice.main();
    let is_wrong = main.is_some() && clauses(not, "subject").any(|nouns| is_one_of(main, nouns));
    let is_right = clauses(want, "subject").all(|nouns| is_one_of(main, nouns));
    let named: Vec<String> = choice.subjects.iter().take(3).map(ToString::to_string).collect();
    // "Computer mouse" is wanted where "mouse" is wrong.
    let has_wanted = clauses(want, "subject").next().is_some();
    let judged = if is_wrong && !(has_wanted && is_right) {
        "shows the wrong"
    } else if !is_right {
        "misses the right"
    } else {
        return None;
    };
    Some(format!(
        "[{language} as {:?}] {text}: {judged}; not {not}; want {want}\n    {}",
        choice.language,
        named.join("\n    ")
    ))
}

/// The number of lines whose subject may be wrong or missing. Lower it when a change gains.
const MOST_FAULTS: usize = 8;
/// The number of lines that may show the false friend.
const MOST_WRONG: usize = 2;

#[test]
fn traps_do_not_catch_the_subject() {
    let file = include_str!("../../../studio/prompts/traps.txt");
    let about_subjects = || file.lines().filter(|line| line.contains("subject "));
    let faults: Vec<String> = about_subjects().filter_map(fault).collect();
    let wrong = faults.iter().filter(|fault| fault.contains("shows the wrong")).count();
    println!(
        "{}\n{} of {} traps caught, {wrong} of them with the false friend",
        faults.join("\n"),
        faults.len(),
        about_subjects().count()
    );
    assert!(
        faults.len() <= MOST_FAULTS && wrong <= MOST_WRONG,
        "{} faults, {wrong} wrong",
        faults.len()
    );
}
