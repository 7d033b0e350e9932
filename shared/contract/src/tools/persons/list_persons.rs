use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Category, ToolSpec,
    input::{Integer, Raw},
    tools::PersonView,
};

/// Shows the organization's persons.
#[derive(Clone, Copy, Debug)]
pub struct ListPersons;

impl ToolSpec for ListPersons {
    const NAME: &'static str = "list_persons";
    const CATEGORY: Category = Category::Persons;
    const DESCRIPTION: &'static str = "List the reference persons of your organization, newest first, each with its \
        photos. Free. Returns all of them, up to 1000; pass `nextCursor` as `cursor` for more, until it is null. Pass \
        the ids in `personIds` to generate_thumbnail or generate_variation.";
    const EXAMPLES: &'static [&'static str] = &["{}"];
    type Input = ListPersonsInput;
    type Output = ListPersonsOutput;
}

crate::input! {
    /// Which part of the persons to list.
    pub struct ListPersonsInput {
        /// How many to list at the most.
        pub limit: Integer<1, 1000> = Integer::new(1000),
        /// Where to go on: `nextCursor` of an earlier call.
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
