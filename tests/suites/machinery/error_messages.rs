//! Two conventions of errors and logs: the message of an error does not repeat its source, and a log line about an
//! error contains the whole chain of causes.

use crate::structure::files;

/// The Rust files of the service, without tests.
fn service() -> Vec<(String, String)> {
    let mut files = files(&["shared", "functions", "infra"], &[".rs"]);
    files.retain(|(path, _)| !path.contains("/tests/") && !path.ends_with("tests.rs"));
    files
}

/// The text up to the parenthesis or brace that closes the one at its beginning. Those in string literals do not count.
fn enclosed(text: &str) -> &str {
    let (mut depth, mut in_string, mut escaped) = (0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            '(' | '{' | '[' if !in_string => depth += 1,
            ')' | '}' | ']' if !in_string => {
                depth -= 1;
                if depth == 0 {
                    return &text[1..at];
                }
            }
            _ => {}
        }
    }
    panic!("nothing closes {text}");
}

/// The parts of a list between its commas. Commas in parentheses and string literals do not count.
fn parts(list: &str) -> Vec<&str> {
    let (mut depth, mut in_string, mut start) = (0, false, 0);
    let mut parts = Vec::new();
    for (at, c) in list.char_indices() {
        match c {
            '"' => in_string = !in_string,
            '(' | '{' | '[' if !in_string => depth += 1,
            ')' | '}' | ']' if !in_string => depth -= 1,
            ',' if !in_string && depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts
}

/// Log lines that print an error without its causes.
fn log_lines_without_causes(text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for level in ["error", "warn", "info", "debug"] {
        let log = format!("tracing::{level}!(");
        for (at, _) in text.match_indices(&log) {
            let arguments = enclosed(&text[at + log.len() - 1..]);
            let is_wrong = |argument: &&str| {
                let prints_causes =
                    argument.starts_with("error = %causes(") || argument.starts_with("error = %runtime::causes(");
                let is_error = ["error =", "error.message", "%error", "?error"]
                    .iter()
                    .any(|start| argument.starts_with(start));
                (is_error && !prints_causes) || *argument == "error" || argument.contains("{error")
            };
            wrong.extend(
                parts(arguments)
                    .iter()
                    .filter(|part| is_wrong(part))
                    .map(ToString::to_string),
            );
        }
    }
    wrong
}

/// Messages of errors that repeat the error's source.
fn messages_with_a_source(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let attribute = "#[error(";
    let mut wrong = Vec::new();
    for (at, _) in text.match_indices(attribute) {
        let message = enclosed(&text[at + attribute.len() - 1..]);
        let item = &text[at + attribute.len() + message.len() + ")]".len()..];
        // The name of the variant or struct is followed by its fields, or has none.
        let Some(start) = item
            .find(['(', '{', ',', ';'])
            .filter(|start| "({".contains(&item[*start..=*start]))
        else {
            continue;
        };
        let fields = enclosed(&item[start..]);
        for (index, field) in parts(fields).iter().enumerate() {
            let name = match item[start..].starts_with('{') {
                true => field
                    .split(':')
                    .next()
                    .unwrap_or_default()
                    .split_whitespace()
                    .last()
                    .unwrap_or_default(),
                false => &index.to_string(),
            };
            let is_source = field.contains("#[source]") || field.contains("#[from]") || name == "source";
            let repeated = [format!("{{{name}}}"), format!("{{{name}:"), format!(" .{name}")];
            if is_source && repeated.iter().any(|repeated| message.contains(repeated)) {
                wrong.push(message.to_owned());
            }
        }
    }
    wrong
}

#[test]
fn a_log_line_about_an_error_contains_its_causes() {
    let mut wrong = Vec::new();
    for (path, text) in service() {
        let found = log_lines_without_causes(&text);
        wrong.extend(found.into_iter().map(|part| format!("{path}: {part}")));
    }
    assert!(wrong.is_empty(), "use `error = %causes(…)`: {wrong:#?}");
}

#[test]
fn the_message_of_an_error_does_not_repeat_its_source() {
    let mut wrong = Vec::new();
    for (path, text) in service() {
        let found = messages_with_a_source(&text);
        wrong.extend(found.into_iter().map(|message| format!("{path}: {message}")));
    }
    assert!(
        wrong.is_empty(),
        "the log prints the source after the message: {wrong:#?}"
    );
}

#[test]
fn log_lines_without_causes_are_found() {
    for wrong in [
        r#"tracing::warn!(error = %error, "failed")"#,
        r#"tracing::error!(model, error = ?error, "failed")"#,
        r#"tracing::error!(error = &error as &dyn Error, "failed")"#,
        r#"tracing::error!(error.message = %error, "failed")"#,
        r#"tracing::info!(%error, id = 1, "failed")"#,
        r#"tracing::info!(error, "failed")"#,
        "tracing::error!(\n    \"failed (again): {error}\"\n)",
    ] {
        assert_eq!(log_lines_without_causes(wrong).len(), 1, "{wrong}");
    }
    for right in [
        r#"tracing::warn!(error = %causes(&error), "failed")"#,
        r#"tracing::warn!(error = %runtime::causes(error.as_ref()), id, "an error = {id}")"#,
        r#"tracing::info!(error.code = ?code, "answered")"#,
    ] {
        assert_eq!(log_lines_without_causes(right), [""; 0], "{right}");
    }
}

#[test]
fn messages_with_a_source_are_found() {
    for wrong in [
        r#"#[error("failed: {0}")] Read(#[from] io::Error),"#,
        r#"#[error("port {0} failed: {1}")] Listen(u16, #[source] io::Error),"#,
        "#[error(\"{operation} failed: {source}\")]\npub struct Failed {\n    operation: &'static str,\n    /// Why.\n    source: Cause,\n}",
        r#"#[error("failed: {cause:?}")] Transient { #[source] cause: Cause, after: Duration },"#,
        r#"#[error("failed after {}", .cause)] Permanent { #[source] cause: Cause },"#,
    ] {
        assert_eq!(messages_with_a_source(wrong).len(), 1, "{wrong}");
    }
    for right in [
        r#"#[error("port {0} cannot be used")] Listen(u16, #[source] io::Error),"#,
        r#"#[error("the scheme {0} is unknown")] Scheme(String),"#,
        r#"#[error(transparent)] Store(#[from] StoreError),"#,
        r#"#[error("gone")] Gone, #[error("failed")] Read(#[from] io::Error),"#,
        "#[error(\"{operation} failed\")]\npub struct Failed {\n    operation: &'static str,\n    #[source]\n    source: Cause,\n}",
    ] {
        assert_eq!(messages_with_a_source(right), [""; 0], "{right}");
    }
}
