"""DynamoDB's behaviour with client tokens, and the cancellation reasons of refused transactions."""

import collections
import secrets
import threading
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from .finding import Finding

if TYPE_CHECKING:
    from . import Probe

COMMITTED = "committed"
CONFLICT = "TransactionConflict"
# The old item is requested for the balance and for the entry; the third write of a charge has a unique id.
FAILED = "ConditionalCheckFailed"
MISMATCH = "IdempotentParameterMismatchException"


def run(probe: "Probe") -> list[Finding]:
    """Answers both questions."""
    return [tokens(probe), reasons(probe)]


class Counter:
    """An item with a number that transactions change."""

    def __init__(self, probe: "Probe", name: str) -> None:
        self.dynamodb = probe.client("dynamodb")
        self.table = probe.resources.named("records")
        self.key = {"pk": {"S": "ORG#tokens"}, "sk": {"S": name}}
        self.write(0)

    def write(self, number: int) -> None:
        """Sets the number."""
        self.dynamodb.put_item(TableName=self.table, Item={**self.key, "number": {"N": str(number)}})

    def read(self) -> int:
        """The number."""
        found = self.dynamodb.get_item(TableName=self.table, Key=self.key, ConsistentRead=True)
        return int(found["Item"]["number"]["N"])

    def change(self, token: str, seen: int, to: int) -> str:
        """Changes the number from `seen` to `to` in a transaction. Returns `committed`, or the code of the refusal."""
        update = {
            "TableName": self.table,
            "Key": self.key,
            "UpdateExpression": "SET #number = :to",
            "ConditionExpression": "#number = :seen",
            "ExpressionAttributeNames": {"#number": "number"},
            "ExpressionAttributeValues": {":to": {"N": str(to)}, ":seen": {"N": str(seen)}},
        }
        try:
            self.dynamodb.transact_write_items(TransactItems=[{"Update": update}], ClientRequestToken=token)
        except ClientError as error:
            return error.response["Error"]["Code"]
        return COMMITTED


def tokens(probe: "Probe") -> Finding:
    """Whether a cancelled transaction leaves something under its token."""
    same, other, done = (secrets.token_hex(16) for _ in range(3))

    counter = Counter(probe, "same")
    expected = counter.change(same, 5, 6)
    counter.write(5)
    repeated = counter.change(same, 5, 6)

    counter = Counter(probe, "other")
    counter.change(other, 5, 6)
    changed = counter.change(other, 0, 7)

    counter = Counter(probe, "done")
    counter.change(done, 0, 1)
    counter.write(0)
    replayed, effect = counter.change(done, 0, 1), counter.read()
    reused = counter.change(done, 0, 9)

    again = "is executed again" if repeated == COMMITTED else f"answers {repeated}"
    if changed == COMMITTED:
        bound = "are committed: the token is not bound to the first parameters"
    elif changed == MISMATCH:
        bound = f"answer {MISMATCH}: the token stays bound to the first parameters"
    else:
        bound = f"answer {changed}"
    kept = "has no second effect" if effect == 0 else "HAS A SECOND EFFECT"
    return Finding(
        question="What does a client token do after a cancellation?",
        answer=[
            f"A repetition of a cancelled transaction with the same token and parameters {again}.",
            f"Other parameters under the token of a cancelled transaction {bound}.",
            f"A repetition of a committed transaction answers {replayed} and {kept}.",
            f"Other parameters under the token of a committed transaction answer {reused}.",
        ],
        relies_on="The store repeats a cancelled transaction with the same token and parameters and relies on its "
        "being executed; for other parameters it uses a new token. It relies on a repeated committed one having no "
        "second effect.",
        holds=repeated == COMMITTED and replayed == COMMITTED and effect == 0,
        figures={
            "firstAttempt": expected,
            "sameAfterCancellation": repeated,
            "otherAfterCancellation": changed,
            "sameAfterCommit": replayed,
            "effectsOfTheRepetition": effect,
            "otherAfterCommit": reused,
        },
        emulator="Emulators run transactions one after another, and each has its own rules for tokens.",
    )


def reasons(probe: "Probe") -> Finding:
    """Which combinations of reasons refused transactions have, and whether the old item comes with them."""
    table, dynamodb = probe.resources.named("records"), probe.client("dynamodb")

    def text(value: str) -> dict[str, str]:
        return {"S": value}

    balance = {"pk": text("ORG#reasons"), "sk": text("BALANCE")}
    dynamodb.put_item(TableName=table, Item={**balance, "sequence": {"N": "0"}})
    seen: collections.Counter[str] = collections.Counter()
    repeated: collections.Counter[str] = collections.Counter()
    items: collections.Counter[bool] = collections.Counter()
    lock = threading.Lock()

    def charge(sequence: int, token: str) -> None:
        update = {
            "TableName": table,
            "Key": balance,
            "UpdateExpression": "SET #sequence = :next",
            "ConditionExpression": "#sequence = :seen",
            "ExpressionAttributeNames": {"#sequence": "sequence"},
            "ExpressionAttributeValues": {":next": {"N": str(sequence + 1)}, ":seen": {"N": str(sequence)}},
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        }
        entry = {
            "TableName": table,
            "Item": {"pk": text("ORG#reasons"), "sk": text(f"LEDGER#{sequence + 1:020}")},
            "ConditionExpression": "attribute_not_exists(pk)",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        }
        own = {
            "TableName": table,
            "Item": {"pk": text("ORG#reasons"), "sk": text(f"OWN#{token}")},
            "ConditionExpression": "attribute_not_exists(pk)",
        }
        writes = [{"Update": update}, {"Put": entry}, {"Put": own}]
        dynamodb.transact_write_items(TransactItems=writes, ClientRequestToken=token)

    def attempt(sequence: int, token: str) -> str:
        """Charges once; returns `committed`, or the reasons of the refusal."""
        refused = []
        try:
            charge(sequence, token)
            outcome = COMMITTED
        except ClientError as error:
            refused = error.response.get("CancellationReasons", [])
            outcome = ", ".join(reason["Code"] for reason in refused) or error.response["Error"]["Code"]
        with lock:
            seen[outcome] += 1
            for reason in refused:
                if reason["Code"] == FAILED:
                    items["Item" in reason] += 1
        return outcome

    def contend() -> None:
        for _ in range(probe.scale.rounds):
            item = dynamodb.get_item(TableName=table, Key=balance, ConsistentRead=True)["Item"]
            sequence, token = int(item["sequence"]["N"]), secrets.token_hex(16)
            if CONFLICT in attempt(sequence, token):
                again = attempt(sequence, token)
                with lock:
                    repeated[again] += 1

    probe.side_by_side(contend, probe.scale.contenders)
    committed = seen.pop(COMMITTED, 0)
    mixed = {codes: times for codes, times in seen.items() if CONFLICT in codes and FAILED in codes}

    def rows(counts: collections.Counter[str]) -> str:
        return "; ".join(f"{times} × [{codes}]" for codes, times in counts.most_common()) or "none"

    last = dynamodb.get_item(TableName=table, Key=balance, ConsistentRead=True)["Item"]["sequence"]["N"]
    return Finding(
        question="Which reasons are returned if a transaction has a conflict and a failed condition?",
        answer=[
            (
                f"{probe.scale.contenders} callers made {committed + seen.total()} transactions on one balance; "
                f"{committed} were committed."
            ),
            f"Refused: {rows(seen)}.",
            "Both reasons came together." if mixed else "Both reasons never came together.",
            f"The old item came with {items[True]} failed conditions and was missing from {items[False]}.",
            f"Repeated at once with the same token after a conflict: {rows(repeated)}.",
        ],
        relies_on="A balance without an item in the refusal must not be read as a deleted organization, and each "
        "committed transaction moves the sequence number by one.",
        holds=int(last) == committed,
        figures={
            "committed": committed,
            "reasons": dict(seen),
            "mixed": mixed,
            "repeatedAfterAConflict": dict(repeated),
            "oldItems": items[True],
            "missingOldItems": items[False],
        },
        emulator="An emulator that runs transactions one after another never returns TransactionConflict.",
    )
