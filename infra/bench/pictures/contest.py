"""The tools that are compared, and the measurement: in rounds, so that other load on the machine affects all alike."""

import os
import shutil
import statistics
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import content
from failure import Failure
from tools import PEERS, ROOT, VENV, WITH_SHARP, WITHOUT_SHARP

FONT = ROOT / "shared" / "studio" / "fonts" / "Anton-Regular.ttf"


@dataclass
class Entrant:
    """A program that draws the picture, with its measured times."""

    name: str
    command: list[str | Path]
    out: Path
    cwd: Path = ROOT
    variables: dict[str, str] = field(default_factory=dict)
    # `True`: the process keeps running and reads from its standard input how many pictures to draw. `False`: each
    # process draws the pictures and exits, like the composer.
    stays: bool = True
    times: list[float] = field(default_factory=list)
    peak: int = 0
    process: subprocess.Popen[str] | None = None

    def start(self, core: int, *more: str) -> None:
        """Starts the program on one core."""
        command = ["taskset", "-c", str(core), *map(str, self.command), *more]
        self.process = subprocess.Popen(
            command,
            cwd=self.cwd,
            env={**os.environ, "UV_THREADPOOL_SIZE": "1", **self.variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def draw(self, core: int, count: int, warm: int) -> list[float]:
        """Draws `count` pictures and returns their milliseconds. A program that exits is warmed up each time."""
        if not self.stays:
            self.start(core, "--bench", str(warm + count))
            lines = self.process.stdout.read().splitlines()
            self.end()
            return [float(line) for line in lines[warm:]]
        if self.process is None:
            self.start(core)
            self.ask(warm)
        return self.ask(count)

    def ask(self, count: int) -> list[float]:
        """Lets a running program draw `count` pictures and returns their times in milliseconds."""
        try:
            self.process.stdin.write(f"{count}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        lines = [self.process.stdout.readline() for _ in range(count)]
        if not all(lines):
            self.end()
            raise Failure(f"{self.name} ended early")
        return [float(line) for line in lines]

    def end(self) -> None:
        """Ends the program, which then writes its picture, and records its peak memory in kB."""
        if self.process is None:
            return
        _, errors = self.process.communicate()
        if self.process.returncode != 0:
            raise Failure(f"{self.name} failed:\n{errors.strip()}")
        self.process = None
        for line in errors.splitlines():
            if line.startswith("peak memory:"):
                self.peak = max(self.peak, int(line.split()[2]))

    def median(self) -> float:
        """The median time of a picture, in milliseconds."""
        return statistics.median(self.times)


def entrants(composer: Path, folder: Path, photo: Path, logo: Path) -> list[Entrant]:
    """All programs, the composer first."""
    fonts = folder / "fonts.conf"
    fonts.write_text(
        f"<fontconfig><dir>{FONT.parent}</dir><cachedir>{folder / 'fonts'}</cachedir></fontconfig>\n", encoding="utf-8"
    )
    words = ["--prompt", content.PROMPT, "--title", content.TITLE]
    references: list[str | Path] = ["--person", photo, "--image", logo]
    ours = Entrant("composer", [], folder / "composer.png", stays=False)
    ours.command = [composer, ours.out, *words, *references]
    everyone = [ours]

    def enter(name: str, out: str, program: Sequence[str | Path], *more: str | Path, **others: Any) -> None:
        file = folder / f"{out}.png"
        everyone.append(Entrant(name, [*program, file, photo, logo, *more], file, **others))

    enter("@vercel/og", "og", ["node", "og.mjs"], FONT, cwd=WITH_SHARP)
    enter("@vercel/og without sharp (resvg)", "og-resvg", ["node", "og.mjs"], FONT, cwd=WITHOUT_SHARP)
    pillow = [VENV / "bin" / "python", PEERS / "pillow.py"]
    variables = {"FONTCONFIG_FILE": str(fonts)}
    enter("sharp", "sharp", ["node", "sharp.mjs"], "plain", cwd=WITH_SHARP, variables=variables)
    enter("sharp, fast", "sharp-fast", ["node", "sharp.mjs"], "fast", cwd=WITH_SHARP, variables=variables)
    enter("Pillow", "pillow", pillow, FONT, "plain")
    enter("Pillow, fast", "pillow-fast", pillow, FONT, "fast")
    return everyone


def one_core() -> int:
    """The core on which all programs run, one after the other: the last core that this process may use."""
    if not shutil.which("taskset"):
        raise Failure("taskset (of util-linux) is not in the path; it is what binds each program to one core")
    return max(os.sched_getaffinity(0))


def hold(everyone: list[Entrant], rounds: int, count: int, warm: int) -> None:
    """Lets the programs take turns until each has drawn `rounds` times `count` pictures, not counting the warm-up."""
    core = one_core()
    try:
        for number in range(rounds):
            for entrant in everyone:
                entrant.times += entrant.draw(core, count, warm)
            print(f"round {number + 1} of {rounds}", flush=True)
        for entrant in everyone:
            entrant.end()
    finally:
        for entrant in everyone:
            if entrant.process is not None:
                entrant.process.kill()
                entrant.process.wait()
