"""Tests assumptions about AWS that no emulator can confirm, with temporary resources, and writes a report."""

import argparse
import contextlib
import datetime
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from botocore.client import BaseClient
from botocore.exceptions import BotoCoreError, ClientError

from failure import Failure, expect
from target import Target
from tools import ROOT, WORK

from . import charges, latencies, mappings, report, transactions, units
from .finding import Finding, unanswered
from .resources import PREFIX, Resources, remove

REPORTS = WORK / "probe"


@dataclass(frozen=True)
class Scale:
    """The size of a run, and its limits."""

    contenders: int
    rounds: int
    throttled_seconds: int
    charge_seconds: int
    repetitions: int
    most_calls: int
    most_seconds: int


FULL = Scale(
    contenders=16,
    rounds=25,
    throttled_seconds=120,
    charge_seconds=20,
    repetitions=100,
    most_calls=6_000,
    most_seconds=20 * 60,
)
# On an emulator, where the results mean nothing and only the code is tested.
BRIEF = Scale(
    contenders=4,
    rounds=5,
    throttled_seconds=15,
    charge_seconds=1,
    repetitions=5,
    most_calls=2_000,
    most_seconds=5 * 60,
)

# The largest consumption of a run, in us-east-1's prices of November 2026 (docs/operations.md). A charge: 14 write
# units, three times that for refusals. A contender's transaction: 6. A measured one: 8.
DOLLARS = {
    "write units": (3 * 400 * 14 * 3 + 16 * 25 * 6 + 2 * 100 * 12, 0.625e-6),
    "read units": (10_000, 0.125e-6),
    "objects stored": (200, 5e-6),
    "objects fetched": (200, 0.4e-6),
    "messages": (5_000, 0.4e-6),
    "GB-seconds of functions": (150, 0.0000166667),
    "metrics read": (20, 10e-6),
}

QUESTIONS = {
    "transactions": transactions.run,
    "consumed units": units.run,
    "latencies": latencies.run,
    "charges": charges.run,
    "throttled mappings": mappings.run,
}


class Probe:
    """One run: its resources, its limits, its clients."""

    def __init__(self, target: Target, account: str, scale: Scale, stack: str | None = None) -> None:
        self.target = target
        self.account = account
        self.scale = scale
        self.stack = stack
        self.began = time.monotonic()
        self.calls = 0
        self.lock = threading.Lock()
        self.clients: dict[str, BaseClient] = {}
        self.resources = Resources(self, PREFIX + secrets.token_hex(3))

    def client(self, service: str) -> BaseClient:
        """A client of an AWS service. Each of its requests counts toward the limits."""
        with self.lock:
            if service not in self.clients:
                client = self.target.client(service)
                client.meta.events.register("before-send", self.count)
                self.clients[service] = client
            return self.clients[service]

    def count(self, **_: object) -> None:
        """Counts a request; fails if the run exceeds its limits."""
        with self.lock:
            self.calls += 1
        self.check_bounds()

    def check_bounds(self) -> None:
        """Fails if the run has made too many requests or taken too long."""
        expect(self.calls <= self.scale.most_calls, f"the run exceeded its limit of {self.scale.most_calls} calls")
        expect(
            time.monotonic() - self.began <= self.scale.most_seconds,
            f"the run exceeded its limit of {self.scale.most_seconds} s",
        )

    def sleep(self, seconds: float) -> None:
        """Waits, but not beyond the time limit."""
        self.check_bounds()
        time.sleep(seconds)

    def side_by_side(self, work: Callable[[], None], times: int) -> None:
        """Runs `work` in this many threads; fails if one of them fails."""
        failures: list[Exception] = []

        def guarded() -> None:
            try:
                work()
            except (BotoCoreError, ClientError, Failure) as failure:
                failures.append(failure)

        threads = [threading.Thread(target=guarded, daemon=True) for _ in range(times)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]

    def prepare(self) -> None:
        """Creates the resources that all questions need."""
        self.resources.make_tables()
        self.resources.make_bucket()
        self.resources.make_functions(self.resources.make_role())

    def ask(self) -> Iterator[Finding]:
        """The findings of all questions. If a question fails, the others are still asked."""
        for name, question in QUESTIONS.items():
            begin = time.monotonic()
            try:
                findings = question(self)
            except (BotoCoreError, ClientError, Failure) as failure:
                findings = [unanswered(name, str(failure))]
            print(f"{time.monotonic() - begin:8.1f} s  tested {name}", flush=True)
            yield from findings


def run(target: Target, scale: Scale, stack: str | None = None) -> list[Finding]:
    """A complete run: creates its resources, asks all questions, deletes the resources, writes the report. Returns the
    findings."""
    account = target.account()
    probe = Probe(target, account, scale, stack)
    began = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    print(f"the run is {probe.resources.name}; the names of all its resources begin with it", flush=True)
    with contextlib.ExitStack() as cleanup:
        cleanup.callback(clean_up, target, probe.resources.name, account)
        probe.prepare()
        findings = list(probe.ask())
    told = {
        "name": probe.resources.name,
        "began": began,
        "region": target.region,
        "endpoint": target.endpoint,
        "calls": probe.calls,
    }
    page, data = report.write(REPORTS, told, findings)
    print(f"the report is in {page.relative_to(ROOT)} and {data.relative_to(ROOT)}", flush=True)
    return findings


def clean_up(target: Target, name: str, account: str) -> None:
    """Deletes the resources of a run, and prints the run's name."""
    remove(target, name, account)
    print(f"removed {name}", flush=True)


def estimate() -> float:
    """The maximum cost of a run, in dollars."""
    return sum(count * price for count, price in DOLLARS.values())


def execute(options: argparse.Namespace) -> None:
    """Runs the command `probe`."""
    target = Target.of(options.region, options.endpoint, options.profile)
    if options.remove:
        clean_up(target, options.remove, target.account())
        return
    scale = BRIEF if options.endpoint else FULL
    print(
        f"This creates two tables, a bucket, two queues, two functions and a role in {options.endpoint or 'AWS'}, "
        f"{target.region}, calls them for at most {scale.most_seconds // 60} minutes, and deletes them. On AWS it "
        f"costs at most ${estimate():.2f}.",
        flush=True,
    )
    if not options.yes:
        expect(sys.stdin.isatty(), "there is no terminal to ask for confirmation: use --yes")
        expect(input("Go on? [y/N] ").strip().lower() == "y", "nothing was made")
    build_seconds = charges.build()
    print(f"{build_seconds:8.1f} s  built the program that charges", flush=True)
    run(target, scale, options.stack)
