"""Removes resources that the emulator does not support from the nested templates, so that the rest can be tested."""

import json
from pathlib import Path

from samcli.yamlhelper import yaml_parse

# MiniStack 1.5.33 fails if a template has a resource type that it does not know.
UNKNOWN = {"AWS::Backup::BackupSelection", "AWS::CloudTrail::Trail", "AWS::WAFv2::LoggingConfiguration"}


def reduce(build: Path) -> set[str]:
    """Rewrites the nested templates of a build; returns the types of the removed resources."""
    found = set()
    for path in sorted(build.glob("**/*.yaml")):
        text, types = reduced(path.read_text())
        if types:
            path.write_text(text)
        found |= types
    return found


def reduced(text: str) -> tuple[str, set[str]]:
    """A template without unsupported resources, and their types."""
    template = yaml_parse(text)
    unknown = {name: each["Type"] for name, each in template["Resources"].items() if each["Type"] in UNKNOWN}
    for name in unknown:
        del template["Resources"][name]
    # JSON is also valid YAML.
    return json.dumps(template, default=str), set(unknown.values())
