use crate::{Category, InspirationId, ToolSpec, input::GivenId, tools::InspirationView};

/// Shows an inspiration.
#[derive(Clone, Copy, Debug)]
pub struct GetInspiration;

impl ToolSpec for GetInspiration {
    const NAME: &'static str = "get_inspiration";
    const CATEGORY: Category = Category::Inspirations;
    const DESCRIPTION: &'static str = "Get one style inspiration, your organization's own or a public one: its name, \
        description, category, picture and palette. Free.";
    const EXAMPLES: &'static [&'static str] = &[r#"{ "inspirationId": "ins_0193e5a0b1c27d3e8f4a5b6c7d8e9f00" }"#];
    type Input = GetInspirationInput;
    type Output = InspirationView;
}

crate::input! {
    /// Which inspiration to show.
    pub struct GetInspirationInput {
        /// The inspiration's id.
        pub inspiration_id: GivenId<InspirationId>,
    }
}
