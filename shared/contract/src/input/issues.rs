//! The errors of a request.

use crate::{
    ApiError,
    error::{Issue, ValidationReason},
};

/// The largest number of issues in a response, so that it stays far below the limit of its size.
pub(crate) const MOST_ISSUES: usize = 100;

/// The kind of an issue. A request with issues of several kinds is refused for the first kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IssueKind {
    /// The body, or one of its fields.
    Body,
    /// The text of a source of a picture, which does not have the form of a source.
    Source,
    /// The idempotency key.
    IdempotencyKey,
}

impl From<IssueKind> for ValidationReason {
    fn from(kind: IssueKind) -> Self {
        match kind {
            IssueKind::Body => Self::Body,
            IssueKind::Source => Self::Source,
            IssueKind::IdempotencyKey => Self::Idempotency,
        }
    }
}

/// The errors of a request, in the order of detection.
#[derive(Debug, Default)]
pub struct Issues {
    all: Vec<Issue>,
    /// The first kind that an issue has, in the order of the kinds.
    kind: Option<IssueKind>,
}

impl Issues {
    /// Adds an error of the body at `path`; `message` is a phrase that follows the path, as in "must be a string".
    pub fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.add_of(IssueKind::Body, path, message);
    }

    /// Adds an error of another kind.
    pub fn add_of(&mut self, kind: IssueKind, path: impl Into<String>, message: impl Into<String>) {
        self.push(kind, Issue::new(path, message));
    }

    /// Adds a parameter that the call does not have, and the parameter that is probably meant.
    pub(super) fn add_unknown(&mut self, path: String, message: String, did_you_mean: Option<String>) {
        let issue = Issue {
            did_you_mean,
            ..Issue::new(path, message)
        };
        self.push(IssueKind::Body, issue);
    }

    fn push(&mut self, kind: IssueKind, issue: Issue) {
        self.kind = Some(self.kind.map_or(kind, |first| first.min(kind)));
        if self.all.len() < MOST_ISSUES {
            self.all.push(issue);
        }
    }

    /// Whether there are no errors.
    pub const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether there is an error at exactly this path.
    pub fn mention(&self, path: &str) -> bool {
        self.all.iter().any(|issue| issue.path == path)
    }

    /// The errors, at most 100.
    pub fn into_vec(self) -> Vec<Issue> {
        self.all
    }

    /// The error for the caller.
    pub fn into_error(self) -> ApiError {
        ApiError::Validation {
            reason: self.kind.unwrap_or(IssueKind::Body).into(),
            issues: self.all,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_refused_for_the_first_kind_of_its_issues() {
        use IssueKind::{Body, IdempotencyKey, Source};
        for (kinds, reason) in [
            (&[Body][..], "body"),
            (&[Source], "source"),
            (&[IdempotencyKey], "idempotency"),
            (&[IdempotencyKey, Source], "source"),
            (&[Source, IdempotencyKey, Body], "body"),
        ] {
            let mut issues = Issues::default();
            for kind in kinds {
                issues.add_of(*kind, "x", "is wrong");
            }
            let details = issues.into_error().details();
            assert_eq!(details["reason"], reason, "{kinds:?}");
            assert_eq!(details["issues"].as_array().unwrap().len(), kinds.len());
        }
    }
}
