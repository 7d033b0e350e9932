"""The next version over the one that runs, and deleting the stack."""

from botocore.exceptions import ClientError

import adoption
import preflight
import supplement
from checks.thumbnails import COMPLETED_SECONDS, expect_delivered, generate, loop_not_fed, the_books_add_up
from failure import Failure, expect, expect_equal


def deploy_the_next_version(world, parameters):
    """Deploys other parameters over what runs, while a message of the version before waits; what was there stays."""
    service = world.service
    old = generate(world)["generationId"]
    expect_delivered(service.ended(old, COMPLETED_SECONDS))
    balance, version = service.balance(), live_version(world)
    with loop_not_fed(world):
        waiting = generate(world)
        seconds = world.stack.deploy(parameters)
        if world.target.is_emulator:
            supplement.apply(world.target, world.stack)
        expect(live_version(world) != version, "the alias still names the version before")
    expect_delivered(service.ended(waiting["generationId"], COMPLETED_SECONDS))
    expect_delivered(service.ended(old, COMPLETED_SECONDS))
    expect_equal(service.balance(), balance - waiting["cost"], "the balance")
    return seconds


def live_version(world):
    """The version of the loop that its alias names."""
    name = world.stack.physical("GenerationLoopFunction")
    return world.client("lambda").get_alias(FunctionName=name, Name="live")["FunctionVersion"]


def deleting_the_stack_keeps_tables_and_bucket(world):
    function = world.stack.physical("GenerationLoopFunction")
    world.stack.delete()
    expect_equal(world.stack.status(), None, "the stack")
    try:
        world.client("lambda").get_function(FunctionName=function)
        raise Failure(f"{function} is still there")
    except ClientError as error:
        expect_equal(error.response["Error"]["Code"], "ResourceNotFoundException", f"what became of {function}")
    for output in ("RecordsTable", "EphemeralTable"):
        found = world.client("dynamodb").scan(TableName=world.outputs[output], Limit=1)
        expect(found["Count"] > 0, f"{world.outputs[output]} is empty")
    objects = world.client("s3").list_objects_v2(Bucket=world.outputs["Bucket"])
    expect(objects["KeyCount"] > 0, "the bucket is empty")


def the_next_deployment_is_told_what_was_left(world):
    try:
        preflight.check(world.stack, {})
    except Failure as failure:
        expect(world.outputs["RecordsTable"] in str(failure), f"the table is not named: {failure}")
        return
    raise Failure("nothing is told")


def a_deployment_that_fails_is_told_and_leaves_the_data(world):
    dynamodb, table = world.client("dynamodb"), world.outputs["RecordsTable"]
    before = dynamodb.describe_table(TableName=table)["Table"]["TableId"]
    try:
        world.stack.deploy({"DeletionProtection": "false"})
    except Failure as failure:
        expect("already exists" in str(failure), f"the reason is not told: {failure}")
    else:
        raise Failure("it does not fail")
    expect_equal(dynamodb.describe_table(TableName=table)["Table"]["TableId"], before, "the table")


def the_next_deployment_is_told_what_is_half_done(world):
    try:
        preflight.check(world.stack, {})
    except Failure as failure:
        expect("delete-stack" in str(failure), f"what to do is not told: {failure}")
        world.stack.delete()
        return
    raise Failure("nothing is told")


def a_new_stack_begins_with_what_was_left(world):
    parameters = world.parameters
    expect(preflight.check(world.stack, parameters, adopts=True), "there is nothing to begin with")
    adoption.adopt(world.stack, world.stack.values(parameters))
    seconds = world.stack.deploy(parameters)
    outputs = world.stack.outputs()
    for name in ("RecordsTable", "EphemeralTable", "Bucket"):
        expect_equal(outputs[name], world.outputs[name], name)
    world.client("s3").get_bucket_policy(Bucket=outputs["Bucket"])
    the_books_add_up(world)
    known = [each["organizationId"] for each in world.tgctl.call("org", "list")["organizations"]]
    expect(world.organization in known, "its organization is gone")
    return f"deployed in {seconds:.1f} s"


CHECKS = [
    deleting_the_stack_keeps_tables_and_bucket,
    the_next_deployment_is_told_what_was_left,
    a_deployment_that_fails_is_told_and_leaves_the_data,
    the_next_deployment_is_told_what_is_half_done,
    a_new_stack_begins_with_what_was_left,
]
