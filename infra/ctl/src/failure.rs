//! Errors of commands, and the one line about them that an operator reads.

use std::error::Error;

use contract::{Amount, KeyId, OrganizationId, TransactionId};
use media::MediaError;
use queue::QueueError;
use runtime::{ConfigError, causes};
use store::StoreError;

/// A command was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What the command names does not exist.
    #[error("there is no {kind} {id}")]
    Unknown {
        /// What kind of thing.
        kind: &'static str,
        /// Its id or name, as it was given.
        id: String,
    },
    /// No key has the id. It is not repeated: it may be a secret, given where an id belongs.
    #[error("there is no key of that id; ids of keys begin with `key_`")]
    UnknownKey,
    /// The environment does not say where to work, or as whom.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Nothing says which bucket is meant.
    #[error("BUCKET_NAME is not set: it names the bucket of pictures, as the stack's output Bucket does")]
    NoBucket,
    /// Nobody can tell who runs the command, so it may not be done: the log names who did what.
    #[error("sts call GetCallerIdentity failed")]
    UnknownOperator(#[source] Box<dyn Error + Send + Sync>),
    /// A key that is revoked cannot be replaced.
    #[error("{0} is revoked and cannot be replaced; make a key without --replaces")]
    RevokedKey(KeyId),
    /// The key to be replaced is another organization's.
    #[error("{key} is not a key of {organization}")]
    OtherOwner {
        /// The key.
        key: KeyId,
        /// The organization that was named.
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
    /// The bucket does not let pages read it.
    #[error("s3 call PutBucketCors failed")]
    Cors(#[source] Box<dyn Error + Send + Sync>),
    /// An organization is not deleted to the end.
    #[error("{organization} is not deleted, or in part only; repeat the command")]
    HalfDeleted {
        /// Which organization.
        organization: OrganizationId,
        /// What stopped it.
        #[source]
        source: Box<Failure>,
    },
    /// The outcome of a grant is unknown.
    #[error("it is not known whether the grant was made; repeat the command with --id {id}")]
    UnclearGrant {
        /// The grant.
        id: TransactionId,
        /// What stopped it.
        #[source]
        source: Box<StoreError>,
    },
    /// The id is taken by a grant of another amount.
    #[error("{id} is already a grant of {amount} thumbnails; nothing was granted")]
    OtherGrant {
        /// The grant that was made.
        id: TransactionId,
        /// Its amount.
        amount: Amount,
    },
    /// Some messages are back in the queue and some are not.
    #[error("{redriven} messages were put back, then this failed")]
    HalfRedriven {
        /// How many are back.
        redriven: usize,
        /// What stopped it.
        #[source]
        source: QueueError,
    },
    /// The walk through a deployment was not worth beginning.
    #[error("the walk through {base_url} did not begin")]
    Smoke {
        /// Where the deployment should be.
        base_url: String,
        /// What is wrong.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// The result has no JSON form.
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

    /// One line for the operator of the tool, who works at `endpoint` where it is not AWS's own.
    pub(crate) fn line(&self, endpoint: Option<&str>) -> String {
        let line = line_of(self);
        let unreached = line.contains("dispatch failure");
        let unmade = line.contains("ResourceNotFoundException") || matches!(self, Self::Unknown { kind: "queue", .. });
        match endpoint {
            Some(url) if unreached => format!("{line} (nothing answers at {url})"),
            Some(_) if unmade => format!("{line} (`tgctl setup` makes what is missing)"),
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
            "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00 is not deleted, or in part only; repeat the command: s3 call \
             PutBucketCors failed: Denied:  no"
        );
    }

    #[test]
    fn a_line_ends_somewhere() {
        let line = Failure::no_organization(&"x".repeat(10_000)).line(None);
        assert_eq!(line.chars().count(), MAX_LINE_CHARS);
    }

    #[test]
    fn an_endpoint_that_nothing_answers_at_is_named() {
        let failure = Failure::Cors("dispatch failure: io error".into());
        assert!(
            failure
                .line(Some("http://127.0.0.1:9"))
                .ends_with("(nothing answers at http://127.0.0.1:9)")
        );
    }
}
