"""The checks of a deployment: functions named after what they check, run one after another."""

import time
from dataclasses import dataclass

from botocore.exceptions import BotoCoreError, ClientError

from client import Service
from failure import Failure
from stack import Stack
from target import Target
from tgctl import Tgctl


@dataclass
class World:
    """What the checks work on."""

    target: Target
    stack: Stack
    parameters: dict
    outputs: dict
    service: Service
    tgctl: Tgctl
    organization: str
    # Where requests count as plain text, on the emulator.
    plain_endpoint: str | None

    def client(self, service):
        """A client of an AWS service."""
        return self.target.client(service)


def run(world, checks):
    """Runs checks in their order, each told with its name and how long it took; the first that fails ends it."""
    for check in checks:
        name = check.__name__.replace("_", " ")
        begin = time.monotonic()
        try:
            note = check(world)
        except (Failure, BotoCoreError, ClientError) as failure:
            raise Failure(f"{name}: {failure}") from failure
        took = time.monotonic() - begin
        print(f"  {took:6.1f} s  {name}{f' ({note})' if note else ''}", flush=True)
