//! The schemas of errors. A test of the HTTP adapter compares them with every error of the service.

use contract::{Category, GenerationStatus, Quota, error::Code};
use serde_json::{Value, json};

/// The name of the schema of an error with this code.
pub(super) const fn name(code: Code) -> &'static str {
    match code {
        Code::Unauthorized => "Unauthorized",
        Code::Forbidden => "Forbidden",
        Code::NotFound => "NotFound",
        Code::ValidationError => "ValidationError",
        Code::InsufficientCredits => "InsufficientCredits",
        Code::RateLimited => "RateLimited",
        Code::InternalError => "InternalError",
    }
}

/// The schema of an error with this code.
pub(super) fn schema(code: Code) -> Value {
    json!({
        "type": "object",
        "description": code.meaning(),
        "properties": {
            "success": { "type": "boolean", "description": "False: the request failed." },
            "error": { "type": "string", "description": "What is wrong, in a sentence for a person." },
            "code": { "type": "string", "const": code, "description": "The kind of error, for programs." },
            "details": details(code),
        },
        "required": ["success", "error", "code", "details"],
        "additionalProperties": false,
    })
}

/// A closed object. All of its fields are required, unless they are named as optional.
fn object(description: &str, fields: Value, optional: &[&str]) -> Value {
    let names = fields.as_object().into_iter().flatten().map(|(name, _)| name);
    let required: Vec<&String> = names.filter(|name| !optional.contains(&name.as_str())).collect();
    json!({
        "type": "object",
        "description": description,
        "required": required,
        "properties": fields,
        "additionalProperties": false,
    })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn choice(description: &str, words: &[&str]) -> Value {
    json!({ "type": "string", "enum": words, "description": description })
}

fn count(description: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": description })
}

fn amount(description: &str) -> Value {
    json!({ "type": "number", "description": description })
}

/// The kinds of things that an error names.
const RESOURCES: [&str; 10] = [
    "tool",
    "route",
    "generation",
    "prompt",
    "thumbnail",
    "image",
    "inspiration",
    "person",
    "webhook",
    "delivery",
];

fn details(code: Code) -> Value {
    match code {
        Code::Unauthorized => object(
            "Why the request is not authenticated.",
            json!({ "reason": choice(
                "What is wrong with the key.",
                &["missing", "malformed", "invalid", "revoked", "expired"],
            ) }),
            &[],
        ),
        Code::Forbidden => {
            let scopes = Category::ALL.map(Category::as_str);
            let fields = json!({
                "requiredScope": choice("The scope that the key lacks.", &scopes),
                "resource": choice("The kind of the record that belongs to another organization.", &RESOURCES),
                "id": text("The id of this record."),
                "reason": choice("The organization is suspended.", &["suspended"]),
                "message": text("What the operator says about the suspension."),
            });
            let all = ["requiredScope", "resource", "id", "reason", "message"];
            object("Why the caller may not do this.", fields, &all)
        }
        Code::NotFound => {
            let missing = object(
                "An id that does not exist.",
                json!({ "path": text("Where the body has the id."), "id": text("The id, at most 200 characters of it.") }),
                &[],
            );
            let fields = json!({
                "resource": choice("The kind of the first thing that does not exist.", &RESOURCES),
                "id": text("Its id, name or path."),
                "didYouMean": text("The tool with the closest name."),
                "missing": {
                    "type": "array",
                    "items": missing,
                    "description": "All ids that do not exist, if the call named two or more.",
                },
            });
            object("What does not exist.", fields, &["didYouMean", "missing"])
        }
        Code::ValidationError => {
            let issue = object(
                "A problem of the request.",
                json!({
                    "path": text("Where the problem is, such as `imageIds[2]`. Empty: the body itself."),
                    "message": text("What is wrong."),
                    "didYouMean": text("The parameter that a misspelt one probably means."),
                }),
                &["didYouMean"],
            );
            let reasons = ["body", "source", "state", "idempotency", "quota", "reference", "change"];
            let mut quotas = Quota::ALL.map(Quota::as_str).to_vec();
            quotas.push("webhooks");
            let fields = json!({
                "issues": { "type": "array", "items": issue, "description": "All problems." },
                "reason": choice("The kind of rule that the request breaks.", &reasons),
                "status": choice(
                    "The status of the generation that forbids the call.",
                    &GenerationStatus::ALL.map(GenerationStatus::as_str),
                ),
                "quota": choice("The quota that the call would exceed.", &quotas),
                "limit": count("The limit of this quota."),
                "used": count("How much of this quota is used."),
            });
            object(
                "What is wrong with the request.",
                fields,
                &["status", "quota", "limit", "used"],
            )
        }
        Code::InsufficientCredits => object(
            "The cost and the balance.",
            json!({
                "required": amount("What the call costs, in thumbnails."),
                "available": amount("The balance, in thumbnails."),
            }),
            &[],
        ),
        Code::RateLimited => object(
            "The limit that is reached.",
            json!({
                "scope": choice("Whether it is the limit of the plan or of the tool.", &["plan", "tool"]),
                "tool": text("The tool's name, if it is the limit of a tool."),
                "limit": count("The requests a minute that it allows."),
                "resetAt": { "type": "string", "format": "date-time", "description": "When the limit is reset." },
                "retryAfterSeconds": count("The seconds until the limit is reset."),
            }),
            &["tool"],
        ),
        Code::InternalError => object(
            "The request, for the operator.",
            json!({ "requestId": text("The id of the request.") }),
            &[],
        ),
    }
}
