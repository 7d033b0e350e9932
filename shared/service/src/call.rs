//! An authenticated call with valid arguments, as a tool sees it.

use std::time::Duration;

use contract::{
    Amount, ApiError, KeyId, Replayable, RequestId, Resources, Timestamp, ToolTerms, error::ValidationReason,
};
use media::Bucket;
use serde_json::{Map, Value};
use store::{IdempotencyKey, KeptAnswer, Organization};
use tokio::time::Instant;

use crate::{
    PageRoom,
    pages::cursor::Seal,
    tool::{Failure, Reply, json},
};

/// How long before the deadline the last commit may start. A commit that has started can still end then, with all its
/// attempts of 7 seconds.
const LAST_COMMIT: Duration = Duration::from_millis(7_500);
/// How long before the last commit the call stops waiting for a model, so that its replacement is ready in time.
const STAND_IN: Duration = Duration::from_secs(1);
/// How long before the deadline the call stops waiting for steps after the commit.
const ANSWER: Duration = Duration::from_millis(200);

/// The idempotency key of a call.
#[derive(Clone, Debug)]
pub struct Idempotency {
    /// Where the answer is kept.
    pub key: IdempotencyKey,
    /// A hash of the arguments.
    pub(crate) fingerprint: String,
}

/// An authenticated call of a tool, with valid arguments.
#[derive(Clone, Debug)]
pub struct Call {
    /// Identifies the call in logs.
    pub request_id: RequestId,
    /// The organization that calls.
    pub organization: Organization,
    /// Its API key.
    pub key: KeyId,
    /// Where the page of a list begins: the position that [`Call::seal`] sealed in the cursor.
    pub position: Option<String>,
    pub(crate) deadline: Instant,
    pub(crate) now: Timestamp,
    pub(crate) claim: Option<Idempotency>,
    pub(crate) room: PageRoom,
    pub(crate) tool: &'static ToolTerms,
    pub(crate) arguments: Map<String, Value>,
}

impl Call {
    /// When the call must end.
    pub const fn deadline(&self) -> Instant {
        self.deadline
    }

    /// No commit may start after this.
    pub fn commit_deadline(&self) -> Instant {
        self.deadline - LAST_COMMIT
    }

    /// The call waits for a model until then. This is earlier than [`Call::commit_deadline`], so that there is time for
    /// the model's replacement before the commit.
    pub fn model_deadline(&self) -> Instant {
        self.commit_deadline() - STAND_IN
    }

    /// The call waits for steps after the commit until then, so that the caller still gets an answer.
    pub fn answer_deadline(&self) -> Instant {
        self.deadline - ANSWER
    }

    /// Waits for work that must end before the commit.
    ///
    /// # Errors
    ///
    /// If no time is left for the commit.
    pub async fn in_time<T>(&self, work: impl Future<Output = T>) -> Result<T, Failure> {
        let deadline = self.commit_deadline();
        let done = tokio::time::timeout_at(deadline, work).await.ok();
        // Work that ends exactly at the deadline is too late.
        done.filter(|_| Instant::now() < deadline)
            .ok_or_else(|| Failure::internal("there is no time left to commit the work"))
    }

    /// The cursor for a position in this tool's list with this call's filters.
    pub fn seal(&self, position: &str) -> String {
        Seal::new(&self.organization.cursor_key, self.tool, &self.arguments).close(position)
    }

    /// The call's idempotency key.
    pub const fn claim(&self) -> Option<&Idempotency> {
        self.claim.as_ref()
    }

    /// The answer to keep for the call's idempotency key, for the transaction that does the work. `objects` are the
    /// keys of the objects that the output's presigned URLs lead to, in the order of [`Replayable::presigned_urls`].
    pub fn answer<T: Replayable>(
        &self,
        output: &T,
        objects: &[String],
    ) -> Result<Option<(IdempotencyKey, KeptAnswer)>, Failure> {
        let Some(claim) = &self.claim else {
            return Ok(None);
        };
        let answer = KeptAnswer {
            tool: self.tool.name.to_owned(),
            fingerprint: claim.fingerprint.clone(),
            output: json(output)?.get().to_owned(),
            objects: objects.to_vec(),
            until: self.now.plus(KeptAnswer::LIFETIME),
        };
        Ok(Some((claim.key.clone(), answer)))
    }

    /// The output that is kept for the call's idempotency key, and the objects that its presigned URLs lead to. `None`
    /// if nothing is kept, or if it has expired.
    ///
    /// # Errors
    ///
    /// VALIDATION_ERROR if it was kept for another tool or for other arguments.
    pub fn kept<T: Replayable>(&self, kept: Option<KeptAnswer>) -> Result<Option<(T, Vec<String>)>, Failure> {
        let (Some(claim), Some(kept)) = (&self.claim, kept) else {
            return Ok(None);
        };
        if kept.until <= self.now {
            return Ok(None);
        }
        if kept.tool != self.tool.name || kept.fingerprint != claim.fingerprint {
            let message = "was used within the last 24 hours for another call; use a new key for each call";
            let (reason, path) = (ValidationReason::Idempotency, "Idempotency-Key");
            return Err(ApiError::invalid(reason, path, message).into());
        }
        let output = serde_json::from_str(&kept.output).map_err(Failure::internal)?;
        Ok(Some((output, kept.objects)))
    }

    /// The reply that is kept for the call's idempotency key, of a tool whose output has no presigned URLs. See
    /// [`Call::kept`].
    pub fn replay<T: Replayable>(&self, kept: Option<KeptAnswer>) -> Result<Option<Reply<T>>, Failure> {
        Ok(self.kept(kept)?.map(|(output, _)| Reply::replayed(output)))
    }

    /// The reply that is kept for the call's idempotency key, of a tool whose output has presigned URLs. URLs that have
    /// expired are signed again. See [`Call::kept`].
    pub async fn replay_with_urls<T: Replayable>(
        &self,
        kept: Option<KeptAnswer>,
        bucket: &Bucket,
    ) -> Result<Option<Reply<T>>, Failure> {
        let Some((mut output, objects)) = self.kept::<T>(kept)? else {
            return Ok(None);
        };
        let renewed = bucket.renew(output.presigned_urls(), &objects).await;
        renewed.map_err(Failure::internal)?;
        Ok(Some(Reply::replayed(output)))
    }

    /// Fails if `available` is less than `required`.
    pub fn afford(required: Amount, available: Amount) -> Result<(), ApiError> {
        if available < required {
            return Err(ApiError::InsufficientCredits { required, available });
        }
        Ok(())
    }

    /// Fails if a quota does not allow `more` in addition to `used`.
    pub fn within_quotas(&self, used: &Resources, more: &Resources) -> Result<(), ApiError> {
        match self.organization.limits().exceeded_by(used, more) {
            Some(exceeded) => Err(ApiError::over_quota(exceeded)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use contract::{
        GenerationStatus, ToolSpec,
        tools::{self, GenerateThumbnail, GenerateThumbnailOutput},
    };

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
                own_rates: contract::OwnRates::default(),
                suspension: None,
                key_lifetime_seconds: None,
                cursor_key: store::CursorKey::new([1; 32]),
                created_at: now,
            },
            key: "key_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            position: None,
            deadline: Instant::now() + Duration::from_secs(20),
            now,
            claim: claimed.then(|| Idempotency {
                key: IdempotencyKey::new(organization, "k"),
                fingerprint: "f".to_owned(),
            }),
            room: PageRoom::JSON,
            tool: tools::find(GenerateThumbnail::NAME).unwrap(),
            arguments: Map::new(),
        }
    }

    #[tokio::test]
    async fn after_a_model_that_hangs_there_is_time_for_its_replacement_and_the_commit() {
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
        // This work is ready at its first poll, but the deadline has passed.
        assert!(call.in_time(async {}).await.is_err());
    }

    fn output() -> GenerateThumbnailOutput {
        GenerateThumbnailOutput {
            prompt_id: "prm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            generation_id: "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            count: 2,
            message: GenerateThumbnailOutput::message(2),
            status: GenerationStatus::Pending,
            cost: Amount::from_hundredths(210),
            balance: Amount::from_hundredths(5),
            model: "composer".to_owned(),
            seed: u32::MAX,
            enhanced_prompt: Some("\u{1F600} \"x\"".to_owned()),
            notes: Vec::new(),
            changes: Vec::new(),
        }
    }

    #[test]
    fn without_an_idempotency_key_no_answer_is_kept() {
        assert_eq!(call(false).answer(&output(), &[]).unwrap(), None);
    }

    #[test]
    fn an_answer_is_replayed_byte_for_byte_for_a_day() {
        let mut call = call(true);
        let (_, answer) = call.answer(&output(), &[]).unwrap().unwrap();
        assert_eq!(answer.output, serde_json::to_string(&output()).unwrap());
        let replayed = |call: &Call| {
            let reply = call.replay::<GenerateThumbnailOutput>(Some(answer.clone())).unwrap()?;
            assert!(reply.replayed && reply.charged == Amount::ZERO);
            Some(serde_json::to_string(&reply.output).unwrap())
        };
        assert_eq!(replayed(&call).as_ref(), Some(&answer.output));
        call.now = answer.until;
        assert_eq!(replayed(&call), None);
    }

    #[test]
    fn an_idempotency_key_is_for_one_call_only() {
        let call = call(true);
        let (_, answer) = call.answer(&output(), &[]).unwrap().unwrap();
        let others = [
            KeptAnswer {
                tool: "upload_image".to_owned(),
                ..answer.clone()
            },
            KeptAnswer {
                fingerprint: "g".to_owned(),
                ..answer
            },
        ];
        for other in others {
            let replay = call.replay::<GenerateThumbnailOutput>(Some(other));
            let Err(Failure::Api(ApiError::Validation { issues, .. })) = replay else {
                panic!("replayed");
            };
            assert_eq!(issues[0].path, "Idempotency-Key");
        }
    }
}
