//! The output and the exit code of a run. The only module that writes to the terminal.

use std::{
    io::{self, ErrorKind, Write},
    process::ExitCode,
};

use crate::{Failure, Report};

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// 0 on success, 2 if the arguments are wrong, 1 otherwise.
    pub exit_code: u8,
    /// The standard output.
    pub stdout: String,
    /// The standard error: one line, or more about wrong arguments.
    pub stderr: String,
}

fn complaint(line: &str) -> String {
    format!("tgctl: {line}\n")
}

impl Outcome {
    /// The outcome of a command that ran to its end. The exit code is 1 if the report has a failure.
    pub(crate) fn of(report: Report, json: bool) -> Self {
        let (stdout, failure) = report.into_parts(json);
        Self {
            exit_code: u8::from(failure.is_some()),
            stdout,
            stderr: failure.as_deref().map(complaint).unwrap_or_default(),
        }
    }

    /// The command failed.
    pub(crate) fn failed(failure: &Failure, endpoint: Option<&str>) -> Self {
        Self {
            exit_code: 1,
            stdout: String::new(),
            stderr: complaint(&failure.line(endpoint)),
        }
    }

    /// The arguments are not a command: help was requested or is needed.
    pub(crate) fn unparsed(error: &clap::Error) -> Self {
        let text = error.render().to_string();
        let (stdout, stderr) = if error.use_stderr() {
            (String::new(), text)
        } else {
            (text, String::new())
        };
        Self {
            exit_code: u8::try_from(error.exit_code()).unwrap_or(2),
            stdout,
            stderr,
        }
    }

    /// Prints the output and returns the exit code. If the reader closes the pipe early, that is not a failure.
    pub fn print(&self) -> ExitCode {
        ExitCode::from(self.write(&mut io::stdout(), &mut io::stderr()))
    }

    fn write(&self, stdout: &mut impl Write, stderr: &mut impl Write) -> u8 {
        let printed = stdout.write_all(self.stdout.as_bytes()).and_then(|()| stdout.flush());
        let (exit_code, lost) = match printed {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => (
                self.exit_code.max(1),
                complaint(&format!("the result cannot be written: {error}")),
            ),
            _ => (self.exit_code, String::new()),
        };
        let complained = stderr.write_all(format!("{lost}{}", self.stderr).as_bytes());
        if complained.is_err() {
            exit_code.max(1)
        } else {
            exit_code
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Broken(ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn done() -> Outcome {
        Outcome {
            exit_code: 0,
            stdout: "result\n".to_owned(),
            stderr: String::new(),
        }
    }

    #[test]
    fn a_closed_pipe_is_not_a_failure() {
        let mut stderr = Vec::new();
        assert_eq!(done().write(&mut Broken(ErrorKind::BrokenPipe), &mut stderr), 0);
        assert!(stderr.is_empty());
    }

    #[test]
    fn output_that_cannot_be_written_is_a_failure() {
        let mut stderr = Vec::new();
        assert_eq!(done().write(&mut Broken(ErrorKind::StorageFull), &mut stderr), 1);
        assert!(stderr.starts_with(b"tgctl: the result cannot be written"));
    }
}
