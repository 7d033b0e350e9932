//! All steps of the smoke test, in order.

mod balance;
mod generation;
mod images;
mod inspirations;
mod mcp;
mod persons;
mod pictures;
mod refusals;
mod uploads;

use std::pin::Pin;

use contract::{
    ToolSpec,
    tools::{
        self, CancelGeneration, CreateInspiration, CreatePerson, DeleteImage, DeleteInspiration, DeletePerson,
        GenerateThumbnail, GenerateVariation, GetCreditHistory, GetCredits, GetGenerationStatus, GetImage,
        GetInspiration, GetPerson, ListGenerations, ListImages, ListInspirations, ListPersons, SearchImages,
        TriggerGeneration, UploadImage,
    },
};

use super::{problem::Problem, session::Session};

/// A step in progress; returns a short description, or an empty one.
type StepFuture<'a> = Pin<Box<dyn Future<Output = Result<String, Problem>> + Send + 'a>>;

/// One step.
pub(super) struct Step {
    /// The tool's name, or the name of the check.
    pub(super) name: &'static str,
    /// Whether it calls a tool of its own.
    pub(super) is_tool: bool,
    /// Whether no other step can succeed if this one fails.
    pub(super) is_vital: bool,
    /// Runs the step.
    pub(super) run: for<'a> fn(&'a mut Session) -> StepFuture<'a>,
}

impl Step {
    const fn tool<T: ToolSpec>(run: for<'a> fn(&'a mut Session) -> StepFuture<'a>) -> Self {
        Self {
            name: T::NAME,
            is_tool: true,
            is_vital: false,
            run,
        }
    }

    const fn check(name: &'static str, run: for<'a> fn(&'a mut Session) -> StepFuture<'a>) -> Self {
        Self {
            name,
            is_tool: false,
            is_vital: false,
            run,
        }
    }

    const fn vital(self) -> Self {
        Self { is_vital: true, ..self }
    }
}

/// The number of steps that are not tools.
const CHECKS: usize = 8;

/// The steps. Free steps come first, and each step comes after the steps that it needs. The length is the number of
/// tools plus the checks, so a tool without a step does not compile.
pub(super) static STEPS: [Step; tools::ALL.len() + CHECKS] = [
    Step::check("discovery", |session| Box::pin(balance::discovery(session))).vital(),
    Step::tool::<GetCredits>(|session| Box::pin(balance::credits(session))).vital(),
    Step::check("wrong key", |session| Box::pin(refusals::wrong_key(session))),
    Step::check("wrong body", |session| Box::pin(refusals::wrong_body(session))),
    Step::check("wrong path", |session| Box::pin(refusals::wrong_path(session))),
    Step::check("preflight", |session| Box::pin(refusals::preflight(session))),
    Step::check("mcp", |session| Box::pin(mcp::mcp(session))),
    Step::tool::<UploadImage>(|session| Box::pin(images::upload(session))),
    Step::tool::<ListImages>(|session| Box::pin(images::list(session))),
    Step::tool::<GetImage>(|session| Box::pin(images::get(session))),
    Step::tool::<SearchImages>(|session| Box::pin(images::search(session))),
    Step::tool::<CreateInspiration>(|session| Box::pin(inspirations::create(session))),
    Step::tool::<ListInspirations>(|session| Box::pin(inspirations::list(session))),
    Step::tool::<GetInspiration>(|session| Box::pin(inspirations::get(session))),
    Step::check("upload", |session| Box::pin(uploads::upload(session))),
    Step::tool::<CreatePerson>(|session| Box::pin(persons::create(session))),
    Step::tool::<ListPersons>(|session| Box::pin(persons::list(session))),
    Step::tool::<GetPerson>(|session| Box::pin(persons::get(session))),
    Step::tool::<GenerateThumbnail>(|session| Box::pin(generation::generate(session))),
    Step::tool::<GenerateVariation>(|session| Box::pin(generation::vary(session))),
    Step::tool::<CancelGeneration>(|session| Box::pin(generation::cancel(session))),
    Step::tool::<TriggerGeneration>(|session| Box::pin(generation::trigger(session))),
    Step::tool::<ListGenerations>(|session| Box::pin(generation::list(session))),
    Step::tool::<GetGenerationStatus>(|session| Box::pin(generation::status(session))),
    Step::tool::<DeletePerson>(|session| Box::pin(persons::delete(session))),
    Step::tool::<DeleteInspiration>(|session| Box::pin(inspirations::delete(session))),
    Step::tool::<DeleteImage>(|session| Box::pin(images::delete(session))),
    Step::tool::<GetCreditHistory>(|session| Box::pin(balance::history(session))),
    Step::check("balance", |session| Box::pin(balance::closing(session))),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_tool_has_a_step() {
        let with_step: BTreeSet<&str> = STEPS.iter().filter(|step| step.is_tool).map(|step| step.name).collect();
        let known: BTreeSet<&str> = tools::ALL.iter().map(|tool| tool.name).collect();
        assert_eq!(with_step, known);
        assert_eq!(STEPS.iter().filter(|step| !step.is_tool).count(), CHECKS);
    }
}
