"""Builds, deploys, describes and deletes a stack."""

import hashlib
import json
import platform
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from botocore.exceptions import ClientError, WaiterError

import sbom
from failure import Failure, expect
from target import Target
from template import NESTED, TEMPLATE, functions, with_defaults
from tools import ROOT, WORK, environment, run

BUILD = ROOT / ".aws-sam" / "build"
# Where `cargo lambda build` puts the executables.
LAMBDA = ROOT / "target" / "lambda"
# Functions are linked statically with musl. Their start then takes less time than that of an empty function that loads
# glibc.
TARGETS = {"arm64": "aarch64-unknown-linux-musl", "x86_64": "x86_64-unknown-linux-musl"}
# The states from which a stack can be deployed.
SETTLED = {
    "CREATE_COMPLETE",
    "UPDATE_COMPLETE",
    "UPDATE_ROLLBACK_COMPLETE",
    "IMPORT_COMPLETE",
    "IMPORT_ROLLBACK_COMPLETE",
}


def this_machine() -> str:
    """The architecture for which this machine needs no cross-compiler."""
    return "arm64" if platform.machine() in ("aarch64", "arm64") else "x86_64"


def overrides(parameters: dict[str, str]) -> list[str]:
    """Parameters for `sam`, in a file, because it splits its command line at spaces."""
    if not parameters:
        return []
    WORK.mkdir(parents=True, exist_ok=True)
    # JSON is also valid YAML.
    path = WORK / "parameters.yaml"
    path.write_text(json.dumps({name: as_read(value) for name, value in parameters.items()}))
    return ["--parameter-overrides", f"file://{path}"]


def as_read(value: str) -> str:
    """Escapes `value` so that `sam` reads it unchanged. `sam` removes quotation marks around a value, and backslashes
    before spaces and quotation marks, twice: once from the file and once from all parameters."""
    for _ in range(2):
        value = '"{}"'.format(re.sub(r"""\\(?=[ "'])""", r"\\\\", value))
    return value


def validate() -> None:
    """Fails unless the template and its nested templates are valid."""
    run(
        ["sam", "validate", "--lint", "--template-file", str(TEMPLATE)], "validate", environment(AWS_REGION="us-east-1")
    )
    run(["cfn-lint", str(TEMPLATE), *sorted(str(path) for path in NESTED.glob("*.yaml"))], "lint")


def build(architecture: str) -> float:
    """Compiles the functions for this architecture and writes their bills of materials; returns the seconds that this
    took."""
    target = TARGETS[architecture]
    if shutil.which("rustup"):
        run(["rustup", "target", "add", target], "rustup")
    _, compiling = run(["cargo", "lambda", "build", "--release", "--target", target], "compile", environment())
    # Compiles nothing. It writes a template whose paths are those of the nested templates and of the executables.
    command = ["sam", "build", "--template-file", str(TEMPLATE), "--build-dir", str(BUILD)]
    command += overrides({"Architecture": architecture})
    _, preparing = run(command, "build", environment(AWS_REGION="us-east-1"))
    sbom.write(BUILD / "sbom", target, {package: executable(package) for package in functions().values()})
    return compiling + preparing


def executable(package: str) -> Path:
    """The executable of a function that was built."""
    return LAMBDA / package / "bootstrap"


class Stack:
    """A stack, which need not exist yet."""

    def __init__(self, target: Target, name: str) -> None:
        self.target = target
        self.name = name
        self.cloudformation = target.client("cloudformation")

    def describe(self) -> dict[str, Any] | None:
        """CloudFormation's description of the stack; None if it does not exist."""
        try:
            return self.cloudformation.describe_stacks(StackName=self.name)["Stacks"][0]
        except ClientError as error:
            if "does not exist" in str(error):
                return None
            raise

    def status(self) -> str | None:
        """The stack's status; None if it does not exist."""
        described = self.describe()
        return described["StackStatus"] if described else None

    def values(self, parameters: dict[str, str]) -> dict[str, str]:
        """The values of all parameters after a deployment with these; others keep their values."""
        described = self.describe() or {}
        before = {each["ParameterKey"]: each["ParameterValue"] for each in described.get("Parameters", [])}
        return with_defaults({**before, **parameters})

    def with_release(self, parameters: dict[str, str]) -> dict[str, str]:
        """The parameters with a checksum of all values as `Release`, so that a changed value publishes new versions of
        functions."""
        values = {name: value for name, value in self.values(parameters).items() if name != "Release"}
        if name := values.get("ModelsParameter"):
            # The SSM parameter is read at deployment: a new version of it is a new value.
            values["Models"] = self.target.client("ssm").get_parameter(Name=name)["Parameter"]["Version"]
        summary = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:12]
        return {"Release": summary, **parameters}

    def deploy(self, parameters: dict[str, str]) -> float:
        """Deploys the template; returns the seconds that this took. A Failure has CloudFormation's reasons."""
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
                f"the deployment of {self.name} failed (its status is {self.status()}); the full log is {log}:\n{told}"
            ) from failure
        return seconds

    def events(self) -> Iterator[dict[str, Any]]:
        """The stack's events, the newest first."""
        try:
            for page in self.cloudformation.get_paginator("describe_stack_events").paginate(StackName=self.name):
                yield from page["StackEvents"]
        except ClientError:
            return

    def newest_event(self) -> str | None:
        """The id of the newest event."""
        return next((event["EventId"] for event in self.events()), None)

    def failures_since(self, event_id: str | None) -> list[str]:
        """The failures since an event, the oldest first, without resources that were cancelled because of them."""
        reasons: list[str] = []
        for event in self.events():
            if event["EventId"] == event_id:
                break
            reason = event.get("ResourceStatusReason", "")
            if event["ResourceStatus"].endswith("_FAILED") and "cancelled" not in reason.lower():
                reasons.insert(0, f"{event['LogicalResourceId']}: {reason}")
        return reasons

    def refusals(self) -> dict[str, str]:
        """Validation errors that CloudFormation found before it began, such as names that are taken, by the ids of
        their events."""
        try:
            failed = self.cloudformation.describe_events(StackName=self.name, Filters={"FailedEvents": True})
        except ClientError:
            # The stack does not exist yet, or the endpoint does not support this call.
            return {}
        found = [event for event in failed["OperationEvents"] if event.get("ValidationStatus") == "FAILED"]
        return {
            event["EventId"]: f"{event.get('LogicalResourceId')}: {event['ValidationStatusReason']}" for event in found
        }

    def outputs(self) -> dict[str, str]:
        """The outputs of the template."""
        described = self.describe()
        expect(described, f"there is no stack {self.name}")
        return {output["OutputKey"]: output["OutputValue"] for output in described.get("Outputs", [])}

    def physical(self, logical_id: str) -> str:
        """The physical id of a resource."""
        detail = self.cloudformation.describe_stack_resource(StackName=self.name, LogicalResourceId=logical_id)
        return detail["StackResourceDetail"]["PhysicalResourceId"]

    def resources(self, kind: str) -> dict[str, str]:
        """The physical ids of all resources of a type, by their logical ids."""
        found = {}
        for page in self.cloudformation.get_paginator("list_stack_resources").paginate(StackName=self.name):
            for each in page["StackResourceSummaries"]:
                if each["ResourceType"] == kind:
                    found[each["LogicalResourceId"]] = each["PhysicalResourceId"]
        return found

    def processed(self) -> dict[str, Any]:
        """The template after its transform."""
        body = self.cloudformation.get_template(StackName=self.name, TemplateStage="Processed")["TemplateBody"]
        return body if isinstance(body, dict) else json.loads(body)

    def delete(self) -> None:
        """Deletes the stack, except the resources that the template retains."""
        self.cloudformation.delete_stack(StackName=self.name)
        try:
            self.cloudformation.get_waiter("stack_delete_complete").wait(
                StackName=self.name, WaiterConfig={"Delay": 2 if self.target.is_emulator else 10, "MaxAttempts": 180}
            )
        except WaiterError as error:
            raise Failure(f"the stack {self.name} was not deleted; it is {self.status()} now") from error
