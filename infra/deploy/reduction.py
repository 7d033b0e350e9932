"""Takes out of the nested templates what the emulator cannot make, so that the rest is tried out."""

import json

from samcli.yamlhelper import yaml_parse

# MiniStack 1.5.33 fails over a resource of another type than it knows.
UNKNOWN = {"AWS::Backup::BackupSelection", "AWS::CloudTrail::Trail", "AWS::WAFv2::LoggingConfiguration"}


def reduce(build):
    """Rewrites the nested templates in the directory of a build; returns the types of what was taken out."""
    found = set()
    for path in sorted(build.glob("**/*.yaml")):
        text, types = reduced(path.read_text())
        if types:
            path.write_text(text)
        found |= types
    return found


def reduced(text):
    """A template without what the emulator cannot make, and the types of that."""
    template = yaml_parse(text)
    unknown = {name: each["Type"] for name, each in template["Resources"].items() if each["Type"] in UNKNOWN}
    for name in unknown:
        del template["Resources"][name]
    # JSON is YAML too.
    return json.dumps(template, default=str), set(unknown.values())
