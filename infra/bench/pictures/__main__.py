"""Compares the built-in composer with other tools that draw pictures from code.

    python3 infra/bench/pictures

Each tool draws the same photo, logo and headline on one core, as a PNG of 1280×720. The first run installs the tools
and their dependencies below `target/pictures`. The pictures, and a sheet with all of them, are written there too.
"""

import argparse
import sys
from pathlib import Path

from failure import Failure
from tools import ROOT, WORK, build_composer, enter_environment, install_packages


def arguments() -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(prog="infra/bench/pictures", description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=6, help="rounds to measure (default: %(default)s)")
    parser.add_argument("--pictures", type=int, default=5, help="pictures per tool and round (default: %(default)s)")
    parser.add_argument("--warm", type=int, default=4, help="warm-up pictures, not measured (default: %(default)s)")
    parser.add_argument("--composer", type=Path, metavar="FILE", help="the built example `compose`; built if absent")
    return parser.parse_args()


def main() -> int:
    """Runs the benchmark and returns the exit code: 1 if the benchmark fails."""
    options = arguments()
    try:
        enter_environment()
        install_packages()
        composer = options.composer.resolve() if options.composer else build_composer()
        # These modules import Pillow, which only the virtual environment has.
        import content  # noqa: PLC0415 - see above
        import contest  # noqa: PLC0415 - see above
        import report  # noqa: PLC0415 - see above

        folder = WORK / "out"
        folder.mkdir(exist_ok=True)
        everyone = contest.entrants(composer, folder, *content.make(folder))
        contest.hold(everyone, options.rounds, options.pictures, options.warm)
        sheet = folder / "side-by-side.png"
        report.side_by_side(everyone, sheet)
        print(f"\n{report.table(everyone)}\n\n{report.versions()}\nThe pictures are in {sheet.relative_to(ROOT)}.")
    except Failure as failure:
        print(f"failed: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("failed: interrupted", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
