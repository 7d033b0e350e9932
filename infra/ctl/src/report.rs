//! The output of a command, for programs and for people.

use serde::Serialize;

use crate::Failure;

/// The result of a command.
#[derive(Debug)]
pub(crate) struct Report {
    json: String,
    text: String,
    failure: Option<String>,
}

impl Report {
    /// `result` is for programs, `text` for people.
    pub(crate) fn new(result: &impl Serialize, text: String) -> Result<Self, Failure> {
        Ok(Self {
            json: serde_json::to_string(result)? + "\n",
            text,
            failure: None,
        })
    }

    /// A result with a failure that `line` summarizes: the exit code is 1.
    pub(crate) fn failing(self, line: String) -> Self {
        Self {
            failure: Some(line),
            ..self
        }
    }

    /// The standard output, and the failure.
    pub(crate) fn into_parts(self, json: bool) -> (String, Option<String>) {
        (if json { self.json } else { self.text }, self.failure)
    }
}

/// The content of an empty cell.
pub(crate) const NOTHING: &str = "-";

fn row<const N: usize>(cells: &[String; N], widths: &[usize; N]) -> String {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        line.push_str(cell);
        line.extend(std::iter::repeat_n(
            ' ',
            (width + 2).saturating_sub(cell.chars().count()),
        ));
    }
    line.truncate(line.trim_end().len());
    line.push('\n');
    line
}

/// Rows in columns. Control characters are shown as spaces, because they could move the terminal's cursor.
pub(crate) fn table<const N: usize>(rows: impl IntoIterator<Item = [String; N]>) -> String {
    let clean = |cells: [String; N]| cells.map(|cell| cell.replace(char::is_control, " "));
    let rows: Vec<_> = rows.into_iter().map(clean).collect();
    let mut widths = [0; N];
    for cells in &rows {
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = cell.chars().count().max(*width);
        }
    }
    rows.iter().map(|cells| row(cells, &widths)).collect()
}

/// A list in columns, or a sentence if the list is empty.
pub(crate) fn listing<const N: usize>(
    header: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
    nothing: &str,
) -> String {
    let mut rows = rows.into_iter().peekable();
    if rows.peek().is_none() {
        return format!("{nothing}\n");
    }
    table(std::iter::once(header.map(str::to_owned)).chain(rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [["id", "name", ""], ["1", "Größe\u{1b}[2J", "x"]];
        let text = table(rows.map(|row| row.map(str::to_owned)));
        assert_eq!(text, "id  name\n1   Größe [2J  x\n");
    }

    #[test]
    fn an_empty_list_has_no_header() {
        assert_eq!(
            listing(["ID"], [], "There are no messages."),
            "There are no messages.\n"
        );
        assert_eq!(listing(["ID"], [["1".to_owned()]], "There are no messages."), "ID\n1\n");
    }
}
