"""Installs the tools of a deployment in a virtual environment and runs them. The emulator has another environment."""

import os
import subprocess
import sys
import time
import venv
from pathlib import Path

from failure import Failure

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# The Python packages that are installed, each file pinned by its hash.
PACKAGES = HERE / "packages"
# Below `target`, which git ignores and `cargo clean` deletes.
WORK = ROOT / "target" / "deploy"
VENV = WORK / "venv"
EMULATOR_VENV = WORK / "emulator"
# Selects the same packages as the command of the tests. Cargo chooses the features of dependencies for all selected
# packages together, and compiles a dependency again if its features differ.
CARGO_BUILD = ["cargo", "build", "--workspace", "--exclude", "simulation", "--exclude", "simulated-aws"]


def enter_environment() -> None:
    """Restarts this program in the virtual environment of the tools."""
    if Path(sys.prefix) == VENV:
        return
    python = installed(VENV, PACKAGES / "requirements.txt")
    os.execv(python, [python, *sys.argv])


def emulator_python() -> str:
    """The Python executable of the emulator's environment."""
    return installed(EMULATOR_VENV, PACKAGES / "emulator.txt")


def installed(directory: Path, requirements: Path) -> str:
    """The Python executable of a virtual environment, which is created first if it is missing or outdated."""
    python = str(directory / "bin" / "python")
    # Contains the requirements that the environment was created with.
    stamp = directory / "requirements.txt"
    wanted = requirements.read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        print(f"installing {requirements.name} into {directory.relative_to(ROOT)}", flush=True)
        venv.create(directory, clear=True, with_pip=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        pinned = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--requirement", str(requirements)]
        run([*pip, *pinned], f"install-{directory.name}")
        stamp.write_text(wanted)
    return python


def environment(**more: str | None) -> dict[str, str]:
    """The environment variables of a tool: those of this process, with the tools in the path."""
    variables: dict[str, str | None] = {**os.environ, "SAM_CLI_TELEMETRY": "0", **more}
    variables["PATH"] = os.pathsep.join([str(VENV / "bin"), variables.get("PATH") or ""])
    return {name: value for name, value in variables.items() if value is not None}


def run(command: list[str], log: str, variables: dict[str, str] | None = None, cwd: Path = ROOT) -> tuple[str, float]:
    """Runs a tool and returns its output, which is also written to a file. A tool that fails is a Failure."""
    WORK.mkdir(parents=True, exist_ok=True)
    path = WORK / f"{log}.log"
    begin = time.monotonic()
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env=variables or environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise Failure(f"{command[0]} is not installed, or not in the path") from error
    path.write_text(done.stdout)
    if done.returncode != 0:
        last = "\n".join(f"    {line}" for line in done.stdout.strip().splitlines()[-15:])
        raise Failure(f"{' '.join(command[:3])} … failed; the full log is {path.relative_to(ROOT)}:\n{last}")
    return done.stdout, time.monotonic() - begin
