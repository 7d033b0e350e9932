use crate::{Category, Effect, PersonId, ToolSpec, input::GivenId, tools::PersonView};

/// Shows a person.
#[derive(Clone, Copy, Debug)]
pub struct GetPerson;

impl ToolSpec for GetPerson {
    const NAME: &'static str = "get_person";
    const TITLE: &'static str = "Get a person";
    const CATEGORY: Category = Category::Persons;
    const EFFECT: Effect = Effect::Reads;
    const DESCRIPTION: &'static str = "Shows one reference person: the name, and the photos with fresh download URLs. \
        Use it when you have a `personId`. To find an id, use list_persons. Free. Pass the `personId` in `personIds` \
        to generate_thumbnail or generate_variation.";
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
