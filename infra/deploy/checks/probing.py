"""The probe, which is meant for AWS, also runs on the emulator and leaves nothing behind."""

from collections.abc import Iterator

import probe
from checks import World
from failure import expect, expect_equal


def the_probe_answers_every_question_and_leaves_nothing(world: World) -> str:
    if not world.target.is_emulator:
        return "on the emulator only"
    findings = probe.run(world.target, probe.BRIEF, world.stack.name)
    for finding in findings:
        expect(not finding.answer[0].startswith("Not answered"), f"{finding.question} {finding.answer[0]}")
    left = [name for names in remains(world) for name in names if name.startswith(probe.PREFIX)]
    expect_equal(left, [], "the resources that the probe left")
    return f"{len(findings)} findings"


def remains(world: World) -> Iterator[list[str]]:
    """The names of all resources that a run creates."""
    yield world.client("dynamodb").list_tables()["TableNames"]
    yield [bucket["Name"] for bucket in world.client("s3").list_buckets()["Buckets"]]
    yield [url.rsplit("/", 1)[1] for url in world.client("sqs").list_queues().get("QueueUrls", [])]
    yield [function["FunctionName"] for function in world.client("lambda").list_functions()["Functions"]]
    yield [role["RoleName"] for role in world.client("iam").list_roles()["Roles"]]


CHECKS = [the_probe_answers_every_question_and_leaves_nothing]
