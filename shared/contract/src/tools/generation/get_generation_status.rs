use crate::{
    Category, GenerationId, ToolSpec,
    input::{GivenId, Integer},
    tools::GenerationView,
};

/// Shows a generation and its thumbnails.
#[derive(Clone, Copy, Debug)]
pub struct GetGenerationStatus;

impl ToolSpec for GetGenerationStatus {
    const NAME: &'static str = "get_generation_status";
    const CATEGORY: Category = Category::Generation;
    const DESCRIPTION: &'static str = "Get the status of a generation with all its thumbnails, pending and completed \
        alike; completed ones carry a download URL that works for up to an hour. Free. While `status` is `pending` or \
        `processing`, call again: with `waitSeconds` the answer comes as soon as the generation has ended, so there \
        is no need to poll in a tight loop.";
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
        /// How many seconds to wait at the most for the generation to end before answering; 0 answers at once.
        pub wait_seconds: Integer<0, 20> = Integer::new(0),
    }
}
