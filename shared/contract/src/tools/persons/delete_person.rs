use schemars::JsonSchema;
use serde::Serialize;

use crate::{Category, PersonId, ToolSpec, input::GivenId, tools::True};

/// Deletes a person.
#[derive(Clone, Copy, Debug)]
pub struct DeletePerson;

impl ToolSpec for DeletePerson {
    const NAME: &'static str = "delete_person";
    const CATEGORY: Category = Category::Persons;
    const DESCRIPTION: &'static str = "Delete a reference person of your organization with all photos. Free, and \
        cannot be undone. Finished thumbnails stay as they are; a generation under way that still needs the person \
        fails and is refunded.";
    const EXAMPLES: &'static [&'static str] = &[r#"{ "personId": "per_0193e5a0b1c27d3e8f4a5b6c7d8e9f00" }"#];
    type Input = DeletePersonInput;
    type Output = DeletePersonOutput;
}

crate::input! {
    /// Which person to delete.
    pub struct DeletePersonInput {
        /// The person's id.
        pub person_id: GivenId<PersonId>,
    }
}

/// A person that was deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct DeletePersonOutput {
    /// The id of what was deleted.
    pub person_id: PersonId,
    /// Always true: otherwise the call fails.
    pub deleted: True,
}
