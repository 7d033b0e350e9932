"""tgctl, run on a deployment."""

import json
import subprocess
from typing import Any

from failure import Failure
from target import Target
from tools import CARGO_BUILD, ROOT, run

BINARY = ROOT / "target" / "debug" / "tgctl"


class Tgctl:
    """`tgctl --stack NAME` with the credentials of a target."""

    def __init__(self, target: Target, stack_name: str, bucket: str | None) -> None:
        self.target = target
        self.variables = {**target.variables(), **({"BUCKET_NAME": bucket} if bucket else {})}
        self.stack_name = stack_name

    @staticmethod
    def build() -> float:
        """Compiles it and returns the seconds that this took."""
        return run([*CARGO_BUILD, "--bin", "tgctl"], "tgctl-build")[1]

    def in_stack(self, name: str) -> "Tgctl":
        """tgctl on another stack, with the names that are derived from the stack's name."""
        return Tgctl(self.target, name, None)

    def call(self, *arguments: str) -> dict[str, Any]:
        """The JSON output of a command."""
        command = [str(BINARY), "--json", "--stack", self.stack_name, *arguments]
        done = subprocess.run(
            command, env=self.variables, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip()
            raise Failure(f"tgctl {' '.join(arguments[:2])} failed: {said}")
        return json.loads(done.stdout)

    def new_key(self, plan: str = "enterprise", balance: str = "100") -> tuple[str, str]:
        """Creates an organization and a key of it."""
        made = self.call("org", "create", "--name", "Deployment test", "--plan", plan, "--balance", balance)
        organization = made["organizationId"]
        return organization, self.call("key", "create", "--org", organization)["apiKey"]
