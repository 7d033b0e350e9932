"""The tools of a deployment, in a virtual environment of their own, and running them. The emulator has another."""

import os
import subprocess
import sys
import time
import venv
from pathlib import Path

from failure import Failure

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Below `target`, so that nobody commits it and `cargo clean` takes it away.
WORK = ROOT / "target" / "deploy"
VENV = WORK / "venv"
EMULATOR_VENV = WORK / "emulator"


def enter_environment():
    """Goes on in the virtual environment of the tools."""
    if Path(sys.prefix) == VENV:
        return
    python = installed(VENV, HERE / "requirements.txt")
    os.execv(python, [python, *sys.argv])


def emulator_python():
    """The Python that has the emulator."""
    return installed(EMULATOR_VENV, HERE / "emulator.txt")


def installed(directory, requirements):
    """The Python of a virtual environment, which is made first where there is none or an older one."""
    python = str(directory / "bin" / "python")
    # Says which requirements the environment was made with.
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


def environment(**more):
    """The environment of a tool: this process's, with the tools in the path."""
    variables = {**os.environ, "SAM_CLI_TELEMETRY": "0", **more}
    variables["PATH"] = os.pathsep.join([str(VENV / "bin"), variables.get("PATH", "")])
    return {name: value for name, value in variables.items() if value is not None}


def run(command, log, variables=None, cwd=ROOT):
    """Runs a tool to its end and returns what it printed, which is also kept in a file. One that fails is a Failure."""
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
        raise Failure(f"{' '.join(command[:3])} … failed; all of it is in {path.relative_to(ROOT)}:\n{last}")
    return done.stdout, time.monotonic() - begin
