"""Taking up again what an earlier stack of the same name left: its tables and its bucket, with all that is in them.

CloudFormation imports what is there already, and nothing else in the same step: so the stack begins with these alone, and
the deployment that follows adds the rest."""

import json

from botocore.exceptions import ClientError, WaiterError
from samcli.yamlhelper import yaml_parse

import preflight
from failure import Failure, expect
from template import TEMPLATE

CHANGE_SET = "adoption"


def adopt(stack, values):
    """Makes the stack out of what is left; nothing in the tables and the bucket changes."""
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
        raise Failure(f"what an earlier {stack.name} left cannot be taken up (it is {stack.status()}): {reason}") from error


def only(resources):
    """The template with these resources alone: no output, no rule and no transform, as an import wants it."""
    template = yaml_parse(TEMPLATE.read_text())
    # It leads to a nested template, which the deployment that follows adds.
    template["Resources"]["Pictures"]["Properties"].pop("LoggingConfiguration")
    return {
        "AWSTemplateFormatVersion": template["AWSTemplateFormatVersion"],
        "Parameters": template["Parameters"],
        "Conditions": template["Conditions"],
        "Resources": {logical_id: template["Resources"][logical_id] for logical_id in resources},
    }


def forget_policy(stack, bucket):
    """A bucket has one policy. The stack before left its own, and the next one makes it anew; until then the bucket is as
    private as before."""
    try:
        stack.target.client("s3").delete_bucket_policy(Bucket=bucket)
    except ClientError as error:
        code = error.response["Error"]["Code"]
        expect(code != "NoSuchBucket", f"there is no bucket {bucket}: give the BucketName that the earlier stack had")
        raise
