"""The firewall of CloudFront. AWS accepts it only in us-east-1, so a stack in another region needs a separate stack
there, which is deployed first."""

import dataclasses

from botocore.client import BaseClient
from botocore.exceptions import ClientError, WaiterError

from failure import Failure
from stack import Stack
from template import NESTED

REGION = "us-east-1"
TEMPLATE = NESTED / "firewall.yaml"


def deploy(stack: Stack, parameters: dict[str, str], template: str | None = None) -> dict[str, str]:
    """Creates or updates the firewall if the stack needs one in another region. Returns the parameter with its ARN, or
    nothing. `template` replaces the project's template."""
    values = stack.values(parameters)
    if not values["OriginDomainName"] or parameters.get("WebAclArn") or stack.target.region == REGION:
        return {}
    name = f"{stack.name}-firewall"
    cloudformation = dataclasses.replace(stack.target, region=REGION).client("cloudformation")
    settings = {
        "StackName": name,
        "TemplateBody": template or TEMPLATE.read_text(),
        "Parameters": [
            {"ParameterKey": "ServiceStack", "ParameterValue": stack.name},
            {"ParameterKey": "RequestsPerAddress", "ParameterValue": values["RequestsPerAddress"]},
            {"ParameterKey": "LogRetentionDays", "ParameterValue": values["LogRetentionDays"]},
        ],
    }
    exists = outputs(cloudformation, name) is not None
    if values["WebAclArn"] and not exists:
        # An earlier deployment used a firewall that was given by its ARN.
        return {}
    try:
        if exists:
            cloudformation.update_stack(**settings)
        else:
            cloudformation.create_stack(**settings)
        waiter = cloudformation.get_waiter("stack_update_complete" if exists else "stack_create_complete")
        waiter.wait(StackName=name, WaiterConfig={"Delay": 5, "MaxAttempts": 120})
    except WaiterError as error:
        raise Failure(f"the firewall was not deployed; see the events of the stack {name} in {REGION}") from error
    except ClientError as error:
        if "No updates are to be performed" not in str(error):
            raise
    return {"WebAclArn": outputs(cloudformation, name)["WebAclArn"]}


def outputs(cloudformation: BaseClient, name: str) -> dict[str, str] | None:
    """The outputs of the firewall's stack; None if the stack does not exist."""
    try:
        described = cloudformation.describe_stacks(StackName=name)["Stacks"][0]
    except ClientError as error:
        if "does not exist" in str(error):
            return None
        raise
    return {output["OutputKey"]: output["OutputValue"] for output in described.get("Outputs", [])}
