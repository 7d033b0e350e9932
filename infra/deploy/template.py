"""The parameters of template.yaml, so that an invalid value is reported before anything is called."""

import re
from typing import Any

import yaml

from failure import Failure, expect
from tools import ROOT

TEMPLATE = ROOT / "template.yaml"
# The templates that parameters may add as nested stacks.
NESTED = ROOT / "infra" / "templates"


class Loader(yaml.SafeLoader):
    """YAML with CloudFormation's tags, which are ignored."""


def untagged(loader: Loader, _suffix: str, node: yaml.Node) -> object:
    """The value of a tagged node."""
    if isinstance(node, yaml.ScalarNode):
        return loader.construct_scalar(node)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return loader.construct_mapping(node, deep=True)


Loader.add_multi_constructor("!", untagged)


def section(name: str) -> dict[str, dict[str, Any]]:
    """A section of the template."""
    return yaml.load(TEMPLATE.read_text(), Loader)[name]  # noqa: S506 - the loader is a SafeLoader


def parameters() -> dict[str, dict[str, Any]]:
    """The parameters of the template."""
    return section("Parameters")


def resource(logical_id: str) -> dict[str, Any]:
    """A resource of the template."""
    return section("Resources")[logical_id]


def functions() -> dict[str, str]:
    """The packages of the functions, by their logical ids."""
    resources = section("Resources").items()
    of_kind = {name: each for name, each in resources if each["Type"] == "AWS::Serverless::Function"}
    return {name: each["Properties"]["CodeUri"].removeprefix("target/lambda/") for name, each in of_kind.items()}


def checked(pairs: list[str]) -> dict[str, str]:
    """The parameters of `Name=Value` pairs, checked against the template."""
    declared = parameters()
    given = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        expect(equals, f"{pair} is not a parameter: write Name=Value")
        expect(name in declared, f"there is no parameter {name}; use one of {', '.join(declared)}")
        check_value(name, value, declared[name])
        given[name] = value
    return given


def with_defaults(given: dict[str, str]) -> dict[str, str]:
    """The values of all parameters. A parameter that is not given has its default."""
    return {name: str(given.get(name, declared["Default"])) for name, declared in parameters().items()}


def check_value(name: str, value: str, declared: dict[str, Any]) -> None:
    """Fails unless the template accepts `value`; the message has the template's constraint."""
    wrong = Failure(f"{name} is {value!r}; it {declared['ConstraintDescription']}")
    if declared["Type"] == "Number":
        if not re.fullmatch("[0-9]+", value):
            raise wrong
        if not declared.get("MinValue", 0) <= int(value) <= declared.get("MaxValue", int(value)):
            raise wrong
    values = value.split(",") if declared["Type"] == "CommaDelimitedList" else [value]
    if not all(re.fullmatch(declared.get("AllowedPattern", "[^\0]*"), each.strip()) for each in values):
        raise wrong
    allowed = [str(each) for each in declared.get("AllowedValues", [value])]
    if value not in allowed:
        raise wrong


def check_together(values: dict[str, str]) -> None:
    """Fails if parameters contradict one another."""
    expect(
        not values["DomainName"] or values["CertificateArn"],
        "CertificateArn is missing: DomainName needs a certificate for it, in ACM and in this region",
    )
    expect(values["DomainName"] or not values["HostedZoneId"], "DomainName is missing: HostedZoneId needs it")
    for name in ("DomainName", "OriginCertificateArn", "OriginTruststore", "OriginClientCertificateArn"):
        expect(
            not values["OriginDomainName"] or values[name],
            f"{name} is missing: OriginDomainName, for CloudFront, needs it",
        )
    reserved, least = int(values["LoopReservedConcurrency"]), int(values["LoopConcurrency"]) + 2
    expect(
        reserved == 0 or reserved >= least,
        f"LoopReservedConcurrency is {reserved}; with this LoopConcurrency it must be 0 or at least {least}",
    )
