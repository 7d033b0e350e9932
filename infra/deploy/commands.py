"""The commands up and test."""

import argparse
import contextlib
import secrets

from botocore.exceptions import BotoCoreError, ClientError

import adoption
import checks
import firewall
import preflight
import probe
import stack as stacks
import template
from checks import (
    World,
    answers,
    options as every_option,
    permissions,
    probing,
    resources,
    thumbnails,
    versions,
    webhooks,
)
from checks.client import Service
from emulator import Emulator, reduction, supplement
from failure import Failure
from stack import Stack
from target import Target
from tgctl import Tgctl


def tell(text: str, seconds: float | None = None) -> None:
    """Prints a line. If it reports a step, its duration in seconds comes first."""
    print(f"{seconds:8.1f} s  {text}" if seconds is not None else text, flush=True)


def execute(options: argparse.Namespace) -> None:
    """Runs the command."""
    try:
        {"up": up, "test": test, "probe": probe.execute}[options.command](options)
    except (BotoCoreError, ClientError) as error:
        raise Failure(f"an AWS call failed: {error}") from error


# A model and its fallback.
MODELS = """[
    {"id": "composer", "provider": "composer", "fallbacks": ["spare"]},
    {"id": "spare", "provider": "composer", "priceNote": "nothing, \\"really\\""}
]"""


def up(options: argparse.Namespace) -> None:
    """Builds and deploys the service."""
    parameters = template.checked(options.parameters)
    target = Target.of(options.region, options.endpoint, options.profile)
    stack = Stack(target, options.stack or "thumbnails")
    adopts = preflight.check(stack, parameters, options.adopt)
    tell("built the functions", stacks.build(stack.values(parameters)["Architecture"]))
    if adopts:
        adoption.adopt(stack, stack.values(parameters))
        tell(f"imported the tables and the bucket of an earlier {stack.name}")
    parameters |= firewall.deploy(stack, parameters)
    tell(f"deployed {stack.name}", stack.deploy(parameters))
    outputs = stack.outputs()
    tell(f"the functions' bills of materials are in {(stacks.BUILD / 'sbom').relative_to(stacks.ROOT)}")
    tell(f"\nThe service is at {outputs['BaseUrl']}. Create a first organization and a key for it:\n")
    tell(f"    export AWS_REGION={target.region} BUCKET_NAME={outputs['Bucket']}")
    tell(f"    cargo run --bin tgctl -- --stack {stack.name} org create --name Studio --plan pro --balance 50")
    tell(f"    cargo run --bin tgctl -- --stack {stack.name} key create --org org_…\n")


def test(options: argparse.Namespace) -> None:
    """Deploys a separate stack, tests it, deploys the next version over it, and deletes it."""
    parameters = {
        "Architecture": stacks.this_machine(),
        "DeletionProtection": "false",
        "Models": MODELS,
        **template.checked(options.parameters),
    }
    with contextlib.ExitStack() as cleanup:
        emulator = None
        if options.endpoint or options.profile or options.region:
            target = Target.of(options.region, options.endpoint, options.profile)
        else:
            emulator = cleanup.enter_context(Emulator())
            target = Target.emulator(emulator.endpoint)
            receiver = cleanup.enter_context(webhooks.Receiver())
            parameters["SourceAllowHosts"] = receiver.host
        stack = Stack(target, options.stack or f"thumbnails-test-{secrets.token_hex(3)}")
        preflight.check(stack, parameters)
        build(options, parameters)
        if not options.keep:
            cleanup.callback(remove, stack, parameters)
        tell(f"deployed {stack.name}", stack.deploy(parameters))
        world = meet(target, stack, parameters, emulator)
        for group in (resources, permissions, answers, thumbnails, probing):
            checks.run(world, group.CHECKS)
        if emulator:
            checks.run(world, webhooks.with_receiver(receiver))
        changed = {**parameters, "LogLevel": "warn"}
        if emulator:
            left_out = reduction.reduce(stacks.BUILD)
            tell(f"removed from the nested templates, unsupported by the emulator: {', '.join(sorted(left_out))}")
            changed |= every_option.parameters(world)
        tell("deployed the next version", versions.deploy_the_next_version(world, changed))
        if emulator:
            checks.run(world, every_option.CHECKS)
        checks.run(world, [thumbnails.the_balance_matches_the_ledger])
        if not options.keep:
            checks.run(world, versions.CHECKS)


def build(options: argparse.Namespace, parameters: dict[str, str]) -> None:
    """Builds everything that is deployed, and tgctl."""
    if not options.built:
        stacks.validate()
        tell("built the functions", stacks.build(parameters["Architecture"]))
    tell("built tgctl", Tgctl.build())
    tell("built the probe's program that charges", probe.charges.build())


def meet(target: Target, stack: Stack, parameters: dict[str, str], emulator: Emulator | None) -> World:
    """A client of the deployed service, with a key."""
    if emulator:
        supplement.apply(target, stack)
    outputs = stack.outputs()
    tgctl = Tgctl(target, stack.name, outputs["Bucket"])
    organization, key = tgctl.new_key()
    base_url = outputs["BaseUrl"]
    if emulator:
        base_url = emulator.base_url(outputs["ApiId"])
        emulator.hand_preflights_to(target.client("lambda"), f"{stack.name}-discovery:live")
    plain_endpoint = emulator.plain_endpoint if emulator else None
    return World(target, stack, parameters, outputs, Service(base_url, key), tgctl, organization, plain_endpoint)


def remove(stack: Stack, parameters: dict[str, str]) -> None:
    """Deletes the stack and the resources that it retains."""
    if stack.target.is_emulator:
        return
    if stack.status():
        stack.delete()
    dynamodb = stack.target.client("dynamodb")
    for name in preflight.tables(stack):
        with contextlib.suppress(dynamodb.exceptions.ResourceNotFoundException):
            dynamodb.delete_table(TableName=name)
    s3 = stack.target.client("s3")
    bucket = preflight.bucket_name(stack, stack.values(parameters), stack.target.account())
    with contextlib.suppress(s3.exceptions.NoSuchBucket):
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket):
            for each in page.get("Contents", []):
                s3.delete_object(Bucket=bucket, Key=each["Key"])
        s3.delete_bucket(Bucket=bucket)
