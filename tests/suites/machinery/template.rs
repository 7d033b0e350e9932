//! template.yaml says the same as the code: the tools and their functions, the variables that these read, tables and
//! queues, names; and no role may do more than it names.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use contract::tools;
use queue::Redrive;
use runtime::{Environment, Retention, Stack};
use serde_json::{Map, Value, json};
use store::keys;
use tests::template::{resources, template};

/// What the template's names begin with.
const STACK_NAME: &str = "${AWS::StackName}";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The functions: their directories below `functions`, by their names in the template.
fn functions(template: &Value) -> BTreeMap<String, String> {
    let functions = resources(template, "AWS::Serverless::Function");
    let directory = |properties: &Value| {
        let code = properties["CodeUri"].as_str().unwrap();
        code.strip_prefix("functions/").unwrap().to_owned()
    };
    functions
        .iter()
        .map(|(name, properties)| (name.clone(), directory(properties)))
        .collect()
}

/// The directory of the function behind each route.
fn routes(template: &Value) -> BTreeMap<String, String> {
    let functions = functions(template);
    let integrations = resources(template, "AWS::ApiGatewayV2::Integration");
    let routes = resources(template, "AWS::ApiGatewayV2::Route");
    let directory = |route: &Value| {
        let target = route["Target"]["!Sub"].as_str().unwrap();
        let integration = target.strip_prefix("integrations/${").unwrap().trim_end_matches('}');
        let function = integrations[integration]["IntegrationUri"]["!Ref"].as_str().unwrap();
        functions[function.strip_suffix(".Alias").unwrap()].clone()
    };
    let found: BTreeMap<String, String> = routes
        .values()
        .map(|route| (route["RouteKey"].as_str().unwrap().to_owned(), directory(route)))
        .collect();
    assert_eq!(found.len(), routes.len(), "a route is there twice");
    found
}

#[test]
fn every_tool_has_a_route_to_the_function_of_its_category() {
    let discovery = "discovery".to_owned();
    let mut expected = BTreeMap::from([
        ("$default".to_owned(), discovery.clone()),
        ("GET /api/v1/tools".to_owned(), discovery),
    ]);
    for tool in &tools::ALL {
        let category = tool.category.as_str().to_owned();
        if gateway::accepts_get(tool) {
            expected.insert(format!("GET /api/v1/tools/{}", tool.name), category.clone());
        }
        expected.insert(format!("POST /api/v1/tools/{}", tool.name), category);
    }
    assert_eq!(routes(&template()), expected);
}

#[test]
fn every_function_is_deployed_from_its_own_directory() {
    let template = template();
    let functions = functions(&template);
    let entries = fs::read_dir(root().join("functions")).unwrap();
    let directories: BTreeSet<String> = entries
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    assert_eq!(functions.values().cloned().collect::<BTreeSet<_>>(), directories);
    for (name, directory) in functions {
        let resource = &template["Resources"][&name];
        assert_eq!(resource["Metadata"]["BuildMethod"], "rust-cargolambda", "{name}");
        assert_eq!(
            resource["Metadata"]["BuildProperties"]["Binary"],
            json!(directory),
            "{name}"
        );
    }
}

/// The variables that a method of [`Environment`] reads. Credentials and region are Lambda's own.
fn variables_of(method: &str) -> BTreeSet<String> {
    let asked = Arc::new(Mutex::new(BTreeSet::new()));
    let noted = asked.clone();
    let mut environment = Environment::of(move |name| {
        noted.lock().unwrap().insert(name.to_owned());
        None
    });
    match method {
        "process" | "finish" | "aws" => {}
        "names" => drop(environment.names()),
        "bucket" => drop(environment.bucket()),
        "queue_url" => drop(environment.queue_url()),
        "dead_letter_queue_url" => drop(environment.dead_letter_queue_url()),
        "cors" => drop(environment.cors()),
        "source_allow_hosts" => drop(environment.source_allow_hosts()),
        "models" => drop(environment.models()),
        "thumbnail_retention" => {
            environment.thumbnail_retention();
        }
        other => panic!("a function reads environment.{other}(); which variables is that?"),
    }
    drop(environment);
    Arc::into_inner(asked).unwrap().into_inner().unwrap()
}

#[test]
fn every_function_has_the_variables_that_it_reads() {
    let template = template();
    let for_all = &template["Globals"]["Function"]["Environment"]["Variables"];
    let names = |variables: &Value| {
        let none = Map::new();
        let variables = variables.as_object().unwrap_or(&none);
        variables.keys().cloned().collect::<BTreeSet<String>>()
    };
    let functions_there = resources(&template, "AWS::Serverless::Function");
    for (name, directory) in functions(&template) {
        let main = fs::read_to_string(root().join("functions").join(&directory).join("src/main.rs")).unwrap();
        let calls = main.split("environment.").skip(1);
        let mut read: BTreeSet<String> = calls
            .filter_map(|call| call.split_once('('))
            .flat_map(|(method, _)| variables_of(method))
            .collect();
        // A file is for developers; a Lambda has none.
        read.remove("MODELS_FILE");
        // Logs and metrics are set up without being asked for.
        read.extend(["LOG_LEVEL", "METRICS_NAMESPACE"].map(str::to_owned));
        let mut given = names(&functions_there[&name]["Environment"]["Variables"]);
        given.extend(names(for_all));
        assert_eq!(given, read, "{name}");
    }
}

/// A table's or an index's keys: the partition's, and the sort key.
fn key_names(table: &Value) -> Vec<&str> {
    let keys = table["KeySchema"].as_array().unwrap();
    let kinds: Vec<&str> = keys.iter().map(|key| key["KeyType"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["HASH", "RANGE"][..keys.len()], "{table}");
    keys.iter().map(|key| key["AttributeName"].as_str().unwrap()).collect()
}

#[test]
fn tables_have_the_keys_of_the_store() {
    let tables = resources(&template(), "AWS::DynamoDB::Table");
    let (records, ephemeral) = (&tables["Records"], &tables["Ephemeral"]);
    assert_eq!(key_names(records), [keys::PK, keys::SK]);
    let indexes = records["GlobalSecondaryIndexes"].as_array().unwrap();
    let indexes: BTreeMap<&str, Vec<&str>> = indexes
        .iter()
        .inspect(|index| assert_eq!(index["Projection"]["ProjectionType"], "ALL"))
        .map(|index| (index["IndexName"].as_str().unwrap(), key_names(index)))
        .collect();
    let expected = BTreeMap::from([
        (keys::DUE_INDEX, vec![keys::DUE_SHARD, keys::DUE_AT]),
        (keys::PENDING_INDEX, vec![keys::PENDING_ORG, keys::PENDING_ID]),
    ]);
    assert_eq!(indexes, expected);
    assert_eq!(key_names(ephemeral), [keys::PK]);
    assert_eq!(ephemeral["TimeToLiveSpecification"]["AttributeName"], keys::TTL);
    assert!(records["TimeToLiveSpecification"].is_null(), "records expire");
}

#[test]
fn queues_are_those_that_tgctl_makes() {
    let template = template();
    let queues = resources(&template, "AWS::SQS::Queue");
    let thumbnails = &queues["Thumbnails"];
    let (standard, seconds) = (Redrive::STANDARD, |name: &str| thumbnails[name].as_u64().unwrap());
    assert_eq!(seconds("VisibilityTimeout"), standard.visibility.as_secs());
    assert_eq!(seconds("MessageRetentionPeriod"), standard.retention.as_secs());
    let redrive = &thumbnails["RedrivePolicy"];
    assert_eq!(redrive["maxReceiveCount"], json!(standard.max_receive_count));
    assert_eq!(redrive["deadLetterTargetArn"]["!GetAtt"], "DeadLetters.Arn");
    let functions = resources(&template, "AWS::Serverless::Function");
    let timeout = functions["GenerationLoopFunction"]["Timeout"].as_u64().unwrap();
    assert!(
        timeout >= u64::from(runtime::MAX_MODEL_TIMEOUT_SECONDS) + 60,
        "a model may take longer than the loop"
    );
    assert!(
        seconds("VisibilityTimeout") >= 6 * timeout,
        "messages come back while the loop may be at work"
    );
}

#[test]
fn names_are_those_that_tgctl_derives() {
    let template = template();
    let stack = Stack::named(STACK_NAME);
    let name = |resource: &str, property: &str| template["Resources"][resource]["Properties"][property].clone();
    assert_eq!(name("Records", "TableName")["!Sub"], json!(stack.table()));
    assert_eq!(name("Ephemeral", "TableName")["!Sub"], json!(stack.ephemeral_table()));
    assert_eq!(name("Thumbnails", "QueueName")["!Sub"], json!(stack.queue()));
    assert_eq!(
        name("DeadLetters", "QueueName")["!Sub"],
        json!(stack.dead_letter_queue())
    );
}

/// Names of buckets are one for all accounts and regions.
#[test]
fn the_bucket_is_named_after_stack_account_and_region() {
    let name = &template()["Resources"]["Pictures"]["Properties"]["BucketName"];
    let standard = format!("{STACK_NAME}-${{AWS::AccountId}}-${{AWS::Region}}");
    assert_eq!(
        name["!If"],
        json!(["HasBucketName", { "!Ref": "BucketName" }, { "!Sub": standard }])
    );
}

/// Neither a call that fails nor a thumbnail that does is an error of the invocation.
#[test]
fn a_new_version_is_taken_back_when_calls_or_thumbnails_fail() {
    for (name, function) in resources(&template(), "AWS::Serverless::Function") {
        let own = name.strip_suffix("Function").unwrap();
        let failing = match own {
            "GenerationLoop" => "GenerationLoopReports",
            _ => "ApiFails",
        };
        assert_eq!(
            function["DeploymentPreference"]["Alarms"],
            json!([{ "!Ref": format!("{own}Errors") }, { "!Ref": failing }]),
            "{name}"
        );
    }
}

#[test]
fn operators_are_told_what_to_do_about_every_alarm() {
    let told = fs::read_to_string(root().join("docs/operations.md")).unwrap();
    for name in resources(&template(), "AWS::CloudWatch::Alarm").keys() {
        let kind = ["Errors", "Throttles"].into_iter().find(|kind| name.ends_with(kind));
        let row = kind.map_or_else(|| format!("| `{name}` |"), |kind| format!("| `…{kind}` |"));
        assert!(told.contains(&row), "{name}");
    }
}

#[test]
fn alarms_of_the_service_watch_metrics_that_it_writes() {
    let template = template();
    let metrics = fs::read_to_string(root().join("shared/runtime/src/metrics.rs")).unwrap();
    let filters = resources(&template, "AWS::Logs::MetricFilter");
    let filtered: Vec<&Value> = filters
        .values()
        .map(|filter| &filter["MetricTransformations"][0]["MetricName"])
        .collect();
    let alarms = resources(&template, "AWS::CloudWatch::Alarm");
    let own = alarms
        .iter()
        .filter(|(_, alarm)| alarm["Namespace"]["!Ref"] == "AWS::StackName");
    let mut count = 0;
    for (alarm, properties) in own {
        let metric = &properties["MetricName"];
        let is_written = metrics.contains(&metric.to_string());
        assert!(is_written || filtered.contains(&metric), "{alarm} watches {metric}");
        count += 1;
    }
    assert!(count >= 4, "the alarms are not found");
}

/// The one rule that deletes pictures goes by the tag that thumbnails alone are stored with. Another rule deletes what is
/// deleted or overwritten already, and is kept for a while.
#[test]
fn thumbnails_alone_expire_and_only_where_a_parameter_says_so() {
    let template = template();
    let buckets = resources(&template, "AWS::S3::Bucket");
    assert_eq!(buckets.len(), 1);
    let rules = buckets["Pictures"]["LifecycleConfiguration"]["Rules"]
        .as_array()
        .unwrap();
    let [uploads, thumbnails, versions] = &rules[..] else {
        panic!("other rules: {rules:?}")
    };
    let mut about: Vec<&String> = uploads.as_object().unwrap().keys().collect();
    about.sort();
    assert_eq!(about, ["AbortIncompleteMultipartUpload", "Id", "Status"]);
    let (name, value) = media::THUMBNAIL_TAG;
    let rule = json!({
        "Id": "old-thumbnails",
        "Status": "Enabled",
        "TagFilters": [{ "Key": name, "Value": value }],
        "ExpirationInDays": { "!Ref": "ThumbnailRetentionDays" },
    });
    assert_eq!(
        thumbnails["!If"],
        json!(["KeepsThumbnails", { "!Ref": "AWS::NoValue" }, rule])
    );
    let rule = json!({
        "Id": "old-versions",
        "Status": "Enabled",
        "NoncurrentVersionExpiration": { "NoncurrentDays": { "!Ref": "PictureVersionDays" } },
        "ExpiredObjectDeleteMarker": true,
    });
    assert_eq!(
        versions["!If"],
        json!(["KeepsVersions", rule, { "!Ref": "AWS::NoValue" }])
    );
    assert_eq!(
        template["Conditions"]["KeepsThumbnails"]["!Equals"],
        json!([{ "!Ref": "ThumbnailRetentionDays" }, 0])
    );
    // The service takes what the parameter takes, and what is shown goes by the same number.
    let parameter = &template["Parameters"]["ThumbnailRetentionDays"];
    let bounds = ["Type", "Default", "MinValue", "MaxValue"].map(|name| parameter[name].clone());
    assert_eq!(bounds, [json!("Number"), json!(0), json!(0), json!(3650)]);
    assert!("3650".parse::<Retention>().is_ok() && "3651".parse::<Retention>().is_err());
    let generation = &resources(&template, "AWS::Serverless::Function")["GenerationFunction"];
    assert_eq!(
        generation["Environment"]["Variables"]["THUMBNAIL_RETENTION_DAYS"],
        json!({ "!Ref": "ThumbnailRetentionDays" })
    );
}

#[test]
fn what_is_kept_outlives_the_stack() {
    let template = template();
    for resource in ["Records", "Ephemeral", "Pictures"] {
        for policy in ["DeletionPolicy", "UpdateReplacePolicy"] {
            assert_eq!(template["Resources"][resource][policy], "Retain", "{resource}");
        }
    }
}

/// Every statement that allows something, with the name of its policy in the template.
fn grants(template: &Value) -> Vec<(String, Value)> {
    let statements = |document: &Value| document["Statement"].as_array().unwrap().clone();
    let mut grants = Vec::new();
    for (name, policy) in resources(template, "AWS::IAM::ManagedPolicy") {
        let all = statements(&policy["PolicyDocument"]);
        grants.extend(all.into_iter().map(|statement| (name.clone(), statement)));
    }
    for (name, role) in resources(template, "AWS::IAM::Role") {
        for policy in role["Policies"].as_array().unwrap() {
            let all = statements(&policy["PolicyDocument"]);
            grants.extend(all.into_iter().map(|statement| (name.clone(), statement)));
        }
    }
    grants
}

#[test]
fn no_role_may_do_more_than_it_names() {
    let template = template();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
    let grants = grants(&template);
    assert!(grants.len() > 20, "the roles are not found");
    for (name, statement) in grants {
        // One that depends on a parameter, or nothing.
        let statement = statement["!If"].get(1).unwrap_or(&statement).clone();
        for action in list(&statement["Action"]) {
            assert!(!action.as_str().unwrap().contains('*'), "{name} may {action}");
        }
        for resource in list(&statement["Resource"]) {
            assert!(
                resource != "*" || name == "TracingPolicy",
                "{name} may act on everything"
            );
        }
    }
    for (name, function) in resources(&template, "AWS::Serverless::Function") {
        let role = format!("{}Role.Arn", name.strip_suffix("Function").unwrap());
        assert_eq!(function["Role"]["!GetAtt"], json!(role), "{name} has another's role");
    }
}
