"""Adopts the tables and the bucket, with their content, that an earlier stack of the same name left.

CloudFormation cannot import existing resources and create others in the same step. So the stack is created with only
these resources, and the following deployment adds the rest."""

import json
from collections.abc import Iterable
from typing import Any

from botocore.exceptions import ClientError, WaiterError
from samcli.yamlhelper import yaml_parse

import preflight
from failure import Failure, expect
from stack import Stack
from template import TEMPLATE

CHANGE_SET = "adoption"


def adopt(stack: Stack, values: dict[str, str]) -> None:
    """Creates the stack from the existing tables and bucket, whose content does not change."""
    bucket = preflight.bucket_name(stack, values, stack.target.account())
    records, ephemeral = preflight.tables(stack)
    left = {
        "Records": ("AWS::DynamoDB::Table", {"TableName": records}),
        "Ephemeral": ("AWS::DynamoDB::Table", {"TableName": ephemeral}),
        "Pictures": ("AWS::S3::Bucket", {"BucketName": bucket}),
    }
    forget_policy(stack, bucket)
    waited_for = {"StackName": stack.name, "ChangeSetName": CHANGE_SET}
    stack.cloudformation.create_change_set(
        **waited_for,
        ChangeSetType="IMPORT",
        TemplateBody=json.dumps(only(left), default=str),
        Parameters=[{"ParameterKey": name, "ParameterValue": value} for name, value in values.items()],
        ResourcesToImport=[
            {"ResourceType": kind, "LogicalResourceId": logical_id, "ResourceIdentifier": identifier}
            for logical_id, (kind, identifier) in left.items()
        ],
    )
    pace = {"Delay": 1 if stack.target.is_emulator else 5, "MaxAttempts": 120}
    try:
        stack.cloudformation.get_waiter("change_set_create_complete").wait(**waited_for, WaiterConfig=pace)
        stack.cloudformation.execute_change_set(**waited_for)
        stack.cloudformation.get_waiter("stack_import_complete").wait(StackName=stack.name, WaiterConfig=pace)
    except WaiterError as error:
        reason = error.last_response.get("StatusReason") or "; ".join(stack.failures_since(None)) or error
        raise Failure(
            f"the tables and the bucket of an earlier {stack.name} cannot be imported "
            f"(it is {stack.status()}): {reason}"
        ) from error


def only(resources: Iterable[str]) -> dict[str, Any]:
    """The template with only these resources: an import accepts no outputs, rules or transforms."""
    template = yaml_parse(TEMPLATE.read_text())
    # It refers to a nested template, which the following deployment adds.
    template["Resources"]["Pictures"]["Properties"].pop("LoggingConfiguration")
    return {
        "AWSTemplateFormatVersion": template["AWSTemplateFormatVersion"],
        "Parameters": template["Parameters"],
        "Conditions": template["Conditions"],
        "Resources": {logical_id: template["Resources"][logical_id] for logical_id in resources},
    }


def forget_policy(stack: Stack, bucket: str) -> None:
    """Deletes the bucket's policy: a bucket has only one, and the next deployment creates it again. The bucket is
    private without it, too."""
    try:
        stack.target.client("s3").delete_bucket_policy(Bucket=bucket)
    except ClientError as error:
        code = error.response["Error"]["Code"]
        expect(code != "NoSuchBucket", f"there is no bucket {bucket}: set BucketName to that of the earlier stack")
        raise
