"""A stack: building it, deploying it, what it is made of, deleting it."""

import hashlib
import json
import platform
import re

from botocore.exceptions import ClientError, WaiterError

import sbom
from failure import Failure, expect
from template import NESTED, TEMPLATE, functions, with_defaults
from tools import ROOT, WORK, environment, run

BUILD = ROOT / ".aws-sam" / "build"
# Deploying can go on from these; other states are half done.
SETTLED = {
    "CREATE_COMPLETE",
    "UPDATE_COMPLETE",
    "UPDATE_ROLLBACK_COMPLETE",
    "IMPORT_COMPLETE",
    "IMPORT_ROLLBACK_COMPLETE",
}


def this_machine():
    """The architecture that needs no cross-compiling here."""
    return "arm64" if platform.machine() in ("aarch64", "arm64") else "x86_64"


def overrides(parameters):
    """Parameters as `sam` takes them: from a file, since it splits what is on its command line at blanks."""
    if not parameters:
        return []
    WORK.mkdir(parents=True, exist_ok=True)
    # JSON is YAML too.
    path = WORK / "parameters.yaml"
    path.write_text(json.dumps({name: as_read(value) for name, value in parameters.items()}))
    return ["--parameter-overrides", f"file://{path}"]


def as_read(value):
    """`value` so that `sam` reads it as it is. Twice, once of the file and once of all parameters, it takes off quotation
    marks around a value, and backslashes before blanks and quotation marks."""
    for _ in range(2):
        value = '"{}"'.format(re.sub(r"""\\(?=[ "'])""", r"\\\\", value))
    return value


def validate():
    """Fails unless the template and those that it nests are in order."""
    run(
        ["sam", "validate", "--lint", "--template-file", str(TEMPLATE)], "validate", environment(AWS_REGION="us-east-1")
    )
    run(["cfn-lint", str(TEMPLATE), *sorted(str(path) for path in NESTED.glob("*.yaml"))], "lint")


def build(architecture):
    """Compiles the functions for these processors, and writes down what they are made of; returns how many seconds the
    compiler took."""
    command = ["sam", "build", "--template-file", str(TEMPLATE), "--build-dir", str(BUILD)]
    command += overrides({"Architecture": architecture})
    _, seconds = run(command, "build", environment(AWS_REGION="us-east-1"))
    sbom.write(BUILD, architecture, functions())
    return seconds


class Stack:
    """One stack, there or not yet."""

    def __init__(self, target, name):
        self.target = target
        self.name = name
        self.cloudformation = target.client("cloudformation")

    def describe(self):
        """What CloudFormation says about it; None when there is none."""
        try:
            return self.cloudformation.describe_stacks(StackName=self.name)["Stacks"][0]
        except ClientError as error:
            if "does not exist" in str(error):
                return None
            raise

    def status(self):
        """Its status; None when there is none."""
        described = self.describe()
        return described and described["StackStatus"]

    def values(self, parameters):
        """The values of all parameters once these are deployed; what is not given stays as it is."""
        described = self.describe() or {}
        before = {each["ParameterKey"]: each["ParameterValue"] for each in described.get("Parameters", [])}
        return with_defaults({**before, **parameters})

    def with_release(self, parameters):
        """The parameters with a release that differs where any value does, so that functions get a new version."""
        values = {name: value for name, value in self.values(parameters).items() if name != "Release"}
        if name := values.get("ModelsParameter"):
            # Read when the stack is deployed: another version of it is another value.
            values["Models"] = self.target.client("ssm").get_parameter(Name=name)["Parameter"]["Version"]
        summary = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:12]
        return {"Release": summary, **parameters}

    def deploy(self, parameters):
        """Makes it what the template says; returns how many seconds that took. A Failure names what went wrong."""
        command = ["sam", "deploy", "--template-file", str(BUILD / "template.yaml")]
        command += ["--config-file", str(ROOT / "samconfig.toml"), "--stack-name", self.name]
        command += ["--region", self.target.region, "--no-progressbar", *overrides(self.with_release(parameters))]
        before, known = self.newest_event(), self.refusals()
        try:
            _, seconds = run(command, "deploy", self.target.variables())
        except Failure as failure:
            refused = [text for event, text in self.refusals().items() if event not in known]
            reasons = refused or self.failures_since(before)
            if not reasons:
                raise
            log = (WORK / "deploy.log").relative_to(ROOT)
            told = "\n".join(f"    {reason}" for reason in reasons)
            raise Failure(
                f"the deployment of {self.name} failed (it is {self.status()} now); all of it is in {log}:\n{told}"
            ) from failure
        return seconds

    def events(self):
        """What happened to it, the last first."""
        try:
            for page in self.cloudformation.get_paginator("describe_stack_events").paginate(StackName=self.name):
                yield from page["StackEvents"]
        except ClientError:
            return

    def newest_event(self):
        """The id of what happened last."""
        return next((event["EventId"] for event in self.events()), None)

    def failures_since(self, event_id):
        """What failed after an event, the first first. What was cancelled because of it is left out."""
        reasons = []
        for event in self.events():
            if event["EventId"] == event_id:
                break
            reason = event.get("ResourceStatusReason", "")
            if event["ResourceStatus"].endswith("_FAILED") and "cancelled" not in reason.lower():
                reasons.insert(0, f"{event['LogicalResourceId']}: {reason}")
        return reasons

    def refusals(self):
        """What CloudFormation ever found wrong before it began, such as names that are taken, by the events' ids."""
        try:
            failed = self.cloudformation.describe_events(StackName=self.name, Filters={"FailedEvents": True})
        except ClientError:
            # There is no stack yet, or the endpoint does not know this call.
            return {}
        found = [event for event in failed["OperationEvents"] if event.get("ValidationStatus") == "FAILED"]
        return {
            event["EventId"]: f"{event.get('LogicalResourceId')}: {event['ValidationStatusReason']}" for event in found
        }

    def outputs(self):
        """The outputs of the template."""
        described = self.describe()
        expect(described, f"there is no stack {self.name}")
        return {output["OutputKey"]: output["OutputValue"] for output in described.get("Outputs", [])}

    def physical(self, logical_id):
        """What a resource of the template is called."""
        detail = self.cloudformation.describe_stack_resource(StackName=self.name, LogicalResourceId=logical_id)
        return detail["StackResourceDetail"]["PhysicalResourceId"]

    def resources(self, kind):
        """The names of all resources of a type, by their logical ids."""
        found = {}
        for page in self.cloudformation.get_paginator("list_stack_resources").paginate(StackName=self.name):
            for each in page["StackResourceSummaries"]:
                if each["ResourceType"] == kind:
                    found[each["LogicalResourceId"]] = each["PhysicalResourceId"]
        return found

    def processed(self):
        """The template behind its transform."""
        body = self.cloudformation.get_template(StackName=self.name, TemplateStage="Processed")["TemplateBody"]
        return body if isinstance(body, dict) else json.loads(body)

    def delete(self):
        """Deletes it; what the template retains stays."""
        self.cloudformation.delete_stack(StackName=self.name)
        try:
            self.cloudformation.get_waiter("stack_delete_complete").wait(
                StackName=self.name, WaiterConfig={"Delay": 2 if self.target.is_emulator else 10, "MaxAttempts": 180}
            )
        except WaiterError as error:
            raise Failure(f"the stack {self.name} was not deleted; it is {self.status()} now") from error
