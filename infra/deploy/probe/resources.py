"""The resources of a probe run, and how they are deleted."""

import contextlib
import functools
import io
import json
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from botocore.client import BaseClient
from botocore.exceptions import BotoCoreError, ClientError

import template
from failure import Failure, expect
from target import Target

if TYPE_CHECKING:
    from . import Probe

PREFIX = "thumbnails-probe-"
RUN_NAME = re.compile(PREFIX + "[0-9a-f]{6}")
HANDLER = Path(__file__).with_name("function.py")
RUNTIME = "python3.13"
FUNCTION_SECONDS = 120
# AWS requires that a queue's visibility timeout is at least the function's timeout.
WORKER_SECONDS = 10
TABLES = {"records": "Records", "ephemeral": "Ephemeral"}
FUNCTIONS = ("caller", "worker")
QUEUES = ("latencies", "throttled")
# Lambda refuses a role for some seconds after its creation.
ROLE_SECONDS = 60
# A table, a mapping or a function cannot be deleted while it is being created.
UNSETTLED = ("ResourceInUseException", "ResourceConflictException")
SETTLE_SECONDS = 90
GONE = (
    "ResourceNotFoundException",
    "NoSuchBucket",
    "404",
    "NoSuchEntity",
    "AWS.SimpleQueueService.NonExistentQueue",
    "QueueDoesNotExist",
)
# Deletes one kind of resource. Its arguments are a client, the name of the run and the account.
Step = Callable[[BaseClient, str, str], None]


class Resources:
    """The resources of one run. Their names begin with the name of the run."""

    def __init__(self, probe: "Probe", name: str) -> None:
        self.probe = probe
        self.name = name
        self.tags = {"application": "thumbnails-probe", "run": name}

    def named(self, part: str) -> str:
        """The name of a resource."""
        return f"{self.name}-{part}"

    @property
    def bucket(self) -> str:
        """The bucket's name, which must be unique across all accounts."""
        return bucket_name(self.name, self.probe.account)

    def pairs(self, key: str = "Key", value: str = "Value") -> list[dict[str, str]]:
        """The tags in the form that most services use."""
        return [{key: name, value: tag} for name, tag in self.tags.items()]

    def make_tables(self) -> None:
        """Creates both tables, as in the template."""
        dynamodb = self.probe.client("dynamodb")
        parts = ("KeySchema", "AttributeDefinitions", "GlobalSecondaryIndexes", "BillingMode")
        for part, logical_id in TABLES.items():
            properties = template.resource(logical_id)["Properties"]
            shape = {name: properties[name] for name in parts if name in properties}
            dynamodb.create_table(TableName=self.named(part), Tags=self.pairs(), **shape)
        for part in TABLES:
            dynamodb.get_waiter("table_exists").wait(
                TableName=self.named(part), WaiterConfig={"Delay": 2, "MaxAttempts": 60}
            )

    def make_bucket(self) -> None:
        """Creates the bucket for pictures."""
        s3, region = self.probe.client("s3"), self.probe.target.region
        elsewhere = {"CreateBucketConfiguration": {"LocationConstraint": region}} if region != "us-east-1" else {}
        s3.create_bucket(Bucket=self.bucket, **elsewhere)
        s3.put_bucket_tagging(Bucket=self.bucket, Tagging={"TagSet": self.pairs()})

    def make_queue(self, part: str) -> str:
        """Creates a queue and returns its URL."""
        made = self.probe.client("sqs").create_queue(
            QueueName=self.named(part), Attributes={"VisibilityTimeout": str(WORKER_SECONDS)}, tags=self.tags
        )
        return made["QueueUrl"]

    def make_role(self) -> str:
        """Creates the functions' role, which may use only this run's resources, and returns its ARN. It may not write
        logs, so that no log group remains."""
        iam = self.probe.client("iam")
        trust = {
            "Version": "2012-10-17",
            "Statement": [
                {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"Service": "lambda.amazonaws.com"}}
            ],
        }
        made = iam.create_role(
            RoleName=self.named("role"), AssumeRolePolicyDocument=json.dumps(trust), Tags=self.pairs()
        )
        target = self.probe.target
        partition = target.session.get_partition_for_region(target.region)
        allowed = [
            (f"arn:{partition}:dynamodb:*:*:table/{self.name}-*", ["dynamodb:*Item*", "dynamodb:Query"]),
            (f"arn:{partition}:s3:::{self.name}-*/*", ["s3:GetObject", "s3:PutObject"]),
            (f"arn:{partition}:sqs:*:*:{self.name}-*", ["sqs:*Message*", "sqs:GetQueueAttributes"]),
        ]
        statements = [{"Effect": "Allow", "Action": actions, "Resource": resource} for resource, actions in allowed]
        policy = {"Version": "2012-10-17", "Statement": statements}
        iam.put_role_policy(RoleName=self.named("role"), PolicyName="probe", PolicyDocument=json.dumps(policy))
        return made["Role"]["Arn"]

    def make_functions(self, role: str) -> None:
        """Creates two functions: the first calls AWS, the second handles messages."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("function.py", HANDLER.read_text())
        for part, seconds in zip(FUNCTIONS, (FUNCTION_SECONDS, WORKER_SECONDS), strict=True):
            self.make_function(
                FunctionName=self.named(part),
                Role=role,
                Runtime=RUNTIME,
                Handler="function.handler",
                Code={"ZipFile": packed.getvalue()},
                Timeout=seconds,
                # The same processor as a function of the service.
                MemorySize=512,
                Environment={"Variables": {"EPHEMERAL_TABLE_NAME": self.named("ephemeral")}},
                Tags=self.tags,
            )

    def make_function(self, **properties: Any) -> None:
        """Creates a function as soon as Lambda accepts its role."""
        client = self.probe.client("lambda")
        end = time.monotonic() + ROLE_SECONDS
        while True:
            try:
                client.create_function(**properties)
                break
            except ClientError as error:
                unknown_role = error.response["Error"]["Code"] == "InvalidParameterValueException"
                if not unknown_role or time.monotonic() > end:
                    raise
                time.sleep(3)
        client.get_waiter("function_active_v2").wait(
            FunctionName=properties["FunctionName"], WaiterConfig={"Delay": 2, "MaxAttempts": 30}
        )


def bucket_name(name: str, account: str) -> str:
    """The name of a run's bucket."""
    return f"{name}-{account}"


def remove(target: Target, name: str, account: str) -> None:
    """Deletes all resources of a run. If one cannot be deleted, the others still are."""
    expect(RUN_NAME.fullmatch(name), f"{name} is not the name of a probe run; such a name is {PREFIX}12ab34")
    failures = []
    steps: list[tuple[Step, str]] = [(remove_mappings, "lambda"), (remove_functions, "lambda"), (remove_role, "iam")]
    steps += [(remove_queues, "sqs"), (remove_tables, "dynamodb"), (remove_bucket, "s3")]
    for step, service in steps:
        try:
            once_settled(functools.partial(step, target.client(service), name, account))
        except (BotoCoreError, ClientError) as error:
            failures.append(f"    {step.__name__.replace('_', ' ')}: {error}")
    if failures:
        told = "\n".join(failures)
        raise Failure(
            f"not all resources of {name} could be deleted. Fix the cause, then run `probe --remove {name}` with the "
            f"same --region, --profile and --endpoint:\n{told}"
        )


def once_settled(step: Callable[[], None]) -> None:
    """Retries a step while AWS is still creating the resource to be deleted."""
    end = time.monotonic() + SETTLE_SECONDS
    while True:
        try:
            return step()
        except ClientError as error:
            if error.response["Error"]["Code"] not in UNSETTLED or time.monotonic() > end:
                raise
            time.sleep(3)


@contextlib.contextmanager
def unless_gone() -> Iterator[None]:
    """Ignores resources that do not exist."""
    try:
        yield
    except ClientError as error:
        if error.response["Error"]["Code"] not in GONE:
            raise


def remove_mappings(client: BaseClient, name: str, _account: str) -> None:
    """Mappings are deleted first, because they call the function."""
    for part in FUNCTIONS:
        with unless_gone():
            for mapping in client.list_event_source_mappings(FunctionName=f"{name}-{part}")["EventSourceMappings"]:
                with unless_gone():
                    client.delete_event_source_mapping(UUID=mapping["UUID"])


def remove_functions(client: BaseClient, name: str, _account: str) -> None:
    for part in FUNCTIONS:
        with unless_gone():
            client.delete_function(FunctionName=f"{name}-{part}")


def remove_role(client: BaseClient, name: str, _account: str) -> None:
    role = f"{name}-role"
    with unless_gone():
        client.delete_role_policy(RoleName=role, PolicyName="probe")
    with unless_gone():
        client.delete_role(RoleName=role)


def remove_queues(client: BaseClient, name: str, _account: str) -> None:
    for part in QUEUES:
        with unless_gone():
            client.delete_queue(QueueUrl=client.get_queue_url(QueueName=f"{name}-{part}")["QueueUrl"])


def remove_tables(client: BaseClient, name: str, _account: str) -> None:
    for part in TABLES:
        with unless_gone():
            client.delete_table(TableName=f"{name}-{part}")


def remove_bucket(client: BaseClient, name: str, account: str) -> None:
    bucket = bucket_name(name, account)
    with unless_gone():
        for page in client.get_paginator("list_objects_v2").paginate(Bucket=bucket):
            for each in page.get("Contents", []):
                client.delete_object(Bucket=bucket, Key=each["Key"])
        client.delete_bucket(Bucket=bucket)
