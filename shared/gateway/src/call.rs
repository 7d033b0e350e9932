//! What a tool knows of the request that it serves.

use std::time::Duration;

use contract::{Amount, ApiError, KeyId, RequestId, Resources, Timestamp, ToolTerms, error::ValidationReason};
use serde::Serialize;
use serde_json::{Map, Value};
use store::{Answer, ChargeFailure, IdempotencyKey, Organization, StoreError};
use tokio::time::Instant;

use crate::{
    cursor::Seal,
    tool::{Failure, Reply, success},
};

/// How long a call may take in all: a caller has an answer within 25 seconds, the way to it and back included.
pub(crate) const CALL: Duration = Duration::from_millis(24_500);
/// How long before the end no commit starts any more: one that is under way, all its attempts of 7 seconds included,
/// can then still end.
const LAST_COMMIT: Duration = Duration::from_millis(7_500);
/// How long before the last commit a model is given up: time for what speaks in its place, and to spare.
const STAND_IN: Duration = Duration::from_secs(1);
/// How long before the end what follows a commit is given up: time for the answer.
const ANSWER: Duration = Duration::from_millis(200);

/// What an idempotency key was sent with.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Where the answer is kept.
    pub key: IdempotencyKey,
    /// Hash of the body.
    pub(crate) fingerprint: String,
}

/// One authenticated call of a tool.
#[derive(Clone, Debug)]
pub struct Call {
    /// Finds the request in the logs.
    pub request_id: RequestId,
    /// Who calls.
    pub organization: Organization,
    /// With which key.
    pub key: KeyId,
    /// Where a list goes on: what [`Call::seal`] sealed.
    pub position: Option<String>,
    pub(crate) deadline: Instant,
    pub(crate) now: Timestamp,
    pub(crate) claim: Option<Claim>,
    pub(crate) tool: &'static ToolTerms,
    pub(crate) body: Map<String, Value>,
}

impl Call {
    /// When the call must have ended.
    pub const fn deadline(&self) -> Instant {
        self.deadline
    }

    /// No commit may start after this.
    pub fn commit_deadline(&self) -> Instant {
        self.deadline - LAST_COMMIT
    }

    /// A model is not waited for after this. It is earlier than [`Call::commit_deadline`]: what speaks in its place
    /// would else be ready at the moment when no commit may start any more, and the call would fail for the model.
    pub fn model_deadline(&self) -> Instant {
        self.commit_deadline() - STAND_IN
    }

    /// What follows a commit is not waited for after this: the caller is to learn that it was made.
    pub fn answer_deadline(&self) -> Instant {
        self.deadline - ANSWER
    }

    /// Waits for what must have ended before the work can be committed.
    ///
    /// # Errors
    ///
    /// When there would be no time left for the commit.
    pub async fn in_time<T>(&self, work: impl Future<Output = T>) -> Result<T, Failure> {
        let deadline = self.commit_deadline();
        let done = tokio::time::timeout_at(deadline, work).await.ok();
        // What was ready at the last moment is told from what came in time.
        done.filter(|_| Instant::now() < deadline)
            .ok_or_else(|| Failure::internal("there is no time left to commit the work"))
    }

    /// The cursor for a position in this tool's list under this call's filters.
    pub fn seal(&self, position: &str) -> String {
        Seal::new(&self.organization.cursor_key, self.tool, &self.body).close(position)
    }

    /// What the call's idempotency key claims, if it has one.
    pub const fn claim(&self) -> Option<&Claim> {
        self.claim.as_ref()
    }

    /// The answer to be repeated for the call's idempotency key, for the transaction that does the work. `objects` are
    /// those whose URLs are in it, in the order of those.
    pub fn answer<T: Serialize>(
        &self,
        output: &T,
        objects: &[String],
    ) -> Result<Option<(IdempotencyKey, Answer)>, Failure> {
        let Some(claim) = &self.claim else {
            return Ok(None);
        };
        let answer = Answer {
            tool: self.tool.name.to_owned(),
            fingerprint: claim.fingerprint.clone(),
            body: success(output)?,
            objects: objects.to_vec(),
            until: self.now.plus(Answer::LIFETIME),
        };
        Ok(Some((claim.key.clone(), answer)))
    }

    /// The answer that was stored under the call's idempotency key and is to be repeated, unless it has expired.
    ///
    /// # Errors
    ///
    /// VALIDATION_ERROR when it was stored for another tool or another body.
    pub fn repeated(&self, stored: Option<Answer>) -> Result<Option<Answer>, ApiError> {
        let (Some(claim), Some(stored)) = (&self.claim, stored) else {
            return Ok(None);
        };
        if stored.until <= self.now {
            return Ok(None);
        }
        if stored.tool != self.tool.name || stored.fingerprint != claim.fingerprint {
            let message = "was used within the last 24 hours for another call; use a new key for each call";
            return Err(ApiError::invalid(
                ValidationReason::Idempotency,
                "Idempotency-Key",
                message,
            ));
        }
        Ok(Some(stored))
    }

    /// Fails when `available` does not pay for what costs `required`.
    pub fn afford(required: Amount, available: Amount) -> Result<(), ApiError> {
        if available < required {
            return Err(ApiError::InsufficientCredits { required, available });
        }
        Ok(())
    }

    /// Fails when a quota does not allow `more` than what is `used`.
    pub fn within_quotas(&self, used: &Resources, more: &Resources) -> Result<(), ApiError> {
        match self.organization.limits().exceeded_by(used, more) {
            Some(exceeded) => Err(ApiError::over_quota(exceeded)),
            None => Ok(()),
        }
    }

    /// What a caller learns whose charge of `required` was not made.
    pub fn not_charged<T>(&self, failure: ChargeFailure, required: Amount) -> Result<Reply<T>, Failure> {
        match failure {
            ChargeFailure::Insufficient { available } => {
                Err(ApiError::InsufficientCredits { required, available }.into())
            }
            ChargeFailure::OverQuota(exceeded) => Err(ApiError::over_quota(exceeded).into()),
            ChargeFailure::NoOrganization => Err(StoreError::NoOrganization.into()),
            ChargeFailure::Answered(answer) => self.replay(Some(answer))?.ok_or_else(Failure::contradiction),
            ChargeFailure::Gone(_) => Err(Failure::contradiction()),
        }
    }

    /// Repeats a stored answer that holds no URLs, as [`Call::repeated`] finds it.
    pub fn replay<T>(&self, stored: Option<Answer>) -> Result<Option<Reply<T>>, Failure> {
        Ok(self.repeated(stored)?.map(|answer| Reply::Replay(answer.body)))
    }
}

#[cfg(test)]
mod tests {
    use contract::{ToolSpec, tools, tools::GenerateThumbnail};

    use super::*;

    fn call(claimed: bool) -> Call {
        let organization = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let now = Timestamp::from_millis(1_000_000);
        Call {
            request_id: "req_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            organization: Organization {
                id: organization,
                name: String::new(),
                plan: contract::Plan::Free,
                own_quotas: store::OwnQuotas::default(),
                suspension: None,
                key_lifetime_seconds: None,
                cursor_key: store::CursorKey::new([1; 32]),
                created_at: now,
            },
            key: "key_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            position: None,
            deadline: Instant::now() + CALL,
            now,
            claim: claimed.then(|| Claim {
                key: IdempotencyKey::new(organization, "k"),
                fingerprint: "f".to_owned(),
            }),
            tool: tools::find(GenerateThumbnail::NAME).unwrap(),
            body: Map::new(),
        }
    }

    #[tokio::test]
    async fn what_speaks_in_place_of_a_model_that_hangs_can_be_committed() {
        let mut call = call(false);
        // Fetching the picture took most of the time.
        call.deadline = Instant::now() + LAST_COMMIT + STAND_IN + Duration::from_millis(20);
        let model = tokio::time::timeout_at(call.model_deadline(), std::future::pending::<()>());
        assert!(call.in_time(model).await.unwrap().is_err());
        assert!(Instant::now() < call.commit_deadline());
    }

    #[tokio::test]
    async fn work_that_ends_when_no_commit_may_start_is_not_in_time() {
        let mut call = call(false);
        call.deadline = Instant::now() + LAST_COMMIT + Duration::from_millis(20);
        assert!(call.in_time(std::future::pending::<()>()).await.is_err());
        // It is ready when it is looked at, and late.
        assert!(call.in_time(async {}).await.is_err());
    }

    #[test]
    fn without_an_idempotency_key_nothing_is_kept() {
        assert_eq!(call(false).answer(&1, &[]).unwrap(), None);
    }

    #[test]
    fn an_answer_is_repeated_for_a_day() {
        let mut call = call(true);
        let (_, answer) = call.answer(&serde_json::json!({ "a": 1 }), &[]).unwrap().unwrap();
        assert_eq!(answer.body, r#"{"success":true,"data":{"a":1}}"#);
        let replayed = |call: &Call| match call.replay::<()>(Some(answer.clone())).unwrap() {
            Some(Reply::Replay(body)) => Some(body),
            _ => None,
        };
        assert_eq!(replayed(&call).as_ref(), Some(&answer.body));
        call.now = answer.until;
        assert_eq!(replayed(&call), None);
    }

    #[test]
    fn an_idempotency_key_serves_one_call_alone() {
        let call = call(true);
        let (_, answer) = call.answer(&1, &[]).unwrap().unwrap();
        let others = [
            Answer {
                tool: "upload_image".to_owned(),
                ..answer.clone()
            },
            Answer {
                fingerprint: "g".to_owned(),
                ..answer
            },
        ];
        for other in others {
            let Err(Failure::Api(ApiError::Validation { issues, .. })) = call.replay::<()>(Some(other)) else {
                panic!("repeated");
            };
            assert_eq!(issues[0].path, "Idempotency-Key");
        }
    }
}
