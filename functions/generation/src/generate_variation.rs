//! `generate_variation`

use contract::{
    ApiError, Id, PromptId,
    error::{Resource, ValidationReason},
    input::{Given, GivenId, IdList, Issues},
    tools::{GenerateVariation, GenerateVariationInput, GenerateVariationOutput, ReferenceId},
};
use service::{Bill, Call, Failure, NamedIds, Reply, Tool};
use store::{ChargeInputs, Generation, KeptAnswer, Reference, ReferenceKind, ReferenceRequest};

use crate::{
    Dependencies,
    start::{self, Draft, Started},
};

pub(crate) struct Vary(pub(crate) Dependencies);

/// What can be read before the request is admitted.
pub(crate) enum Read {
    /// With `promptId`: everything that the charge needs.
    Named(Box<ChargeInputs>),
    /// Without `promptId`: the organization's latest generation, if it has one.
    Latest(Option<Box<Generation>>),
}

fn ids<K: Id, const MAX: usize>(list: Option<&IdList<K, MAX>>) -> Vec<K> {
    list.map(IdList::ids).unwrap_or_default()
}

fn given<K: Id, const MAX: usize>(list: Option<&IdList<K, MAX>>) -> &[GivenId<K>] {
    list.map(IdList::as_slice).unwrap_or_default()
}

fn request(input: &GenerateVariationInput) -> ReferenceRequest {
    ReferenceRequest {
        images: ids(input.image_ids.as_ref()),
        inspirations: ids(input.inspiration_ids.as_ref()),
        persons: ids(input.person_ids.as_ref()),
        source: input.prompt_id.as_ref().and_then(GivenId::id).map(PromptId::into),
    }
}

/// The original's references, of the kinds that the call does not name anew.
fn inherited(input: &GenerateVariationInput, source: &Generation) -> Vec<Reference> {
    let keeps = |reference: &&Reference| match reference.kind {
        ReferenceKind::Image => input.image_ids.is_none(),
        ReferenceKind::Inspiration | ReferenceKind::PublicInspiration => input.inspiration_ids.is_none(),
        ReferenceKind::Person => input.person_ids.is_none(),
    };
    source.references.iter().filter(keeps).cloned().collect()
}

impl Tool for Vary {
    type Spec = GenerateVariation;
    type Read = Read;

    fn validate(&self, given: &Given<'_>, issues: &mut Issues) {
        start::check_model(&self.0.models, given, issues);
        start::check_webhook_url(&self.0.endpoints, given, issues);
    }

    async fn quote(&self, call: &Call, input: GenerateVariationInput) -> Result<Bill, Failure> {
        let read = self.read(call, &input).await?;
        let inputs = self.inputs(call, &input, read).await?;
        let balance = inputs.balance;
        let Variation { mut draft, .. } = variation(input, inputs)?;
        if draft.is_only_inherited() {
            // The call finds out which of them were deleted when it commits.
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
        if let Some(reply) = self.replay(call, inputs.answer.clone()).await? {
            return Ok(reply);
        }
        let balance = inputs.balance;
        let Variation { source, mut draft } = variation(input, inputs)?;
        let mut omitted: Vec<ReferenceId> = Vec::new();
        let composed = start::compose::<GenerateVariation>(&self.0, call, draft.clone(), balance).await?;
        let (mut new, balance) = composed;
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
                    new.generation.references.retain(|reference| !gone.contains(reference));
                    new.inherited.clone_from(&draft.inherited);
                    omitted.extend(gone.iter().filter_map(reference_id));
                }
            }
        }
    }
}

impl Vary {
    /// Everything that the charge needs.
    async fn inputs(&self, call: &Call, input: &GenerateVariationInput, read: Read) -> Result<ChargeInputs, Failure> {
        let source = match read {
            Read::Named(inputs) => return Ok(*inputs),
            Read::Latest(source) => source.map(|source| *source),
        };
        let key = call.claim().map(|claim| &claim.key);
        let store = &self.0.store;
        let inputs = store.charge_inputs(call.organization.id, key, &request(input)).await?;
        Ok(ChargeInputs { source, ..inputs })
    }
}

/// What is to be drawn, and the prompt that it varies.
struct Variation {
    source: PromptId,
    draft: Draft,
}

/// What a call asks for.
///
/// # Errors
///
/// If a named record does not exist, or if nothing is left to draw.
fn variation(input: GenerateVariationInput, inputs: ChargeInputs) -> Result<Variation, ApiError> {
    let exists = |id: &str| {
        let source = inputs
            .source
            .as_ref()
            .is_some_and(|source| PromptId::from(source.id).to_string() == id);
        source || inputs.references.iter().any(|reference| reference.id == id)
    };
    NamedIds::default()
        .one("promptId", Resource::Prompt, input.prompt_id.as_ref())
        .list("imageIds", Resource::Image, given(input.image_ids.as_ref()))
        .list(
            "inspirationIds",
            Resource::Inspiration,
            given(input.inspiration_ids.as_ref()),
        )
        .list("personIds", Resource::Person, given(input.person_ids.as_ref()))
        .require(exists)?;
    let Some(source) = inputs.source else {
        let message = "is required: there is no earlier prompt to vary";
        return Err(ApiError::invalid(ValidationReason::Reference, "promptId", message));
    };
    let draft = Draft {
        inherited: inherited(&input, &source),
        prompt: input.new_prompt.map(|text| text.into_string()).or(source.prompt),
        title: input.title.map(|text| text.into_string()).or(source.title),
        model: input.model.map(|text| text.into_string()),
        seed: input.seed.map(|seed| seed.get()),
        aspect_ratio: input.aspect_ratio.unwrap_or(source.aspect_ratio),
        format: input.format.unwrap_or(source.format),
        count: input.count.get(),
        enhance: input.enhance_prompt,
        webhook_url: input.webhook_url.map(|url| url.as_str().to_owned()),
        named: inputs.references,
    };
    require_something(&draft)?;
    Ok(Variation {
        source: source.id.into(),
        draft,
    })
}

fn require_something(draft: &Draft) -> Result<(), ApiError> {
    if draft.is_only_inherited() && draft.inherited.is_empty() {
        return Err(ApiError::invalid(
            ValidationReason::Reference,
            "newPrompt",
            "is required: neither a prompt nor a reference is left to draw",
        ));
    }
    Ok(())
}

fn reference_id(reference: &Reference) -> Option<ReferenceId> {
    Some(match reference.kind {
        ReferenceKind::Image => ReferenceId::Image(reference.id.parse().ok()?),
        ReferenceKind::Inspiration | ReferenceKind::PublicInspiration => {
            ReferenceId::Inspiration(reference.id.parse().ok()?)
        }
        ReferenceKind::Person => ReferenceId::Person(reference.id.parse().ok()?),
    })
}
