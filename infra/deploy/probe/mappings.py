"""The receive counts of messages whose function was throttled."""

import json
import time
from typing import TYPE_CHECKING

from botocore.client import BaseClient
from botocore.exceptions import ClientError

from failure import expect

from .finding import Finding, unanswered
from .resources import WORKER_SECONDS

if TYPE_CHECKING:
    from . import Probe

QUESTION = "Do messages count as received if the function was throttled?"
MESSAGES = 10
# How long one message keeps the function busy.
BUSY_SECONDS = 3
SWITCH_SECONDS = 180
EMULATOR = "An emulator polls the queue differently, often in one thread."


def run(probe: "Probe") -> list[Finding]:
    """First the function may not run at all, then it may run once at a time."""
    queue = probe.resources.make_queue("throttled")
    function = probe.resources.named("worker")
    client = probe.client("lambda")
    client.put_function_concurrency(FunctionName=function, ReservedConcurrentExecutions=0)
    attributes = probe.client("sqs").get_queue_attributes(QueueUrl=queue, AttributeNames=["QueueArn"])["Attributes"]
    arn = attributes["QueueArn"]
    mapping = client.create_event_source_mapping(
        EventSourceArn=arn, FunctionName=function, BatchSize=1, Tags=probe.resources.tags
    )["UUID"]
    await_state(client, mapping, "Enabled")
    findings = [never(probe, queue, mapping)]
    try:
        client.put_function_concurrency(FunctionName=function, ReservedConcurrentExecutions=1)
    except ClientError as error:
        return [*findings, unanswered(f"{QUESTION} (one at a time)", str(error), EMULATOR)]
    client.update_event_source_mapping(UUID=mapping, Enabled=True)
    await_state(client, mapping, "Enabled")
    return [*findings, one_at_a_time(probe, queue)]


def await_state(client: BaseClient, mapping: str, wanted: str) -> None:
    """Waits until a mapping is enabled or disabled."""
    end = time.monotonic() + SWITCH_SECONDS
    while (state := client.get_event_source_mapping(UUID=mapping)["State"]) != wanted:
        expect(time.monotonic() < end, f"the mapping stays {state} instead of becoming {wanted}")
        time.sleep(1)


def send(probe: "Probe", queue: str, sleep: int) -> list[str]:
    """Sends messages; returns their ids."""
    ids = [f"{sleep}-{number}" for number in range(MESSAGES)]
    entries = [{"Id": each, "MessageBody": json.dumps({"id": each, "sleep": sleep})} for each in ids]
    probe.client("sqs").send_message_batch(QueueUrl=queue, Entries=entries)
    return ids


def never(probe: "Probe", queue: str, mapping: str) -> Finding:
    """Receive counts while the function may not run at all."""
    send(probe, queue, 0)
    seconds = probe.scale.throttled_seconds
    probe.sleep(seconds)
    client, sqs = probe.client("lambda"), probe.client("sqs")
    client.update_event_source_mapping(UUID=mapping, Enabled=False)
    await_state(client, mapping, "Disabled")
    # Messages that the mapping has received become visible again.
    probe.sleep(WORKER_SECONDS + 2)
    counts = {}
    for _ in range(3 * MESSAGES):
        received = sqs.receive_message(
            QueueUrl=queue, MaxNumberOfMessages=10, WaitTimeSeconds=1, AttributeNames=["ApproximateReceiveCount"]
        )
        for message in received.get("Messages", []):
            # This receive increases the count, too.
            counts[message["MessageId"]] = int(message["Attributes"]["ApproximateReceiveCount"]) - 1
            sqs.delete_message(QueueUrl=queue, ReceiptHandle=message["ReceiptHandle"])
        if len(counts) == MESSAGES:
            break
    told = sorted(counts.values()) or [0]
    pace = f"about every {seconds / told[-1]:.0f} s" if told[-1] else "never"
    return Finding(
        question=QUESTION,
        answer=[
            f"With a concurrency of 0, {len(counts)} of {MESSAGES} messages were still there after {seconds} s.",
            f"The mapping had received each of them {told[0]} to {told[-1]} times: {pace}.",
            (
                f"Their visibility timeout was {WORKER_SECONDS} s. A message that is received three times becomes a "
                "dead letter in the service's queue, whether or not the function ran."
            ),
        ],
        relies_on="A throttled loop turns messages into dead letters after three receives; the sweep must then send "
        "them again while attempts are left. No message may be lost.",
        holds=len(counts) == MESSAGES,
        figures={"messages": MESSAGES, "left": len(counts), "seconds": seconds, "receives": told},
        emulator=EMULATOR,
    )


def one_at_a_time(probe: "Probe", queue: str) -> Finding:
    """Receive counts while only one batch can be handled, and the mapping polls with several pollers."""
    ids = send(probe, queue, BUSY_SECONDS)
    table = probe.resources.named("ephemeral")
    keys = [{"pk": {"S": f"RECEIVED#{each}"}} for each in ids]
    dynamodb = probe.client("dynamodb")
    begin = time.monotonic()
    taken: list[int] = []
    while len(taken) < MESSAGES and time.monotonic() - begin < MESSAGES * BUSY_SECONDS + probe.scale.throttled_seconds:
        probe.sleep(5)
        found = dynamodb.batch_get_item(RequestItems={table: {"Keys": keys, "ConsistentRead": True}})
        taken = sorted(int(item["times"]["N"]) for item in found["Responses"].get(table, []))
    over = sum(times > 3 for times in taken)
    return Finding(
        question=f"{QUESTION} (one at a time)",
        answer=[
            (
                f"With a concurrency of 1 and {BUSY_SECONDS} s of work each, {len(taken)} of {MESSAGES} messages were "
                f"taken in {time.monotonic() - begin:.0f} s."
            ),
            f"They had been received {', '.join(map(str, taken)) or 'never'} times when the function took them.",
            f"{over} of them would have become dead letters after three receives.",
        ],
        relies_on="MaximumConcurrency of the mapping keeps it below the function's reserved concurrency, so that "
        "batches are not throttled. This run has no MaximumConcurrency on purpose.",
        holds=None,
        figures={"messages": MESSAGES, "taken": len(taken), "receives": taken, "overThree": over},
        emulator=EMULATOR,
    )
