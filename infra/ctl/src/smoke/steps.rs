//! Every step of the walk, in its order.

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

use super::{balance, generation, images, inspirations, persons, problem::Problem, refusals, session::Session};

/// A step under way; it ends with a few words, or none.
type Taken<'a> = Pin<Box<dyn Future<Output = Result<String, Problem>> + Send + 'a>>;

/// One step.
pub(super) struct Step {
    /// The tool's name, or what is looked at.
    pub(super) name: &'static str,
    /// Whether it is a tool's.
    pub(super) is_tool: bool,
    /// Whether nothing else is worth trying when it fails.
    pub(super) is_vital: bool,
    /// Takes it.
    pub(super) take: for<'a> fn(&'a mut Session) -> Taken<'a>,
}

impl Step {
    const fn tool<T: ToolSpec>(take: for<'a> fn(&'a mut Session) -> Taken<'a>) -> Self {
        Self {
            name: T::NAME,
            is_tool: true,
            is_vital: false,
            take,
        }
    }

    const fn look(name: &'static str, take: for<'a> fn(&'a mut Session) -> Taken<'a>) -> Self {
        Self {
            name,
            is_tool: false,
            is_vital: false,
            take,
        }
    }

    const fn vital(self) -> Self {
        Self { is_vital: true, ..self }
    }
}

/// Steps that are no tool's.
const LOOKS: usize = 6;

/// The walk. What costs nothing comes first, what needs something after what makes it. A tool without a step does not
/// compile, since the length is that of the list of tools.
pub(super) static STEPS: [Step; tools::ALL.len() + LOOKS] = [
    Step::look("discovery", |session| Box::pin(balance::discovery(session))).vital(),
    Step::tool::<GetCredits>(|session| Box::pin(balance::credits(session))).vital(),
    Step::look("wrong key", |session| Box::pin(refusals::wrong_key(session))),
    Step::look("wrong body", |session| Box::pin(refusals::wrong_body(session))),
    Step::look("wrong path", |session| Box::pin(refusals::wrong_path(session))),
    Step::look("preflight", |session| Box::pin(refusals::preflight(session))),
    Step::tool::<UploadImage>(|session| Box::pin(images::upload(session))),
    Step::tool::<ListImages>(|session| Box::pin(images::list(session))),
    Step::tool::<GetImage>(|session| Box::pin(images::get(session))),
    Step::tool::<SearchImages>(|session| Box::pin(images::search(session))),
    Step::tool::<CreateInspiration>(|session| Box::pin(inspirations::create(session))),
    Step::tool::<ListInspirations>(|session| Box::pin(inspirations::list(session))),
    Step::tool::<GetInspiration>(|session| Box::pin(inspirations::get(session))),
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
    Step::look("balance", |session| Box::pin(balance::closing(session))),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_tool_has_a_step() {
        let stepped: BTreeSet<&str> = STEPS.iter().filter(|step| step.is_tool).map(|step| step.name).collect();
        let promised: BTreeSet<&str> = tools::ALL.iter().map(|tool| tool.name).collect();
        assert_eq!(stepped, promised);
        assert_eq!(STEPS.iter().filter(|step| !step.is_tool).count(), LOOKS);
    }
}
