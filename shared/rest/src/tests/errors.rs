//! The status and the envelope of every error.

use contract::{
    Amount, ApiError, Category, GenerationStatus, Quota, QuotaExceeded, RequestId, Timestamp,
    error::{BrowserRefusal, Issue, LimitScope, Missing, Resource, UnauthorizedReason, ValidationReason},
};
use insta::{assert_json_snapshot, with_settings};
use serde_json::{Map, Value, json};

use crate::envelope::{Failure, status};

/// Every error of the service, by a name.
fn errors() -> Vec<(&'static str, ApiError)> {
    let request: RequestId = "req_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
    let issue = |path: &str, message: &str| Issue::new(path, message);
    let missing = vec![
        Missing::new("imageIds[1]", "img_x", Resource::Image),
        Missing::new("personIds[0]", &"ä".repeat(300), Resource::Person),
    ];
    vec![
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
        ("barred_origin", ApiError::BrowserRefused(BrowserRefusal::Origin)),
        ("barred_host", ApiError::BrowserRefused(BrowserRefusal::Host)),
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
                scope: LimitScope::Tool("generate_thumbnail"),
                limit: 10,
                reset_at: Timestamp::from_millis(1_795_248_960_000),
                retry_after_seconds: 30,
            },
        ),
        ("internal", ApiError::Internal(request)),
    ]
}

#[test]
fn every_error_has_its_status_and_envelope() {
    let envelopes: Map<String, Value> = errors()
        .iter()
        .map(|(name, error)| {
            (
                (*name).to_owned(),
                json!({ "status": status(error.code()).as_u16(), "body": Failure::new(error) }),
            )
        })
        .collect();
    with_settings!({ sort_maps => true, prepend_module_to_snapshot => false, omit_expression => true }, {
        assert_json_snapshot!("errors", envelopes);
    });
}

#[test]
fn every_error_matches_its_schema_in_the_openapi_document() {
    let document = descriptions::document();
    let schemas: Vec<&Value> = document["components"]["schemas"]
        .as_object()
        .unwrap()
        .values()
        .collect();
    // The document does not describe MCP, where alone a page is barred.
    let described = errors()
        .into_iter()
        .filter(|(_, error)| !matches!(error, ApiError::BrowserRefused(_)));
    for (name, error) in described {
        let body = json!(Failure::new(&error));
        let mut of_code = schemas
            .iter()
            .filter(|schema| schema["properties"]["code"]["const"] == body["code"]);
        let schema = of_code.next().unwrap();
        assert!(of_code.next().is_none(), "{name}: two schemas have the same code");
        let schema = jsonschema::draft202012::new(schema).unwrap();
        let problems: Vec<String> = schema.iter_errors(&body).map(|error| error.to_string()).collect();
        assert!(problems.is_empty(), "{name}: {problems:?}");
    }
}
