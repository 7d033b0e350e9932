"""Thumbnails, with failures on their way: lost messages, dead letters, missing references."""

import base64
import contextlib
import struct
import time
import urllib.request
import zlib
from collections.abc import Iterator
from typing import Any

from botocore.client import BaseClient

from checks import World
from checks.client import fetch
from failure import expect, expect_equal

# A generation without a lease is due within a minute, and the sweep runs every minute.
SWEPT_SECONDS = 180
COMPLETED_SECONDS = 90


@contextlib.contextmanager
def event_source_disabled(world: World) -> Iterator[None]:
    """Disables the event source mapping while the block runs. The sweep continues."""
    client = world.client("lambda")
    mapping = world.stack.resources("AWS::Lambda::EventSourceMapping")["GenerationLoopFunctionThumbnails"]
    switch(client, mapping, False)
    try:
        yield
    finally:
        switch(client, mapping, True)


def switch(client: BaseClient, mapping: str, enabled: bool) -> None:
    """Enables or disables an event source mapping, and waits until that has taken effect."""
    client.update_event_source_mapping(UUID=mapping, Enabled=enabled)
    wanted = "Enabled" if enabled else "Disabled"
    end = time.monotonic() + 120
    while (state := client.get_event_source_mapping(UUID=mapping)["State"]) != wanted:
        expect(time.monotonic() < end, f"the mapping is {state} and does not become {wanted}")
        time.sleep(1)


def receive(world: World, output: str, containing: str) -> tuple[str, dict[str, Any] | None]:
    """Waits up to 20 s for a message that contains this text. Returns the queue's URL, and the message or None."""
    sqs = world.client("sqs")
    url = sqs.get_queue_url(QueueName=world.outputs[output].rsplit("/", 1)[1])["QueueUrl"]
    end = time.monotonic() + 20
    while time.monotonic() < end:
        # The message stays visible to others.
        received = sqs.receive_message(QueueUrl=url, VisibilityTimeout=0, MaxNumberOfMessages=10, WaitTimeSeconds=1)
        for message in received.get("Messages", []):
            if containing in message["Body"]:
                return url, message
    return url, None


def generate(world: World, **parameters: Any) -> dict[str, Any]:
    """Starts a generation and returns the tool's output."""
    return world.service.call("generate_thumbnail", **{"prompt": "A lighthouse in a storm", **parameters})


def picture(colour: tuple[int, int, int] = (200, 40, 90), side: int = 48) -> str:
    """A small PNG as a data URL."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(colour) * side) * side
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(png).decode()


def expect_delivered(status: dict[str, Any]) -> None:
    """Fails unless a generation is completed and its pictures exist."""
    expect_equal(status["status"], "completed", "the generation")
    for thumbnail in status["thumbnails"]:
        answer = fetch(urllib.request.Request(thumbnail["url"]))
        expect(answer.status == 200 and answer.body.startswith(b"\x89PNG"), f"no picture: {answer.status}")
        expect_equal(len(answer.body), thumbnail["sizeBytes"], "the picture's size")


def expect_refunded(world: World, before: float, status: dict[str, Any], code: str | None = None) -> None:
    """Fails unless a generation failed and was refunded completely."""
    expect_equal(status["status"], "failed", "the generation")
    expect_equal(status["refunded"], status["cost"], "the refunded amount")
    expect_equal(world.service.balance(), before, "the balance")
    if code:
        expect_equal(status["thumbnails"][0]["error"]["code"], code, "the error of the thumbnail")


def the_loop_completes_a_generation(world: World) -> str:
    begin = time.monotonic()
    made = generate(world, count=3)
    status = world.service.ended(made["generationId"], COMPLETED_SECONDS)
    took = time.monotonic() - begin
    expect_delivered(status)
    return f"three thumbnails after {took:.1f} s"


def the_sweep_replaces_a_lost_message(world: World) -> None:
    with event_source_disabled(world):
        generation = generate(world)["generationId"]
        url, message = receive(world, "QueueUrl", generation)
        expect(message, "no message was sent")
        world.client("sqs").delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
    expect_delivered(world.service.ended(generation, SWEPT_SECONDS))


def a_dead_letter_with_attempts_left_is_deleted_and_an_unreadable_one_stays(world: World) -> None:
    sqs = world.client("sqs")
    with event_source_disabled(world):
        generation = generate(world)["generationId"]
        for _ in range(3):
            expect(receive(world, "QueueUrl", generation)[1], "the message does not come back")
        # The fourth receive moves the message to the dead-letter queue.
        sqs.receive_message(QueueUrl=receive(world, "QueueUrl", "nothing like it")[0])
        letters = sqs.get_queue_url(QueueName=world.outputs["DeadLetterQueueUrl"].rsplit("/", 1)[1])["QueueUrl"]
        sqs.send_message(QueueUrl=letters, MessageBody="unreadable")
    # The sweep sends a new message.
    expect_delivered(world.service.ended(generation, SWEPT_SECONDS))
    end = time.monotonic() + SWEPT_SECONDS
    while receive(world, "DeadLetterQueueUrl", generation)[1]:
        expect(time.monotonic() < end, "the sweep does not delete the dead letter")
        time.sleep(5)
    _, left = receive(world, "DeadLetterQueueUrl", "unreadable")
    expect(left, "the unreadable dead letter is gone")
    sqs.delete_message(QueueUrl=letters, ReceiptHandle=left["ReceiptHandle"])


def a_missing_reference_is_reported_and_refunded(world: World) -> None:
    image = world.service.call("upload_image", imageUrl=picture())["imageId"]
    before = world.service.balance()
    with event_source_disabled(world):
        generation = generate(world, imageIds=[image])["generationId"]
        world.service.call("delete_image", imageId=image)
    expect_refunded(world, before, world.service.ended(generation, COMPLETED_SECONDS), "REFERENCE_MISSING")


def the_balance_matches_the_ledger(world: World) -> None:
    expect(world.tgctl.call("audit", "--org", world.organization)["ok"], "tgctl audit finds differences")


CHECKS = [
    the_loop_completes_a_generation,
    a_missing_reference_is_reported_and_refunded,
    the_sweep_replaces_a_lost_message,
    a_dead_letter_with_attempts_left_is_deleted_and_an_unreadable_one_stays,
    the_balance_matches_the_ledger,
]
