use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Category, Effect, ToolSpec,
    input::{Integer, Raw},
    tools::PersonView,
};

/// Shows the organization's persons.
#[derive(Clone, Copy, Debug)]
pub struct ListPersons;

impl ToolSpec for ListPersons {
    const NAME: &'static str = "list_persons";
    const TITLE: &'static str = "List persons";
    const CATEGORY: Category = Category::Persons;
    const EFFECT: Effect = Effect::Reads;
    const DESCRIPTION: &'static str = "Lists all reference persons of your organization, newest first, with their \
        photos. Use it to find a person before create_person makes the same one again. To show one person whose id \
        you have, use get_person. Free. Returns up to 1000 at once; pass `nextCursor` as `cursor` for more until it \
        is null. Pass a `personId` in `personIds` to generate_thumbnail or generate_variation.";
    const EXAMPLES: &'static [&'static str] = &["{}"];
    type Input = ListPersonsInput;
    type Output = ListPersonsOutput;
}

crate::input! {
    /// Which part of the persons to list.
    pub struct ListPersonsInput {
        /// How many to list at most.
        pub limit: Integer<1, 1000> = Integer::new(1000),
        /// The `nextCursor` of an earlier call, for the page after it.
        pub cursor: Option<Raw>,
    }
}

/// A page of persons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ListPersonsOutput {
    /// The persons, newest first.
    pub persons: Vec<PersonView>,
    /// The `cursor` of the next page; null on the last.
    pub next_cursor: Option<String>,
}
