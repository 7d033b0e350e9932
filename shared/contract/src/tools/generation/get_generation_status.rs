use crate::{
    Category, Effect, GenerationId, ToolSpec,
    input::{GivenId, Integer},
    tools::GenerationView,
};

/// Shows a generation and its thumbnails.
#[derive(Clone, Copy, Debug)]
pub struct GetGenerationStatus;

impl ToolSpec for GetGenerationStatus {
    const NAME: &'static str = "get_generation_status";
    const TITLE: &'static str = "Get generation status";
    const CATEGORY: Category = Category::Generation;
    const EFFECT: Effect = Effect::Reads;
    const DESCRIPTION: &'static str = "Shows one generation with all its thumbnails; each completed one has a \
        download `url` that works for an hour. Use it after generate_thumbnail or generate_variation, to wait for the \
        pictures and to get them. Not for finding older generations: use list_generations. Free. While `status` is \
        `pending` or `processing`, call it again with `waitSeconds` 20, which answers as soon as the generation has \
        ended; do not poll without it. When `status` is `completed`, show the pictures, or change them with \
        generate_variation.";
    const EXAMPLES: &'static [&'static str] =
        &[r#"{ "generationId": "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00", "waitSeconds": 20 }"#];
    type Input = GetGenerationStatusInput;
    type Output = GenerationView;
}

crate::input! {
    /// Which generation to show.
    pub struct GetGenerationStatusInput {
        /// The generation's id.
        pub generation_id: GivenId<GenerationId>,
        /// How many seconds to wait at most for the generation to end before answering; 0 answers at once.
        pub wait_seconds: Integer<0, 20> = Integer::new(0),
    }
}
