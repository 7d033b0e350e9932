//! `list_persons`

use contract::tools::{ListPersons, ListPersonsInput, ListPersonsOutput, PersonView};
use service::{Call, Failure, Listing, Part, Reply, Tool, id_at, page};
use store::Person;

use crate::{Dependencies, view::view};

pub(crate) struct List(pub(crate) Dependencies);

impl Tool for List {
    type Spec = ListPersons;
    type Read = Part<Person>;

    async fn read(&self, call: &Call, input: &ListPersonsInput) -> Result<Part<Person>, Failure> {
        Persons::new(&self.0, call, input).part(call.position.clone()).await
    }

    async fn run(
        &self,
        call: &Call,
        input: ListPersonsInput,
        read: Part<Person>,
    ) -> Result<Reply<ListPersonsOutput>, Failure> {
        let page = page(call, &Persons::new(&self.0, call, &input), input.limit.get(), read).await?;
        Ok(Reply::free(ListPersonsOutput {
            persons: page.items,
            next_cursor: page.next.map(|position| call.seal(&position)),
        }))
    }
}

/// The organization's persons.
struct Persons<'a> {
    dependencies: &'a Dependencies,
    call: &'a Call,
    part_size: u32,
}

impl<'a> Persons<'a> {
    const fn new(dependencies: &'a Dependencies, call: &'a Call, input: &ListPersonsInput) -> Self {
        Self {
            dependencies,
            call,
            part_size: input.limit.get(),
        }
    }
}

impl Listing for Persons<'_> {
    type Item = Person;
    type View = PersonView;

    async fn part(&self, position: Option<String>) -> Result<Part<Person>, Failure> {
        let before = id_at(position.as_deref())?;
        let organization = self.call.organization.id;
        let read = self
            .dependencies
            .store
            .persons(organization, before, self.part_size)
            .await?;
        Ok(Part::new(read, Self::position))
    }

    fn position(person: &Person) -> String {
        person.id.to_string()
    }

    async fn show(&self, person: &Person) -> Result<PersonView, Failure> {
        view(&self.dependencies.bucket, person).await
    }
}
