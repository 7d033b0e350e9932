"""The resources have the properties of the template. An emulator may ignore some of them silently."""

import hashlib
import json
from typing import Any

import template
from checks import World
from checks.client import MCP, QUOTES, TOOLS
from failure import expect, expect_equal
from stack import BUILD, executable

# The category of a tool is the name of the function that answers it.
DISCOVERY = "discovery"
# The second route takes the slash at the end with which some clients end every URL.
MCP_ROUTES = (f"ANY {MCP}", f"ANY {MCP}/{{proxy+}}")


def table(world: World, output: str) -> dict[str, Any]:
    """DynamoDB's description of a table."""
    return world.client("dynamodb").describe_table(TableName=world.outputs[output])["Table"]


def shape(described: dict[str, Any]) -> dict[str, Any]:
    """The keys and indexes of a table, sorted."""

    def keys(of: dict[str, Any]) -> list[tuple[str, str]]:
        return sorted((key["KeyType"], key["AttributeName"]) for key in of["KeySchema"])

    indexes = {
        index["IndexName"]: (keys(index), index["Projection"]["ProjectionType"])
        for index in described.get("GlobalSecondaryIndexes") or []
    }
    attributes = {each["AttributeName"]: each["AttributeType"] for each in described["AttributeDefinitions"]}
    return {"keys": keys(described), "attributes": attributes, "indexes": indexes}


def tables_equal_those_of_tgctl_setup(world: World) -> str | None:
    if not world.target.is_emulator:
        return "on the emulator only"
    dynamodb = world.client("dynamodb")
    made = world.tgctl.in_stack("reference").call("setup")
    for output, name in (("RecordsTable", "TABLE_NAME"), ("EphemeralTable", "EPHEMERAL_TABLE_NAME")):
        reference = dynamodb.describe_table(TableName=made[name])["Table"]
        expect_equal(shape(table(world, output)), shape(reference), world.outputs[output])
    return None


def tables_are_on_demand_and_encrypted_and_records_recoverable(world: World) -> None:
    for output in ("RecordsTable", "EphemeralTable"):
        described = table(world, output)
        name = described["TableName"]
        expect_equal(described["BillingModeSummary"]["BillingMode"], "PAY_PER_REQUEST", f"the billing of {name}")
        expect_equal((described.get("SSEDescription") or {}).get("Status"), "ENABLED", f"the encryption of {name}")
    backups = world.client("dynamodb").describe_continuous_backups(TableName=world.outputs["RecordsTable"])
    recovery = backups["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"]
    expect_equal(recovery, "ENABLED", "the recovery of records")


def only_the_ephemeral_table_expires(world: World) -> None:
    dynamodb = world.client("dynamodb")

    def expiry(output: str) -> dict[str, str]:
        return dynamodb.describe_time_to_live(TableName=world.outputs[output])["TimeToLiveDescription"]

    ephemeral = expiry("EphemeralTable")
    expect(ephemeral["TimeToLiveStatus"] in ("ENABLED", "ENABLING"), f"nothing expires: {ephemeral}")
    expect_equal(ephemeral["AttributeName"], "ttl", "the attribute with the time of expiry")
    expect_equal(expiry("RecordsTable")["TimeToLiveStatus"], "DISABLED", "the expiry of records")


def bucket_is_private_and_encrypted(world: World) -> None:
    s3, bucket = world.client("s3"), world.outputs["Bucket"]
    block = s3.get_public_access_block(Bucket=bucket)["PublicAccessBlockConfiguration"]
    expect(all(block.values()) and len(block) == 4, f"the bucket may become public: {block}")
    rules = s3.get_bucket_encryption(Bucket=bucket)["ServerSideEncryptionConfiguration"]["Rules"]
    expect_equal(rules[0]["ApplyServerSideEncryptionByDefault"]["SSEAlgorithm"], "AES256", "the bucket's encryption")
    owner = s3.get_bucket_ownership_controls(Bucket=bucket)["OwnershipControls"]["Rules"][0]["ObjectOwnership"]
    expect_equal(owner, "BucketOwnerEnforced", "the ownership of objects")


def only_uploads_expire(world: World) -> None:
    rules = world.client("s3").get_bucket_lifecycle_configuration(Bucket=world.outputs["Bucket"])["Rules"]
    expect_equal(len(rules), 2, "the number of lifecycle rules")
    rules = {rule["ID"]: rule for rule in rules}
    unfinished, unused = rules["unfinished-uploads"], rules["unused-uploads"]
    expect("AbortIncompleteMultipartUpload" in unfinished, "the rule does not abort unfinished uploads")
    ends = {"Expiration", "Transitions", "NoncurrentVersionExpiration"} & unfinished.keys()
    expect(not ends, f"the rule deletes objects: {ends}")
    prefix = unused.get("Filter", {}).get("Prefix", unused.get("Prefix"))
    expect_equal(prefix, "uploads/", "the keys of the objects that expire")
    expect_equal(unused["Expiration"]["Days"], 1, "how long unused uploads are kept")


def pages_may_read_pictures_and_post_uploads(world: World) -> None:
    rules = world.client("s3").get_bucket_cors(Bucket=world.outputs["Bucket"])["CORSRules"]
    expect_equal(sorted(rules[0]["AllowedMethods"]), ["GET", "HEAD", "POST"], "the allowed methods")
    expect_equal(rules[0]["AllowedOrigins"], ["*"], "the allowed origins")


def queue(world: World, output: str) -> dict[str, str]:
    """The attributes of a queue."""
    name = world.outputs[output].rsplit("/", 1)[1]
    sqs = world.client("sqs")
    url = sqs.get_queue_url(QueueName=name)["QueueUrl"]
    return sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]


def messages_received_three_times_become_dead_letters(world: World) -> None:
    thumbnails, dead_letters = queue(world, "QueueUrl"), queue(world, "DeadLetterQueueUrl")
    redrive = json.loads(thumbnails["RedrivePolicy"])
    expect_equal(int(redrive["maxReceiveCount"]), 3, "the largest receive count")
    expect_equal(redrive["deadLetterTargetArn"], dead_letters["QueueArn"], "the dead-letter queue")
    timeout = function(world, "GenerationLoop")["Timeout"]
    is_long = int(thumbnails["VisibilityTimeout"]) >= 6 * timeout
    expect(is_long, "messages become visible while the loop may still handle them")
    longer = int(dead_letters["MessageRetentionPeriod"]) > int(thumbnails["MessageRetentionPeriod"])
    expect(longer, "dead letters are not kept longer than messages")


def function(world: World, logical_id: str) -> dict[str, Any]:
    """The configuration of a function's live version."""
    name = world.stack.physical(f"{logical_id}Function")
    return world.client("lambda").get_function_configuration(FunctionName=name, Qualifier="live")


def functions(world: World) -> list[str]:
    """The logical ids of all functions, without the suffix `Function`."""
    return [name.removesuffix("Function") for name in world.stack.resources("AWS::Lambda::Function")]


def functions_have_memory_time_and_logs(world: World) -> None:
    logs = world.client("logs")
    names = functions(world)
    expect_equal(len(names), 10, "the number of functions")
    for name in names:
        configured = function(world, name)
        expect_equal(configured["Runtime"], "provided.al2023", f"the runtime of {name}")
        least = 1024 if name in ("Images", "Inspirations", "Persons", "Mcp", "GenerationLoop") else 128
        expect(configured["MemorySize"] >= least, f"{name} has {configured['MemorySize']} MB")
        wanted = {"GenerationLoop": 240, "WebhookDelivery": 60}.get(name, 28)
        expect_equal(configured["Timeout"], wanted, f"the timeout of {name}")
        expect_equal(configured["LoggingConfig"]["LogFormat"], "JSON", f"the log format of {name}")
        group = configured["LoggingConfig"]["LogGroup"]
        found = logs.describe_log_groups(logGroupNamePrefix=group)["logGroups"]
        expect(found and found[0].get("retentionInDays") == 30, f"the logs of {name} are kept for ever")


def every_function_has_a_bill_of_materials(_world: World) -> None:
    for package in template.functions().values():
        bill = json.loads((BUILD / "sbom" / f"{package}.cdx.json").read_text())
        binary = hashlib.sha256(executable(package).read_bytes()).hexdigest()
        checksum = bill["metadata"]["component"]["hashes"][0]["content"]
        expect_equal(checksum, binary, f"the checksum of the executable in the bill of {package}")
        crates = {each["name"] for each in bill["components"]}
        expect({"tokio", "lambda_runtime"} <= crates, f"the bill of materials of {package} lacks crates")
        expect("dynoxide-rs" not in crates, f"the bill of {package} names crates that only tests use")


def functions_are_loaded_at_random_addresses(_world: World) -> None:
    for package in template.functions().values():
        # The type of an ELF file: 3 is position-independent, 2 has a fixed address.
        kind = int.from_bytes(executable(package).read_bytes()[16:18], "little")
        expect_equal(kind, 3, f"the type of the executable of {package}")


def the_loop_gets_batches_of_the_queue_and_a_sweep_every_minute(world: World) -> None:
    client = world.client("lambda")
    name = world.stack.physical("GenerationLoopFunction")
    mapping = client.list_event_source_mappings(FunctionName=f"{name}:live")["EventSourceMappings"][0]
    expect_equal(mapping["EventSourceArn"], queue(world, "QueueUrl")["QueueArn"], "the loop's event source")
    expect_equal(mapping["FunctionResponseTypes"], ["ReportBatchItemFailures"], "the response types of the loop")
    reserved = client.get_function_concurrency(FunctionName=name).get("ReservedConcurrentExecutions")
    at_once = int(mapping["ScalingConfig"]["MaximumConcurrency"])
    expect(
        reserved is None or reserved >= at_once + 2,
        f"{reserved} executions are reserved for the loop, which runs up to {at_once} batches concurrently",
    )
    rule = world.client("events").describe_rule(Name=world.stack.physical("GenerationLoopFunctionSweep"))
    expect_equal((rule["ScheduleExpression"], rule["State"]), ("rate(1 minute)", "ENABLED"), "the sweep")


def routes(world: World) -> dict[str, str]:
    """The function behind each route of the API, without the stack's name."""
    api = world.client("apigatewayv2")
    target = {"ApiId": world.outputs["ApiId"], "MaxResults": "100"}
    integrations = {each["IntegrationId"]: each for each in api.get_integrations(**target)["Items"]}
    found = {}
    for route in api.get_routes(**target)["Items"]:
        integration = integrations[route["Target"].removeprefix("integrations/")]
        expect_equal(integration["PayloadFormatVersion"], "2.0", f"the payload format of {route['RouteKey']}")
        name, alias = integration["IntegrationUri"].split(":function:")[1].split("/")[0].split(":")
        expect_equal(alias, "live", f"the alias behind {route['RouteKey']}")
        found[route["RouteKey"]] = name.removeprefix(f"{world.stack.name}-")
    return found


def every_tool_and_operation_has_a_route_to_the_function_of_its_category(world: World) -> None:
    tools = world.service.request("GET", TOOLS).json()["tools"]
    wanted = {f"POST {path}/{tool['name']}": tool["category"] for tool in tools for path in (TOOLS, QUOTES)}
    wanted |= dict.fromkeys(MCP_ROUTES, "mcp")
    wanted |= {f"ANY {path}": "webhook-resources" for path in ("/api/v1/webhooks", "/api/v1/webhooks/{path+}")}
    # The operations that are neither tools nor on webhooks are in the group of their category.
    for path, operations in world.service.request("GET", "/openapi.json").json()["paths"].items():
        if not path.startswith((TOOLS, QUOTES, "/api/v1/webhooks", "/health")):
            wanted |= {f"{method.upper()} {path}": each["tags"][0] for method, each in operations.items()}
    wanted |= {f"GET {TOOLS}/get_credits": "balance", f"GET {TOOLS}": DISCOVERY, "$default": DISCOVERY}
    expect_equal(routes(world), wanted, "the table of routes")


def api_is_throttled_and_logged(world: World) -> None:
    stage = world.client("apigatewayv2").get_stage(ApiId=world.outputs["ApiId"], StageName="$default")
    settings = stage["DefaultRouteSettings"]
    limits = (float(settings["ThrottlingRateLimit"]), int(settings["ThrottlingBurstLimit"]))
    expect_equal(limits, (500.0, 1000), "the limits of the API")
    routes = {route: float(each["ThrottlingRateLimit"]) for route, each in stage["RouteSettings"].items()}
    decoding = {f"POST {TOOLS}/{tool}": 50.0 for tool in ("upload_image", "create_inspiration", "create_person")}
    of_mcp = dict.fromkeys(MCP_ROUTES, 50.0)
    expect_equal(routes, {**decoding, **of_mcp, "$default": 100.0}, "the limits of single routes")
    expect("$context.routeKey" in stage["AccessLogSettings"]["Format"], "the access log does not have the route")


def alarms_notify_the_topic(world: World) -> str:
    wanted = set(world.stack.resources("AWS::CloudWatch::Alarm").values())
    alarms: dict[str, dict[str, Any]] = {}
    for page in world.client("cloudwatch").get_paginator("describe_alarms").paginate():
        alarms |= {alarm["AlarmName"]: alarm for alarm in page["MetricAlarms"]}
    expect(wanted <= alarms.keys(), f"alarms are missing: {wanted - alarms.keys()}")
    silent = [name for name in wanted if alarms[name]["AlarmActions"] != [world.outputs["AlarmTopic"]]]
    expect(not silent, f"alarms without an action: {silent}")
    return f"{len(wanted)} alarms"


CHECKS = [
    tables_equal_those_of_tgctl_setup,
    tables_are_on_demand_and_encrypted_and_records_recoverable,
    only_the_ephemeral_table_expires,
    bucket_is_private_and_encrypted,
    only_uploads_expire,
    pages_may_read_pictures_and_post_uploads,
    messages_received_three_times_become_dead_letters,
    functions_have_memory_time_and_logs,
    every_function_has_a_bill_of_materials,
    functions_are_loaded_at_random_addresses,
    the_loop_gets_batches_of_the_queue_and_a_sweep_every_minute,
    every_tool_and_operation_has_a_route_to_the_function_of_its_category,
    api_is_throttled_and_logged,
    alarms_notify_the_topic,
]
