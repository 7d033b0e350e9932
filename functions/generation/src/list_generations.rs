//! `list_generations`

use contract::{
    GenerationStatus, ListView,
    input::Metadata,
    tools::{ListGenerations, ListGenerationsInput, ListGenerationsOutput, ListedGenerationView},
};
use service::{Call, Failure, Listing, Part, Reply, Search, Tool, id_at, page};
use store::{Generation, Progress};

use views::generation::{summary, view};

use crate::Dependencies;

/// How many generations a search reads at a time.
const SEARCH_PART: u32 = 200;

pub(crate) struct List(pub(crate) Dependencies);

impl Tool for List {
    type Spec = ListGenerations;
    type Read = Part<(Generation, Progress)>;

    async fn read(&self, call: &Call, input: &ListGenerationsInput) -> Result<Self::Read, Failure> {
        Generations::new(&self.0, call, input).part(call.position.clone()).await
    }

    async fn run(
        &self,
        call: &Call,
        input: ListGenerationsInput,
        read: Self::Read,
    ) -> Result<Reply<ListGenerationsOutput>, Failure> {
        let listing = Generations::new(&self.0, call, &input);
        let page = page(call, &listing, input.limit.get(), read).await?;
        Ok(Reply::free(ListGenerationsOutput {
            generations: page.items,
            next_cursor: page.next.map(|position| call.seal(&position)),
        }))
    }
}

/// The organization's generations under the filters of a call.
struct Generations<'a> {
    dependencies: &'a Dependencies,
    call: &'a Call,
    search: Option<Search>,
    status: Option<GenerationStatus>,
    metadata: Metadata,
    view: ListView,
    part_size: u32,
}

impl<'a> Generations<'a> {
    fn new(dependencies: &'a Dependencies, call: &'a Call, input: &ListGenerationsInput) -> Self {
        let filtered = input.search.is_some() || input.status.is_some() || !input.metadata.is_empty();
        Self {
            dependencies,
            call,
            search: input.search.as_ref().map(|text| Search::new(text.as_str())),
            status: input.status,
            metadata: input.metadata.clone(),
            view: input.view,
            part_size: if filtered { SEARCH_PART } else { input.limit.get() },
        }
    }
}

impl Listing for Generations<'_> {
    type Item = (Generation, Progress);
    type View = ListedGenerationView;

    async fn part(&self, position: Option<String>) -> Result<Part<Self::Item>, Failure> {
        let before = id_at(position.as_deref())?;
        let organization = self.call.organization.id;
        let read = self
            .dependencies
            .store
            .generations(organization, before, self.part_size)
            .await?;
        Ok(Part {
            items: read.generations,
            next: read.next.map(|id| id.to_string()),
        })
    }

    fn position((generation, _): &Self::Item) -> String {
        generation.id.to_string()
    }

    fn wants(&self, (generation, progress): &Self::Item) -> bool {
        let texts = [generation.prompt.as_deref(), generation.title.as_deref()];
        let texts: Vec<&str> = texts.into_iter().flatten().collect();
        self.status.is_none_or(|status| progress.status() == status)
            && generation.metadata.contains_all(&self.metadata)
            && self.search.as_ref().is_none_or(|search| search.matches(&texts))
    }

    async fn show(&self, (generation, progress): &Self::Item) -> Result<ListedGenerationView, Failure> {
        if self.view == ListView::Summary {
            return Ok(ListedGenerationView::Summary(summary(generation, progress)));
        }
        let full = view(&self.dependencies.bucket, generation, progress).await;
        Ok(ListedGenerationView::Full(full.map_err(Failure::internal)?))
    }
}
