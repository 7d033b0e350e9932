"""The checks of a deployment. Each function is named after what it checks; they run one after another."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from botocore.client import BaseClient
from botocore.exceptions import BotoCoreError, ClientError

from checks.client import Service
from failure import Failure
from stack import Stack
from target import Target
from tgctl import Tgctl


@dataclass
class World:
    """The deployment that the checks work on."""

    target: Target
    stack: Stack
    parameters: dict[str, str]
    outputs: dict[str, str]
    service: Service
    tgctl: Tgctl
    organization: str
    # The URL at which requests count as plain text, on the emulator.
    plain_endpoint: str | None

    def client(self, service: str) -> BaseClient:
        """A client of an AWS service."""
        return self.target.client(service)


# A check may return a note, which is printed.
Check = Callable[[World], str | None]


def run(world: World, checks: Iterable[Check]) -> None:
    """Runs checks in order and prints the name and the duration of each; the first failure ends the run."""
    for check in checks:
        name = check.__name__.replace("_", " ")
        begin = time.monotonic()
        try:
            note = check(world)
        except (Failure, BotoCoreError, ClientError) as failure:
            raise Failure(f"{name}: {failure}") from failure
        took = time.monotonic() - begin
        print(f"  {took:6.1f} s  {name}{f' ({note})' if note else ''}", flush=True)
