"""Deploys the service, and tests deployments.

    python3 infra/deploy up --region eu-central-1 CorsAllowOrigins=https://app.example.com
    python3 infra/deploy test
    python3 infra/deploy probe --region eu-central-1

`up` builds template.yaml and deploys it; parameters of the template are given as Name=Value. `test` deploys a stack of
its own, calls it, deploys the next version over it and deletes it: on an emulator that it starts, or with --endpoint,
--profile or --region on LocalStack or in an account. `probe` asks AWS what no emulator can answer, for some cents, and
writes a report. The tools that all of them need are installed below `target`.
"""

import argparse
import signal
import sys
import time

from failure import Failure
from tools import enter_environment


def arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="infra/deploy", description="Deploys the service, and tests deployments.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, about in (
        ("up", "build and deploy"),
        ("test", "deploy a stack of its own, try it out, delete it"),
        ("probe", "ask AWS what no emulator can answer, and write a report"),
    ):
        command = commands.add_parser(name, help=about)
        command.add_argument("--endpoint", metavar="URL", help="an endpoint other than AWS's own")
        command.add_argument("--profile", help="whose credentials, of the AWS CLI's profiles")
        command.add_argument("--region", help="such as eu-central-1")
        command.add_argument("--stack", metavar="NAME", help="what the stack is called")
    for name in ("up", "test"):
        commands.choices[name].add_argument(
            "parameters", nargs="*", metavar="Name=Value", help="a parameter of template.yaml"
        )
    commands.choices["up"].add_argument("--adopt", action="store_true", help="begin with what an earlier stack left")
    commands.choices["test"].add_argument("--keep", action="store_true", help="do not delete what was deployed")
    commands.choices["test"].add_argument("--built", action="store_true", help="take what is built already")
    commands.choices["probe"].add_argument("--yes", action="store_true", help="do not ask before anything is made")
    commands.choices["probe"].add_argument("--remove", metavar="RUN", help="remove what an interrupted run left")
    return parser.parse_args()


def main():
    """Does what the command line says; the exit code is 1 when that fails."""
    options = arguments()
    begin = time.monotonic()
    # So that tools and emulator end too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        enter_environment()
        # It needs what the environment has.
        import commands

        commands.carry_out(options)
    except Failure as failure:
        print(f"failed: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("failed: interrupted", file=sys.stderr)
        return 1
    print(f"{time.monotonic() - begin:8.1f} s  all of it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
