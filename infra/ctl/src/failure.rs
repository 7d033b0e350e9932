//! What can go wrong with a command, and the one line that an operator reads about it.

use std::error::Error;

use contract::{Amount, KeyId, OrganizationId, TransactionId};
use media::MediaError;
use queue::QueueError;
use runtime::ConfigError;
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
    #[error("sts call GetCallerIdentity failed: {0}")]
    UnknownOperator(String),
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
    #[error("s3 call PutBucketCors failed: {0}")]
    Cors(String),
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

/// The SDK ends an error's story with the debug form of the whole, which opens with one of these.
const DEBUG_FORMS: [&str; 5] = [
    " (ConstructionFailure(",
    " (DispatchFailure(",
    " (ResponseError(",
    " (ServiceError(",
    " (TimeoutError(",
];

/// The longest line, in characters: what an endpoint says may be a page of HTML.
const LONGEST: usize = 500;

/// An error and its causes on one line, without what is for debugging.
pub(crate) fn told(error: &dyn Error) -> String {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    let sentences: Vec<String> = causes
        .map(|cause| {
            let text = cause.to_string();
            let end = DEBUG_FORMS.iter().filter_map(|form| text.find(form)).min();
            text.get(..end.unwrap_or(text.len())).unwrap_or_default().to_owned()
        })
        .collect();
    let line = sentences.join(": ").replace(char::is_control, " ");
    line.chars().take(LONGEST).collect()
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
        let line = told(self);
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
    fn debug_forms_and_line_breaks_are_left_out() {
        let failure =
            Failure::Cors("service error: Denied:\r\nno (ServiceError(ServiceError { raw: \"…\" }))".to_owned());
        assert_eq!(
            failure.line(None),
            "s3 call PutBucketCors failed: service error: Denied:  no"
        );
    }

    #[test]
    fn a_line_ends_somewhere() {
        let line = Failure::no_organization(&"x".repeat(10_000)).line(None);
        assert_eq!(line.chars().count(), LONGEST);
    }

    #[test]
    fn an_endpoint_that_nothing_answers_at_is_named() {
        let failure = Failure::Cors("dispatch failure: io error".to_owned());
        assert!(
            failure
                .line(Some("http://127.0.0.1:9"))
                .ends_with("(nothing answers at http://127.0.0.1:9)")
        );
    }
}
