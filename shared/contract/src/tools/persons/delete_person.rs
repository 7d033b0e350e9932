use schemars::JsonSchema;
use serde::Serialize;

use crate::{Category, Effect, PersonId, ToolSpec, input::GivenId, tools::True};

/// Deletes a person.
#[derive(Clone, Copy, Debug)]
pub struct DeletePerson;

impl ToolSpec for DeletePerson {
    const NAME: &'static str = "delete_person";
    const TITLE: &'static str = "Delete a person";
    const CATEGORY: Category = Category::Persons;
    const EFFECT: Effect = Effect::Removes;
    const DESCRIPTION: &'static str = "Permanently deletes a reference person of your organization with all photos. \
        Use it only when the person should not appear any more. Finished thumbnails stay; a generation under way that \
        still needs the person fails and is refunded. Free. There is nothing to call next.";
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
    /// The id of the deleted person.
    pub person_id: PersonId,
    /// Always true: otherwise the call fails.
    pub deleted: True,
}
