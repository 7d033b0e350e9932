//! The roles in `template.yaml` allow exactly what the functions do: the AWS calls of each scenario, and the URLs that
//! it signs, are compared with the statements of its function's role, in both directions. No function may write items
//! of another kind, as far as IAM can distinguish kinds.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use aws_sdk_dynamodb::types::AttributeValue;
use contract::{Amount, operations::OPERATIONS};
use futures_util::future::join_all;
use runtime::{Aws, Clock, Stack};
use serde_json::{Map, Value, json};
use store::{KeyHash, keys};
use tests::{
    Proxy,
    service::{aws_config, deadline},
    template::template,
};

use crate::{
    iam::{Permission, Request, Role, STACK, arn, roles, table},
    instance::{Action, Instance, Reply},
    models::{ModelAction, ScriptedModels},
    operators_policy::operate,
    requests::{of_answer, of_call, of_put},
    scenario::{Prepared, Scenario, completed, entries},
    webhook_requests,
    world::{FaultWorld, SOURCE, run},
};

/// The permissions of a role that Lambda needs, and not the function's code.
fn besides(function: &str) -> Vec<Permission> {
    let logs = arn("logs", &format!("log-group:/aws/lambda/{STACK}-{function}:*"));
    let thumbnails = arn("sqs", &format!("{STACK}-thumbnails"));
    let mut all = vec![
        // Lambda writes the logs and sends the traces with the function's role.
        ("logs:CreateLogStream", logs.clone()),
        ("logs:PutLogEvents", logs),
        ("xray:PutTraceSegments", "*".to_owned()),
        ("xray:PutTelemetryRecords", "*".to_owned()),
    ];
    if function == "generation-loop" {
        all.extend([
            // The event source mapping receives messages with the function's role.
            ("sqs:ReceiveMessage", thumbnails.clone()),
            ("sqs:DeleteMessage", thumbnails.clone()),
            ("sqs:GetQueueAttributes", thumbnails),
        ]);
    }
    let events = arn("sqs", &format!("{STACK}-events"));
    match function {
        // These functions announce the events that they write. The scenarios have no announcer.
        "generation" | "images" | "inspirations" | "mcp" | "generation-loop" => {
            all.push(("sqs:SendMessage", events));
        }
        "webhook-delivery" => all.extend([
            ("sqs:ReceiveMessage", events.clone()),
            ("sqs:DeleteMessage", events.clone()),
            ("sqs:GetQueueAttributes", events),
            // With an event bus.
            ("sqs:SendMessage", arn("sqs", &format!("{STACK}-bus-events"))),
        ]),
        _ => {}
    }
    let mut all: Vec<Permission> = all
        .iter()
        .map(|(action, resource)| Permission::new(action, resource))
        .collect();
    if function == "generation-loop" {
        all.extend(claims().permissions());
    }
    all
}

/// The requests that claim the daily check of the models and the second painting of a thumbnail, as one. The scenarios
/// have no models of vendors.
fn claims() -> Request {
    let generation = "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().expect("an id");
    let check = keys::daily_task("models", Clock::system().now());
    let painting = keys::second_painting(generation, 0);
    Request {
        partitions: [check, painting].map(|key| key.pk).into(),
        ..Request::new("dynamodb:UpdateItem", table(&format!("{STACK}-ephemeral")))
    }
}

/// The functions that perform the action: a tool may be called over HTTP and over MCP.
fn functions(action: &Action) -> Vec<&'static str> {
    match action {
        Action::Tool { tool, .. } => {
            let category = contract::tools::find(tool).expect("a tool").category;
            vec![category.as_str(), "mcp"]
        }
        Action::Operation { name, .. } => {
            let operation = OPERATIONS.iter().find(|operation| operation.terms.name == *name);
            vec![operation.expect("an operation").terms.category.as_str()]
        }
        Action::Discovery { .. } => vec!["discovery"],
        Action::Event(_) => vec!["generation-loop"],
    }
}

/// The scenarios of the fault matrix, and variants of them that need further permissions.
#[derive(Clone, Copy, Debug)]
enum PolicyScenario {
    Known(Scenario),
    ListOwnInspirations,
    CreateInspirationOnce,
    GenerateFromLibrary,
    VaryFromLibrary,
    AttemptWithEveryReference,
    WaitForGeneration,
}

impl PolicyScenario {
    async fn prepare(self, world: &Arc<FaultWorld>) -> Prepared {
        if let Self::Known(what) = self {
            return Box::pin(what.prepare(world)).await;
        }
        let organization = world.organization().await;
        let tool = |tool, body, once| Action::Tool {
            tool,
            body,
            once,
            key: organization.key.clone(),
        };
        let action = match self {
            Self::Known(_) => unreachable!("prepared above"),
            Self::ListOwnInspirations => tool("list_inspirations", json!({ "filter": "mine" }), None),
            Self::CreateInspirationOnce => tool("create_inspiration", json!({ "imageUrl": *SOURCE }), Some("once")),
            Self::GenerateFromLibrary => {
                let body = json!({ "prompt": "A lighthouse", "inspirationIds": [public_inspiration(world).await] });
                tool("generate_thumbnail", body, None)
            }
            Self::VaryFromLibrary => {
                let body = json!({ "prompt": "A lighthouse", "inspirationIds": [public_inspiration(world).await] });
                let made = world.call(&organization.key, "generate_thumbnail", body).await;
                tool("generate_variation", json!({ "promptId": made["promptId"] }), None)
            }
            Self::AttemptWithEveryReference => attempt_with_every_reference(world, &organization.key).await,
            Self::WaitForGeneration => {
                let generation = world.begin(&organization.key, 1, &[]).await;
                let body = json!({ "generationId": generation, "waitSeconds": 1 });
                tool("get_generation_status", body, None)
            }
        };
        Prepared {
            organization,
            action,
            turn: ModelAction::Picture,
            warm: false,
        }
    }
}

/// A public inspiration of another organization.
async fn public_inspiration(world: &FaultWorld) -> Value {
    let other = world.organization().await;
    let body = json!({ "imageUrl": *SOURCE, "visibility": "public" });
    let mut made = world.call(&other.key, "create_inspiration", body).await;
    made["inspirationId"].take()
}

/// The message for a thumbnail that has references of every kind.
async fn attempt_with_every_reference(world: &FaultWorld, key: &str) -> Action {
    let mut inspirations = Vec::new();
    for visibility in ["private", "public"] {
        let body = json!({ "imageUrl": *SOURCE, "visibility": visibility });
        let made = world.call(key, "create_inspiration", body).await;
        inspirations.push(made["inspirationId"].clone());
    }
    let body = json!({ "name": "Alex", "imageUrls": [*SOURCE] });
    let person = world.call(key, "create_person", body).await;
    let body = json!({
        "prompt": "A lighthouse",
        "imageIds": [world.image(key).await],
        "inspirationIds": inspirations,
        "personIds": [person["personId"]],
    });
    let made = world.call(key, "generate_thumbnail", body).await;
    let generation = made["generationId"].as_str().unwrap().parse().unwrap();
    Action::Event(world.take(generation).await.remove(0).event())
}

/// The requests of a scenario, and the functions that make them.
async fn needs(scenario: PolicyScenario) -> (Vec<&'static str>, Vec<Request>) {
    let world = Arc::new(FaultWorld::start().await);
    let Prepared {
        organization,
        action,
        turn,
        ..
    } = scenario.prepare(&world).await;
    // Only existing pictures have URLs.
    if matches!(scenario, PolicyScenario::Known(Scenario::Status | Scenario::List)) {
        world.settle(organization.id).await;
    }
    let proxy = Proxy::start(world.service.aws_url()).await;
    // The instance does not have the key in its cache, because looking up the key needs permissions, too.
    let instance = Instance::new(&world.service, &proxy.url(), ScriptedModels::then([turn]));
    let functions = functions(&action);
    let status = match scenario {
        PolicyScenario::Known(what) => what.status(),
        _ => 200,
    };
    let answer = match instance.act(action).await {
        Reply::Http(reply, answer) if reply == status => answer,
        Reply::Event(Ok(answer)) => answer,
        reply => panic!("{scenario:?} fails: {reply:?}"),
    };
    let mut all = of_answer(&answer);
    all.extend(proxy.calls().iter().flat_map(of_call));
    (functions, all)
}

/// The faults of a role: required requests that it refuses, and permissions that no request needs.
pub(crate) fn faults(name: &str, role: &Role, requests: &[Request], besides: Vec<Permission>) -> BTreeSet<String> {
    let mut wrong = BTreeSet::new();
    for request in requests.iter().filter(|request| !role.allows(request)) {
        for permission in request.permissions() {
            wrong.insert(format!("{name} needs {permission}, but does not have it"));
        }
    }
    let allowed = role.permissions();
    let mut unneeded: BTreeSet<Permission> = allowed.iter().cloned().collect();
    if unneeded.len() != allowed.len() {
        wrong.insert(format!("{name} has a permission twice"));
    }
    for needed in requests.iter().flat_map(Request::permissions).chain(besides) {
        unneeded.remove(&needed);
    }
    wrong.extend(
        unneeded
            .iter()
            .map(|permission| format!("{name} has {permission}, which no request needs")),
    );
    wrong
}

pub(crate) fn assert_none(wrong: BTreeSet<String>) {
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "template.yaml:\n{}", wrong.join("\n"));
}

#[test]
fn each_role_allows_exactly_what_its_function_does() {
    run(async {
        let further = [
            PolicyScenario::ListOwnInspirations,
            PolicyScenario::CreateInspirationOnce,
            PolicyScenario::GenerateFromLibrary,
            PolicyScenario::VaryFromLibrary,
            PolicyScenario::AttemptWithEveryReference,
            PolicyScenario::WaitForGeneration,
        ];
        let scenarios = entries()
            .map(|entry| PolicyScenario::Known(entry.scenario))
            .chain(further);
        // Boxed, because so many futures are too large for the stack.
        let found = join_all(scenarios.map(|scenario| Box::pin(needs(scenario)))).await;
        let mut needed: BTreeMap<&str, Vec<Request>> = BTreeMap::new();
        for (functions, needs) in found {
            for function in functions {
                needed.entry(function).or_default().extend(needs.clone());
            }
        }
        needed.extend(webhook_requests::all().await);
        let roles = roles(&template());
        assert!(
            roles.keys().eq(needed.keys()),
            "some of {:?} have no scenario",
            roles.keys()
        );
        let wrong = needed
            .iter()
            .flat_map(|(function, requests)| faults(function, &roles[*function], requests, besides(function)));
        assert_none(wrong.collect());
    });
}

/// An item of each kind, by the kind's name, from a table on which every action ran once.
async fn items_of_each_kind(world: &FaultWorld) -> BTreeMap<&'static str, Map<String, Value>> {
    let organization = world.organization().await;
    let key = organization.key.as_str();
    world
        .service
        .grant(organization.id, Amount::thumbnails(1), "A gift")
        .await;
    world.image(key).await;
    for visibility in ["private", "public"] {
        let body = json!({ "imageUrl": *SOURCE, "visibility": visibility });
        world.call(key, "create_inspiration", body).await;
    }
    world.call(key, "create_person", json!({ "name": "Alex" })).await;
    world.begin(key, 1, &[]).await;
    let deleted = completed(world, key).await;
    let (facts, progress) = world
        .store()
        .generation(organization.id, deleted)
        .await
        .expect("a read")
        .expect("it exists");
    let deletion = world.store().delete_generation(&facts, &progress, deadline()).await;
    assert!(deletion.expect("a deletion"));
    webhook_requests::items(world.store(), organization.id).await;
    // With every optional attribute of an organization.
    let (id, url) = (organization.id, world.service.aws_url());
    for command in [
        format!("org set-quota {id} --images 9 --inspirations 9 --persons 9 --bytes 9 --waiting 9"),
        format!("org suspend {id} --reason late"),
        format!("org set-key-expiry {id} 30d"),
    ] {
        operate(world, url, &command).await;
    }

    let client = Aws::new(&aws_config(world.service.aws_url())).dynamodb();
    let mut found = Vec::new();
    let own = keys::organization_partition(organization.id);
    for partition in [own.as_str(), keys::ORGANIZATIONS, keys::LIBRARY] {
        let query = client.query().table_name(Stack::named(STACK).table());
        let query = query.key_condition_expression(format!("{} = :partition", keys::PK));
        let query = query.expression_attribute_values(":partition", AttributeValue::S(partition.to_owned()));
        found.extend(query.send().await.expect("items").items.unwrap_or_default());
    }
    let api_key = world.store().keys_of(organization.id).await.expect("keys").remove(0);
    for place in [keys::key(&KeyHash::of(key)), keys::key_by_id(api_key.id)] {
        let get = client.get_item().table_name(Stack::named(STACK).table());
        let answer = get.set_key(Some(place.attributes())).send().await;
        found.extend(answer.expect("an item").item);
    }
    let mut items = BTreeMap::new();
    for item in found {
        let text = |name: &str| item[name].as_s().expect("a text").as_str();
        let (partition, sort_key) = (text(keys::PK), text(keys::SK));
        // Policies use the names of attributes and the partition key; other values do not matter.
        let mut attributes: Map<String, Value> = item.keys().map(|name| (name.clone(), Value::Null)).collect();
        attributes.insert(keys::PK.to_owned(), json!({ "S": partition }));
        items.insert(kind(partition, sort_key), attributes);
    }
    items
}

/// The kind of an item of the main table, by its key.
fn kind(partition: &str, sort_key: &str) -> &'static str {
    let first_word = |text: &str| text.split('#').next().unwrap_or_default().to_owned();
    match (first_word(partition).as_str(), first_word(sort_key).as_str()) {
        ("KEY", _) => "API key",
        ("KEYID", _) => "API key by id",
        ("ORGS", _) => "place in the list of organizations",
        ("LIBRARY", _) => "public inspiration",
        ("ORG", "PROFILE") => "organization",
        ("ORG", "BALANCE") => "balance",
        ("ORG", "LEDGER") => "ledger entry",
        ("ORG", "GRANT") => "adjustment",
        ("ORG", "KEY") => "API key in its list",
        ("ORG", "GEN") if sort_key.ends_with("PROGRESS") => "progress of a generation",
        ("ORG", "GEN") => "generation",
        ("ORG", "DELETED") => "deleted generation",
        ("ORG", "IMG") => "image",
        ("ORG", "INS") => "inspiration",
        ("ORG", "PER") => "person",
        ("ORG", "WHK") => "webhook",
        ("ORG", "WEBHOOKSECRET") => "secret of webhooks",
        ("ORG", "DLV") => "delivery",
        _ => panic!("{partition} {sort_key} is of an unknown kind"),
    }
}

/// As in docs/security.md: the functions that decode strangers' pictures, and the items that they may write. Functions
/// that charge may write money.
const WRITABLE: [(&str, &[&str]); 3] = [
    ("images", &["adjustment", "balance", "image", "ledger entry"]),
    (
        "inspirations",
        &[
            "adjustment",
            "balance",
            "image",
            "inspiration",
            "ledger entry",
            "public inspiration",
        ],
    ),
    ("persons", &["person"]),
];

#[test]
fn functions_that_decode_pictures_cannot_write_items_of_other_kinds() {
    run(async {
        let world = FaultWorld::start().await;
        let items = items_of_each_kind(&world).await;
        assert_eq!(items.len(), 18, "a kind is missing: {:?}", items.keys());
        let roles = roles(&template());
        let table = Stack::named(STACK).table();
        for (function, expected) in WRITABLE {
            let may = |item: &Map<String, Value>| roles[function].allows(&of_put(&table, item));
            let writable: Vec<&str> = items
                .iter()
                .filter(|(_, item)| may(item))
                .map(|(kind, _)| *kind)
                .collect();
            assert_eq!(writable, expected, "{function}");
            for (kind, name) in operators_attributes(&items) {
                let partition = items[kind][keys::PK].clone();
                let change = Map::from_iter([(keys::PK.to_owned(), partition), (name.clone(), Value::Null)]);
                let request = Request {
                    action: "dynamodb:UpdateItem".to_owned(),
                    ..of_put(&table, &change)
                };
                assert!(
                    !roles[function].allows(&request),
                    "{function} may change {name} of an item of kind {kind}"
                );
            }
        }
    });
}

/// The attributes that only organizations and their keys have.
fn operators_attributes<'a>(
    items: &'a BTreeMap<&'static str, Map<String, Value>>,
) -> impl Iterator<Item = (&'static str, &'a String)> {
    const SHARED: [&str; 6] = [keys::PK, keys::SK, "id", "organization", "name", "createdAt"];
    let kinds = ["organization", "API key in its list"];
    let names = kinds.map(|kind| items[kind].keys().map(move |name| (kind, name)));
    names
        .into_iter()
        .flatten()
        .filter(|(_, name)| !SHARED.contains(&name.as_str()))
}
