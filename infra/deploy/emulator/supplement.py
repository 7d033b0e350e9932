"""Configures what the emulator ignores in a template, from the deployed template, so that the following checks hold
there as on AWS."""

import json
from typing import Any

from botocore.exceptions import ClientError

from stack import Stack
from target import Target

# The value of a template for something that is absent.
NOTHING = {"Ref": "AWS::NoValue"}


def apply(target: Target, stack: Stack) -> None:
    """Configures everything that MiniStack 1.5.33 is known to ignore."""
    values = {each["ParameterKey"]: each["ParameterValue"] for each in stack.describe().get("Parameters", [])}
    template = stack.processed()
    resources = template["Resources"]
    conditions = {name: holds(each, values) for name, each in template["Conditions"].items()}
    for kind, add in (
        ("AWS::DynamoDB::Table", add_to_table),
        ("AWS::S3::Bucket", add_to_bucket),
        ("AWS::Lambda::Function", add_to_function),
        ("AWS::Lambda::EventSourceMapping", add_to_mapping),
        ("AWS::IAM::Role", add_to_role),
    ):
        for logical_id, name in stack.resources(kind).items():
            add(target, name, resolved(resources[logical_id]["Properties"], values, conditions))
    add_to_stage(target, stack.physical("Api"), resolved(resources["ApiStage"]["Properties"], values, conditions))


def holds(condition: dict[str, Any], values: dict[str, str]) -> bool:
    """Whether a condition of the template holds. Conditions on other conditions are not needed here."""
    if "Fn::Not" in condition:
        return not holds(condition["Fn::Not"][0], values)
    if "Fn::Equals" in condition:
        first, second = (resolved(each, values, {}) for each in condition["Fn::Equals"])
        if isinstance(first, dict) and "Fn::Join" in first:
            first = first["Fn::Join"][0].join(first["Fn::Join"][1].split(","))
        return str(first) == str(second)
    return False


def resolved(
    value: Any,  # noqa: ANN401 - any value of a template
    values: dict[str, str],
    conditions: dict[str, bool],
) -> Any:  # noqa: ANN401 - any value of a template
    """`value` with the parameters' values, and of each `!If` the branch that applies."""
    if isinstance(value, list):
        return [each for each in (resolved(each, values, conditions) for each in value) if each != NOTHING]
    if not isinstance(value, dict):
        return value
    if value.get("Ref") in values:
        return values[value["Ref"]]
    if "Fn::If" in value:
        name, yes, no = value["Fn::If"]
        return resolved(yes if conditions[name] else no, values, conditions)
    parts = {name: resolved(each, values, conditions) for name, each in value.items()}
    return {name: each for name, each in parts.items() if each != NOTHING}


def is_true(value: str | bool) -> bool:
    """A boolean of a template, which may be a string."""
    return str(value).lower() == "true"


def add_to_table(target: Target, name: str, properties: dict[str, Any]) -> None:
    """Configures expiry, point-in-time recovery and encryption with a KMS key."""
    dynamodb = target.client("dynamodb")
    if expiry := properties.get("TimeToLiveSpecification"):
        expiry = {"AttributeName": expiry["AttributeName"], "Enabled": is_true(expiry["Enabled"])}
        try:
            dynamodb.update_time_to_live(TableName=name, TimeToLiveSpecification=expiry)
        except ClientError as error:
            # The previous version already configured it.
            if error.response["Error"]["Code"] != "ValidationException":
                raise
    if recovery := properties.get("PointInTimeRecoverySpecification"):
        recovery = {"PointInTimeRecoveryEnabled": is_true(recovery["PointInTimeRecoveryEnabled"])}
        dynamodb.update_continuous_backups(TableName=name, PointInTimeRecoverySpecification=recovery)
    encryption: dict[str, Any] = {"Enabled": is_true(properties["SSESpecification"]["SSEEnabled"])}
    if key := properties["SSESpecification"].get("KMSMasterKeyId"):
        encryption |= {"SSEType": "KMS", "KMSMasterKeyId": key}
    dynamodb.update_table(TableName=name, SSESpecification=encryption)


def add_to_bucket(target: Target, name: str, properties: dict[str, Any]) -> None:
    """Configures the lifecycle."""
    rules = [lifecycle_rule(rule) for rule in properties["LifecycleConfiguration"]["Rules"]]
    target.client("s3").put_bucket_lifecycle_configuration(Bucket=name, LifecycleConfiguration={"Rules": rules})


def lifecycle_rule(rule: dict[str, Any]) -> dict[str, Any]:
    """A lifecycle rule of a template in the form of S3's API."""
    made = {"ID": rule["Id"], "Status": rule["Status"], "Filter": {"Prefix": rule.get("Prefix", "")}}
    if tags := rule.get("TagFilters"):
        made["Filter"] = {"Tag": tags[0]}
    if abort := rule.get("AbortIncompleteMultipartUpload"):
        made["AbortIncompleteMultipartUpload"] = {"DaysAfterInitiation": int(abort["DaysAfterInitiation"])}
    if days := rule.get("ExpirationInDays"):
        made["Expiration"] = {"Days": int(days)}
    if versions := rule.get("NoncurrentVersionExpiration"):
        made["NoncurrentVersionExpiration"] = {"NoncurrentDays": int(versions["NoncurrentDays"])}
    if marker := rule.get("ExpiredObjectDeleteMarker"):
        made["Expiration"] = {"ExpiredObjectDeleteMarker": is_true(marker)}
    return made


def add_to_function(target: Target, name: str, properties: dict[str, Any]) -> None:
    """Configures reserved concurrency."""
    reserved = int(properties.get("ReservedConcurrentExecutions", 0))
    if reserved > 0:
        target.client("lambda").put_function_concurrency(FunctionName=name, ReservedConcurrentExecutions=reserved)


def add_to_mapping(target: Target, identifier: str, properties: dict[str, Any]) -> None:
    """Configures the maximum concurrency: the emulator fails if the number comes from a parameter."""
    at_once = {"MaximumConcurrency": int(properties["ScalingConfig"]["MaximumConcurrency"])}
    target.client("lambda").update_event_source_mapping(UUID=identifier, ScalingConfig=at_once)


def add_to_role(target: Target, name: str, properties: dict[str, Any]) -> None:
    """Allows sending batches: AWS requires sqs:SendMessage for it, the emulator an action that AWS does not have."""
    statements = [each for policy in properties["Policies"] for each in policy["PolicyDocument"]["Statement"]]
    if any("sqs:SendMessage" in each["Action"] for each in statements):
        batch = {"Effect": "Allow", "Action": "sqs:SendMessageBatch", "Resource": "*"}
        document = json.dumps({"Version": "2012-10-17", "Statement": [batch]})
        target.client("iam").put_role_policy(RoleName=name, PolicyName="emulator", PolicyDocument=document)


def add_to_stage(target: Target, api: str, properties: dict[str, Any]) -> None:
    """Configures throttling and the access log: the emulator stores both under names that no client reads."""

    def limits(settings: dict[str, Any]) -> dict[str, float]:
        return {
            "ThrottlingRateLimit": float(settings["ThrottlingRateLimit"]),
            "ThrottlingBurstLimit": int(settings["ThrottlingBurstLimit"]),
        }

    target.client("apigatewayv2").update_stage(
        ApiId=api,
        StageName=properties["StageName"],
        DefaultRouteSettings=limits(properties["DefaultRouteSettings"]),
        RouteSettings={route: limits(each) for route, each in properties["RouteSettings"].items()},
        AccessLogSettings={"Format": properties["AccessLogSettings"]["Format"]},
    )
