"""Deploys the service, and tests deployments.

    python3 infra/deploy up --region eu-central-1 CorsAllowOrigins=https://app.example.com
    python3 infra/deploy test
    python3 infra/deploy probe --region eu-central-1

`up` builds template.yaml and deploys it; parameters of the template are given as Name=Value. `test` deploys a separate
stack, calls it, deploys the next version over it and deletes it: on an emulator that it starts, or with --endpoint,
--profile or --region on LocalStack or in an AWS account. `probe` tests assumptions about AWS that no emulator can
confirm, for some cents, and writes a report. All commands install the tools that they need below `target`.
"""

import argparse
import signal
import sys
import time

from failure import Failure
from tools import enter_environment


def arguments() -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(prog="infra/deploy", description="Deploys the service, and tests deployments.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, about in (
        ("up", "build and deploy"),
        ("test", "deploy a separate stack, test it, delete it"),
        ("probe", "test assumptions about AWS that no emulator can confirm, and write a report"),
    ):
        command = commands.add_parser(name, help=about)
        command.add_argument("--endpoint", metavar="URL", help="an endpoint other than AWS's own")
        command.add_argument("--profile", help="the profile of the AWS CLI with the credentials")
        command.add_argument("--region", help="such as eu-central-1")
        command.add_argument("--stack", metavar="NAME", help="the name of the stack")
    for name in ("up", "test"):
        commands.choices[name].add_argument(
            "parameters", nargs="*", metavar="Name=Value", help="a parameter of template.yaml"
        )
    adopt = "use the tables and the bucket that an earlier stack left"
    commands.choices["up"].add_argument("--adopt", action="store_true", help=adopt)
    commands.choices["test"].add_argument("--keep", action="store_true", help="do not delete the stack")
    commands.choices["test"].add_argument("--built", action="store_true", help="use the existing build")
    commands.choices["probe"].add_argument("--yes", action="store_true", help="do not ask for confirmation")
    commands.choices["probe"].add_argument("--remove", metavar="RUN", help="delete what an interrupted run left")
    return parser.parse_args()


def main() -> int:
    """Runs the command and returns the exit code: 1 if the command fails."""
    options = arguments()
    begin = time.monotonic()
    # SIGTERM also ends the tools and the emulator.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        enter_environment()
        import commands  # noqa: PLC0415 - this import needs the packages of the environment

        commands.execute(options)
    except Failure as failure:
        print(f"failed: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("failed: interrupted", file=sys.stderr)
        return 1
    print(f"{time.monotonic() - begin:8.1f} s   total")
    return 0


if __name__ == "__main__":
    sys.exit(main())
