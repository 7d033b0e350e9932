//! Errors of commands, and the one line about them that an operator reads.

use std::{error::Error, io, path::PathBuf};

use contract::{Amount, KeyId, OrganizationId};
use media::MediaError;
use queue::QueueError;
use runtime::{ConfigError, causes};
use store::StoreError;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The named object does not exist.
    #[error("there is no {kind} {id}")]
    Unknown {
        /// The kind of object.
        kind: &'static str,
        /// Its id or name, as given.
        id: String,
    },
    /// No key has the id. The message does not repeat the id, because somebody may have given a secret instead.
    #[error("there is no key with that id; ids of keys begin with `key_`")]
    UnknownKey,
    /// The environment does not name the deployment or the credentials.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The bucket is not named.
    #[error("BUCKET_NAME is not set: set it to the bucket of pictures, which is the stack's output Bucket")]
    NoBucket,
    /// The operator's identity is unknown, so the command is refused: the log names the operator of each act.
    #[error("sts call GetCallerIdentity failed")]
    UnknownOperator(#[source] Box<dyn Error + Send + Sync>),
    /// A key that is revoked cannot be replaced.
    #[error("{0} is revoked and cannot be replaced; make a key without --replaces")]
    RevokedKey(KeyId),
    /// The key to be replaced belongs to another organization.
    #[error("{key} is not a key of {organization}")]
    OtherOwner {
        /// The key.
        key: KeyId,
        /// The organization of the command.
        organization: String,
    },
    /// The tables could not be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The queues could not be used.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// The bucket could not be used.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// The bucket's CORS rule could not be set.
    #[error("s3 call PutBucketCors failed")]
    Cors(#[source] Box<dyn Error + Send + Sync>),
    /// An organization was not deleted completely.
    #[error("{organization} is not deleted completely; repeat the command")]
    HalfDeleted {
        /// The organization.
        organization: OrganizationId,
        /// The cause.
        #[source]
        source: Box<Failure>,
    },
    /// The directory of an export cannot be used.
    #[error("{} cannot be written", path.display())]
    Export {
        /// The directory or the file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// The outcome of a grant or a correction is unknown.
    #[error("it is not known whether the {kind} was made; {repetition}")]
    UnclearAdjustment {
        /// `grant` or `correction`.
        kind: &'static str,
        /// How to repeat the command.
        repetition: String,
        /// The cause.
        #[source]
        source: Box<StoreError>,
    },
    /// The id belongs to a change of another amount.
    #[error("{id} is already the id of a change of {amount} thumbnails; nothing was changed")]
    OtherAmount {
        /// The id.
        id: String,
        /// The amount of the existing change.
        amount: Amount,
    },
    /// An organization has less than was to be taken.
    #[error("{organization} has only {balance} thumbnails; nothing was taken")]
    Insufficient {
        /// The organization.
        organization: OrganizationId,
        /// Its balance.
        balance: Amount,
    },
    /// Some messages were returned to the queue and some were not.
    #[error("{redriven} messages were returned to the queue, then this failed")]
    HalfRedriven {
        /// How many were returned.
        redriven: usize,
        /// The cause.
        #[source]
        source: QueueError,
    },
    /// The smoke test could not start.
    #[error("the smoke test of {base_url} did not start")]
    Smoke {
        /// The base URL of the deployment.
        base_url: String,
        /// The cause.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// The result cannot be written as JSON.
    #[error("the result cannot be written")]
    Unwritable(#[from] serde_json::Error),
}

/// The longest line, in characters. The response of a wrong endpoint may be a page of HTML.
const MAX_LINE_CHARS: usize = 500;

/// An error and its causes on one line.
pub(crate) fn line_of(error: &(dyn Error + 'static)) -> String {
    let line = causes(error).to_string().replace(char::is_control, " ");
    line.chars().take(MAX_LINE_CHARS).collect()
}

impl Failure {
    /// No organization has this id.
    pub(crate) fn no_organization(id: &str) -> Self {
        Self::Unknown {
            kind: "organization",
            id: id.to_owned(),
        }
    }

    /// One line for the operator. `endpoint` is the endpoint if it is not AWS's own.
    pub(crate) fn line(&self, endpoint: Option<&str>) -> String {
        let line = line_of(self);
        let unreached = line.contains("dispatch failure");
        let unmade = line.contains("ResourceNotFoundException") || matches!(self, Self::Unknown { kind: "queue", .. });
        match endpoint {
            Some(url) if unreached => format!("{line} (nothing answers at {url})"),
            Some(_) if unmade => format!("{line} (`tgctl setup` creates what is missing)"),
            _ => line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_and_its_causes_are_one_line() {
        let organization = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let failure = Failure::HalfDeleted {
            organization,
            source: Box::new(Failure::Cors("Denied:\r\nno".into())),
        };
        assert_eq!(
            failure.line(None),
            "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00 is not deleted completely; repeat the command: s3 call \
             PutBucketCors failed: Denied:  no"
        );
    }

    #[test]
    fn a_long_line_is_truncated() {
        let line = Failure::no_organization(&"x".repeat(10_000)).line(None);
        assert_eq!(line.chars().count(), MAX_LINE_CHARS);
    }

    #[test]
    fn an_unreachable_endpoint_is_named() {
        let failure = Failure::Cors("dispatch failure: io error".into());
        assert!(
            failure
                .line(Some("http://127.0.0.1:9"))
                .ends_with("(nothing answers at http://127.0.0.1:9)")
        );
    }
}
