"""Installs the compared tools below `target`, and runs commands."""

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

from failure import Failure

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
# `target` is ignored by git and removed by `cargo clean`.
WORK = ROOT / "target" / "pictures"
VENV = WORK / "venv"
REQUIREMENTS = HERE / "requirements.txt"
NPM = HERE / "npm"
PEERS = HERE / "peers"
# The same npm packages, with and without the optional ones. @vercel/og renders with the optional package sharp in the
# first folder and with resvg in the second.
WITH_SHARP, WITHOUT_SHARP = WORK / "npm", WORK / "npm-without-sharp"


def enter_environment() -> None:
    """Restarts this program in the virtual environment, which is created first if it is missing or outdated."""
    if Path(sys.prefix) == VENV:
        return

    def install() -> None:
        venv.create(VENV, clear=True, with_pip=True)
        pip = [str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, "--require-hashes", "--no-deps", "--only-binary", ":all:", "--requirement", str(REQUIREMENTS)])

    once(VENV, REQUIREMENTS.read_text(), install)
    python = str(VENV / "bin" / "python")
    os.execv(python, [python, *sys.argv])


def install_packages() -> None:
    """Installs the npm packages twice: with sharp and without sharp."""
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            raise Failure(f"{tool} is not in the path; the peers @vercel/og and sharp need Node.js and npm")
    lock = (NPM / "package-lock.json").read_text()
    for folder, options in ((WITH_SHARP, []), (WITHOUT_SHARP, ["--omit=optional"])):

        def install(folder: Path = folder, options: list[str] = options) -> None:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(NPM, folder)
            run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", *options], folder)

        once(folder, lock, install)
        # Node.js resolves packages relative to the script, so the scripts are copied into the folder.
        for script in PEERS.glob("*.mjs"):
            shutil.copy(script, folder)


def once(folder: Path, wanted: str, install: Callable[[], None]) -> None:
    """Calls `install` unless `folder` already has an installation of `wanted`."""
    stamp = folder / "installed.txt"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"installing into {folder.relative_to(ROOT)}", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    install()
    stamp.write_text(wanted)


def build_composer() -> Path:
    """Builds the composer's example program in release mode, and returns its path."""
    print("building the composer", flush=True)
    build = ["cargo", "build", "--release", "--package", "studio", "--example", "compose", "--message-format", "json"]
    lines = run(build).splitlines()
    artifacts = [json.loads(line) for line in lines if line.startswith("{")]
    programs = [artifact["executable"] for artifact in artifacts if artifact.get("executable")]
    if not programs:
        raise Failure("cargo build reports no executable of the example compose")
    return Path(programs[-1])


def run(command: list[str], cwd: Path = ROOT) -> str:
    """Runs a command and returns its standard output. Raises a Failure if the command fails."""
    try:
        done = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise Failure(f"{command[0]} is not installed, or not in the path") from error
    if done.returncode != 0:
        last = "\n".join(f"    {line}" for line in done.stderr.strip().splitlines()[-15:])
        raise Failure(f"{' '.join(map(str, command[:3]))} … failed:\n{last}")
    return done.stdout


def version(package: str, folder: Path = WITH_SHARP) -> str:
    """The version of an installed npm package."""
    return json.loads((folder / "node_modules" / package / "package.json").read_text())["version"]
