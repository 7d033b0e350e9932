//! The operators' policy in `template.yaml` allows exactly what `tgctl` does.

use std::collections::BTreeSet;

use runtime::Environment;
use serde_json::{Value, json};
use tests::{
    Proxy,
    template::{resources, template},
};

use crate::{
    iam::{Request, Role},
    instance::{Action, Reply},
    policies::{assert_none, faults},
    requests::of_call,
    world::{FaultWorld, SOURCE, run},
};

/// The JSON output of a `tgctl` command that succeeds.
pub(crate) async fn operate(world: &FaultWorld, url: &str, command: &str) -> Value {
    let url = url.to_owned();
    let environment = Environment::of(move |name| (name == "AWS_ENDPOINT_URL").then(|| url.clone()));
    let arguments: Vec<&str> = command.split(' ').chain(["--json"]).collect();
    let outcome = ctl::run(arguments, environment, world.service.clock().clone()).await;
    assert_eq!((outcome.exit_code, outcome.stderr.as_str()), (0, ""), "{command}");
    serde_json::from_str(&outcome.stdout).expect("one object")
}

#[test]
fn the_operators_policy_allows_exactly_what_tgctl_does() {
    run(async {
        let world = FaultWorld::start().await;
        let organization = world.organization().await;
        world.lost_image(&organization).await;
        let body = json!({ "imageUrl": *SOURCE, "visibility": "public" });
        let create = Action::Tool {
            tool: "create_inspiration",
            body,
            once: Some("once"),
            key: organization.key.clone(),
        };
        let Reply::Http(200, made) = world.sound.act(create).await else {
            panic!("no inspiration was created");
        };
        let inspiration = made["data"]["inspirationId"].as_str().expect("an id");
        let dead_letters = &world.service.resources().dead_letters;
        dead_letters.send_body("a letter").await.expect("a queue");

        let proxy = Proxy::start(world.service.aws_url()).await;
        let exported = tempfile::tempdir().expect("a directory");
        let id = organization.id;
        let key = operate(&world, &proxy.url(), &format!("key create --org {id}")).await;
        let key = key["keyId"].as_str().expect("an id");
        for command in [
            "org create --name Another --plan free".to_owned(),
            "org list".to_owned(),
            format!("org show {id}"),
            format!("org set-plan {id} pro"),
            format!("org set-quota {id} --images 10"),
            format!("org suspend {id} --reason late"),
            format!("org resume {id}"),
            format!("org set-key-expiry {id} 30d"),
            format!("org recount {id}"),
            format!("key create --replaces {key}"),
            format!("key list --org {id}"),
            format!("key revoke {key}"),
            format!("credits grant --org {id} --amount 1"),
            format!("credits take --org {id} --amount 1"),
            format!("org rename {id} Other"),
            format!("org set-rate {id} --tool list_images 1"),
            format!("org usage {id}"),
            "library list".to_owned(),
            format!("library hide {inspiration}"),
            "log".to_owned(),
            "audit".to_owned(),
            "gc".to_owned(),
            "dlq list".to_owned(),
            "dlq redrive".to_owned(),
            "answers clear --since 2026-01-01T00:00:00Z".to_owned(),
            format!("org export {id} --to {}", exported.path().display()),
            format!("org delete {id} --yes"),
        ] {
            operate(&world, &proxy.url(), &command).await;
        }

        // Operators may write everything, so the policy names neither partitions nor kinds of objects.
        let calls = proxy.calls();
        let requests = calls.iter().flat_map(of_call).map(|request| Request {
            resource: match request.resource.split_once('/') {
                Some((bucket, _)) if bucket.starts_with("arn:aws:s3") => format!("{bucket}/*"),
                _ => request.resource,
            },
            partitions: BTreeSet::new(),
            ..request
        });
        let template = template();
        let policy = &resources(&template, "AWS::IAM::ManagedPolicy")["OperatorPolicy"];
        let role = Role::of_policy(&template, policy);
        assert_none(faults("tgctl", &role, &requests.collect::<Vec<_>>(), Vec::new()));
    });
}
