//! Starts a generation: the common code of `generate_thumbnail` and `generate_variation`.

use std::time::Duration;

use contract::{
    Amount, ApiError, AspectRatio, ChangedPart, GenerationId, GenerationStatus, ImageFormat, Lettering, PictureChange,
    PictureId, QuoteItem, Replayable, Resolution, ThumbnailId, ToolSpec, costs,
    input::{BodyFields, GivenId, Issues, Metadata},
    tools::GenerateThumbnailOutput,
};
use queue::Message;
use runtime::{Models, Provider, causes};
use service::{Bill, Call, Failure, Reply};
use sources::Endpoints;
use store::{
    Balance, ChargeError, ChargeFailure, ChargeInputs, CreatedGeneration, Deadline, Edit, Generation, KeptAnswer,
    NewGeneration, Reference, RoomError, StoreError,
};
use tokio::time::Instant;
use views::composer;

use crate::Dependencies;

/// How long rewriting a prompt may take. After that, the call continues with the caller's prompt and without the fee.
const ENHANCE_TIMEOUT: Duration = Duration::from_secs(8);

/// How long a caller may wait for the queue. The generation exists already.
const SEND_TIMEOUT: Duration = Duration::from_secs(4);

/// The parameters of a new generation. Only the rewritten prompt is missing.
#[derive(Clone)]
pub(crate) struct Draft {
    pub(crate) prompt: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) model: Option<String>,
    /// Who puts the words on the pictures, if the call says it or inherits it.
    pub(crate) lettering: Option<Lettering>,
    pub(crate) seed: Option<u32>,
    pub(crate) aspect_ratio: AspectRatio,
    pub(crate) format: ImageFormat,
    pub(crate) resolution: Resolution,
    pub(crate) max_bytes: Option<u32>,
    pub(crate) count: u32,
    pub(crate) enhance: bool,
    /// The picture that is changed.
    pub(crate) edit: Option<Edit>,
    pub(crate) webhook_url: Option<String>,
    pub(crate) metadata: Metadata,
    /// References that the call named, which exist.
    pub(crate) named: Vec<Reference>,
    /// References taken over from another generation, which may be gone.
    pub(crate) inherited: Vec<Reference>,
}

impl Draft {
    /// Whether the prompt is to be rewritten. Without a prompt there is nothing to rewrite.
    const fn wants_rewrite(&self) -> bool {
        self.enhance && self.prompt.is_some()
    }

    /// Whether there is nothing to draw but references of another generation, if any.
    pub(crate) const fn is_only_inherited(&self) -> bool {
        self.prompt.is_none() && self.named.is_empty()
    }

    /// The model that draws.
    fn model_of<'a>(&'a self, dependencies: &'a Dependencies) -> &'a str {
        self.model
            .as_deref()
            .unwrap_or_else(|| dependencies.models.default_id())
    }
}

/// Decides who puts the words on the pictures: the composer or the model.
///
/// On a kept plate, and where the composer is the model, it is always the composer. Otherwise the first rule that
/// applies decides:
///
/// 1. If the caller has chosen, the choice counts.
/// 2. A changed picture stays with the one that put the words on it before: the composer or the model.
/// 3. If the composer cannot print the title, the model paints it.
/// 4. The configuration of the model decides.
fn lettering(dependencies: &Dependencies, draft: &Draft) -> Lettering {
    let edit = draft.edit.as_ref();
    if edit.and_then(Edit::kept_plate).is_some() {
        return Lettering::Composer;
    }
    let Some(model) = dependencies.models.get(draft.model_of(dependencies)) else {
        return Lettering::Model;
    };
    if model.provider == Provider::Composer {
        return Lettering::Composer;
    }
    draft.lettering.unwrap_or(match edit {
        Some(edit) if edit.plate.is_some() => Lettering::Composer,
        Some(_) => Lettering::Model,
        None if composer::painted_instead(draft.title.as_deref(), &model.id).is_some() => Lettering::Model,
        None => model.lettering,
    })
}

/// How a start ended without a failure.
pub(crate) enum Started<T> {
    /// The generation is charged and on its way.
    Fresh(Reply<T>),
    /// A concurrent call with the same idempotency key was first.
    Answered(KeptAnswer),
    /// These inherited references are gone; nothing was charged.
    Gone(Vec<Reference>),
}

/// Whether the model is the built-in composer.
pub(crate) fn is_composer(models: &Models, id: &str) -> bool {
    let model = models.get(id);
    model.is_some_and(|model| model.provider == Provider::Composer)
}

/// Adds an issue when the body names a model that is not configured.
pub(crate) fn check_model(models: &Models, fields: &BodyFields<'_>, issues: &mut Issues) {
    if let Some(model) = fields.text("model").filter(|model| models.get(model).is_none()) {
        let known: Vec<&str> = models.iter().map(|model| model.id.as_str()).collect();
        let shown: String = model.chars().take(100).collect();
        issues.add(
            "model",
            format!(
                "names no model of this service: `{shown}`; the models are {}",
                known.join(", ")
            ),
        );
    }
}

/// The reason why the composer, if it is the model, cannot leave the words to a model.
pub(crate) const NO_OTHER_LETTERING: &str =
    "must be `composer` or left out, because this model is the composer, which sets the words itself";

/// Adds an issue when the body leaves the words to the composer as a model.
pub(crate) fn check_lettering(models: &Models, fields: &BodyFields<'_>, issues: &mut Issues) {
    let model = fields.text("model").unwrap_or_else(|| models.default_id());
    if fields.text("lettering") == Some(Lettering::Model.as_str()) && is_composer(models, model) {
        issues.add("lettering", NO_OTHER_LETTERING);
    }
}

/// Adds an issue when the body names a URL that cannot receive events.
pub(crate) fn check_webhook_url(endpoints: &Endpoints, fields: &BodyFields<'_>, issues: &mut Issues) {
    if let Some(Err(error)) = fields.text("webhookUrl").map(|url| endpoints.check(url)) {
        issues.add("webhookUrl", error.to_string());
    }
}

/// Whether a reference with this id was found, completed or not.
pub(crate) fn is_found(read: &ChargeInputs, id: &str) -> bool {
    read.references.iter().any(|reference| reference.id == id)
        || read
            .thumbnails
            .iter()
            .any(|found| found.id().is_some_and(|found| found.to_string() == id))
}

/// Fails if a thumbnail in `imageIds` is not completed.
pub(crate) fn require_completed(image_ids: &[GivenId<PictureId>], read: &ChargeInputs) -> Result<(), ApiError> {
    for (index, given) in image_ids.iter().enumerate() {
        let id = given.id().and_then(PictureId::thumbnail);
        let found = read.thumbnails.iter().find(|found| id.is_some() && found.id() == id);
        if let Some(found) = found.filter(|found| found.picture().is_none()) {
            return Err(ApiError::unfinished_thumbnail(
                format!("imageIds[{index}]"),
                found.status(),
            ));
        }
    }
    Ok(())
}

/// The bill for a draft: each thumbnail, and the fee for a rewritten prompt. The fee is not charged if rewriting fails.
fn bill<T: ToolSpec>(dependencies: &Dependencies, draft: &Draft) -> Bill {
    let mut items = vec![QuoteItem::new("Thumbnail", draft.count, T::COST)];
    if draft.wants_rewrite() {
        items.push(QuoteItem::new("Rewritten prompt", 1, costs::ENHANCE_PROMPT));
    }
    Bill {
        items,
        model: Some(draft.model_of(dependencies).to_owned()),
        notes: notes(dependencies, draft),
        changes: changes(dependencies, draft),
    }
}

/// The changes that the composer understands and makes. If another model is to draw, these are at most the changes of
/// the title and the logo.
fn changes(dependencies: &Dependencies, draft: &Draft) -> Vec<PictureChange> {
    let is_drawn = is_composer(&dependencies.models, draft.model_of(dependencies));
    if lettering(dependencies, draft) == Lettering::Model {
        return Vec::new();
    }
    let Some(words) = composer::words(draft.edit.as_ref(), draft.prompt.as_deref()) else {
        return Vec::new();
    };
    let understood = views::changes::understood(words, draft.title.as_deref()).into_iter();
    let is_own = |change: &PictureChange| is_drawn || matches!(change.part, ChangedPart::Title | ChangedPart::Logo);
    understood.filter(is_own).collect()
}

/// The notes on what the composer cannot do as asked. If another model is to draw, these are at most the notes on the
/// words, because the call cannot know whether the composer takes the place of that model.
fn notes(dependencies: &Dependencies, draft: &Draft) -> Vec<String> {
    let model = draft.model_of(dependencies);
    let request = composer::Request {
        title: draft.title.as_deref(),
        prompt: draft.prompt.as_deref(),
        is_change: draft.edit.is_some(),
        change: composer::words(draft.edit.as_ref(), draft.prompt.as_deref()),
        references: draft.named.iter().chain(&draft.inherited).collect(),
        aspect_ratio: draft.aspect_ratio,
    };
    match lettering(dependencies, draft) {
        Lettering::Composer if is_composer(&dependencies.models, model) => composer::notes(&request),
        Lettering::Composer => composer::notes_on_words(&request),
        Lettering::Model if draft.lettering.is_some() || draft.edit.is_some() => Vec::new(),
        Lettering::Model => composer::painted_instead(draft.title.as_deref(), model)
            .filter(|_| {
                dependencies
                    .models
                    .get(model)
                    .is_some_and(|model| model.lettering == Lettering::Composer)
            })
            .into_iter()
            .collect(),
    }
}

/// Removes references that are gone from a generation that has not been started. `draft` lacks them already.
pub(crate) fn leave_out(dependencies: &Dependencies, new: &mut NewGeneration, draft: &Draft, gone: &[Reference]) {
    let generation = &mut new.generation;
    generation.references.retain(|reference| !gone.contains(reference));
    generation.notes = notes(dependencies, draft);
    new.inherited.clone_from(&draft.inherited);
}

/// The bill for a draft, and the balance with room for the thumbnails of the draft.
pub(crate) async fn admit<T: ToolSpec>(
    dependencies: &Dependencies,
    call: &Call,
    draft: &Draft,
    balance: Balance,
) -> Result<(Bill, Balance), Failure> {
    let limit = call.organization.limits().waiting;
    let room = dependencies
        .store
        .make_room(call.organization.id, balance, draft.count.into(), limit);
    let balance = room.await.map_err(|error| match error {
        RoomError::Full(exceeded) => ApiError::over_quota(exceeded).into(),
        RoomError::Store(error) => Failure::from(error),
    })?;
    Ok((bill::<T>(dependencies, draft), balance))
}

/// The generation of a draft, which is neither started nor charged yet, and the balance with room for its thumbnails.
pub(crate) async fn prepare<T: ToolSpec>(
    dependencies: &Dependencies,
    call: &Call,
    draft: Draft,
    balance: Balance,
) -> Result<(NewGeneration, Balance), Failure> {
    let (bill, balance) = admit::<T>(dependencies, call, &draft, balance).await?;
    Call::afford(bill.cost(), balance.balance)?;
    let enhanced_prompt = match &draft.prompt {
        Some(prompt) if draft.wants_rewrite() => rewrite(dependencies, call, prompt, draft.title.as_deref()).await,
        _ => None,
    };
    let fee = if enhanced_prompt.is_some() {
        costs::ENHANCE_PROMPT
    } else {
        Amount::ZERO
    };
    let ids = dependencies.store.ids();
    let model = draft.model_of(dependencies).to_owned();
    let (notes, changes) = (notes(dependencies, &draft), changes(dependencies, &draft));
    let lettering = lettering(dependencies, &draft);
    let references = draft.named.iter().chain(&draft.inherited).cloned().collect();
    let new = NewGeneration {
        generation: Generation {
            id: GenerationId::from_uuid(ids.uuid()),
            organization: call.organization.id,
            tool: T::NAME.to_owned(),
            prompt: draft.prompt,
            enhanced_prompt,
            title: draft.title,
            model,
            lettering: Some(lettering),
            is_lettering_given: draft.lettering.is_some(),
            seed: draft.seed.unwrap_or_else(|| ids.entropy().number()),
            aspect_ratio: draft.aspect_ratio,
            format: draft.format,
            resolution: draft.resolution,
            max_bytes: draft.max_bytes,
            references,
            edit: draft.edit,
            notes,
            changes,
            thumbnails: (0..draft.count).map(|_| ThumbnailId::from_uuid(ids.uuid())).collect(),
            unit_cost: T::COST,
            cost: T::COST * draft.count + fee,
            metadata: draft.metadata,
            webhook_url: draft.webhook_url,
            created_at: dependencies.store.clock().now(),
        },
        inherited: draft.inherited,
        waiting_limit: call.organization.limits().waiting,
    };
    Ok((new, balance))
}

async fn rewrite(dependencies: &Dependencies, call: &Call, prompt: &str, title: Option<&str>) -> Option<String> {
    let end = call.model_deadline().min(Instant::now() + ENHANCE_TIMEOUT);
    match tokio::time::timeout_at(end, dependencies.enhancer.enhance(prompt, title)).await {
        Ok(Ok(enhanced)) => Some(enhanced),
        Ok(Err(error)) => {
            tracing::warn!(error = %causes(&error), "the prompt was not rewritten; nothing is charged for it");
            None
        }
        Err(_) => {
            tracing::warn!("rewriting the prompt took too long; nothing is charged for it");
            None
        }
    }
}

/// Charges for a generation, makes it and puts its thumbnails into the queue. `output` makes the tool's answer.
pub(crate) async fn start<T: ToolSpec<Output: Replayable>>(
    dependencies: &Dependencies,
    call: &Call,
    new: &NewGeneration,
    balance: Balance,
    output: impl Fn(GenerateThumbnailOutput) -> T::Output,
) -> Result<Started<T::Output>, Failure> {
    let generation = &new.generation;
    let count = u32::try_from(generation.thumbnails.len()).map_err(Failure::internal)?;
    let answer = |balance: Amount| {
        output(GenerateThumbnailOutput {
            prompt_id: generation.id.into(),
            generation_id: generation.id,
            count,
            message: GenerateThumbnailOutput::message(count),
            status: GenerationStatus::Pending,
            cost: generation.cost,
            balance,
            model: generation.model.clone(),
            seed: generation.seed,
            enhanced_prompt: generation.enhanced_prompt.clone(),
            notes: generation.notes.clone(),
            changes: generation.changes.clone(),
        })
    };
    let record = |balance: Amount| call.answer(&answer(balance), &[]);
    let deadline = Deadline::at(call.commit_deadline());
    let charged = dependencies
        .store
        .create_generation::<Failure>(new, balance, record, deadline)
        .await;
    let balance = match charged {
        Ok(CreatedGeneration::Charged(balance)) => balance,
        Ok(CreatedGeneration::Gone(references)) => return Ok(Started::Gone(references)),
        Err(ChargeError::Failed(failure)) => return Err(failure),
        Err(ChargeError::Refused(ChargeFailure::Answered(answer))) => return Ok(Started::Answered(answer)),
        Err(ChargeError::Refused(ChargeFailure::OverQuota(exceeded))) => {
            return Err(ApiError::over_quota(exceeded).into());
        }
        Err(ChargeError::Refused(ChargeFailure::NoOrganization)) => return Err(StoreError::NoOrganization.into()),
        // A generation uses up no uploads.
        Err(ChargeError::Refused(ChargeFailure::UsedUp(_))) => return Err(Failure::contradiction()),
        Err(ChargeError::Refused(ChargeFailure::Insufficient { available })) => {
            return Err(ApiError::InsufficientCredits {
                required: generation.cost,
                available,
            }
            .into());
        }
    };
    let indexes = 0..generation.thumbnails.len();
    send(dependencies, call, generation.id, &generation.model, indexes).await;
    Ok(Started::Fresh(Reply::charged(answer(balance), generation.cost)))
}

/// Sends a message to the queue for each thumbnail. Returns the thumbnails whose message may be lost. The call succeeds
/// even then, because the sweep sends these messages again.
pub(crate) async fn send(
    dependencies: &Dependencies,
    call: &Call,
    generation: GenerationId,
    model: &str,
    indexes: impl IntoIterator<Item = usize>,
) -> Vec<usize> {
    let message = |index| Message::new(call.organization.id, generation, index, model.to_owned());
    let messages: Vec<Message> = indexes.into_iter().map(message).collect();
    let end = call.answer_deadline().min(Instant::now() + SEND_TIMEOUT);
    match tokio::time::timeout_at(end, dependencies.queue.send(&messages)).await {
        Ok(Ok(unsent)) => return unsent.iter().map(|message| message.index).collect(),
        Ok(Err(error)) => {
            tracing::warn!(error = %causes(&error), generation.id = %generation, "thumbnails are not queued; the \
                sweep will");
        }
        Err(_) => tracing::warn!(generation.id = %generation, "thumbnails may not be queued; the sweep will"),
    }
    messages.iter().map(|message| message.index).collect()
}
