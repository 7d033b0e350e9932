//! `generate_variation`

use contract::{
    ApiError, Lettering, ParameterId, PromptId,
    error::{Resource, ValidationReason},
    input::{BodyFields, GivenId, IdList, Issues},
    tools::{GenerateVariation, GenerateVariationInput, GenerateVariationOutput, ReferenceId},
};
use lexicon::Changes;
use runtime::ModelConfig;
use service::{Bill, Call, Failure, NamedIds, Reply, Tool};
use store::{ChargeInputs, Edit, FoundThumbnail, Generation, KeptAnswer, Reference, ReferenceKind, ReferenceRequest};

use crate::{
    Dependencies,
    edit::{edit_of, equals},
    start::{self, Draft, Started},
};

/// How much of `newPrompt` an error repeats, in code points.
const LONGEST_SHOWN: usize = 200;

pub(crate) struct Vary(pub(crate) Dependencies);

/// What can be read before the request is admitted.
pub(crate) enum Read {
    /// With `promptId`: everything that the charge needs.
    Named(Box<ChargeInputs>),
    /// Without `promptId`: the organization's latest generation, if it has one.
    Latest(Option<Box<Generation>>),
    /// With `thumbnailId`: everything that the charge needs, and the thumbnail, if it exists.
    Changed(Box<ChargeInputs>, Option<Box<FoundThumbnail>>),
}

/// Everything that the charge needs.
struct Inputs {
    charge: ChargeInputs,
    /// The thumbnail that is changed.
    thumbnail: Option<Box<FoundThumbnail>>,
}

fn ids<K: ParameterId, const MAX: usize>(list: Option<&IdList<K, MAX>>) -> Vec<K> {
    list.map(IdList::ids).unwrap_or_default()
}

fn given<K: ParameterId, const MAX: usize>(list: Option<&IdList<K, MAX>>) -> &[GivenId<K>] {
    list.map(IdList::as_slice).unwrap_or_default()
}

fn request(input: &GenerateVariationInput) -> ReferenceRequest {
    ReferenceRequest {
        pictures: ids(input.image_ids.as_ref()),
        inspirations: ids(input.inspiration_ids.as_ref()),
        persons: ids(input.person_ids.as_ref()),
        source: input.prompt_id.as_ref().and_then(GivenId::id).map(PromptId::into),
    }
}

/// The original's references, of the kinds that the call does not name anew.
fn inherited(input: &GenerateVariationInput, source: &Generation) -> Vec<Reference> {
    let keeps = |reference: &&Reference| match reference.kind {
        ReferenceKind::Image | ReferenceKind::Logo | ReferenceKind::Thumbnail => input.image_ids.is_none(),
        ReferenceKind::Inspiration | ReferenceKind::PublicInspiration => input.inspiration_ids.is_none(),
        ReferenceKind::Person => input.person_ids.is_none(),
    };
    source.references.iter().filter(keeps).cloned().collect()
}

impl Tool for Vary {
    type Spec = GenerateVariation;
    type Read = Read;

    fn validate(&self, fields: &BodyFields<'_>, issues: &mut Issues) {
        start::check_model(&self.0.models, fields, issues);
        start::check_webhook_url(&self.0.endpoints, fields, issues);
    }

    async fn quote(&self, call: &Call, input: GenerateVariationInput) -> Result<Bill, Failure> {
        let read = self.read(call, &input).await?;
        let inputs = self.inputs(call, &input, read).await?;
        let balance = inputs.charge.balance;
        let Variation { mut draft, .. } = self.variation(input, inputs)?;
        if draft.is_only_inherited() {
            // A call notices at its commit which of them were deleted. A quote has no commit, so it reads them here.
            let request = ReferenceRequest::of(&draft.inherited);
            draft.inherited = self.0.store.references(call.organization.id, &request).await?;
            require_something(&draft)?;
        }
        let (bill, _) = start::admit::<GenerateVariation>(&self.0, call, &draft, balance).await?;
        Ok(bill)
    }

    async fn replay(
        &self,
        call: &Call,
        kept: Option<KeptAnswer>,
    ) -> Result<Option<Reply<GenerateVariationOutput>>, Failure> {
        call.replay(kept)
    }

    async fn read(&self, call: &Call, input: &GenerateVariationInput) -> Result<Read, Failure> {
        let organization = call.organization.id;
        if let Some(given) = &input.thumbnail_id {
            let key = call.claim().map(|claim| &claim.key);
            let request = request(input);
            let find = async {
                match given.id() {
                    Some(id) => self.0.store.thumbnail(organization, id).await,
                    None => Ok(None),
                }
            };
            let (inputs, found) = tokio::try_join!(self.0.store.charge_inputs(organization, key, &request), find)?;
            return Ok(Read::Changed(Box::new(inputs), found.map(Box::new)));
        }
        if input.prompt_id.is_none() {
            let page = self.0.store.generations(organization, None, 1).await?;
            return Ok(Read::Latest(
                page.generations
                    .into_iter()
                    .next()
                    .map(|(generation, _)| Box::new(generation)),
            ));
        }
        let key = call.claim().map(|claim| &claim.key);
        let inputs = self.0.store.charge_inputs(organization, key, &request(input)).await?;
        Ok(Read::Named(Box::new(inputs)))
    }

    async fn run(
        &self,
        call: &Call,
        input: GenerateVariationInput,
        read: Read,
    ) -> Result<Reply<GenerateVariationOutput>, Failure> {
        let inputs = self.inputs(call, &input, read).await?;
        if let Some(reply) = self.replay(call, inputs.charge.answer.clone()).await? {
            return Ok(reply);
        }
        let balance = inputs.charge.balance;
        let Variation { source, mut draft } = self.variation(input, inputs)?;
        let mut omitted: Vec<ReferenceId> = Vec::new();
        let prepared = start::prepare::<GenerateVariation>(&self.0, call, draft.clone(), balance).await?;
        let (mut new, balance) = prepared;
        loop {
            let output = |generation| GenerateVariationOutput {
                generation,
                source_prompt_id: source,
                omitted_references: omitted.clone(),
            };
            match start::start::<GenerateVariation>(&self.0, call, &new, balance, output).await? {
                Started::Fresh(reply) => return Ok(reply),
                Started::Answered(answer) => {
                    return self
                        .replay(call, Some(answer))
                        .await?
                        .ok_or_else(Failure::contradiction);
                }
                Started::Gone(gone) => {
                    draft.inherited.retain(|reference| !gone.contains(reference));
                    require_something(&draft)?;
                    start::leave_out(&self.0, &mut new, &draft, &gone);
                    omitted.extend(
                        gone.iter()
                            .filter_map(|reference| reference.id.parse::<ReferenceId>().ok()),
                    );
                }
            }
        }
    }
}

impl Vary {
    /// Everything that the charge needs.
    async fn inputs(&self, call: &Call, input: &GenerateVariationInput, read: Read) -> Result<Inputs, Failure> {
        let source = match read {
            Read::Named(charge) => {
                return Ok(Inputs {
                    charge: *charge,
                    thumbnail: None,
                });
            }
            Read::Changed(charge, thumbnail) => {
                let source = thumbnail.as_ref().map(|found| found.generation.clone());
                let charge = ChargeInputs { source, ..*charge };
                return Ok(Inputs { charge, thumbnail });
            }
            Read::Latest(source) => source.map(|source| *source),
        };
        let key = call.claim().map(|claim| &claim.key);
        let store = &self.0.store;
        let inputs = store.charge_inputs(call.organization.id, key, &request(input)).await?;
        Ok(Inputs {
            charge: ChargeInputs { source, ..inputs },
            thumbnail: None,
        })
    }

    /// The draft of the variation that a call orders.
    ///
    /// # Errors
    ///
    /// If a named record does not exist or cannot be used, or if nothing is left to draw.
    fn variation(&self, input: GenerateVariationInput, inputs: Inputs) -> Result<Variation, ApiError> {
        let Inputs { charge, thumbnail } = inputs;
        let is_thumbnail = |id: &str| {
            let given = input.thumbnail_id.as_ref();
            thumbnail.is_some() && given.is_some_and(|given| given.as_str() == id)
        };
        let exists = |id: &str| {
            let source = charge
                .source
                .as_ref()
                .is_some_and(|source| PromptId::from(source.id).to_string() == id);
            source || is_thumbnail(id) || start::is_found(&charge, id)
        };
        NamedIds::default()
            .one("promptId", Resource::Prompt, input.prompt_id.as_ref())
            .one("thumbnailId", Resource::Thumbnail, input.thumbnail_id.as_ref())
            .pictures("imageIds", given(input.image_ids.as_ref()))
            .list(
                "inspirationIds",
                Resource::Inspiration,
                given(input.inspiration_ids.as_ref()),
            )
            .list("personIds", Resource::Person, given(input.person_ids.as_ref()))
            .require(exists)?;
        start::require_completed(given(input.image_ids.as_ref()), &charge)?;
        let Some(source) = charge.source else {
            let message = "is absent, and your organization has no prompt to vary; call generate_thumbnail first";
            return Err(ApiError::invalid(ValidationReason::Reference, "promptId", message));
        };
        let words = input.new_prompt.as_ref().map(|words| words.as_str());
        let edit = edit_of(&input, &source, thumbnail.as_deref())?;
        let changes = words.filter(|_| edit.is_some()).map(Changes::of).unwrap_or_default();
        let named = input.model.as_ref().map(|model| model.as_str());
        let model = match &edit {
            // No model paints, but the picture is still that of the model that painted the plate.
            Some(edit) if edit.kept_plate().is_some() => Some(source.model.clone()),
            Some(edit) => Some(self.editing_model(named, edit)?),
            None => named.map(str::to_owned),
        };
        let models = &self.0.models;
        let is_composed = start::is_composer(models, model.as_deref().unwrap_or(models.default_id()));
        if let Some(words) = words.filter(|_| is_composed && edit.is_some()) {
            require_understood(words, &changes)?;
        }
        if is_composed && input.lettering == Some(Lettering::Model) {
            let reason = ValidationReason::Body;
            return Err(ApiError::invalid(reason, "lettering", start::NO_OTHER_LETTERING));
        }
        if thumbnail.is_some() && words.is_none() && equals(&input, &source) {
            return Err(unchanged());
        }
        let draft = Draft {
            inherited: inherited(&input, &source),
            prompt: input.new_prompt.map(|text| text.into_string()).or(source.prompt),
            title: match input.title {
                // An empty title means a picture without words.
                Some(title) => Some(title.into_text().unwrap_or_default()),
                None => changes.title().map(str::to_owned).or(source.title),
            },
            model,
            lettering: input
                .lettering
                .or(source.lettering.filter(|_| source.is_lettering_given)),
            seed: input.seed.map(|seed| seed.get()),
            aspect_ratio: input.aspect_ratio.unwrap_or(source.aspect_ratio),
            format: input.format.unwrap_or(source.format),
            resolution: input.resolution.unwrap_or(source.resolution),
            max_bytes: input.max_bytes.map(|bytes| bytes.get()).or(source.max_bytes),
            count: input.count.get(),
            // Words about a change are no description that could be rewritten.
            enhance: input.enhance_prompt && edit.is_none(),
            edit,
            webhook_url: input.webhook_url.map(|url| url.as_str().to_owned()),
            metadata: input.metadata,
            named: charge.references,
        };
        require_something(&draft)?;
        Ok(Variation {
            source: source.id.into(),
            draft,
        })
    }

    /// The model that changes a picture: the named one; or else the default model if it can change the picture; or else
    /// the first configured model that can.
    ///
    /// # Errors
    ///
    /// The named model cannot change the picture, or no model can.
    fn editing_model(&self, named: Option<&str>, edit: &Edit) -> Result<String, ApiError> {
        let models = &self.0.models;
        let is_able = |model: &ModelConfig| model.can_change(edit.is_drawn_by_composer());
        let able = || {
            models
                .iter()
                .filter(|model| is_able(model))
                .map(|model| model.id.as_str())
        };
        let wanted = named.unwrap_or(models.default_id());
        if models.get(wanted).is_some_and(is_able) {
            return Ok(wanted.to_owned());
        }
        match (named, able().next()) {
            (None, Some(model)) => Ok(model.to_owned()),
            (Some(_), Some(_)) => {
                let able: Vec<&str> = able().collect();
                let message = format!(
                    "names a model that cannot change this thumbnail; leave `model` out, or name one of {}",
                    able.join(", ")
                );
                Err(ApiError::invalid(ValidationReason::Reference, "model", message))
            }
            (_, None) if edit.plate.is_some() => Err(ApiError::invalid(
                ValidationReason::Reference,
                "thumbnailId",
                "names a thumbnail whose picture cannot be changed, because no model of this service changes pictures; \
                 change only the title and the logo, or make a new thumbnail from its prompt with `promptId`",
            )),
            (_, None) => Err(ApiError::invalid(
                ValidationReason::Reference,
                "thumbnailId",
                "names a thumbnail that no model of this service can change; make a new one from its prompt with \
                 `promptId`",
            )),
        }
    }
}

/// Fails if the composer understands no part of the words.
fn require_understood(words: &str, changes: &Changes) -> Result<(), ApiError> {
    if changes.is_any() {
        return Ok(());
    }
    let shown: String = words.chars().take(LONGEST_SHOWN).collect();
    let examples: Vec<String> = Changes::examples(words).map(|example| format!("“{example}”")).collect();
    let message = format!(
        "is not understood: “{shown}”; say how the title, the background, the subject, an ornament, a person, an image, a \
         logo or the layout should change, such as {}",
        examples.join(", ")
    );
    Err(ApiError::invalid(ValidationReason::Change, "newPrompt", message))
}

/// The error about a call that changes nothing.
fn unchanged() -> ApiError {
    ApiError::invalid(
        ValidationReason::Change,
        "newPrompt",
        "is required, because all other parameters have the values of the thumbnail; say what to change",
    )
}

/// The draft of a variation, and the prompt that it varies.
struct Variation {
    source: PromptId,
    draft: Draft,
}

fn require_something(draft: &Draft) -> Result<(), ApiError> {
    if draft.is_only_inherited() && draft.inherited.is_empty() {
        return Err(ApiError::invalid(
            ValidationReason::Reference,
            "newPrompt",
            "is required, because the original has no prompt and its references were deleted; say what to draw",
        ));
    }
    Ok(())
}
