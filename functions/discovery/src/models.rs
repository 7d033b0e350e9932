//! The models that can make thumbnails, as callers see them.

use descriptions::discovery::ListedModel;
use runtime::Models;

/// A JSON array of all models, in the order of the configuration.
pub(crate) fn listed(models: &Models) -> String {
    let listed: Vec<ListedModel<'_>> = models
        .iter()
        .map(|model| ListedModel {
            id: &model.id,
            default: model.id == models.default_id(),
            capabilities: &model.capabilities,
            lettering: model.lettering,
            end_of_life: model.end_of_life.as_ref().map(|end| end.day.as_str()),
            fallbacks: &model.fallbacks,
        })
        .collect();
    // The values are strings, numbers and lists of them, and JSON can express all of these.
    serde_json::to_string(&listed).unwrap_or_else(|_| "[]".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn callers_see_what_models_can_do_and_nothing_of_where_they_are() {
        let list = json!([
            { "id": "banana", "provider": "gemini", "upstreamModel": "upstream", "secret": "env:KEY", "priceNote": "dear",
              "baseUrl": "https://10.0.0.7", "endOfLife": "2027-03-01", "fallbacks": ["composer"] },
            { "id": "composer", "provider": "composer" },
        ]);
        let mut environment = runtime::Environment::of(move |name| (name == "MODELS").then(|| list.to_string()));
        let text = listed(&environment.models());
        for inner in ["upstream", "KEY", "10.0.0.7", "dear", "gemini"] {
            assert!(!text.contains(inner), "{text}");
        }
        let banana = json!({
            "id": "banana",
            "default": true,
            "capabilities": {
                "sizes": [
                    "16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3", "5:4", "4:5", "21:9", "4:1", "1:4", "8:1", "1:8",
                ],
                "resolutions": ["720p", "1080p", "2160p"],
                "references": { "total": 14, "person": 4, "object": 10, "style": 14 },
                "edits": true,
                "seed": false,
                "maxPromptChars": 32000,
            },
            "lettering": "composer",
            "endOfLife": "2027-03-01",
            "fallbacks": ["composer"],
        });
        let parsed: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((parsed.as_array().unwrap().len(), &parsed[0]), (2, &banana));
        assert_eq!(
            (&parsed[1]["default"], &parsed[1]["endOfLife"]),
            (&json!(false), &Value::Null)
        );
    }
}
