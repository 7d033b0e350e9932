"""The role of each function allows what its code does, and nothing else: the checks assume each role and try it."""

import contextlib
import copy
import json
import time
from collections.abc import Iterator
from typing import Any

import boto3
from botocore.client import BaseClient
from botocore.exceptions import ClientError

from checks import World
from failure import Failure, expect, expect_equal

IMAGE, THUMBNAIL = "org_check/images/check.png", "org_check/thumbnails/check.png"
UPLOAD = "uploads/org_check/check"
# The name of a method of `RoleOperations`, and its arguments.
Operation = tuple[str, ...]


@contextlib.contextmanager
def role_of(world: World, logical_id: str) -> Iterator[boto3.Session]:
    """A session with the credentials of a function's role. While it lasts, the role also trusts the caller."""
    iam = world.client("iam")
    role = iam.get_role(RoleName=world.stack.physical(f"{logical_id}Role"))["Role"]
    trust = role["AssumeRolePolicyDocument"]
    opened = copy.deepcopy(trust)
    account = role["Arn"].split(":")[4]
    caller = {"Effect": "Allow", "Principal": {"AWS": f"arn:aws:iam::{account}:root"}, "Action": "sts:AssumeRole"}
    opened["Statement"].append(caller)
    set_trust(iam, role, opened)
    try:
        yield assumed(world, role["Arn"])
    finally:
        set_trust(iam, role, trust)


def set_trust(iam: BaseClient, role: dict[str, Any], document: dict[str, Any]) -> None:
    """Sets who may assume a role."""
    iam.update_assume_role_policy(RoleName=role["RoleName"], PolicyDocument=json.dumps(document))


def assumed(world: World, arn: str) -> boto3.Session:
    """A session of a role. AWS takes some seconds to apply a changed trust policy."""
    end = time.monotonic() + 60
    while True:
        try:
            credentials = world.client("sts").assume_role(RoleArn=arn, RoleSessionName="check")["Credentials"]
            break
        except ClientError as error:
            if time.monotonic() > end:
                raise Failure(f"{arn} cannot be assumed: {error}") from error
            time.sleep(2)
    return boto3.Session(
        aws_access_key_id=credentials["AccessKeyId"],
        aws_secret_access_key=credentials["SecretAccessKey"],
        aws_session_token=credentials["SessionToken"],
        region_name=world.target.region,
    )


class RoleOperations:
    """The operations that a role tries."""

    def __init__(self, world: World, session: boto3.Session) -> None:
        def client(service: str) -> BaseClient:
            return world.target.client(service, session)

        self.s3, self.sqs, self.dynamodb = client("s3"), client("sqs"), client("dynamodb")
        self.world = world
        self.outputs = world.outputs

    def read(self, key: str) -> None:
        self.s3.get_object(Bucket=self.outputs["Bucket"], Key=key)

    def write(self, key: str) -> None:
        self.s3.put_object(Bucket=self.outputs["Bucket"], Key=key, Body=b"check")

    def write_as_thumbnail(self, key: str) -> None:
        self.s3.put_object(Bucket=self.outputs["Bucket"], Key=key, Body=b"check", Tagging="kind=thumbnail")

    def delete(self, key: str) -> None:
        self.s3.delete_object(Bucket=self.outputs["Bucket"], Key=key)

    def send(self) -> None:
        # Nobody receives the message before this group ends, and then the queue is emptied.
        self.sqs.send_message(QueueUrl=self.queue_url("QueueUrl"), MessageBody="check", DelaySeconds=900)

    def look_at_dead_letters(self) -> None:
        self.sqs.receive_message(QueueUrl=self.queue_url("DeadLetterQueueUrl"))

    def queue_url(self, output: str) -> str:
        name = self.outputs[output].rsplit("/", 1)[1]
        return self.world.client("sqs").get_queue_url(QueueName=name)["QueueUrl"]

    def get(self, table: str) -> None:
        key = {"pk": {"S": "ORG#check"}} | ({"sk": {"S": "check"}} if table == "RecordsTable" else {})
        self.dynamodb.get_item(TableName=self.outputs[table], Key=key)

    def query(self) -> None:
        values = {":pk": {"S": "ORG#check"}}
        condition = {"KeyConditionExpression": "pk = :pk", "ExpressionAttributeValues": values}
        self.dynamodb.query(TableName=self.outputs["RecordsTable"], **condition)

    def scan(self) -> None:
        self.dynamodb.scan(TableName=self.outputs["RecordsTable"], Limit=1)

    def put(self, table: str, partition: str | None = None, attribute: str = "name") -> None:
        """Tries to write an item of a partition. Its attributes do not matter: only real items have a meaning."""
        partition = partition or {"RecordsTable": "ORG#check", "EphemeralTable": "ANSWER#check"}[table]
        item = {"pk": {"S": partition}, "sk": {"S": "check"}, attribute: {"S": "check"}}
        # The condition never holds, so nothing is written even if the role is allowed to.
        condition = "attribute_exists(pk) AND attribute_not_exists(pk)"
        with contextlib.suppress(self.dynamodb.exceptions.ConditionalCheckFailedException):
            self.dynamodb.put_item(TableName=self.outputs[table], Item=item, ConditionExpression=condition)


def expect_rights(world: World, role: str, may: list[Operation], may_not: list[Operation]) -> None:
    """Fails unless a role can do everything in `may` and nothing in `may_not`."""
    with role_of(world, role) as session:
        operations = RoleOperations(world, session)
        for name, *arguments in may:
            refusal = refused(operations, name, arguments)
            expect(not refusal, f"{role} cannot {name} {arguments}: {refusal}")
        for name, *arguments in may_not:
            expect(refused(operations, name, arguments), f"{role} can {name} {arguments}")


def refused(operations: RoleOperations, name: str, arguments: list[str]) -> ClientError | None:
    """The error of a forbidden operation; None if it is allowed."""
    try:
        getattr(operations, name)(*arguments)
    except ClientError as error:
        expect("AccessDenied" in error.response["Error"]["Code"], f"{name} {arguments}: {error}")
        return error
    return None


def balance_and_discovery_only_read_records(world: World) -> None:
    never = [
        ("read", IMAGE),
        ("write", IMAGE),
        ("send",),
        ("put", "RecordsTable"),
        ("get", "EphemeralTable"),
        ("scan",),
    ]
    expect_rights(world, "Balance", [("get", "RecordsTable"), ("query",)], never)
    expect_rights(world, "Discovery", [("get", "RecordsTable")], [*never, ("query",)])


def generation_only_sends_shows_and_deletes_thumbnails(world: World) -> None:
    # Deleting a missing object succeeds if the role is allowed to delete it.
    may = [
        ("read", THUMBNAIL),
        ("delete", f"{THUMBNAIL}.deleted"),
        ("send",),
        ("put", "RecordsTable"),
        ("put", "EphemeralTable"),
        ("query",),
    ]
    may_not = [("read", IMAGE), ("write", THUMBNAIL), ("delete", IMAGE), ("look_at_dead_letters",), ("scan",)]
    expect_rights(world, "Generation", may, may_not)


def images_persons_and_inspirations_access_only_their_own_pictures(world: World) -> None:
    for role, folder in (("Images", "images"), ("Persons", "persons"), ("Inspirations", "inspirations")):
        own = f"org_check/{folder}/own.png"
        may = [("write", own), ("read", own), ("delete", own), ("query",), ("put", "RecordsTable")]
        may += [("read", UPLOAD), ("delete", f"{UPLOAD}.deleted")]
        may_not = [("write", THUMBNAIL), ("delete", THUMBNAIL), ("send",), ("scan",)]
        # Only the function that signs the forms of uploads may write them.
        (may if folder == "images" else may_not).append(("write", UPLOAD))
        # An inspiration may be made from a thumbnail.
        (may if folder == "inspirations" else may_not).append(("read", THUMBNAIL))
        if folder != "images":
            may_not += [("write", IMAGE), ("delete", IMAGE)]
        expect_rights(world, role, may, may_not)


def functions_that_decode_cannot_write_keys_and_other_kinds_of_items(world: World) -> None:
    foreign = [("put", "RecordsTable", partition) for partition in ("KEY#check", "KEYID#check", "ORGS")]
    operators = [("put", "RecordsTable", "ORG#check", name) for name in ("plan", "scopes", "hash")]
    generations = ("put", "RecordsTable", "ORG#check", "thumbnails")
    limits = ("put", "EphemeralTable", "RATE#check")
    for role, others in (
        ("Images", ["palette", "photos"]),
        ("Inspirations", ["photos"]),
        ("Persons", ["balance", "sequence", "amount", "picture"]),
    ):
        kinds = [("put", "RecordsTable", "ORG#check", name) for name in others]
        may_not = [*foreign, *operators, generations, limits, *kinds]
        expect_rights(world, role, [("put", "RecordsTable")], may_not)


def the_loop_changes_only_thumbnails(world: World) -> None:
    may = [("write_as_thumbnail", THUMBNAIL), ("delete", THUMBNAIL), ("read", IMAGE), ("look_at_dead_letters",)]
    may_not = [("write", IMAGE), ("delete", IMAGE), ("put", "EphemeralTable"), ("query",), ("scan",)]
    expect_rights(world, "GenerationLoop", may, may_not)


def the_bucket_refuses_requests_without_tls(world: World) -> str | None:
    if not world.plain_endpoint:
        return "on the emulator only"
    with role_of(world, "Images") as session:
        over_tls, plain = (world.target.client("s3", session, endpoint) for endpoint in (None, world.plain_endpoint))
        over_tls.get_object(Bucket=world.outputs["Bucket"], Key=IMAGE)
        try:
            plain.get_object(Bucket=world.outputs["Bucket"], Key=IMAGE)
        except ClientError as error:
            expect_equal(error.response["Error"]["Code"], "AccessDenied", "the refusal")
            return None
    raise Failure("the bucket serves objects over plain text")


def test_objects_are_stored(world: World) -> None:
    s3, bucket = world.client("s3"), world.outputs["Bucket"]
    for key in (IMAGE, THUMBNAIL, UPLOAD):
        s3.put_object(Bucket=bucket, Key=key, Body=b"check")


def test_objects_are_deleted(world: World) -> None:
    s3, bucket = world.client("s3"), world.outputs["Bucket"]
    for prefix in ("org_check/", "uploads/org_check/"):
        for each in s3.list_objects_v2(Bucket=bucket, Prefix=prefix).get("Contents", []):
            s3.delete_object(Bucket=bucket, Key=each["Key"])
    sqs = world.client("sqs")
    sqs.purge_queue(QueueUrl=sqs.get_queue_url(QueueName=world.outputs["QueueUrl"].rsplit("/", 1)[1])["QueueUrl"])


CHECKS = [
    test_objects_are_stored,
    balance_and_discovery_only_read_records,
    generation_only_sends_shows_and_deletes_thumbnails,
    images_persons_and_inspirations_access_only_their_own_pictures,
    functions_that_decode_cannot_write_keys_and_other_kinds_of_items,
    the_loop_changes_only_thumbnails,
    the_bucket_refuses_requests_without_tls,
    test_objects_are_deleted,
]
