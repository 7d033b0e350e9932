"""The report of a run, for people and for programs."""

import dataclasses
import json
from pathlib import Path
from typing import Any

from .finding import Finding


def write(folder: Path, run: dict[str, Any], findings: list[Finding]) -> tuple[Path, Path]:
    """Writes both files and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    page, data = folder / f"{run['name']}.md", folder / f"{run['name']}.json"
    page.write_text(text(run, findings), encoding="utf-8")
    whole = {**run, "findings": [dataclasses.asdict(finding) for finding in findings]}
    data.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
    return page, data


def text(run: dict[str, Any], findings: list[Finding]) -> str:
    """The report in Markdown."""
    lines = [f"# {run['name']}", "", f"{run['began']}, {run['region']}, {run['calls']} calls from this machine."]
    if run["endpoint"]:
        lines += ["", f"**The endpoint {run['endpoint']} is not AWS. These results do not apply to AWS.**"]
    for finding in findings:
        verdict = {True: "That holds here.", False: "**That does not hold here.**", None: ""}[finding.holds]
        lines += ["", f"## {finding.question}", "", *[f"- {sentence}" for sentence in finding.answer]]
        if finding.relies_on:
            lines += ["", f"What the service relies on: {finding.relies_on} {verdict}".rstrip()]
        if run["endpoint"] and finding.emulator:
            lines += ["", f"Why only AWS can answer this: {finding.emulator}"]
    return "\n".join(lines) + "\n"
