//! The roles in `template.yaml` allow what the functions do, and nothing else: each scenario's calls of AWS, and the
//! URLs that it signs, are compared with the statements of its function's role, both ways.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use futures_util::future::join_all;
use http::Uri;
use runtime::Stack;
use serde_json::{Value, json};
use tests::{
    Call, Proxy,
    template::{resources, template},
};

use crate::{
    instance::{Action, Instance, Said},
    models::{Models, Turn},
    preparation::Prepared,
    scenario::{ALL, What},
    world::{SOURCE, World, run},
};

/// The policy of those who ask vendors' models.
pub(crate) const MODELS: &str = "ModelsPolicy";

/// The name of the stack: the local runner's, as its tables, its bucket and its queues have it.
const STACK: &str = "thumbnails";

/// An action of IAM on a resource: on a real one where it is needed, on a pattern where it is allowed.
type Access = (String, String);

/// A resource of a service, in a region and an account that have no names here.
fn arn(service: &str, resource: &str) -> String {
    format!("arn:aws:{service}:region:account:{resource}")
}

/// The bucket or, with its key behind a slash, the object.
fn s3(path: &str) -> String {
    format!("arn:aws:s3:::{path}")
}

/// The resource as a role names it: not one object, but all of its kind.
fn kind(resource: &str) -> String {
    let object = resource
        .strip_prefix("arn:aws:s3:::")
        .and_then(|path| path.split_once('/'));
    let Some((bucket, key)) = object else {
        return resource.to_owned();
    };
    let (folder, _) = key.rsplit_once('/').expect("a folder");
    let folder = match media::owner(key) {
        Some(owner) => folder.replacen(&owner.to_string(), "org_*", 1),
        None => folder.to_owned(),
    };
    s3(&format!("{bucket}/{folder}/*"))
}

/// Whether a pattern of IAM's covers it: `*` is any text, slashes included.
fn covers(pattern: &str, resource: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = resource.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            return false;
        };
        rest = after;
    }
    rest.ends_with(last)
}

/// What a call needs.
fn of_call(call: &Call) -> Vec<Access> {
    let operation = call.operation.as_str();
    let body: Value = serde_json::from_slice(&call.body).unwrap_or_default();
    let table = |action: &str, name: &str| (format!("dynamodb:{action}"), arn("dynamodb", &format!("table/{name}")));
    let text = |name: &str| body[name].as_str().expect("a name");
    let object = |action: &str, path: &str| (format!("s3:{action}"), s3(path.trim_start_matches('/')));
    // Without it S3 says of an object that is gone that it is forbidden.
    let bucket = |path: &str| {
        let bucket = path.trim_start_matches('/').split('/').next().expect("a bucket");
        ("s3:ListBucket".to_owned(), s3(bucket))
    };
    match operation {
        "GetItem" | "UpdateItem" => vec![table(operation, text("TableName"))],
        "Query" => {
            let (action, table) = table(operation, text("TableName"));
            let index = body["IndexName"].as_str();
            vec![(
                action,
                index.map_or(table.clone(), |index| format!("{table}/index/{index}")),
            )]
        }
        "BatchGetItem" => {
            let tables = body["RequestItems"].as_object().expect("tables");
            tables.keys().map(|name| table(operation, name)).collect()
        }
        "TransactWriteItems" => {
            let items = body["TransactItems"].as_array().expect("items").iter();
            let writes = items.flat_map(|item| item.as_object().expect("a write"));
            // `Put` needs what `PutItem` needs, and so on; a condition alone needs `ConditionCheckItem`.
            writes
                .map(|(write, of)| table(&format!("{write}Item"), of["TableName"].as_str().expect("a table")))
                .collect()
        }
        "SendMessageBatch" | "ReceiveMessage" | "DeleteMessage" | "ChangeMessageVisibility" => {
            let (_, queue) = text("QueueUrl").rsplit_once('/').expect("a queue's name");
            let action = operation.trim_end_matches("Batch");
            vec![(format!("sqs:{action}"), arn("sqs", queue))]
        }
        "GetObject" => vec![object(operation, &call.path), bucket(&call.path)],
        "PutObject" => {
            let mut all = vec![object(operation, &call.path)];
            if let Some(source) = &call.copy_source {
                all.extend([object("GetObject", source), bucket(source)]);
            }
            if let Some(tags) = &call.tagging {
                let (name, value) = media::THUMBNAIL_TAG;
                assert_eq!(*tags, format!("{name}={value}"), "{}", call.path);
                all.push(object("PutObjectTagging", &call.path));
            }
            all
        }
        "DeleteObject" => vec![object(operation, &call.path)],
        other => panic!("what may be needed for {other} is not written down here"),
    }
}

/// What the URLs of an answer need: each may do what the function may that signed it.
fn of_answer(answer: &Value) -> Vec<Access> {
    match answer {
        Value::Array(items) => items.iter().flat_map(of_answer).collect(),
        Value::Object(fields) => fields.values().flat_map(of_answer).collect(),
        Value::String(text) if text.contains("X-Amz-Signature=") => {
            let url: Uri = text.parse().expect("a URL");
            vec![("s3:GetObject".to_owned(), s3(url.path().trim_start_matches('/')))]
        }
        _ => Vec::new(),
    }
}

/// What a role allows though nothing that its function does needs it.
fn besides(function: &str) -> Vec<Access> {
    let logs = arn("logs", &format!("log-group:/aws/lambda/{STACK}-{function}:*"));
    let thumbnails = arn("sqs", &format!("{STACK}-thumbnails"));
    let mut all = vec![
        // Lambda writes the logs and sends the traces as the function.
        ("logs:CreateLogStream", logs.clone()),
        ("logs:PutLogEvents", logs),
        ("xray:PutTraceSegments", "*".to_owned()),
        ("xray:PutTelemetryRecords", "*".to_owned()),
    ];
    if function == "generation-loop" {
        all.extend([
            // And so does its event source mapping take messages.
            ("sqs:ReceiveMessage", thumbnails.clone()),
            ("sqs:DeleteMessage", thumbnails.clone()),
            ("sqs:GetQueueAttributes", thumbnails),
        ]);
    }
    all.into_iter()
        .map(|(action, resource)| (action.to_owned(), resource))
        .collect()
}

/// The function that does it.
fn function(action: &Action) -> &'static str {
    match action {
        Action::Tool { tool, .. } => contract::tools::find(tool).expect("a tool").category.as_str(),
        Action::Discovery { .. } => "discovery",
        Action::Event(_) => "generation-loop",
    }
}

/// What is done: what is made to fail elsewhere, and what makes the same calls as that but needs more for them.
#[derive(Clone, Copy, Debug)]
enum Scenario {
    Known(What),
    CreateInspirationOnce,
    AttemptWithEveryReference,
}

impl Scenario {
    async fn prepare(self, world: &Arc<World>) -> Prepared {
        if let Self::Known(what) = self {
            return Box::pin(what.prepare(world)).await;
        }
        let organization = world.organization().await;
        let action = match self {
            Self::CreateInspirationOnce => Action::Tool {
                tool: "create_inspiration",
                body: json!({ "imageUrl": *SOURCE }),
                once: Some("once"),
                key: organization.key.clone(),
            },
            _ => attempt_with_every_reference(world, &organization.key).await,
        };
        Prepared {
            organization,
            action,
            turn: Turn::Picture,
            warm: false,
        }
    }
}

/// The message for a thumbnail that has references of every kind.
async fn attempt_with_every_reference(world: &World, key: &str) -> Action {
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

/// What a scenario needs, and the function that needs it.
async fn needs(scenario: Scenario) -> (&'static str, Vec<Access>) {
    let world = Arc::new(World::start().await);
    let Prepared {
        organization,
        action,
        turn,
        ..
    } = scenario.prepare(&world).await;
    // Only what is made has a URL.
    if matches!(scenario, Scenario::Known(What::Status | What::List)) {
        world.settle(organization.id).await;
    }
    let proxy = Proxy::start(world.service.aws_url()).await;
    // It does not know the key yet: finding out who calls needs something too.
    let instance = Instance::new(&world.service, &proxy.url(), Models::then([turn]));
    let function = function(&action);
    let status = match scenario {
        Scenario::Known(what) => what.status(),
        _ => 200,
    };
    let answer = match instance.act(action).await {
        Said::Http(said, answer) if said == status => answer,
        Said::Event(Ok(answer)) => answer,
        said => panic!("{scenario:?} fails: {said:?}"),
    };
    let mut all = of_answer(&answer);
    all.extend(proxy.calls().iter().flat_map(of_call));
    (function, all)
}

/// What a value of the template is when everything is deployed that is optional, under names of our choice.
fn resolved(template: &Value, value: &Value) -> String {
    let named = |name: &str| match name.strip_suffix(".Arn") {
        Some(resource) => arn_of(template, &template["Resources"][resource]),
        None if name == "AWS::StackName" => STACK.to_owned(),
        None => panic!("what {name} is in a policy is not written down here"),
    };
    if let Some(text) = value.as_str() {
        return text.to_owned();
    }
    if let Some(name) = value["!GetAtt"].as_str() {
        return named(name);
    }
    if let Some(text) = value["!Sub"].as_str() {
        let mut parts = text.split("${");
        let mut resolved = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once('}').expect("the end of a name");
            resolved.push_str(&named(name));
            resolved.push_str(rest);
        }
        return resolved;
    }
    // The bucket has the local runner's name.
    match value["!If"].as_array().map(Vec::as_slice) {
        Some([condition, ..]) if condition == "HasBucketName" => Stack::named(STACK).bucket(),
        _ => panic!("what {value} is in a policy is not written down here"),
    }
}

fn arn_of(template: &Value, resource: &Value) -> String {
    let name = |property: &str| resolved(template, &resource["Properties"][property]);
    match resource["Type"].as_str() {
        Some("AWS::DynamoDB::Table") => arn("dynamodb", &format!("table/{}", name("TableName"))),
        Some("AWS::SQS::Queue") => arn("sqs", &name("QueueName")),
        Some("AWS::S3::Bucket") => s3(&name("BucketName")),
        Some("AWS::Logs::LogGroup") => arn("logs", &format!("log-group:{}:*", name("LogGroupName"))),
        _ => panic!("how {resource} is named in a policy is not written down here"),
    }
}

/// A value that may stand alone instead of in a list.
pub(crate) fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_else(|| vec![value.clone()])
}

/// What the statements of a policy allow.
fn statements(template: &Value, policy: &Value) -> Vec<Access> {
    let mut all = Vec::new();
    for statement in list(&policy["PolicyDocument"]["Statement"]) {
        let parts: Vec<&String> = statement.as_object().expect("a statement").keys().collect();
        assert!(
            parts == ["Action", "Effect", "Resource"] && statement["Effect"] == "Allow",
            "what {statement} does is not written down here"
        );
        for action in list(&statement["Action"]) {
            for resource in list(&statement["Resource"]) {
                all.push((resolved(template, &action), resolved(template, &resource)));
            }
        }
    }
    all
}

/// What each function's role allows, by the function's name: its own policies, and the managed ones.
fn allowed(template: &Value) -> BTreeMap<String, BTreeSet<Access>> {
    let (roles, managed) = (
        resources(template, "AWS::IAM::Role"),
        resources(template, "AWS::IAM::ManagedPolicy"),
    );
    let mut allowed = BTreeMap::new();
    for (id, function) in resources(template, "AWS::Serverless::Function") {
        let name = function["CodeUri"]
            .as_str()
            .and_then(|path| path.strip_prefix("functions/"));
        let role = function["Role"]["!GetAtt"]
            .as_str()
            .and_then(|role| role.strip_suffix(".Arn"));
        let (Some(name), Some(role)) = (name, role) else {
            panic!("{id} has no role of its own");
        };
        let role = &roles[role];
        let mut all: Vec<Access> = list(&role["Policies"])
            .iter()
            .flat_map(|policy| statements(template, policy))
            .collect();
        for policy in list(&role["ManagedPolicyArns"]) {
            // Where there is a choice it is between a policy and none.
            let policy = policy["!If"].get(1).unwrap_or(&policy);
            let policy = policy["!Ref"].as_str().expect("a policy of the template");
            // What asking vendors' models needs has a test of its own.
            if policy == MODELS {
                continue;
            }
            all.extend(statements(template, &managed[policy]));
        }
        let number = all.len();
        let all: BTreeSet<Access> = all.into_iter().collect();
        assert_eq!(all.len(), number, "{name} is allowed something twice");
        allowed.insert(name.to_owned(), all);
    }
    allowed
}

#[test]
fn roles_allow_what_their_functions_do_and_nothing_else() {
    run(async {
        let further = [Scenario::CreateInspirationOnce, Scenario::AttemptWithEveryReference];
        let scenarios = ALL.iter().map(|(what, _)| Scenario::Known(*what)).chain(further);
        // On the heap: so many futures are too large for a stack.
        let found = join_all(scenarios.map(|scenario| Box::pin(needs(scenario)))).await;
        let mut needed: BTreeMap<&str, BTreeSet<Access>> = BTreeMap::new();
        for (function, needs) in found {
            needed.entry(function).or_default().extend(needs);
        }
        for (function, needs) in &mut needed {
            needs.extend(besides(function));
        }
        let allowed = allowed(&template());
        assert!(
            allowed.keys().eq(needed.keys()),
            "nothing is done by some of {:?}",
            allowed.keys()
        );
        let mut wrong = BTreeSet::new();
        for (function, needs) in &needed {
            let allowed = &allowed[*function];
            for (action, resource) in needs {
                let covered = |(other, pattern): &Access| other == action && covers(pattern, resource);
                if !allowed.iter().any(covered) {
                    wrong.insert(format!("{function} needs {action} on {}, and may not", kind(resource)));
                }
            }
            let kinds: BTreeSet<Access> = needs
                .iter()
                .map(|(action, resource)| (action.clone(), kind(resource)))
                .collect();
            for (action, pattern) in allowed.difference(&kinds) {
                wrong.insert(format!(
                    "{function} may {action} on {pattern}, and does not need just that"
                ));
            }
        }
        let wrong: Vec<String> = wrong.into_iter().collect();
        assert!(wrong.is_empty(), "template.yaml:\n{}", wrong.join("\n"));
    });
}
