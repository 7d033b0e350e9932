//! Steps of generation. Each generation is as small as possible, because the smoke test does not delete it.

use std::time::Duration;

use contract::{
    Amount, ToolSpec,
    tools::{
        CancelGeneration, GenerateThumbnail, GenerateVariation, GetGenerationStatus, ListGenerations, TriggerGeneration,
    },
};
use http::StatusCode;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::pictures;
use crate::commands::smoke::{
    answer::Data,
    problem::{Problem, require},
    session::{Generation, Session},
};

/// The longest that `get_generation_status` waits.
const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// The pause between two status calls, if the timeout allows no long calls.
const PAUSE: Duration = Duration::from_millis(250);

impl Generation {
    fn started(data: &Data) -> Result<Self, Problem> {
        data.is("/count", 1)?;
        Ok(Self {
            id: data.parsed("/generationId")?,
            prompt_id: data.text("/promptId")?.to_owned(),
            cost: data.amount("/cost")?,
            refunded: Amount::ZERO,
            began: Instant::now(),
            ended: false,
        })
    }

    /// The body with the generation's id.
    fn named(&self) -> Value {
        json!({ "generationId": self.id })
    }
}

fn thumbnail(session: &Session) -> Result<Generation, Problem> {
    let made = session.records.thumbnail.clone();
    made.ok_or(Problem::Skipped(GenerateThumbnail::NAME))
}

/// Starts a thumbnail from all references, twice with the same idempotency key, which makes one generation.
pub(super) async fn generate(session: &mut Session) -> Result<String, Problem> {
    let price = session.prices()?.generate_thumbnail;
    let key = session.mark.clone();
    let body = json!({
        "prompt": "A kite over the dunes",
        "title": "Smoke test",
        "imageIds": Vec::from_iter(session.records.image),
        "inspirationIds": Vec::from_iter(session.records.inspiration),
        "personIds": Vec::from_iter(session.records.person),
    });
    let answer = session.call_with_key::<GenerateThumbnail>(&key, &body).await?;
    let data = answer.data::<GenerateThumbnail>()?;
    session.records.thumbnail = Some(Generation::started(&data)?);
    session.expected_balance.charge(&data, price)?;
    let again = session.call_with_key::<GenerateThumbnail>(&key, &body).await?;
    require(again.header("idempotent-replayed") == "true", || {
        "the same call with the same key was not answered as a replay".to_owned()
    })?;
    require(again.data::<GenerateThumbnail>()? == data, || {
        "a replay differs from the first response".to_owned()
    })?;
    Ok(data.text("/generationId")?.to_owned())
}

/// Starts a variation that will be cancelled.
pub(super) async fn vary(session: &mut Session) -> Result<String, Problem> {
    let price = session.prices()?.generate_variation;
    let source = thumbnail(session)?.prompt_id;
    let body = json!({ "promptId": source, "format": "jpeg" });
    let data = session.succeed::<GenerateVariation>(&body).await?;
    session.records.variation = Some(Generation::started(&data)?);
    session.expected_balance.charge(&data, price)?;
    data.is("/sourcePromptId", source)?;
    data.is("/omittedReferences", json!([]))?;
    Ok(data.text("/generationId")?.to_owned())
}

/// Cancels the variation. If it is already being made, the error must say so.
pub(super) async fn cancel(session: &mut Session) -> Result<String, Problem> {
    let variation = session.records.variation.clone();
    let variation = variation.ok_or(Problem::Skipped(GenerateVariation::NAME))?;
    let answer = session.call::<CancelGeneration>(&variation.named()).await?;
    if let Ok(details) = answer.refusal(StatusCode::BAD_REQUEST, "VALIDATION_ERROR") {
        let status = details.text("/status")?;
        require(status != "pending", || {
            "a pending generation cannot be cancelled".to_owned()
        })?;
        return Ok(format!("refused, as it should be: the variation is {status} already"));
    }
    let data = answer.data::<CancelGeneration>()?;
    let refunded = data.amount("/refunded")?;
    session.expected_balance.refund(refunded);
    session.records.variation = Some(Generation {
        refunded,
        ..variation.clone()
    });
    data.is("/status", "cancelled")?;
    data.is("/cancelled", 1)?;
    require(refunded == variation.cost, || {
        format!("{refunded} was refunded instead of {}", variation.cost)
    })?;
    session.expected_balance.check(&data)?;
    let again = session.succeed::<CancelGeneration>(&variation.named()).await?;
    again.is("/cancelled", 0)?;
    session.expected_balance.check(&again)?;
    Ok(format!("refunded {refunded}"))
}

pub(super) async fn trigger(session: &mut Session) -> Result<String, Problem> {
    let thumbnail = thumbnail(session)?;
    let data = session.succeed::<TriggerGeneration>(&thumbnail.named()).await?;
    data.is("/generationId", thumbnail.id.to_string())?;
    // The loop may have begun it already.
    let triggered = data.number("/triggered")?;
    require(triggered <= 1, || {
        format!("{triggered} thumbnails were queued, but there is only one")
    })?;
    Ok(format!("triggered {triggered}"))
}

pub(super) async fn list(session: &mut Session) -> Result<String, Problem> {
    let thumbnail = thumbnail(session)?;
    let data = session.succeed::<ListGenerations>(&json!({})).await?;
    let listed = data.list("/generations")?;
    for generation in [Some(thumbnail), session.records.variation.clone()]
        .into_iter()
        .flatten()
    {
        let id = generation.id.to_string();
        let found = listed
            .iter()
            .any(|record| record.is("/generationId", id.as_str()).is_ok());
        require(found, || format!("{id} is not listed"))?;
    }
    Ok(String::new())
}

/// Calls the status until a generation has ended.
async fn end(session: &mut Session, generation: &Generation) -> Result<Data, Problem> {
    let began = Instant::now();
    loop {
        let left = session.patience.saturating_sub(began.elapsed());
        let wait = LONGEST_WAIT.min(session.timeout() / 2).min(left).as_secs();
        let body = json!({ "generationId": generation.id, "waitSeconds": wait });
        let data = session.succeed::<GetGenerationStatus>(&body).await?;
        let status = data.text("/status")?;
        if !matches!(status, "pending" | "processing") {
            return Ok(data);
        }
        let patience = session.patience;
        require(began.elapsed() < patience, || {
            format!("{} is {status} after {} s", generation.id, patience.as_secs())
        })?;
        sleep(PAUSE).await;
    }
}

/// Waits for the only thumbnail of a generation, downloads it, and returns a short description.
async fn settle(session: &mut Session, generation: &mut Generation) -> Result<String, Problem> {
    let data = end(session, generation).await?;
    let within = generation.began.elapsed();
    generation.ended = true;
    // A failed thumbnail is refunded without a further call.
    let cancelled = generation.refunded.is_positive();
    let refunded = data.amount("/refunded")?;
    session.expected_balance.refund(refunded - generation.refunded);
    generation.refunded = refunded;
    let thumbnail = data.at("/thumbnails/0")?;
    match thumbnail.text("/status")? {
        "completed" => {}
        "cancelled" if cancelled => return Ok("cancelled".to_owned()),
        "failed" => {
            let code = thumbnail.text("/error/code")?;
            return Err(Problem::wrong(format!("{} failed: {code}", generation.id)));
        }
        status => return Err(Problem::wrong(format!("{} ended {status}", generation.id))),
    }
    let picture = pictures::download(session, &thumbnail).await?;
    Ok(format!("{picture}, made within {} ms", within.as_millis()))
}

/// Waits for both generations, because their references are deleted next.
pub(super) async fn status(session: &mut Session) -> Result<String, Problem> {
    let mut thumbnail = thumbnail(session)?;
    let first = settle(session, &mut thumbnail).await;
    session.records.thumbnail = Some(thumbnail);
    let second = match session.records.variation.clone() {
        None => Ok(String::new()),
        Some(mut variation) => {
            let second = settle(session, &mut variation).await;
            session.records.variation = Some(variation);
            second
        }
    };
    let (first, second) = (first?, second?);
    Ok(match second.as_str() {
        "" | "cancelled" => first,
        second => format!("{first}; variation: {second}"),
    })
}
