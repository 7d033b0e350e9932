//! The deployment's template agrees with the code: routes and functions, environment variables, tables, queues and
//! names. Roles have no wildcard permissions.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use contract::{operations::OPERATIONS, tools, webhooks::WEBHOOKS_PATH};
use queue::Redrive;
use runtime::{Environment, Retention, Stack, Startup};
use serde_json::{Map, Value, json};
use store::keys;
use tests::template::{resources, template};

/// The prefix of all names in the template.
const STACK_NAME: &str = "${AWS::StackName}";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The package of each function, by the function's logical id.
fn functions(template: &Value) -> BTreeMap<String, String> {
    let functions = resources(template, "AWS::Serverless::Function");
    let directory = |properties: &Value| {
        let code = properties["CodeUri"].as_str().unwrap();
        code.strip_prefix("target/lambda/").unwrap().to_owned()
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
    assert_eq!(found.len(), routes.len(), "the template has a route twice");
    found
}

#[test]
fn each_tool_its_quotes_and_each_operation_have_routes_to_the_function_of_their_category_and_mcp_to_its_own() {
    let discovery = "discovery".to_owned();
    let mut expected = BTreeMap::from([
        ("$default".to_owned(), discovery.clone()),
        ("GET /api/v1/tools".to_owned(), discovery),
        ("ANY /mcp".to_owned(), "mcp".to_owned()),
        ("ANY /mcp/{proxy+}".to_owned(), "mcp".to_owned()),
    ]);
    for tool in &tools::ALL {
        let category = tool.category.as_str().to_owned();
        if rest::accepts_get(tool) {
            expected.insert(format!("GET /api/v1/tools/{}", tool.name), category.clone());
        }
        expected.insert(format!("POST /api/v1/quotes/{}", tool.name), category.clone());
        expected.insert(format!("POST /api/v1/tools/{}", tool.name), category);
    }
    for operation in OPERATIONS.iter().filter(|each| each.collection() != WEBHOOKS_PATH) {
        let route = format!("{} {}", operation.method, operation.path);
        expected.insert(route, operation.terms.category.as_str().to_owned());
    }
    // All operations on webhooks have one function of their own.
    for path in [WEBHOOKS_PATH.to_owned(), format!("{WEBHOOKS_PATH}/{{path+}}")] {
        expected.insert(format!("ANY {path}"), "webhook-resources".to_owned());
    }
    assert_eq!(routes(&template()), expected);
}

/// The directories below `functions`. Each is a package with the same name.
fn directories() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("functions")).unwrap();
    entries
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect()
}

#[test]
fn every_build_of_a_function_selects_all_functions() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let section = manifest.split_once("[workspace.metadata.lambda.build]").unwrap().1;
    let packages = section
        .lines()
        .find_map(|line| line.strip_prefix("packages = "))
        .unwrap();
    let packages: BTreeSet<String> = serde_json::from_str(packages).unwrap();
    assert_eq!(packages, directories());
}

#[test]
fn every_function_is_deployed_as_cargo_lambda_builds_it() {
    let template = template();
    let functions = functions(&template);
    assert_eq!(functions.values().cloned().collect::<BTreeSet<_>>(), directories());
    for name in functions.keys() {
        assert_eq!(template["Resources"][name]["Metadata"]["SkipBuild"], true, "{name}");
    }
}

/// The names of the environment variables that are read from `Environment`.
fn variables_read(read: impl FnOnce(Environment)) -> BTreeSet<String> {
    let asked = Arc::new(Mutex::new(BTreeSet::new()));
    let noted = asked.clone();
    read(Environment::of(move |name| {
        noted.lock().unwrap().insert(name.to_owned());
        None
    }));
    Arc::into_inner(asked).unwrap().into_inner().unwrap()
}

/// The environment variables that every function reads when it starts. Lambda itself sets those of AWS.
fn variables_of_all() -> BTreeSet<String> {
    let mut read = variables_read(|environment| drop(Startup::read(environment)));
    read.retain(|name| !name.starts_with("AWS_"));
    // The telemetry setup reads these.
    read.extend(["LOG_LEVEL", "METRICS_NAMESPACE"].map(str::to_owned));
    read
}

/// The environment variables that a method of [`Environment`] reads.
fn variables_of(method: &str) -> BTreeSet<String> {
    variables_read(|mut environment| match method {
        "bucket" => drop(environment.bucket()),
        "queue_url" => drop(environment.queue_url()),
        "dead_letter_queue_url" => drop(environment.dead_letter_queue_url()),
        "event_queues" => drop(environment.event_queues()),
        "event_queue_url" => drop(environment.event_queue_url()),
        "event_bus_queue_url" => drop(environment.event_bus_queue_url()),
        "cors" => drop(environment.cors()),
        "sources" => drop(environment.sources()),
        "models" => drop(environment.models()),
        "thumbnail_retention" => {
            environment.thumbnail_retention();
        }
        other => panic!("a function calls environment.{other}(): add the variables that this method reads"),
    })
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
        // A file and a server on the same machine are for developers; a Lambda has none.
        read.remove("MODELS_FILE");
        read.remove("IMAGE_SERVER");
        read.extend(variables_of_all());
        let mut given = names(&functions_there[&name]["Environment"]["Variables"]);
        given.extend(names(for_all));
        assert_eq!(given, read, "{name}");
    }
}

/// The names of the key attributes of a table or an index: the partition key, and the sort key if there is one.
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
    assert!(
        records["TimeToLiveSpecification"].is_null(),
        "the records table must not have a TTL"
    );
}

#[test]
fn the_queues_have_the_settings_of_tgctl() {
    let template = template();
    let queues = resources(&template, "AWS::SQS::Queue");
    let functions = resources(&template, "AWS::Serverless::Function");
    let timeout_of = |function: &str| functions[function]["Timeout"].as_u64().unwrap();
    for (name, dead_letters, settings, function) in [
        (
            "Thumbnails",
            "DeadLetters.Arn",
            Redrive::STANDARD,
            "GenerationLoopFunction",
        ),
        (
            "Events",
            "EventDeadLetters.Arn",
            Redrive::EVENTS,
            "WebhookDeliveryFunction",
        ),
    ] {
        let seconds = |property: &str| queues[name][property].as_u64().unwrap();
        assert_eq!(seconds("VisibilityTimeout"), settings.visibility.as_secs(), "{name}");
        assert_eq!(
            seconds("MessageRetentionPeriod"),
            settings.retention.as_secs(),
            "{name}"
        );
        let redrive = &queues[name]["RedrivePolicy"];
        assert_eq!(redrive["maxReceiveCount"], json!(settings.max_receive_count), "{name}");
        assert_eq!(redrive["deadLetterTargetArn"]["!GetAtt"], dead_letters);
        assert!(
            seconds("VisibilityTimeout") >= 6 * timeout_of(function),
            "the visibility timeout must be six times the timeout of {function}"
        );
    }
    let timeout = timeout_of("GenerationLoopFunction");
    assert!(
        timeout >= u64::from(runtime::MAX_MODEL_TIMEOUT_SECONDS) + 60,
        "the loop's timeout must exceed the longest model timeout by a minute"
    );
}

#[test]
fn the_names_are_those_that_tgctl_derives() {
    let template = template();
    let stack = Stack::named(STACK_NAME);
    let name = |resource: &str, property: &str| template["Resources"][resource]["Properties"][property].clone();
    assert_eq!(name("Records", "TableName")["!Sub"], json!(stack.table()));
    assert_eq!(name("Ephemeral", "TableName")["!Sub"], json!(stack.ephemeral_table()));
    assert_eq!(name("Thumbnails", "QueueName")["!Sub"], json!(stack.queue()));
    assert_eq!(name("Events", "QueueName")["!Sub"], json!(stack.event_queue()));
    let dead_letters = name("EventDeadLetters", "QueueName");
    assert_eq!(dead_letters["!Sub"], json!(stack.event_dead_letter_queue()));
    assert_eq!(
        name("DeadLetters", "QueueName")["!Sub"],
        json!(stack.dead_letter_queue())
    );
}

/// The names of buckets are unique across all accounts and regions.
#[test]
fn the_bucket_is_named_after_stack_account_and_region() {
    let name = &template()["Resources"]["Pictures"]["Properties"]["BucketName"];
    let standard = format!("{STACK_NAME}-${{AWS::AccountId}}-${{AWS::Region}}");
    assert_eq!(
        name["!If"],
        json!(["HasBucketName", { "!Ref": "BucketName" }, { "!Sub": standard }])
    );
}

/// Neither a failed call nor a failed thumbnail is an error of the invocation, so the rollback needs alarms of its own.
#[test]
fn a_deployment_is_rolled_back_if_calls_or_thumbnails_fail() {
    for (name, function) in resources(&template(), "AWS::Serverless::Function") {
        let own = name.strip_suffix("Function").unwrap();
        let failing = match own {
            "GenerationLoop" => "GenerationLoopReports",
            "WebhookDelivery" => "WebhookDeliveryReports",
            "Mcp" => "McpReports",
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
fn every_alarm_is_documented_for_operators() {
    let told = fs::read_to_string(root().join("docs/operations.md")).unwrap();
    for name in resources(&template(), "AWS::CloudWatch::Alarm").keys() {
        let kind = ["Errors", "Throttles"].into_iter().find(|kind| name.ends_with(kind));
        let row = kind.map_or_else(|| format!("| `{name}` |"), |kind| format!("| `…{kind}` |"));
        assert!(told.contains(&row), "{name}");
    }
}

/// The prices that a text names, in cents.
fn prices(text: &str) -> Vec<u32> {
    text.split('$')
        .skip(1)
        .map(|after| {
            let (dollars, cents) = after.split_once('.').unwrap();
            dollars.parse::<u32>().unwrap() * 100 + cents[..2].parse::<u32>().unwrap()
        })
        .collect()
}

#[test]
fn the_bill_of_an_idle_stack_adds_up_and_has_the_price_of_all_alarms() {
    let told = fs::read_to_string(root().join("docs/operations.md")).unwrap();
    let (_, bill) = told.split_once("**A stack that nobody calls**").unwrap();
    let (bill, _) = bill.split_once(" A custom metric").unwrap();
    let (items, total) = bill.split_once("**").unwrap();
    assert_eq!([prices(items).iter().sum::<u32>()], prices(total)[..], "{bill}");
    let alarms = resources(&template(), "AWS::CloudWatch::Alarm").len();
    // An alarm costs $0.10 a month.
    let item = format!("{alarms} alarms ${}.{}0", alarms / 10, alarms % 10);
    assert!(items.contains(&item), "`{item}` is missing");
}

#[test]
fn alarms_watch_metrics_that_the_service_writes() {
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

/// Two lifecycle rules delete current objects: one those with the prefix of uploads, the other those with a tag that
/// only thumbnails have. Another rule deletes old versions of pictures that were deleted or overwritten.
#[test]
fn only_uploads_expire_and_thumbnails_if_a_parameter_is_set() {
    let template = template();
    let buckets = resources(&template, "AWS::S3::Bucket");
    assert_eq!(buckets.len(), 1);
    let rules = buckets["Pictures"]["LifecycleConfiguration"]["Rules"]
        .as_array()
        .unwrap();
    let [unfinished, unused, thumbnails, versions] = &rules[..] else {
        panic!("the bucket has unexpected lifecycle rules: {rules:?}")
    };
    let mut about: Vec<&String> = unfinished.as_object().unwrap().keys().collect();
    about.sort();
    assert_eq!(about, ["AbortIncompleteMultipartUpload", "Id", "Status"]);
    let rule = json!({
        "Id": "unused-uploads",
        "Status": "Enabled",
        "Prefix": media::keys::UPLOADS,
        "ExpirationInDays": 1,
        "NoncurrentVersionExpiration": { "NoncurrentDays": 1 },
    });
    assert_eq!(unused, &rule);
    let methods = &buckets["Pictures"]["CorsConfiguration"]["CorsRules"][0]["AllowedMethods"];
    assert_eq!(methods, &json!(["GET", "HEAD", "POST"]));
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
    // The service accepts the same range as the parameter, and shows thumbnails for the same number of days.
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
fn tables_and_bucket_are_retained_when_the_stack_is_deleted() {
    let template = template();
    for resource in ["Records", "Ephemeral", "Pictures"] {
        for policy in ["DeletionPolicy", "UpdateReplacePolicy"] {
            assert_eq!(template["Resources"][resource][policy], "Retain", "{resource}");
        }
    }
}

/// Every statement of a policy, with the logical id of the policy or role.
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
fn roles_have_no_wildcards_and_belong_to_one_function() {
    let template = template();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
    let grants = grants(&template);
    assert!(grants.len() > 20, "the roles are not found");
    for (name, statement) in grants {
        // A conditional statement is `!If` with the statement as its second element.
        let statement = statement["!If"].get(1).unwrap_or(&statement).clone();
        for action in list(&statement["Action"]) {
            assert!(!action.as_str().unwrap().contains('*'), "{name} may {action}");
        }
        for resource in list(&statement["Resource"]) {
            assert!(
                resource != "*" || name == "TracingPolicy",
                "{name} may access all resources"
            );
        }
    }
    for (name, function) in resources(&template, "AWS::Serverless::Function") {
        let role = format!("{}Role.Arn", name.strip_suffix("Function").unwrap());
        assert_eq!(
            function["Role"]["!GetAtt"],
            json!(role),
            "{name} has the role of another function"
        );
    }
}
