use crate::{Category, PersonId, ToolSpec, input::GivenId, tools::PersonView};

/// Shows a person.
#[derive(Clone, Copy, Debug)]
pub struct GetPerson;

impl ToolSpec for GetPerson {
    const NAME: &'static str = "get_person";
    const CATEGORY: Category = Category::Persons;
    const DESCRIPTION: &'static str = "Get one reference person: the name and the photos. Free.";
    const EXAMPLES: &'static [&'static str] = &[r#"{ "personId": "per_0193e5a0b1c27d3e8f4a5b6c7d8e9f00" }"#];
    type Input = GetPersonInput;
    type Output = PersonView;
}

crate::input! {
    /// Which person to show.
    pub struct GetPersonInput {
        /// The person's id.
        pub person_id: GivenId<PersonId>,
    }
}
