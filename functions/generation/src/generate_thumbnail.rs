//! `generate_thumbnail`

use contract::{
    ApiError,
    error::Resource,
    input::{BodyFields, Issues},
    tools::{GenerateThumbnail, GenerateThumbnailInput, GenerateThumbnailOutput},
};
use lexicon::wants_no_words;
use service::{Bill, Call, Failure, NamedIds, Reply, Tool};
use store::{ChargeInputs, KeptAnswer, ReferenceRequest};

use crate::{
    Dependencies,
    start::{self, Draft, Started},
};

pub(crate) struct Generate(pub(crate) Dependencies);

impl Tool for Generate {
    type Spec = GenerateThumbnail;
    type Read = ChargeInputs;

    fn validate(&self, fields: &BodyFields<'_>, issues: &mut Issues) {
        start::check_model(&self.0.models, fields, issues);
        start::check_lettering(&self.0.models, fields, issues);
        start::check_webhook_url(&self.0.endpoints, fields, issues);
    }

    async fn quote(&self, call: &Call, input: GenerateThumbnailInput) -> Result<Bill, Failure> {
        let read = self.read(call, &input).await?;
        require_references(&input, &read)?;
        let balance = read.balance;
        let (bill, _) = start::admit::<GenerateThumbnail>(&self.0, call, &draft(input, read), balance).await?;
        Ok(bill)
    }

    async fn replay(
        &self,
        call: &Call,
        kept: Option<KeptAnswer>,
    ) -> Result<Option<Reply<GenerateThumbnailOutput>>, Failure> {
        call.replay(kept)
    }

    async fn read(&self, call: &Call, input: &GenerateThumbnailInput) -> Result<ChargeInputs, Failure> {
        let references = ReferenceRequest {
            pictures: input.image_ids.ids(),
            inspirations: input.inspiration_ids.ids(),
            persons: input.person_ids.ids(),
            source: None,
        };
        let key = call.claim().map(|claim| &claim.key);
        Ok(self
            .0
            .store
            .charge_inputs(call.organization.id, key, &references)
            .await?)
    }

    async fn run(
        &self,
        call: &Call,
        input: GenerateThumbnailInput,
        read: ChargeInputs,
    ) -> Result<Reply<GenerateThumbnailOutput>, Failure> {
        if let Some(reply) = self.replay(call, read.answer.clone()).await? {
            return Ok(reply);
        }
        require_references(&input, &read)?;
        let balance = read.balance;
        let draft = draft(input, read);
        let (new, balance) = start::prepare::<GenerateThumbnail>(&self.0, call, draft, balance).await?;
        match start::start::<GenerateThumbnail>(&self.0, call, &new, balance, |output| output).await? {
            Started::Fresh(reply) => Ok(reply),
            Started::Answered(answer) => self
                .replay(call, Some(answer))
                .await?
                .ok_or_else(Failure::contradiction),
            Started::Gone(_) => Err(Failure::contradiction()),
        }
    }
}

/// Fails if a reference that the call names does not exist.
fn require_references(input: &GenerateThumbnailInput, read: &ChargeInputs) -> Result<(), ApiError> {
    NamedIds::default()
        .pictures("imageIds", input.image_ids.as_slice())
        .list(
            "inspirationIds",
            Resource::Inspiration,
            input.inspiration_ids.as_slice(),
        )
        .list("personIds", Resource::Person, input.person_ids.as_slice())
        .require(|id| start::is_found(read, id))?;
    start::require_completed(input.image_ids.as_slice(), read)
}

fn draft(input: GenerateThumbnailInput, read: ChargeInputs) -> Draft {
    let prompt = input.prompt.map(|text| text.into_string());
    // A picture without words has a blank title.
    let blank = || {
        prompt
            .as_deref()
            .filter(|prompt| wants_no_words(prompt))
            .map(|_| String::new())
    };
    Draft {
        title: input.title.map(|text| text.into_string()).or_else(blank),
        prompt,
        model: input.model.map(|text| text.into_string()),
        lettering: input.lettering,
        seed: input.seed.map(|seed| seed.get()),
        aspect_ratio: input.aspect_ratio,
        format: input.format,
        resolution: input.resolution,
        max_bytes: input.max_bytes.map(|bytes| bytes.get()),
        count: input.count.get(),
        enhance: input.enhance_prompt,
        edit: None,
        webhook_url: input.webhook_url.map(|url| url.as_str().to_owned()),
        metadata: input.metadata,
        named: read.references,
        inherited: Vec::new(),
    }
}
