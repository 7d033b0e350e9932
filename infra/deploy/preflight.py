"""What can be known before a deployment: better told now than by a stack that is undone half-way."""

import re

from botocore.exceptions import ClientError

import template
from failure import Failure, expect
from stack import SETTLED

# A stack's name begins the names of functions (at most 64 characters) and of the bucket (lower case, at most 63
# characters, of which account and region take 28).
STACK_NAME = re.compile("[a-z][a-z0-9-]{0,34}")
# Of an account's concurrency so much must stay unreserved, says Lambda.
UNRESERVED = 100


def check(stack, parameters, adopts=False):
    """Fails when the deployment cannot succeed. Whether there is something of an earlier stack to begin with, where that
    is asked for."""
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


def name_fits(name):
    """The stack's name can begin all names."""
    expect(
        STACK_NAME.fullmatch(name),
        f"{name} is no name for a stack: lower-case letters, digits and hyphens, at most 35, a letter first",
    )


def state_allows_it(stack):
    """Whether the stack is there; fails when it is there half done."""
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
            f"the last deployment of {stack.name} failed and could not be undone: mend the cause, then\n"
            f"    aws cloudformation continue-update-rollback --stack-name {stack.name} --region {stack.target.region}"
        )
    if status.endswith("_IN_PROGRESS"):
        raise Failure(f"somebody else is deploying {stack.name}: it is {status}; try again when that has ended")
    raise Failure(f"{stack.name} is {status}: see its events, mend the cause, delete it or deploy under another name")


def nothing_is_left_over(stack, bucket):
    """Deleting a stack, or a first deployment that fails, keeps its data, which is then in the way of a new stack of the
    same name."""
    left = [name for name in tables(stack) if table_exists(stack.target, name)]
    owner = bucket_owner(stack.target, bucket)
    commands = [f"{part} --region {stack.target.region}" for part in removal(left, bucket if owner == "ours" else None)]
    expect(
        not commands,
        f"an earlier {stack.name} left its data: {', '.join([*left, *([bucket] if owner == 'ours' else [])])}. "
        "`--adopt` begins the new stack with it. If nobody needs it, delete it:\n"
        + "\n".join(f"    aws {command}" for command in commands)
        + "\nor deploy under another name",
    )
    expect(
        owner is None,
        f"the bucket name {bucket} is taken, by another account or in another region: give BucketName=…",
    )


def all_is_left(stack):
    """Both tables of an earlier stack are there; whether the bucket is shows when it is taken up."""
    missing = [name for name in tables(stack) if not table_exists(stack.target, name)]
    expect(not missing, f"there is no table {' and no '.join(missing)} to begin the stack with: deploy without --adopt")


def removal(tables_left, bucket):
    """What deletes tables and a bucket, as arguments of the AWS CLI. A bucket that is not empty is refused."""
    for name in tables_left:
        yield f"dynamodb update-table --table-name {name} --no-deletion-protection-enabled"
        yield f"dynamodb delete-table --table-name {name}"
    if bucket:
        yield f"s3 rb s3://{bucket}"


def bucket_name(stack, values, account):
    """What the template calls the bucket."""
    return values["BucketName"] or f"{stack.name}-{account}-{stack.target.region}"


def tables(stack):
    """The tables of the stack, by name."""
    return [f"{stack.name}-records", f"{stack.name}-ephemeral"]


def table_exists(target, name):
    """Whether the account has this table."""
    try:
        target.client("dynamodb").describe_table(TableName=name)
        return True
    except ClientError as error:
        if error.response["Error"]["Code"] == "ResourceNotFoundException":
            return False
        raise


def bucket_owner(target, name):
    """`ours`, `another's`, or None when nobody has a bucket of this name."""
    try:
        target.client("s3").head_bucket(Bucket=name)
        return "ours"
    except ClientError as error:
        status = error.response["ResponseMetadata"]["HTTPStatusCode"]
        if status == 404:
            return None
        if status in (301, 400, 403):
            return "another's"
        raise


def concurrency_suffices(stack, reserved, exists):
    """The account has as much concurrency as the loop is to keep for itself."""
    limits = stack.target.client("lambda").get_account_settings()
    free = limits["AccountLimit"]["UnreservedConcurrentExecutions"]
    # An update gives back what this stack reserved before.
    expect(
        reserved == 0 or exists or free - reserved >= UNRESERVED,
        f"the account runs {free} functions at once, of which {UNRESERVED} cannot be reserved, and "
        f"LoopReservedConcurrency is {reserved}: give LoopReservedConcurrency=0, or ask AWS for a higher limit",
    )
