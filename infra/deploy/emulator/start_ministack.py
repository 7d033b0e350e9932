"""Starts MiniStack with support for the condition keys `dynamodb:LeadingKeys` and `dynamodb:Attributes`.

MiniStack 1.5.33 does not know the first, and the second only for reads. This program adds both, for each item of a
request separately, as on AWS. It runs in the emulator's own environment.
"""

import json
import re
import runpy
from collections.abc import Iterator
from typing import Any

from ministack.core import iam_actions, iam_evaluator

PARTITION = "pk"
# The key under which a request is passed between two functions of MiniStack.
REQUEST = "request"

context_of = iam_actions.dynamodb_service_context
enforce = iam_evaluator.enforce


def context_with_request(body: bytes) -> dict[str, Any]:
    """MiniStack's context of a request, with the request added."""
    return {**context_of(body), REQUEST: body}


def enforce_by_items(
    access_key_id: str,
    iam_action: str,
    service: str,
    region: str,
    resource_arn: str = "*",
    service_context: dict[str, Any] | None = None,
) -> object:
    """Whether a request may perform `iam_action` on a table."""
    context = dict(service_context or {})
    body = context.pop(REQUEST, None)
    # Policies name only the partitions of tables, not those of indexes.
    if body is not None and "/index/" not in resource_arn:
        parts = list(parts_of(json.loads(body or b"{}"), iam_action, resource_arn.rsplit("table/", 1)[-1]))
        keys = {key for part in parts for key in partitions(part)}
        names = {name for part in parts for name in attributes(part)}
        context |= {"dynamodb:LeadingKeys": sorted(keys)} if keys else {}
        context |= {"dynamodb:Attributes": sorted(names)} if names else {}
    return enforce(access_key_id, iam_action, service, region, resource_arn=resource_arn, service_context=context)


def parts_of(request: dict[str, Any], action: str, table: str) -> Iterator[dict[str, Any]]:
    """The parts of a request that perform this action on this table: the whole request, or parts of a batch or a
    transaction."""
    if "TransactItems" in request:
        for item in request["TransactItems"]:
            for name, part in item.items():
                if action == f"dynamodb:{name}Item" and part["TableName"] == table:
                    yield part
    elif "RequestItems" in request:
        wanted = request["RequestItems"].get(table, {})
        if isinstance(wanted, dict):
            yield from ({"Key": key} for key in wanted["Keys"])
        else:
            yield from (write for each in wanted for write in each.values())
    else:
        yield request


def partitions(part: dict[str, Any]) -> list[str]:
    """The partition keys in a part of a request."""
    item = part.get("Item") or part.get("Key")
    if item:
        return [item[PARTITION]["S"]]
    names, values = part.get("ExpressionAttributeNames", {}), part.get("ExpressionAttributeValues", {})
    found = re.findall(r"(#?\w+)\s*=\s*(:\w+)", part.get("KeyConditionExpression", ""))
    return [values[value]["S"] for name, value in found if names.get(name, name) == PARTITION]


def attributes(part: dict[str, Any]) -> list[str]:
    """The top-level attributes that a part of a request writes or has a condition on."""
    names = part.get("ExpressionAttributeNames", {})
    text = " ".join(part.get(each, "") for each in ("UpdateExpression", "ConditionExpression"))
    # The store writes names as placeholders; a name after a dot is inside of another attribute.
    placeholders = re.findall(r"(?<![.\w#])#\w+", text)
    return [*(part.get("Item") or part.get("Key") or {}), *(names[each] for each in placeholders)]


iam_actions.dynamodb_service_context = context_with_request
iam_evaluator.enforce = enforce_by_items
runpy.run_module("ministack", run_name="__main__")
