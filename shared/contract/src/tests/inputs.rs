use proptest::prelude::*;
use serde_json::{Value, json};

use super::{check, parse};
use crate::{
    ToolInfo,
    input::{Input, Issues},
    tools::{
        ALL, CreateInspirationInput, CreatePersonInput, GenerateThumbnailInput, GenerateVariationInput,
        GetCreditHistoryInput, ListGenerationsInput, UploadImageInput,
    },
};

#[test]
fn a_generation_needs_a_prompt_or_a_reference() {
    for body in [
        json!({ "prompt": "x" }),
        json!({ "imageIds": ["a"] }),
        json!({ "inspirationIds": ["a"], "prompt": " " }),
        json!({ "personIds": ["a"], "prompt": null }),
    ] {
        assert!(parse::<GenerateThumbnailInput>(body).is_ok());
    }
    for body in [
        json!({}),
        json!({ "prompt": " " }),
        json!({ "imageIds": [], "personIds": null }),
        json!({ "title": "x" }),
    ] {
        assert_eq!(parse::<GenerateThumbnailInput>(body).unwrap_err(), ["prompt"]);
    }
    assert_eq!(
        parse::<GenerateThumbnailInput>(json!({ "prompt": 1 })).unwrap_err(),
        ["prompt"]
    );
}

#[test]
fn a_misspelt_parameter_is_recognised() {
    let meant_in = |tool: &str, name: &str| {
        let tool = ALL.iter().find(|known| known.name == tool).unwrap();
        let issues = check(tool, &json!({ name: 1 }));
        let unknown = issues.iter().find(|issue| issue.path == name).unwrap();
        assert_eq!(unknown.message.contains("did you mean"), unknown.did_you_mean.is_some());
        let (_, after) = unknown.message.split_once("did you mean ")?;
        let first = unknown.did_you_mean.as_deref().unwrap();
        assert!(after.starts_with(&format!("`{first}`")), "{first}: {after}");
        Some(after.to_owned())
    };
    let meant = |name: &str| meant_in("generate_thumbnail", name);
    assert_eq!(meant("promt").as_deref(), Some("`prompt`?"));
    assert_eq!(meant("image_ids").as_deref(), Some("`imageIds`?"));
    assert_eq!(meant("Aspect-Ratio").as_deref(), Some("`aspectRatio`?"));
    assert_eq!(meant("sed").as_deref(), Some("`seed`?"));
    assert_eq!(meant("text"), None);
    assert_eq!(meant("quality"), None);
    let of_two = meant_in("generate_variation", "prompt");
    assert_eq!(of_two.as_deref(), Some("`newPrompt` or `promptId`?"));
}

#[test]
fn a_variation_distinguishes_an_empty_list_from_an_absent_list() {
    let input: GenerateVariationInput = parse(json!({ "imageIds": [], "personIds": null })).unwrap();
    assert!(input.image_ids.unwrap().is_empty());
    assert!(input.inspiration_ids.is_none());
    assert!(input.person_ids.is_none());
}

#[test]
fn an_inspiration_has_exactly_one_source() {
    for (body, paths) in [
        (json!({ "videoUrl": "v" }), vec![]),
        (json!({ "imageUrl": "i", "videoUrl": " " }), vec![]),
        (json!({ "imageId": "" }), vec!["videoUrl"]),
        (json!({ "videoUrl": "", "imageId": null }), vec!["videoUrl"]),
        (json!({ "imageUrl": "i", "imageId": "" }), vec![]),
        (json!({ "thumbnailId": "t", "imageId": "" }), vec![]),
        (
            json!({ "videoUrl": "v", "imageUrl": "i", "imageId": "x", "thumbnailId": "t" }),
            vec!["imageUrl", "imageId", "thumbnailId"],
        ),
    ] {
        let found = parse::<CreateInspirationInput>(body.clone()).err().unwrap_or_default();
        assert_eq!(found, paths, "{body}");
    }
}

#[test]
fn a_persons_photos_have_one_kind_of_source() {
    for (body, paths) in [
        (json!({ "name": "A" }), vec![]),
        (json!({ "name": "A", "imageUrls": ["u"], "imageIds": [] }), vec![]),
        (
            json!({ "name": "A", "imageUrls": ["u"], "imageIds": ["x"] }),
            vec!["imageIds"],
        ),
        (
            json!({ "name": " ", "imageUrls": ["1", "2", "3", " ", "5", "6"] }),
            vec!["name", "imageUrls", "imageUrls[3]"],
        ),
    ] {
        let found = parse::<CreatePersonInput>(body.clone()).err().unwrap_or_default();
        assert_eq!(found, paths, "{body}");
    }
}

fn arbitrary_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0..12u32).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        prop::sample::select(vec!["", " ", "png", "16:9", "public", "all", "pending", "img_x"]).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..12).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..4).prop_map(|fields| json!(fields)),
        ]
    })
}

/// A tool, and a body with random values for its parameters and for unknown parameters.
fn arbitrary_call() -> impl Strategy<Value = (&'static ToolInfo, Value)> {
    prop::sample::select(ALL.iter().collect::<Vec<_>>()).prop_flat_map(|tool| {
        let schema = (tool.input_schema)();
        let mut names: Vec<String> = schema["properties"].as_object().unwrap().keys().cloned().collect();
        names.push("other".to_owned());
        let name = prop_oneof![9 => prop::sample::select(names), 1 => any::<String>()];
        let body = prop::collection::btree_map(name, arbitrary_json(), 0..8).prop_map(|fields| json!(fields));
        (Just(tool), body)
    })
}

proptest! {
    #[test]
    fn every_body_is_parsed_or_refused_with_issues((tool, body) in arbitrary_call()) {
        let issues = check(tool, &body);
        prop_assert!(issues.iter().all(|issue| !issue.message.is_empty()));
        let known = (tool.input_schema)();
        let unknown = body.as_object().unwrap().keys().any(|name| known["properties"].get(name).is_none());
        prop_assert!(!unknown || !issues.is_empty());
    }
}

/// `check` adds no issues exactly if the tool's input can be parsed.
fn assert_parsed_or_refused<T: Input>(body: &Value) -> Result<(), TestCaseError> {
    let mut issues = Issues::default();
    let read = T::parse(body.as_object().unwrap(), &mut issues).is_some();
    prop_assert_eq!(read, issues.is_empty());
    Ok(())
}

proptest! {
    #[test]
    fn a_body_that_is_not_parsed_has_an_issue((_, body) in arbitrary_call()) {
        assert_parsed_or_refused::<GenerateThumbnailInput>(&body)?;
        assert_parsed_or_refused::<GenerateVariationInput>(&body)?;
        assert_parsed_or_refused::<ListGenerationsInput>(&body)?;
        assert_parsed_or_refused::<CreateInspirationInput>(&body)?;
        assert_parsed_or_refused::<CreatePersonInput>(&body)?;
        assert_parsed_or_refused::<UploadImageInput>(&body)?;
        assert_parsed_or_refused::<GetCreditHistoryInput>(&body)?;
    }
}
