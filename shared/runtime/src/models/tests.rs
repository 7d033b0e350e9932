use capabilities::{Provider, ReferenceLimits};

use super::*;

fn read(document: &str) -> Result<Models, String> {
    let document = document.to_owned();
    let mut environment = Environment::of(move |name| (name == "MODELS").then(|| document.clone()));
    let models = environment.models();
    environment.finish().map(|()| models).map_err(|error| error.to_string())
}

const FULL: &str = r#"{
    "models": [
        { "id": "banana", "provider": "gemini", "upstreamModel": "gemini-nano-banana-2.1",
          "secret": "secretsmanager:thumbnails/vendors#gemini", "timeoutSeconds": 60,
          "capabilities": { "references": { "person": 5, "object": 6, "style": 3 }, "sizes": ["16:9", "1:1"] },
          "priceNote": "about 4 cents", "endOfLife": "2027-03-01", "fallbacks": ["own", "composer"] },
        { "id": "own", "provider": "openai", "upstreamModel": "flux", "baseUrl": "http://10.0.0.7:8080/" },
        { "id": "core", "provider": "bedrock", "upstreamModel": "stability.stable-image-core-v1:1",
          "region": "us-west-2", "capabilities": { "references": 1 } },
        { "id": "composer", "provider": "composer" }
    ],
    "default": "own",
    "vision": { "provider": "gemini", "upstreamModel": "gemini-3-flash", "secret": "env:GEMINI_API_KEY" },
    "text": { "provider": "bedrock", "upstreamModel": "amazon.nova-lite-v1:0" }
}"#;

#[test]
fn a_document_configures_image_models_and_text_models() {
    let models = read(FULL).unwrap();
    let ids: Vec<_> = models.iter().map(|model| model.id.as_str()).collect();
    assert_eq!(ids, ["banana", "own", "core", "composer"]);
    assert_eq!(models.default_id(), "own");
    let banana = models.get("banana").unwrap();
    let limits = banana.capabilities.references;
    assert_eq!(
        (limits.total, limits.person, limits.object, limits.style),
        (14, 5, 6, 3)
    );
    assert_eq!(banana.timeout().as_secs(), 60);
    let secret = SecretRef::SecretsManager {
        id: "thumbnails/vendors".to_owned(),
        field: Some("gemini".to_owned()),
    };
    assert_eq!(banana.secret, Some(secret));
    let own = models.get("own").unwrap();
    assert_eq!(own.base_url.as_deref(), Some("http://10.0.0.7:8080"));
    assert_eq!(own.timeout_seconds, 90);
    assert_eq!(
        models.get("core").unwrap().capabilities.references,
        ReferenceLimits::any(1)
    );
    assert_eq!(models.vision().unwrap().upstream_model, "gemini-3-flash");
    assert_eq!(models.text().unwrap().provider, Provider::Bedrock);
}

#[test]
fn a_chain_is_the_model_and_its_fallbacks_in_order() {
    let models = read(FULL).unwrap();
    let chain = |id| {
        models
            .chain(id)
            .iter()
            .map(|model| model.id.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(chain("banana"), ["banana", "own", "composer"]);
    assert_eq!(chain("composer"), ["composer"]);
    assert!(chain("other").is_empty());
}

#[test]
fn a_model_ends_at_the_beginning_of_its_end_of_life_day() {
    let models = read(FULL).unwrap();
    let day = Timestamp::of_day("2027-03-01").unwrap();
    assert_eq!(models.ended(day - std::time::Duration::from_millis(1)).count(), 0);
    assert_eq!(models.ended(day).collect::<Vec<_>>(), ["banana"]);
}

#[test]
fn without_a_configuration_the_composer_is_the_only_model() {
    let models = Environment::of(|_| None).models();
    assert_eq!(models, Models::default());
    assert_eq!(models.default_id(), "composer");
}

#[test]
fn each_problem_is_named_with_its_model() {
    for (document, problem) in [
        ("[]", "the list names no model"),
        ("{", "a JSON object with `models`"),
        ("[{}]", "missing field `id`"),
        (r#"[{"id":"x","provider":"dalle"}]"#, "unknown variant `dalle`"),
        (
            r#"[{"id":"x","provider":"composer","colour":1}]"#,
            "unknown field `colour`",
        ),
        (
            r#"[{"id":"a b","provider":"composer"}]"#,
            "model `a b`: an id is 1 to 64",
        ),
        (
            r#"[{"id":"x","provider":"composer","secret":"env:A"}]"#,
            "the composer has no upstreamModel",
        ),
        (
            r#"[{"id":"x","provider":"gemini","secret":"env:A"}]"#,
            "`upstreamModel` is missing",
        ),
        (
            r#"[{"id":"x","provider":"gemini","upstreamModel":"m"}]"#,
            "`secret` is missing",
        ),
        (
            r#"[{"id":"x","provider":"openai","upstreamModel":"m"}]"#,
            "`secret` is missing",
        ),
        (
            r#"[{"id":"x","provider":"openai","upstreamModel":"m","baseUrl":"ftp://x"}]"#,
            "`baseUrl` is no http",
        ),
        (
            r#"[{"id":"x","provider":"composer","timeoutSeconds":181}]"#,
            "`timeoutSeconds` is not 1 to 180",
        ),
        (
            r#"[{"id":"x","provider":"composer","timeoutSeconds":0}]"#,
            "`timeoutSeconds` is not 1 to 180",
        ),
        (
            r#"[{"id":"x","provider":"composer","endOfLife":"soon"}]"#,
            "`endOfLife` is no day",
        ),
        (
            r#"[{"id":"x","provider":"composer","retryMisspelt":true}]"#,
            "`retryMisspelt` is for models of vendors",
        ),
        (
            r#"[{"id":"x","provider":"gemini","upstreamModel":"m","secret":"env:A","retryMisspelt":true}]"#,
            "model `x`: `retryMisspelt` needs a model in `vision`",
        ),
        (
            r#"[{"id":"x","provider":"composer","fallbacks":["y"]}]"#,
            "its fallback `y` is not configured",
        ),
        (
            r#"[{"id":"x","provider":"composer","fallbacks":["x"]}]"#,
            "it is its own fallback",
        ),
        (
            r#"[{"id":"x","provider":"composer","fallbacks":["y","y"]},{"id":"y","provider":"composer"}]"#,
            "its fallback `y` is there twice",
        ),
        (
            r#"[{"id":"x","provider":"composer"},{"id":"x","provider":"composer"}]"#,
            "the id is there twice",
        ),
        (
            r#"[{"id":"x","provider":"composer","capabilities":{"sizes":["huge"]}}]"#,
            "`huge` is no size",
        ),
        (
            r#"[{"id":"x","provider":"composer","body":{}}]"#,
            "`body` and `picture` are for Bedrock",
        ),
        (
            r#"{"models":[{"id":"x","provider":"composer"}],"default":"y"}"#,
            "`default` names none",
        ),
        (
            r#"{"models":[{"id":"x","provider":"composer"}],"text":{"provider":"composer","upstreamModel":"m"}}"#,
            "`text`: the composer has no words",
        ),
        (
            r#"{"models":[{"id":"x","provider":"composer"}],"vision":{"provider":"bfl","upstreamModel":"m"}}"#,
            "`vision`: `bfl` has no models for words",
        ),
        (
            r#"[{"id":"x","provider":"bfl","upstreamModel":"m","baseUrl":"https://flux.example"}]"#,
            "`secret` is missing",
        ),
    ] {
        let said = read(document).unwrap_err();
        assert!(
            said.contains("MODELS is wrong") && said.contains(problem),
            "{document}: {said}"
        );
    }
}

#[test]
fn a_key_is_sent_unencrypted_only_to_this_machine() {
    let own = |base_url: &str| {
        format!(r#"{{"provider":"openai","upstreamModel":"m","secret":"env:OWN_KEY","baseUrl":"{base_url}"}}"#)
    };
    let model = |base_url: &str| own(base_url).replacen('{', r#"{"id":"x","#, 1);
    for allowed in [
        "https://models.example",
        "http://127.0.0.1:8080",
        "http://127.8.9.1/v1",
        "http://localhost:8080",
        "http://[::1]:8080/v1",
    ] {
        read(&format!("[{}]", model(allowed))).unwrap();
    }
    for refused in [
        "http://10.0.0.7:8080",
        "http://models.example",
        "http://127.0.0.1.models.example",
        "http://localhost.models.example:80/v1",
        "http://[2001:db8::1]:8080",
    ] {
        let said = read(&format!("[{}]", model(refused))).unwrap_err();
        assert!(said.contains("would be sent unencrypted"), "{refused}: {said}");
        let words = format!(
            r#"{{"models":[{{"id":"c","provider":"composer"}}],"text":{}}}"#,
            own(refused)
        );
        assert!(read(&words).unwrap_err().contains("`text`"), "{refused}");
    }
}

#[test]
fn messages_do_not_repeat_a_text_that_may_be_a_key() {
    let key = "AIzaSyD-not-a-reference";
    let document = format!(r#"[{{"id":"x","provider":"gemini","upstreamModel":"m","secret":"{key}"}}]"#);
    let said = read(&document).unwrap_err();
    assert!(said.contains("`secret` is neither"), "{said}");
    assert!(!said.contains(key), "{said}");
    assert_eq!(format!("{:?}", Secret::new(key)), "Secret");
}

#[test]
fn the_message_names_a_file_that_cannot_be_read() {
    let mut environment = Environment::of(|name| (name == "MODELS_FILE").then(|| "/nowhere/models.json".to_owned()));
    environment.models();
    let said = environment.finish().unwrap_err().to_string();
    assert!(said.contains("MODELS_FILE is wrong (/nowhere/models.json: "), "{said}");
}

#[test]
fn a_server_of_ones_own_needs_one_variable() {
    let read = |url: &'static str| {
        let mut environment = Environment::of(move |name| (name == "IMAGE_SERVER").then(|| url.to_owned()));
        let models = environment.models();
        environment.finish().map(|()| models)
    };
    let models = read("http://127.0.0.1:1234/").unwrap();
    let chain: Vec<&str> = models
        .chain(models.default_id())
        .iter()
        .map(|model| model.id.as_str())
        .collect();
    assert_eq!(chain, ["local", "composer"]);
    let manual = include_str!("../../../../docs/models.md");
    let (_, rest) = manual
        .split_once("IMAGE_SERVER=http://127.0.0.1:1234 cargo run")
        .unwrap();
    let documented = rest.split("MODELS='").nth(1).and_then(|rest| rest.split('\'').next());
    let mut environment = Environment::of(move |name| (name == "MODELS").then(|| documented.unwrap().to_owned()));
    assert_eq!(environment.models(), models);
    let problem = read("127.0.0.1:1234").unwrap_err().to_string();
    assert!(
        problem.contains("IMAGE_SERVER is wrong") && problem.contains("`baseUrl` is no http"),
        "{problem}"
    );
}

#[test]
fn a_list_of_models_comes_before_a_server() {
    let mut environment = Environment::of(|name| match name {
        "MODELS" => Some(r#"[{"id":"composer","provider":"composer"}]"#.to_owned()),
        "IMAGE_SERVER" => Some("http://127.0.0.1:1234".to_owned()),
        _ => None,
    });
    assert_eq!(environment.models(), Models::default());
}

/// Checks the configurations in the manual: the texts between `MODELS='` and the next quotation mark, and JSON blocks.
#[test]
fn the_configurations_in_the_manual_are_valid() {
    let manual = include_str!("../../../../docs/models.md");
    let shell = ["MODELS='", "Models='"]
        .into_iter()
        .flat_map(|name| manual.split(name).skip(1));
    let shell = shell.filter_map(|rest| rest.split('\'').next());
    let blocks = manual
        .split("```json")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let documents: Vec<&str> = shell.chain(blocks).collect();
    assert_eq!(documents.len(), 8);
    for document in documents {
        let models = read(document).unwrap_or_else(|problem| panic!("{document}: {problem}"));
        assert!(models.iter().count() > 0, "{document}");
    }
}
