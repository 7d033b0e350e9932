//! The policies of template.yaml, and whether they allow a request. Supports only the features of IAM that the template
//! uses; any other feature fails the test.

use std::collections::{BTreeMap, BTreeSet};

use runtime::Stack;
use serde_json::Value;
use tests::template::resources;

/// The stack's name, which is that of the local runner's tables, bucket and queues.
pub(crate) const STACK: &str = "thumbnails";

/// The policy of the functions that call vendors' models. It has a separate test.
pub(crate) const MODELS: &str = "ModelsPolicy";

/// The policy for the operators' own KMS key. Nothing is encrypted here; a test of the template checks this policy.
const ENCRYPTION: &str = "EncryptionPolicy";

/// The input of an IAM decision: an action on a resource, and DynamoDB's information about the items.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Request {
    pub(crate) action: String,
    pub(crate) resource: String,
    /// The partition keys of the items: `dynamodb:LeadingKeys`.
    pub(crate) partitions: BTreeSet<String>,
    /// The top-level attributes that the request names: `dynamodb:Attributes`.
    pub(crate) attributes: BTreeSet<String>,
}

impl Request {
    pub(crate) fn new(action: impl Into<String>, resource: impl Into<String>) -> Self {
        Self {
            action: action.into(),
            resource: resource.into(),
            ..Self::default()
        }
    }

    /// The smallest permissions that allow the request: one for each kind of partition.
    pub(crate) fn permissions(&self) -> Vec<Permission> {
        let partitions: Vec<Option<String>> = match self.partitions.is_empty() {
            true => vec![None],
            false => self.partitions.iter().map(|key| Some(partition_kind(key))).collect(),
        };
        let permission = |partition| Permission {
            action: self.action.clone(),
            resource: object_kind(&self.resource),
            partition,
        };
        partitions.into_iter().map(permission).collect()
    }
}

/// One action on one pattern of resources, and on one pattern of partitions if the policy names partitions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Permission {
    pub(crate) action: String,
    pub(crate) resource: String,
    pub(crate) partition: Option<String>,
}

impl Permission {
    pub(crate) fn new(action: &str, resource: &str) -> Self {
        Self {
            action: action.to_owned(),
            resource: resource.to_owned(),
            partition: None,
        }
    }
}

impl std::fmt::Display for Permission {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} on {}", self.action, self.resource)?;
        match &self.partition {
            Some(partition) => write!(f, " in {partition}"),
            None => Ok(()),
        }
    }
}

/// The pattern of a partition key: `ORG#*` for `ORG#org_…`.
fn partition_kind(key: &str) -> String {
    match key.split_once('#') {
        Some((kind, _)) => format!("{kind}#*"),
        None => key.to_owned(),
    }
}

/// The resource in the form of a role: not one object, but all objects of its kind.
fn object_kind(resource: &str) -> String {
    let object = resource
        .strip_prefix("arn:aws:s3:::")
        .and_then(|path| path.split_once('/'));
    let Some((bucket, (folder, _))) = object.and_then(|(bucket, key)| Some((bucket, key.rsplit_once('/')?))) else {
        return resource.to_owned();
    };
    let below = folder.strip_prefix(media::keys::UPLOADS).unwrap_or(folder);
    let folder = match media::owner(&format!("{below}/")) {
        Some(owner) => folder.replacen(&owner.to_string(), "org_*", 1),
        None => folder.to_owned(),
    };
    s3(&format!("{bucket}/{folder}/*"))
}

/// The ARN of a resource, with empty region and account.
pub(crate) fn arn(service: &str, resource: &str) -> String {
    format!("arn:aws:{service}:region:account:{resource}")
}

/// The ARN of a table or, after a slash, of its index.
pub(crate) fn table(name: &str) -> String {
    arn("dynamodb", &format!("table/{name}"))
}

/// The ARN of the bucket or, with a key after a slash, of an object.
pub(crate) fn s3(path: &str) -> String {
    format!("arn:aws:s3:::{path}")
}

/// Whether an IAM pattern matches a text: `*` matches any text, including slashes.
fn covers(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else {
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

/// A statement of a policy.
#[derive(Clone, Debug)]
struct Statement {
    is_deny: bool,
    actions: Vec<String>,
    resources: Vec<String>,
    /// Applies only if every partition matches one of these: `ForAllValues:StringLike`.
    partitions: Option<Vec<String>>,
    /// Applies only if one of these attributes is named: `ForAnyValue:StringEquals`.
    attributes: Option<Vec<String>>,
}

impl Statement {
    fn read(template: &Value, statement: &Value) -> Self {
        let mut parts = statement.as_object().expect("a statement").clone();
        let mut part = |name: &str| parts.remove(name).unwrap_or_default();
        let effect = part("Effect");
        let texts = |value: Value| list(&value).iter().map(|each| resolved(template, each)).collect();
        let (actions, resources) = (texts(part("Action")), texts(part("Resource")));
        let mut condition = part("Condition");
        let mut wanted = |operator: &str, key: &str| {
            let operator = condition.as_object_mut()?.remove(operator)?;
            let mut keys = operator.as_object().expect("keys of a condition").clone();
            let values = keys.remove(key);
            assert!(
                keys.is_empty(),
                "{statement} has the condition keys {keys:?}, which this test does not support"
            );
            values.map(texts)
        };
        let read = Self {
            is_deny: effect == "Deny",
            actions,
            resources,
            partitions: wanted("ForAllValues:StringLike", "dynamodb:LeadingKeys"),
            attributes: wanted("ForAnyValue:StringEquals", "dynamodb:Attributes"),
        };
        let is_read = parts.is_empty() && condition.as_object().is_none_or(serde_json::Map::is_empty);
        assert!(
            is_read && (effect == "Allow" || effect == "Deny"),
            "{statement} has a part that this test does not support"
        );
        read
    }

    fn holds_for(&self, request: &Request) -> bool {
        let any = |patterns: &[String], text: &str| patterns.iter().any(|pattern| covers(pattern, text));
        let partitions = self.partitions.as_ref();
        let attributes = self.attributes.as_ref();
        self.actions.contains(&request.action)
            && any(&self.resources, &request.resource)
            && partitions.is_none_or(|patterns| request.partitions.iter().all(|key| any(patterns, key)))
            && attributes.is_none_or(|names| names.iter().any(|name| request.attributes.contains(name)))
    }

    fn permissions(&self) -> Vec<Permission> {
        let partitions: Vec<Option<&String>> = match &self.partitions {
            Some(partitions) => partitions.iter().map(Some).collect(),
            None => vec![None],
        };
        let mut all = Vec::new();
        for action in &self.actions {
            for resource in &self.resources {
                all.extend(partitions.iter().map(|partition| Permission {
                    action: action.clone(),
                    resource: resource.clone(),
                    partition: partition.cloned(),
                }));
            }
        }
        all
    }
}

/// All policies of one role.
#[derive(Clone, Debug)]
pub(crate) struct Role(Vec<Statement>);

impl Role {
    /// Whether a statement allows the request, and no statement denies it.
    pub(crate) fn allows(&self, request: &Request) -> bool {
        let holding = || self.0.iter().filter(|statement| statement.holds_for(request));
        holding().next().is_some() && holding().all(|statement| !statement.is_deny)
    }

    /// All permissions that are allowed unless a statement denies them.
    pub(crate) fn permissions(&self) -> Vec<Permission> {
        let allowing = self.0.iter().filter(|statement| !statement.is_deny);
        allowing.flat_map(Statement::permissions).collect()
    }

    /// A role with only this policy of the template.
    pub(crate) fn of_policy(template: &Value, policy: &Value) -> Self {
        let statements = list(&policy["PolicyDocument"]["Statement"]);
        Self(statements.iter().map(|each| Statement::read(template, each)).collect())
    }
}

/// The role of each function, by the function's name: its own policies and the managed policies, except [`MODELS`] and
/// [`ENCRYPTION`].
pub(crate) fn roles(template: &Value) -> BTreeMap<String, Role> {
    let (roles, managed) = (
        resources(template, "AWS::IAM::Role"),
        resources(template, "AWS::IAM::ManagedPolicy"),
    );
    let mut found = BTreeMap::new();
    for (id, function) in resources(template, "AWS::Serverless::Function") {
        let name = function["CodeUri"]
            .as_str()
            .and_then(|path| path.strip_prefix("target/lambda/"));
        let role = function["Role"]["!GetAtt"]
            .as_str()
            .and_then(|role| role.strip_suffix(".Arn"));
        let (Some(name), Some(role)) = (name, role) else {
            panic!("{id} has no role");
        };
        let role = &roles[role];
        let mut policies = list(&role["Policies"]);
        for policy in list(&role["ManagedPolicyArns"]) {
            // A choice is always between a policy and none.
            let policy = policy["!If"].get(1).unwrap_or(&policy);
            let policy = policy["!Ref"].as_str().expect("a policy of the template");
            if policy != MODELS && policy != ENCRYPTION {
                policies.push(managed[policy].clone());
            }
        }
        let statements = policies.iter().flat_map(|policy| Role::of_policy(template, policy).0);
        found.insert(name.to_owned(), Role(statements.collect()));
    }
    found
}

/// A list, or a single value in its place.
pub(crate) fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_else(|| vec![value.clone()])
}

/// The value of a template expression if all options are deployed, with names that this test chooses.
fn resolved(template: &Value, value: &Value) -> String {
    let named = |name: &str| match name.strip_suffix(".Arn") {
        Some(resource) => arn_of(template, &template["Resources"][resource]),
        None if name == "AWS::StackName" => STACK.to_owned(),
        None => panic!("this test does not support {name} in a policy"),
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
        _ => panic!("this test does not support {value} in a policy"),
    }
}

fn arn_of(template: &Value, resource: &Value) -> String {
    let name = |property: &str| resolved(template, &resource["Properties"][property]);
    match resource["Type"].as_str() {
        Some("AWS::DynamoDB::Table") => table(&name("TableName")),
        Some("AWS::SQS::Queue") => arn("sqs", &name("QueueName")),
        Some("AWS::S3::Bucket") => s3(&name("BucketName")),
        Some("AWS::Logs::LogGroup") => arn("logs", &format!("log-group:{}:*", name("LogGroupName"))),
        _ => panic!("this test does not support {resource} in a policy"),
    }
}
