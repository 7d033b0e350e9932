//! The list of tools and models.

use contract::{Plan, tools::TERMS};

/// The descriptors of all tools, split where the limit of the caller's plan goes.
static CATALOG: &[&str] = &include!(concat!(env!("OUT_DIR"), "/catalog.rs"));

/// The body of the response for a caller with this plan. `models` is the JSON array of the configured models.
pub(crate) fn body(plan: Plan, models: &str) -> String {
    let tools = CATALOG.join(&plan.requests_per_minute().to_string());
    let count = TERMS.len();
    format!(r#"{{"success":true,"tools":{tools},"totalCount":{count},"models":{models}}}"#)
}

#[cfg(test)]
mod tests {
    use contract::tools::ALL;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn discovery_lists_every_tool_with_the_callers_limit() {
        let shared = ALL.iter().filter(|tool| tool.rate_limit.is_none());
        assert_eq!(CATALOG.len(), shared.count() + 1);
        let body: Value = serde_json::from_str(&body(Plan::Pro, r#"[{"id":"composer"}]"#)).unwrap();
        let tools = body["tools"].as_array().unwrap();
        assert_eq!(body["success"], true);
        assert_eq!(body["totalCount"], tools.len());
        assert_eq!(body["models"], json!([{ "id": "composer" }]));
        let meta = |name: &str| tools.iter().find(|tool| tool["name"] == name).unwrap()["meta"].clone();
        assert_eq!(meta("generate_thumbnail"), json!({ "creditCost": 1, "rateLimit": 10 }));
        assert_eq!(
            meta("get_generation_status"),
            json!({ "creditCost": 0, "rateLimit": 60 })
        );
        assert_eq!(tools[1]["endpoint"], "/api/v1/tools/get_generation_status");
    }
}
