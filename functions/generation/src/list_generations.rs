//! `list_generations`

use contract::{
    GenerationId,
    tools::{ListGenerations, ListGenerationsInput, ListGenerationsOutput},
};
use gateway::{Call, Failure, PageBuilder, Reply, Search, Tool};
use store::{Generation, GenerationPage, Progress};

use crate::{Parts, view::view};

/// How many generations one request looks through at the most; a search goes on where it ended.
const MOST_READ: usize = 1000;
/// How many generations a search reads at a time.
const SEARCH_PAGE: u32 = 200;

pub(crate) struct List(pub(crate) Parts);

fn page_size(input: &ListGenerationsInput) -> u32 {
    if input.search.is_some() || input.status.is_some() {
        SEARCH_PAGE
    } else {
        input.limit.get()
    }
}

impl Tool for List {
    type Spec = ListGenerations;
    type Read = GenerationPage;

    async fn read(&self, call: &Call, input: &ListGenerationsInput) -> Result<GenerationPage, Failure> {
        let before = call
            .position
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(Failure::internal)?;
        Ok(self
            .0
            .store
            .generations(call.organization.id, before, page_size(input))
            .await?)
    }

    async fn run(
        &self,
        call: &Call,
        input: ListGenerationsInput,
        mut read: GenerationPage,
    ) -> Result<Reply<ListGenerationsOutput>, Failure> {
        let search = input.search.as_ref().map(|text| Search::new(text.as_str()));
        let wanted = |generation: &Generation, progress: &Progress| {
            let texts = [generation.prompt.as_deref(), generation.title.as_deref()];
            let texts: Vec<&str> = texts.into_iter().flatten().collect();
            input.status.is_none_or(|status| progress.status() == status)
                && search.as_ref().is_none_or(|search| search.matches(&texts))
        };
        let mut page = PageBuilder::new(input.limit.get());
        let mut looked_at = 0;
        let mut position: Option<GenerationId> = None;
        let next = 'pages: loop {
            for (generation, progress) in &read.generations {
                looked_at += 1;
                if wanted(generation, progress) {
                    let shown = view(&self.0.bucket, generation, progress)
                        .await
                        .map_err(Failure::internal)?;
                    if !page.push(shown) {
                        break 'pages position;
                    }
                }
                position = Some(generation.id);
            }
            match read.next {
                Some(_) if page.is_full() => break position,
                Some(next) if looked_at >= MOST_READ => break Some(next),
                Some(next) => {
                    let size = page_size(&input);
                    read = self.0.store.generations(call.organization.id, Some(next), size).await?;
                }
                None => break None,
            }
        };
        Ok(Reply::Fresh(ListGenerationsOutput {
            generations: page.into_items(),
            next_cursor: next.map(|position| call.seal(&position.to_string())),
        }))
    }
}
