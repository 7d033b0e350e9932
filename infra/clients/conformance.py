"""Compares the results of the conformance tests of MCP with the list of checks that do not apply to this service.

Call: conformance.py LIST FOLDER..., where LIST is conformance.toml, and the runner has written each FOLDER for one
revision of the protocol (`--output-dir`).
"""

import json
import sys
import tomllib
from pathlib import Path


def results(folder: Path) -> list[tuple[str, str, str]]:
    """The id, the status and the message of each check."""
    return [
        (check["id"], check["status"], check.get("errorMessage") or "")
        for path in sorted(folder.glob("*/checks.json"))
        for check in json.loads(path.read_text())
    ]


def main(list_path: str, *folders: str) -> int:
    document = tomllib.loads(Path(list_path).read_text())
    left_out = {check for group in document["does-not-apply"] for check in group["checks"]}
    faults = []
    failed = set()
    for folder in folders:
        checks = results(Path(folder))
        passed = sum(status == "SUCCESS" for _, status, _ in checks)
        if passed == 0:
            faults.append(f"{folder}: no check has passed")
        for check, status, message in checks:
            if status in ("FAILURE", "WARNING"):
                failed.add(check)
                if check not in left_out:
                    faults.append(f"{folder}: {check}: {message}")
        print(f"{Path(folder).name}: {passed} checks passed")
    faults += [f"{check} is listed in {list_path}, but it passes" for check in sorted(left_out - failed)]
    print("\n".join(faults))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
