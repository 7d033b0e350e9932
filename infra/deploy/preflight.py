"""Checks before a deployment, so that a deployment that cannot succeed fails before anything changes."""

import re
from collections.abc import Iterator

from botocore.exceptions import ClientError

import template
from failure import Failure, expect
from stack import SETTLED, Stack
from target import Target

# The stack's name is a prefix of function names (at most 64 characters) and of the bucket's name (lower case, at most
# 63 characters; the account and the region take 28 of them).
STACK_NAME = re.compile("[a-z][a-z0-9-]{0,34}")
# Lambda requires that this much of an account's concurrency is not reserved.
UNRESERVED = 100


def check(stack: Stack, parameters: dict[str, str], adopts: bool = False) -> bool:
    """Fails if the deployment cannot succeed. Returns whether the new stack adopts the data of a deleted stack."""
    name_fits(stack.name)
    account = stack.target.account()
    exists = state_allows_it(stack)
    values = stack.values(parameters)
    template.check_together(values)
    adopts = adopts and not exists
    if adopts:
        all_is_left(stack)
    elif not exists:
        nothing_is_left_over(stack, bucket_name(stack, values, account))
    if not stack.target.is_emulator:
        concurrency_suffices(stack, int(values["LoopReservedConcurrency"]), exists)
    return adopts


def name_fits(name: str) -> None:
    """Fails unless the stack's name fits into all names."""
    expect(
        STACK_NAME.fullmatch(name),
        f"{name} is not a valid stack name: use at most 35 lower-case letters, digits and hyphens, a letter first",
    )


def state_allows_it(stack: Stack) -> bool:
    """Whether the stack exists; fails if it is in a state that cannot be updated."""
    status = stack.status()
    if status is None or status == "REVIEW_IN_PROGRESS":
        return False
    if status in SETTLED:
        return True
    if status == "ROLLBACK_COMPLETE":
        raise Failure(
            f"the first deployment of {stack.name} failed and left an empty stack: delete it, then deploy again\n"
            f"    aws cloudformation delete-stack --stack-name {stack.name} --region {stack.target.region}"
        )
    if status == "UPDATE_ROLLBACK_FAILED":
        raise Failure(
            f"the last deployment of {stack.name} failed and could not be rolled back: fix the cause, then\n"
            f"    aws cloudformation continue-update-rollback --stack-name {stack.name} --region {stack.target.region}"
        )
    if status.endswith("_IN_PROGRESS"):
        raise Failure(f"{stack.name} is being deployed by somebody else ({status}); try again later")
    raise Failure(
        f"{stack.name} is {status}: see its events, fix the cause, then delete it or deploy under another name"
    )


def nothing_is_left_over(stack: Stack, bucket: str) -> None:
    """Fails if data of an earlier stack exist. A deleted stack, or a first deployment that failed, retains its data,
    and a new stack of the same name cannot create them."""
    left = [name for name in tables(stack) if table_exists(stack.target, name)]
    owner = bucket_owner(stack.target, bucket)
    commands = [f"{part} --region {stack.target.region}" for part in removal(left, bucket if owner == "ours" else None)]
    expect(
        not commands,
        f"an earlier {stack.name} left its data: {', '.join([*left, *([bucket] if owner == 'ours' else [])])}. "
        "`--adopt` uses it in the new stack. If nobody needs it, delete it:\n"
        + "\n".join(f"    aws {command}" for command in commands)
        + "\nor deploy under another name",
    )
    expect(
        owner is None,
        f"the bucket name {bucket} is taken, by another account or in another region: set BucketName=…",
    )


def all_is_left(stack: Stack) -> None:
    """Fails unless both tables of an earlier stack exist. The import checks the bucket."""
    missing = [name for name in tables(stack) if not table_exists(stack.target, name)]
    expect(not missing, f"there is no table {' and no '.join(missing)} to adopt: deploy without --adopt")


def removal(tables_left: list[str], bucket: str | None) -> Iterator[str]:
    """The arguments of AWS CLI commands that delete the tables and the bucket. They do not delete a bucket that is not
    empty."""
    for name in tables_left:
        yield f"dynamodb update-table --table-name {name} --no-deletion-protection-enabled"
        yield f"dynamodb delete-table --table-name {name}"
    if bucket:
        yield f"s3 rb s3://{bucket}"


def bucket_name(stack: Stack, values: dict[str, str], account: str) -> str:
    """The name of the bucket in the template."""
    return values["BucketName"] or f"{stack.name}-{account}-{stack.target.region}"


def tables(stack: Stack) -> list[str]:
    """The tables of the stack, by name."""
    return [f"{stack.name}-records", f"{stack.name}-ephemeral"]


def table_exists(target: Target, name: str) -> bool:
    """Whether the table exists in the account."""
    try:
        target.client("dynamodb").describe_table(TableName=name)
    except ClientError as error:
        if error.response["Error"]["Code"] == "ResourceNotFoundException":
            return False
        raise
    return True


def bucket_owner(target: Target, name: str) -> str | None:
    """`ours`, `another's`, or None if no bucket has this name."""
    try:
        target.client("s3").head_bucket(Bucket=name)
    except ClientError as error:
        status = error.response["ResponseMetadata"]["HTTPStatusCode"]
        if status == 404:
            return None
        if status in (301, 400, 403):
            return "another's"
        raise
    return "ours"


def concurrency_suffices(stack: Stack, reserved: int, exists: bool) -> None:
    """Fails unless the account has enough concurrency for the loop's reserve."""
    limits = stack.target.client("lambda").get_account_settings()
    free = limits["AccountLimit"]["UnreservedConcurrentExecutions"]
    # An update also releases the concurrency that this stack had reserved.
    expect(
        reserved == 0 or exists or free - reserved >= UNRESERVED,
        f"the account has a concurrency of {free}, of which {UNRESERVED} cannot be reserved, and "
        f"LoopReservedConcurrency is {reserved}: set LoopReservedConcurrency=0, or request a larger quota from AWS",
    )
