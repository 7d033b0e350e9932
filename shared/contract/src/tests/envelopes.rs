use serde_json::{Map, Value, json};

use super::snapshot;
use crate::{
    Amount, ApiError, Category, GenerationStatus, ImageId, Quota, QuotaExceeded, RequestId, Success, Timestamp,
    catalog, discovery,
    error::{ErrorEnvelope, Issue, LimitScope, Missing, Resource, UnauthorizedReason, ValidationReason},
    tools::{ALL, DeleteImageOutput, GenerateThumbnailOutput, GenerateVariationOutput, True},
};

#[test]
fn discovery_counts_its_tools() {
    let catalog = catalog().unwrap();
    let bound = ALL.iter().filter(|tool| tool.rate_limit.is_none());
    assert_eq!(catalog.len(), bound.count() + 1);
    let body: Value = serde_json::from_str(&discovery(&catalog, 60, r#"[{"id":"composer"}]"#)).unwrap();
    assert_eq!(body["success"], json!(true));
    assert_eq!(body["totalCount"], json!(body["tools"].as_array().unwrap().len()));
    assert_eq!(body["tools"][0]["meta"], json!({ "creditCost": 1, "rateLimit": 10 }));
    assert_eq!(body["tools"][1]["meta"], json!({ "creditCost": 0, "rateLimit": 60 }));
    assert_eq!(
        body["tools"][1]["endpoint"],
        json!("/api/v1/tools/get_generation_status")
    );
}

#[test]
fn a_success_is_wrapped() {
    let output = DeleteImageOutput {
        image_id: "img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
        deleted: True,
    };
    assert_eq!(
        serde_json::to_value(Success::new(&output)).unwrap(),
        json!({ "success": true, "data": { "imageId": "img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00", "deleted": true } })
    );
}

#[test]
fn a_variations_output_is_flat_and_includes_null_fields() {
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
            "sourcePromptId": "prm_0193e5a0b1c27d3e8f4a5b6c7d8e9f01",
            "omittedReferences": ["img_0193e5a0b1c27d3e8f4a5b6c7d8e9f02"],
        })
    );
}

#[test]
fn errors_match_their_snapshots() {
    let request: RequestId = "req_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
    let issue = |path: &str, message: &str| Issue {
        path: path.into(),
        message: message.into(),
    };
    let missing = vec![
        Missing::new("imageIds[1]", "img_x"),
        Missing::new("personIds[0]", &"ä".repeat(300)),
    ];
    let errors = [
        (
            "unauthorized_missing",
            ApiError::Unauthorized(UnauthorizedReason::Missing),
        ),
        (
            "unauthorized_malformed",
            ApiError::Unauthorized(UnauthorizedReason::Malformed),
        ),
        (
            "unauthorized_invalid",
            ApiError::Unauthorized(UnauthorizedReason::Invalid),
        ),
        (
            "unauthorized_revoked",
            ApiError::Unauthorized(UnauthorizedReason::Revoked),
        ),
        (
            "unauthorized_expired",
            ApiError::Unauthorized(UnauthorizedReason::Expired),
        ),
        ("missing_scope", ApiError::MissingScope(Category::Images)),
        (
            "suspended",
            ApiError::Suspended {
                message: "Unpaid since October".to_owned(),
            },
        ),
        (
            "not_owner",
            ApiError::NotOwner {
                resource: Resource::Inspiration,
                id: "ins_x".into(),
            },
        ),
        ("not_found", ApiError::not_found(Resource::Generation, "gen_x")),
        (
            "not_found_tool",
            ApiError::NotFound {
                resource: Resource::Tool,
                id: "get_credit".into(),
                did_you_mean: Some("get_credits"),
                missing: Vec::new(),
            },
        ),
        (
            "not_found_several",
            ApiError::NotFound {
                resource: Resource::Image,
                id: "img_x".into(),
                did_you_mean: None,
                missing,
            },
        ),
        (
            "validation_body",
            ApiError::invalid(ValidationReason::Body, "", "must be a JSON object"),
        ),
        (
            "validation_one",
            ApiError::invalid(ValidationReason::Body, "count", "must be a whole number from 1 to 10"),
        ),
        (
            "validation_several",
            ApiError::Validation {
                issues: vec![
                    issue("count", "must be a whole number from 1 to 10"),
                    issue("imageIds[2]", "must be a string"),
                ],
                reason: ValidationReason::Body,
            },
        ),
        (
            "validation_source",
            ApiError::bad_sources(vec![issue("imageUrl", "is not a picture")]),
        ),
        (
            "validation_idempotency",
            ApiError::invalid(
                ValidationReason::Idempotency,
                "Idempotency-Key",
                "was used for another call",
            ),
        ),
        (
            "validation_quota",
            ApiError::over_quota(QuotaExceeded {
                quota: Quota::Images,
                limit: 100,
                used: 100,
            }),
        ),
        (
            "validation_reference",
            ApiError::invalid(
                ValidationReason::Reference,
                "promptId",
                "is required: there is no earlier prompt",
            ),
        ),
        (
            "validation_status",
            ApiError::Validation {
                issues: vec![issue("generationId", "has no pending thumbnails")],
                reason: ValidationReason::State(GenerationStatus::PartiallyCompleted),
            },
        ),
        (
            "insufficient_credits",
            ApiError::InsufficientCredits {
                required: Amount::from_hundredths(310),
                available: Amount::from_hundredths(5),
            },
        ),
        (
            "rate_limited",
            ApiError::RateLimited {
                scope: LimitScope::Tool,
                limit: 10,
                reset_at: Timestamp::from_millis(1_795_248_960_000),
                retry_after_seconds: 30,
            },
        ),
        ("internal", ApiError::Internal(request)),
    ];
    let envelopes: Map<String, Value> = errors
        .iter()
        .map(|(name, error)| {
            (
                (*name).to_owned(),
                json!({ "status": error.status(), "body": ErrorEnvelope::from(error) }),
            )
        })
        .collect();
    snapshot("errors", &envelopes);
}
