"""Deploys the next version over the running one, and deletes the stack."""

from botocore.exceptions import ClientError

import adoption
import preflight
from checks import World
from checks.thumbnails import (
    COMPLETED_SECONDS,
    event_source_disabled,
    expect_delivered,
    generate,
    the_balance_matches_the_ledger,
)
from emulator import supplement
from failure import Failure, expect, expect_equal


def deploy_the_next_version(world: World, parameters: dict[str, str]) -> float:
    """Deploys other parameters over the running stack while a message of the previous version waits. Keeps the data."""
    service = world.service
    old = generate(world)["generationId"]
    expect_delivered(service.ended(old, COMPLETED_SECONDS))
    balance, version = service.balance(), live_version(world)
    with event_source_disabled(world):
        waiting = generate(world)
        seconds = world.stack.deploy(parameters)
        if world.target.is_emulator:
            supplement.apply(world.target, world.stack)
        expect(live_version(world) != version, "the alias still names the previous version")
    expect_delivered(service.ended(waiting["generationId"], COMPLETED_SECONDS))
    expect_delivered(service.ended(old, COMPLETED_SECONDS))
    expect_equal(service.balance(), balance - waiting["cost"], "the balance")
    return seconds


def live_version(world: World) -> str:
    """The version of the loop that its alias names."""
    name = world.stack.physical("GenerationLoopFunction")
    return world.client("lambda").get_alias(FunctionName=name, Name="live")["FunctionVersion"]


def deleting_the_stack_keeps_tables_and_bucket(world: World) -> None:
    function = world.stack.physical("GenerationLoopFunction")
    world.stack.delete()
    expect_equal(world.stack.status(), None, "the stack")
    try:
        world.client("lambda").get_function(FunctionName=function)
        raise Failure(f"{function} still exists")
    except ClientError as error:
        expect_equal(error.response["Error"]["Code"], "ResourceNotFoundException", f"the error for {function}")
    for output in ("RecordsTable", "EphemeralTable"):
        found = world.client("dynamodb").scan(TableName=world.outputs[output], Limit=1)
        expect(found["Count"] > 0, f"{world.outputs[output]} is empty")
    objects = world.client("s3").list_objects_v2(Bucket=world.outputs["Bucket"])
    expect(objects["KeyCount"] > 0, "the bucket is empty")


def the_next_deployment_reports_retained_data(world: World) -> None:
    try:
        preflight.check(world.stack, {})
    except Failure as failure:
        expect(world.outputs["RecordsTable"] in str(failure), f"the message does not name the table: {failure}")
        return
    raise Failure("the deployment did not fail")


def a_failed_deployment_is_reported_and_keeps_the_data(world: World) -> None:
    dynamodb, table = world.client("dynamodb"), world.outputs["RecordsTable"]
    before = dynamodb.describe_table(TableName=table)["Table"]["TableId"]
    try:
        world.stack.deploy({"DeletionProtection": "false"})
    except Failure as failure:
        expect("already exists" in str(failure), f"the message does not have the reason: {failure}")
    else:
        raise Failure("the deployment did not fail")
    expect_equal(dynamodb.describe_table(TableName=table)["Table"]["TableId"], before, "the table")


def the_next_deployment_reports_a_failed_first_deployment(world: World) -> None:
    try:
        preflight.check(world.stack, {})
    except Failure as failure:
        expect("delete-stack" in str(failure), f"the message does not say what to do: {failure}")
        world.stack.delete()
        return
    raise Failure("the deployment did not fail")


def a_new_stack_adopts_retained_data(world: World) -> str:
    parameters = world.parameters
    expect(preflight.check(world.stack, parameters, adopts=True), "the tables are not found")
    adoption.adopt(world.stack, world.stack.values(parameters))
    seconds = world.stack.deploy(parameters)
    outputs = world.stack.outputs()
    for name in ("RecordsTable", "EphemeralTable", "Bucket"):
        expect_equal(outputs[name], world.outputs[name], name)
    world.client("s3").get_bucket_policy(Bucket=outputs["Bucket"])
    the_balance_matches_the_ledger(world)
    known = [each["organizationId"] for each in world.tgctl.call("org", "list")["organizations"]]
    expect(world.organization in known, "the organization is gone")
    return f"deployed in {seconds:.1f} s"


CHECKS = [
    deleting_the_stack_keeps_tables_and_bucket,
    the_next_deployment_reports_retained_data,
    a_failed_deployment_is_reported_and_keeps_the_data,
    the_next_deployment_reports_a_failed_first_deployment,
    a_new_stack_adopts_retained_data,
]
