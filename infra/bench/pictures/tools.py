"""The peers and what they need, installed below `target`, and running tools."""

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from failure import Failure

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
# Below `target`, so that nobody commits it and `cargo clean` takes it away.
WORK = ROOT / "target" / "pictures"
VENV = WORK / "venv"
REQUIREMENTS = HERE / "requirements.txt"
NPM = HERE / "npm"
PEERS = HERE / "peers"
# The packages of npm, as they come and without those that are optional: @vercel/og renders with sharp in one and with
# resvg in the other.
WITH_SHARP, WITHOUT_SHARP = WORK / "npm", WORK / "npm-without-sharp"


def enter_environment():
    """Goes on in the virtual environment, which is made first where there is none or an older one."""
    if Path(sys.prefix) == VENV:
        return

    def install():
        venv.create(VENV, clear=True, with_pip=True)
        pip = [str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, "--require-hashes", "--no-deps", "--only-binary", ":all:", "--requirement", str(REQUIREMENTS)])

    once(VENV, REQUIREMENTS.read_text(), install)
    python = str(VENV / "bin" / "python")
    os.execv(python, [python, *sys.argv])


def install_packages():
    """Installs what comes from npm, once as it comes and once without sharp."""
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            raise Failure(f"{tool} is not in the path; the peers @vercel/og and sharp need Node.js and npm")
    lock = (NPM / "package-lock.json").read_text()
    for folder, options in ((WITH_SHARP, []), (WITHOUT_SHARP, ["--omit=optional"])):

        def install(folder=folder, options=options):
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(NPM, folder)
            run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", *options], folder)

        once(folder, lock, install)
        # Node.js looks for packages from where a script lies.
        for script in PEERS.glob("*.mjs"):
            shutil.copy(script, folder)


def once(folder, wanted, install):
    """Installs into a folder unless the same is there already."""
    stamp = folder / "installed.txt"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"installing into {folder.relative_to(ROOT)}", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    install()
    stamp.write_text(wanted)


def build_composer():
    """Builds the composer's example program in release, and returns where it is."""
    print("building the composer", flush=True)
    build = ["cargo", "build", "--release", "--package", "studio", "--example", "compose", "--message-format", "json"]
    lines = run(build).splitlines()
    artifacts = [json.loads(line) for line in lines if line.startswith("{")]
    programs = [artifact["executable"] for artifact in artifacts if artifact.get("executable")]
    if not programs:
        raise Failure("cargo build says nothing of an executable of the example compose")
    return Path(programs[-1])


def run(command, cwd=ROOT):
    """Runs a tool to its end and returns what it printed. One that fails is a Failure."""
    try:
        done = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise Failure(f"{command[0]} is not installed, or not in the path") from error
    if done.returncode != 0:
        last = "\n".join(f"    {line}" for line in done.stderr.strip().splitlines()[-15:])
        raise Failure(f"{' '.join(map(str, command[:3]))} … failed:\n{last}")
    return done.stdout


def version(package, folder=WITH_SHARP):
    """Which version of a package is installed."""
    return json.loads((folder / "node_modules" / package / "package.json").read_text())["version"]
