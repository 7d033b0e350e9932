//! The list of all sentences that a caller may get, in `docs/messages.md`. They are read from the source code, so that
//! none is forgotten. `UPDATE_DOCS=1` writes the file.

use std::{fmt::Write, fs, path::Path};

use crate::structure::files;

/// The folders whose code makes sentences for callers.
const FOLDERS: &[&str] = &[
    "shared/contract/src",
    "shared/service/src",
    "shared/rest/src",
    "shared/mcp-adapter/src",
    "shared/sources/src",
    "shared/store/src/webhooks",
    "shared/views/src",
    "functions",
];

/// What begins a piece of code that makes sentences for callers. The piece ends with its parenthesis, its statement or,
/// for a function, its body.
const STARTS: &[&str] = &[
    "issues.add(",
    ".add_of(",
    "ApiError::invalid(",
    "let message = ",
    "fn message(",
    "fn meaning(",
    "fn hint(",
    "fn invalid_request(",
    "fn unknown_parameter(",
    "fn mistaken(",
    "fn unknown(",
    "fn several_missing(",
    "fn notes(",
    "fn not_understood(",
    "fn other_shape(",
    "fn unprinted(",
    "fn painted_instead(",
    "const NO_OTHER_LETTERING",
    "fn undrawn(",
];

/// Files in which the text of every error is for callers.
const ERRORS: &[&str] = &[
    "shared/mcp-adapter/src/protocol/error.rs",
    "shared/service/src/request/json.rs",
    "shared/sources/src/",
];

/// The code without comments and without its unit tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// A walk through code that knows which characters are in string literals.
#[derive(Default)]
struct Walk {
    in_string: bool,
    escaped: bool,
    depth: usize,
}

impl Walk {
    fn step(&mut self, c: char) {
        match c {
            _ if self.escaped => self.escaped = false,
            '\\' if self.in_string => self.escaped = true,
            '"' => self.in_string = !self.in_string,
            '(' | '{' | '[' if !self.in_string => self.depth += 1,
            ')' | '}' | ']' if !self.in_string => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// The piece of code behind `start`, where the code begins with `start`.
fn piece<'a>(code: &'a str, start: &str) -> &'a str {
    let is_function = start.starts_with("fn ");
    let mut walk = Walk::default();
    for (at, c) in code.char_indices() {
        walk.step(c);
        let ends = match c {
            '}' => is_function,
            ')' => !is_function && start.ends_with('('),
            ';' => !start.ends_with('('),
            _ => false,
        };
        if at >= start.len() && ends && walk.depth == 0 && !walk.in_string {
            return &code[..at];
        }
    }
    code
}

/// The string literals of a piece of code, as they are read when the code runs, except for placeholders.
fn literals(piece: &str) -> Vec<String> {
    let mut walk = Walk::default();
    let (mut literals, mut start) = (Vec::new(), 0);
    for (at, c) in piece.char_indices() {
        let was_in_string = walk.in_string;
        walk.step(c);
        if !was_in_string && walk.in_string {
            start = at + 1;
        } else if was_in_string && !walk.in_string {
            literals.push(unescaped(&piece[start..at]));
        }
    }
    literals
}

/// The text of a literal. A backslash at the end of a line joins the lines.
fn unescaped(literal: &str) -> String {
    let joined = literal.split("\\\n").enumerate().map(|(index, part)| match index {
        0 => part,
        _ => part.trim_start(),
    });
    joined.collect::<String>().replace("\\\"", "\"")
}

/// The sentences in the code of one file, each once.
fn sentences(path: &str, text: &str) -> Vec<String> {
    let code = code(text);
    let mut found: Vec<(usize, String)> = Vec::new();
    let errors: &[&str] = if ERRORS.iter().any(|errors| path.starts_with(errors)) {
        &["#[error("]
    } else {
        &[]
    };
    for start in STARTS.iter().chain(errors) {
        for (at, _) in code.match_indices(start) {
            let sentences = literals(piece(&code[at..], start)).into_iter();
            found.extend(
                sentences
                    .filter(|text| text.trim().contains(' '))
                    .map(|text| (at, text)),
            );
        }
    }
    found.sort_by_key(|(at, _)| *at);
    let mut sentences = Vec::new();
    for (_, text) in found {
        if !sentences.contains(&text) {
            sentences.push(text);
        }
    }
    sentences
}

#[test]
fn the_list_of_messages_is_up_to_date() {
    let mut list = String::from(
        "# Messages\n\nEvery sentence that a caller may get, by the file that makes it. `{…}` stands for a value. A message of a \
         `VALIDATION_ERROR` follows the name of its parameter, as in “`count` must be a whole number from 1 to 10”. A test \
         writes this list: run it with `UPDATE_DOCS=1` after a change, and read what changed as a caller who sees nothing \
         else. A message says what is wrong, where, and what to do.\n",
    );
    let mut sources = files(FOLDERS, &[".rs"]);
    sources.sort();
    for (path, text) in sources {
        let is_test = path.contains("/tests/") || path.ends_with("tests.rs");
        let sentences = if is_test { Vec::new() } else { sentences(&path, &text) };
        if !sentences.is_empty() {
            write!(list, "\n## {path}\n\n").unwrap();
        }
        for sentence in sentences {
            writeln!(list, "- {}", sentence.trim()).unwrap();
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/messages.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, &list).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == list,
        "docs/messages.md is out of date: run this test with UPDATE_DOCS=1"
    );
}

#[test]
fn sentences_are_found_in_calls_statements_functions_and_errors() {
    let text = "// issues.add(\"x\", \"in a comment\")\nfn f() {\n    issues.add(\"path\", format!(\"must (be) {x} \
                \\\"a\\\" \\\n        or b\"));\n    let message = \"one; two\";\n    let other = \"not a message\";\n}\n\
                fn message(self) -> String {\n    match self { A => \"first one\", B => \"second {} one\" }\n}\n\
                #[error(\"is too {0}\")]\n#[cfg(test)]\nmod tests { fn message() { \"in a test\" } }";
    assert_eq!(
        sentences("shared/service/src/x.rs", text),
        ["must (be) {x} \"a\" or b", "one; two", "first one", "second {} one"]
    );
    assert!(sentences("shared/sources/src/x.rs", text).contains(&"is too {0}".to_owned()));
}
