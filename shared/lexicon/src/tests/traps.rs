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

#[test]
fn traps_do_not_catch_the_subject() {
    let file = include_str!("../../../studio/prompts/traps.txt");
    let about_subjects = || file.lines().filter(|line| line.contains("subject "));
    let faults: Vec<String> = about_subjects().filter_map(fault).collect();
    assert!(about_subjects().count() >= 200);
    assert!(
        faults.is_empty(),
        "{} traps catch:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
