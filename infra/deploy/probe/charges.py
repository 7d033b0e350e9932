"""20 charges a second of one organization, made by the service's own code."""

import json
import subprocess
from typing import TYPE_CHECKING

from failure import Failure
from tools import CARGO_BUILD, ROOT, run as run_tool

from .finding import Finding

if TYPE_CHECKING:
    from . import Probe

BINARY = ROOT / "target" / "debug" / "examples" / "charges"
RATE = 20
ARRIVALS = ("even", "random", "bursts")


def build() -> float:
    """Compiles the program that charges; returns how many seconds that took."""
    return run_tool([*CARGO_BUILD, "--example", "charges"], "charges-build")[1]


def run(probe: "Probe") -> list[Finding]:
    """One finding for each pattern of arrivals."""
    return [charged(probe, arrivals) for arrivals in ARRIVALS]


def charged(probe: "Probe", arrivals: str) -> Finding:
    """The result of charging with one pattern of arrivals."""
    seconds = probe.scale.charge_seconds
    variables = {
        **probe.target.variables(),
        "TABLE_NAME": probe.resources.named("records"),
        "EPHEMERAL_TABLE_NAME": probe.resources.named("ephemeral"),
    }
    done = subprocess.run(
        [str(BINARY), str(RATE), str(seconds), arrivals],
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds + 60,
    )
    if done.returncode != 0:
        raise Failure(f"charging failed: {(done.stderr or done.stdout).strip()}")
    told = json.loads(done.stdout)
    refused = sum(told[f"refused{why}"] for why in ("ByConflict", "ByCondition", "ByBoth", "Otherwise"))
    per_charge = refused / told["charges"]
    # There are no durations if every charge failed.
    is_quick = told["p90Millis"] is not None and told["p90Millis"] <= 300
    return Finding(
        question=f"{RATE} charges a second of one organization, arrivals: {arrivals}",
        answer=[
            f"{told['charges']} charges in {seconds} s, {told['failed']} of them failed.",
            (
                f"p50 {told['p50Millis']} ms, p90 {told['p90Millis']} ms, slowest {told['slowestMillis']} ms, measured "
                "from this machine."
            ),
            (
                f"{per_charge:.2f} refused transactions for each charge: {told['refusedByConflict']} by a conflict, "
                f"{told['refusedByCondition']} by a condition, {told['refusedByBoth']} by both, "
                f"{told['refusedOtherwise']} otherwise."
            ),
            f"The ledger {'matches' if told['booksAddUp'] else 'DOES NOT MATCH'} the balance.",
        ],
        relies_on="20 charges a second of one organization succeed, with a p90 of at most 300 ms in the region and at "
        "most two refused transactions for each.",
        holds=told["failed"] == 0 and told["booksAddUp"] and is_quick and per_charge <= 2,
        figures={"arrivals": arrivals, "rate": RATE, "seconds": seconds, "refusedPerCharge": per_charge, **told},
        emulator="An emulator never returns TransactionConflict and has the latencies of this machine.",
    )
