use serde_json::json;

use crate::{
    Amount, GenerationStatus, ImageId,
    tools::{GenerateThumbnailOutput, GenerateVariationOutput},
};

#[test]
fn a_variations_answer_is_flat_and_says_what_is_null() {
    let output = GenerateVariationOutput {
        generation: GenerateThumbnailOutput {
            prompt_id: "prm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            generation_id: "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            count: 1,
            message: GenerateThumbnailOutput::message(1),
            status: GenerationStatus::Pending,
            cost: Amount::from_hundredths(110),
            balance: Amount::from_hundredths(9890),
            model: "composer".into(),
            seed: 7,
            enhanced_prompt: None,
            notes: Vec::new(),
            changes: Vec::new(),
        },
        source_prompt_id: "prm_0193e5a0b1c27d3e8f4a5b6c7d8e9f01".parse().unwrap(),
        omitted_references: vec![
            "img_0193e5a0b1c27d3e8f4a5b6c7d8e9f02"
                .parse::<ImageId>()
                .unwrap()
                .into(),
        ],
    };
    assert_eq!(
        serde_json::to_value(&output).unwrap(),
        json!({
            "promptId": "prm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
            "generationId": "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
            "count": 1,
            "message": "Generating 1 thumbnail. Call get_generation_status with the generationId to follow the progress.",
            "status": "pending",
            "cost": 1.1,
            "balance": 98.9,
            "model": "composer",
            "seed": 7,
            "enhancedPrompt": null,
            "notes": [],
            "changes": [],
            "sourcePromptId": "prm_0193e5a0b1c27d3e8f4a5b6c7d8e9f01",
            "omittedReferences": ["img_0193e5a0b1c27d3e8f4a5b6c7d8e9f02"],
        })
    );
}
