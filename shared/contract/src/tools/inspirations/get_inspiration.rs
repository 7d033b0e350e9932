use crate::{Category, Effect, InspirationId, ToolSpec, input::GivenId, tools::InspirationView};

/// Shows an inspiration.
#[derive(Clone, Copy, Debug)]
pub struct GetInspiration;

impl ToolSpec for GetInspiration {
    const NAME: &'static str = "get_inspiration";
    const TITLE: &'static str = "Get an inspiration";
    const CATEGORY: Category = Category::Inspirations;
    const EFFECT: Effect = Effect::Reads;
    const DESCRIPTION: &'static str = "Shows one style inspiration, your organization's own or a public one: name, \
        description, category, palette and a fresh download URL. Use it when you have an `inspirationId`. To find an \
        id, use list_inspirations. Free. Pass the `inspirationId` in `inspirationIds` to generate_thumbnail or \
        generate_variation.";
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
