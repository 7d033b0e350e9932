//! The policy for calling vendors' models allows exactly the required calls, and only the functions that call vendors
//! have it.

use std::{collections::BTreeSet, fs, path::Path};

use runtime::Environment;
use serde_json::{Value, json};
use tests::{
    template::{resources, template},
    upstream,
};
use vendors::{Health, PictureModel, PictureRequest, Question, Vendors, WordsModel};

use crate::{
    iam::{MODELS, list},
    world::run,
};

/// A model that only Bedrock offers.
const CORE: &str = "stability.stable-image-core-v1:1";

/// The functions whose roles have this managed policy.
fn functions_with_policy(template: &Value, policy: &str) -> BTreeSet<String> {
    let roles = resources(template, "AWS::IAM::Role");
    let has = |id: &&String| {
        let policies = list(&roles[*id]["ManagedPolicyArns"]);
        policies.iter().any(|held| held["!Ref"] == policy)
    };
    let functions = roles.keys().filter(has).filter_map(|role| role.strip_suffix("Role"));
    functions.map(str::to_owned).collect()
}

/// The functions whose `main.rs` creates the clients of vendors, by their names as resources.
fn functions_that_call_vendors() -> BTreeSet<String> {
    let mut functions_that_call_vendors = BTreeSet::new();
    for (id, function) in resources(&template(), "AWS::Serverless::Function") {
        let package = function["CodeUri"]
            .as_str()
            .and_then(|path| path.strip_prefix("target/lambda/"))
            .expect("its package");
        let main = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../functions")
            .join(package)
            .join("src/main.rs");
        if fs::read_to_string(main).expect("a main").contains("Vendors::read") {
            functions_that_call_vendors.insert(id.trim_end_matches("Function").to_owned());
        }
    }
    functions_that_call_vendors
}

#[test]
fn only_functions_that_call_vendors_may_read_keys_and_call_models() {
    run(async {
        let (secrets, bedrock) = (
            upstream::Secrets::start([("thumbnails/bedrock", "a-key")]).await,
            upstream::Bedrock::start().await,
        );
        let list = json!({
            "models": [
                { "id": "role", "provider": "bedrock", "upstreamModel": CORE },
                { "id": "key", "provider": "bedrock", "upstreamModel": CORE, "secret": "secretsmanager:thumbnails/bedrock" },
            ],
            "text": { "provider": "bedrock", "upstreamModel": "amazon.nova-lite-v1:0" },
        });
        let variables = [
            ("MODELS", list.to_string()),
            ("AWS_ENDPOINT_URL_SECRETS_MANAGER", secrets.url()),
            ("AWS_ENDPOINT_URL_BEDROCK_RUNTIME", bedrock.url()),
            ("AWS_ENDPOINT_URL_BEDROCK", bedrock.url()),
        ];
        let mut environment = Environment::of(move |wanted| {
            let found = variables.iter().find(|(name, _)| *name == wanted);
            found.map(|(_, value)| value.clone())
        });
        let (models, aws) = (environment.models(), environment.own_aws());
        let vendors = Vendors::read(&mut environment, &aws, &models);
        environment.finish().expect("a configuration");
        for model in models.iter() {
            let painter = PictureModel::new(&vendors, model).expect("a vendor's");
            let size = contract::AspectRatio::Wide.size();
            let request = PictureRequest {
                text: "A lighthouse",
                references: &[],
                size,
                resolution: contract::Resolution::default(),
                seed: 1,
            };
            painter.paint(request).await.expect("a picture");
        }
        let writer = WordsModel::new(&vendors, models.text().expect("a text model")).expect("a vendor's");
        let question = Question {
            instructions: "Say",
            text: "something",
            picture: None,
        };
        writer.ask(question).await.expect("words");
        let checks = vendors::check(&models, &vendors, runtime::Clock::system().now()).await;
        assert!(checks.iter().all(|check| check.health == Health::Fine), "{checks:?}");
        // The fakes accept only these calls and record all others.
        assert_eq!((secrets.violations(), bedrock.violations()), (vec![], vec![]));
        assert_eq!(
            (secrets.calls(), bedrock.seen().len(), bedrock.looked_up().len()),
            (1, 3, 3)
        );
        let template = template();
        let policy = &resources(&template, "AWS::IAM::ManagedPolicy")[MODELS];
        let key = "arn:${AWS::Partition}:secretsmanager:${AWS::Region}:${AWS::AccountId}:secret:${AWS::StackName}/*";
        let calls = ["bedrock:InvokeModel", "bedrock:GetFoundationModel"];
        let expected = json!([
            { "Effect": "Allow", "Action": "secretsmanager:GetSecretValue", "Resource": { "!Sub": key } },
            { "!If": [
                "UsesBedrock",
                { "Effect": "Allow", "Action": calls, "Resource": { "!Ref": "BedrockModels" } },
                { "!Ref": "AWS::NoValue" },
            ] },
        ]);
        assert_eq!(policy["PolicyDocument"]["Statement"], expected);
        assert_eq!(functions_with_policy(&template, MODELS), functions_that_call_vendors());
    });
}
