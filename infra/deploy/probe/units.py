"""The consumption of a write on a table and on its indexes: docs/scale.md and the costs are based on it."""

from typing import TYPE_CHECKING, Any

from .finding import Finding

if TYPE_CHECKING:
    from . import Probe


def run(probe: "Probe") -> list[Finding]:
    """Writes an item of both indexes in a transaction, changes it, and removes it from the indexes."""
    dynamodb, table = probe.client("dynamodb"), probe.resources.named("records")

    def text(value: str) -> dict[str, str]:
        return {"S": value}

    key = {"pk": text("ORG#units"), "sk": text("GEN#1#PROGRESS")}
    listed = {
        "dueShard": text("DUE#0"),
        "dueAt": {"N": "1"},
        "pendingOrg": text("units"),
        "pendingId": text("1"),
    }
    report = {"ReturnConsumedCapacity": "INDEXES"}

    def update(expression: str, **values: dict[str, str]) -> dict[str, Any]:
        given = {"ExpressionAttributeValues": values} if values else {}
        return dynamodb.update_item(TableName=table, Key=key, UpdateExpression=expression, **given, **report)

    put = {"Put": {"TableName": table, "Item": {**key, **listed}}}
    found = {
        "A transaction that writes an item of both indexes": consumed_units(
            dynamodb.transact_write_items(TransactItems=[put], **report)
        ),
        "An update that changes a projected attribute": consumed_units(
            update("SET attempt = :one", **{":one": {"N": "1"}})
        ),
        "An update that moves the item in the index `due`": consumed_units(
            update("SET dueAt = :two", **{":two": {"N": "2"}})
        ),
        "An update that removes the item from both indexes": consumed_units(
            update("REMOVE dueShard, dueAt, pendingOrg, pendingId")
        ),
    }
    wanted = {
        "A transaction that writes an item of both indexes": (2, 1, 1),
        "An update that changes a projected attribute": (1, 1, 1),
        "An update that moves the item in the index `due`": (1, 2, 1),
        "An update that removes the item from both indexes": (1, 1, 1),
    }
    return [
        Finding(
            question="What does a write consume on the table and on its indexes?",
            answer=[
                f"{name}: {units[0]:g} on the table, {units[1]:g} on `due`, {units[2]:g} on `pending`."
                for name, units in found.items()
            ],
            relies_on="A transaction costs double on the table and single on an index; an entry that moves in an index "
            "costs two writes there. The item has less than 1 KB.",
            holds=found == wanted,
            figures={name: list(units) for name, units in found.items()},
            emulator="Each emulator computes consumed capacity differently.",
        )
    ]


def consumed_units(answer: dict[str, Any]) -> tuple[float, float, float]:
    """The consumed units of a response, on the table and on both indexes."""
    consumed = answer["ConsumedCapacity"]
    # The response of a transaction has every table.
    consumed = consumed[0] if isinstance(consumed, list) else consumed
    indexes = consumed.get("GlobalSecondaryIndexes") or {}

    def of(index: str) -> float:
        return indexes.get(index, {}).get("CapacityUnits", 0)

    return consumed.get("Table", {}).get("CapacityUnits", 0), of("due"), of("pending")
