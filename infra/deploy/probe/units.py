"""What a write consumes on a table and on its indexes: docs/scale.md and the bill rest on it."""

from .finding import Finding


def run(probe):
    """Writes, changes and unlists an item of both indexes, in a transaction and outside of one."""
    dynamodb, table = probe.client("dynamodb"), probe.resources.named("records")
    text = lambda value: {"S": value}
    key = {"pk": text("ORG#units"), "sk": text("GEN#1#PROGRESS")}
    listed = {
        "dueShard": text("DUE#0"),
        "dueAt": {"N": "1"},
        "pendingOrg": text("units"),
        "pendingId": text("1"),
    }
    report = {"ReturnConsumedCapacity": "INDEXES"}

    def update(expression, **values):
        given = {"ExpressionAttributeValues": values} if values else {}
        return dynamodb.update_item(TableName=table, Key=key, UpdateExpression=expression, **given, **report)

    put = {"Put": {"TableName": table, "Item": {**key, **listed}}}
    found = {
        "A transaction that writes an item of both indexes": told(
            dynamodb.transact_write_items(TransactItems=[put], **report)
        ),
        "An update that changes what the indexes copy": told(update("SET attempt = :one", **{":one": {"N": "1"}})),
        "An update that moves it in the index `due`": told(update("SET dueAt = :two", **{":two": {"N": "2"}})),
        "An update that takes it out of both indexes": told(update("REMOVE dueShard, dueAt, pendingOrg, pendingId")),
    }
    wanted = {
        "A transaction that writes an item of both indexes": (2, 1, 1),
        "An update that changes what the indexes copy": (1, 1, 1),
        "An update that moves it in the index `due`": (1, 2, 1),
        "An update that takes it out of both indexes": (1, 1, 1),
    }
    return [
        Finding(
            question="What does a write consume on the table and on its indexes?",
            answer=[
                f"{name}: {units[0]:g} on the table, {units[1]:g} on `due`, {units[2]:g} on `pending`."
                for name, units in found.items()
            ],
            relies_on="A transaction costs twice on the table and once on an index; an entry that moves in an index "
            "costs two writes there. The item has less than 1 KB.",
            holds=found == wanted,
            figures={name: list(units) for name, units in found.items()},
            emulator="Each emulator computes consumed capacity by rules of its own.",
        )
    ]


def told(answer):
    """The units that an answer reports, on the table and on both indexes."""
    consumed = answer["ConsumedCapacity"]
    # A transaction reports every table.
    consumed = consumed[0] if isinstance(consumed, list) else consumed
    indexes = consumed.get("GlobalSecondaryIndexes") or {}
    of = lambda index: indexes.get(index, {}).get("CapacityUnits", 0)
    return consumed.get("Table", {}).get("CapacityUnits", 0), of("due"), of("pending")
