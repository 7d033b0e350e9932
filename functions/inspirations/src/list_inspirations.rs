//! `list_inspirations`

use contract::{
    LibraryFilter,
    tools::{InspirationView, ListInspirations, ListInspirationsInput, ListInspirationsOutput},
};
use service::{Call, Failure, Listing, Part, Reply, Search, Tool, folded, id_at, page};
use store::Inspiration;

use crate::{Dependencies, view::view};

/// How many inspirations a narrowed list reads at a time.
const SEARCH_PART: u32 = 250;

pub(crate) struct List(pub(crate) Dependencies);

impl Tool for List {
    type Spec = ListInspirations;
    type Read = Part<Inspiration>;

    async fn read(&self, call: &Call, input: &ListInspirationsInput) -> Result<Self::Read, Failure> {
        Inspirations::new(&self.0, call, input)
            .part(call.position.clone())
            .await
    }

    async fn run(
        &self,
        call: &Call,
        input: ListInspirationsInput,
        read: Self::Read,
    ) -> Result<Reply<ListInspirationsOutput>, Failure> {
        let listing = Inspirations::new(&self.0, call, &input);
        let page = page(call, &listing, input.limit.get(), read).await?;
        Ok(Reply::free(ListInspirationsOutput {
            inspirations: page.items,
            next_cursor: page.next.map(|position| call.seal(&position)),
        }))
    }
}

/// The inspirations that a call asks for.
struct Inspirations<'a> {
    dependencies: &'a Dependencies,
    call: &'a Call,
    filter: LibraryFilter,
    category: Option<String>,
    search: Option<Search>,
    part_size: u32,
}

impl<'a> Inspirations<'a> {
    fn new(dependencies: &'a Dependencies, call: &'a Call, input: &ListInspirationsInput) -> Self {
        let narrowed = input.search.is_some() || input.category.is_some();
        Self {
            dependencies,
            call,
            filter: input.filter,
            category: input.category.as_ref().map(|category| folded(category.as_str())),
            search: input.search.as_ref().map(|text| Search::new(text.as_str())),
            part_size: if narrowed { SEARCH_PART } else { input.limit.get() },
        }
    }
}

impl Listing for Inspirations<'_> {
    type Item = Inspiration;
    type View = InspirationView;

    async fn part(&self, position: Option<String>) -> Result<Part<Inspiration>, Failure> {
        let before = id_at(position.as_deref())?;
        let (store, organization) = (&self.dependencies.store, self.call.organization.id);
        let read = store.inspirations(organization, self.filter, before, self.part_size);
        Ok(Part::new(read.await?, Self::position))
    }

    fn position(inspiration: &Inspiration) -> String {
        inspiration.id.to_string()
    }

    fn wants(&self, inspiration: &Inspiration) -> bool {
        let texts = [inspiration.name.as_str(), inspiration.description.as_str()];
        self.category
            .as_ref()
            .is_none_or(|category| folded(&inspiration.category) == *category)
            && self.search.as_ref().is_none_or(|search| search.matches(&texts))
    }

    async fn show(&self, inspiration: &Inspiration) -> Result<InspirationView, Failure> {
        view(&self.dependencies.bucket, self.call, inspiration).await
    }
}
