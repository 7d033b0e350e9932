"""Compares the built-in composer with others that draw pictures from code.

    python3 infra/bench/pictures

Each draws the same photo, logo and headline on one core, as a PNG of 1280×720. The peers, and what they need, are
installed below `target/pictures` the first time; the pictures are written there, and one with all of them.
"""

import argparse
import sys
from pathlib import Path

from failure import Failure
from tools import ROOT, WORK, build_composer, enter_environment, install_packages


def arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="infra/bench/pictures", description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=6, help="how often each has its turn (default: %(default)s)")
    parser.add_argument("--pictures", type=int, default=5, help="measured in each turn (default: %(default)s)")
    parser.add_argument("--warm", type=int, default=4, help="not measured, before (default: %(default)s)")
    parser.add_argument("--composer", type=Path, metavar="FILE", help="a built example `compose`; else it is built")
    return parser.parse_args()


def main():
    """Does what the command line says; the exit code is 1 when that fails."""
    options = arguments()
    try:
        enter_environment()
        install_packages()
        composer = options.composer.resolve() if options.composer else build_composer()
        # These need what the environment has.
        import content
        import contest
        import report

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
