"""Thumbnails, with what goes wrong on their way: lost messages, dead letters, references that are gone."""

import base64
import contextlib
import struct
import time
import urllib.request
import zlib

from client import fetch
from failure import expect, expect_equal

# A generation that nobody has begun is looked at within a minute, by a sweep that comes every minute.
SWEPT_SECONDS = 180
COMPLETED_SECONDS = 90


@contextlib.contextmanager
def loop_not_fed(world):
    """While the queue does not feed the loop. The sweep goes on."""
    client = world.client("lambda")
    mapping = world.stack.resources("AWS::Lambda::EventSourceMapping")["GenerationLoopFunctionThumbnails"]
    switch(client, mapping, False)
    try:
        yield
    finally:
        switch(client, mapping, True)


def switch(client, mapping, enabled):
    """Lets an event source mapping feed its function, or not, and waits until it does so."""
    client.update_event_source_mapping(UUID=mapping, Enabled=enabled)
    wanted = "Enabled" if enabled else "Disabled"
    end = time.monotonic() + 120
    while (state := client.get_event_source_mapping(UUID=mapping)["State"]) != wanted:
        expect(time.monotonic() < end, f"the mapping is {state} and does not become {wanted}")
        time.sleep(1)


def receive(world, output, containing):
    """A message that contains this text, visible again at once; None when it does not come within 20 s."""
    sqs = world.client("sqs")
    url = sqs.get_queue_url(QueueName=world.outputs[output].rsplit("/", 1)[1])["QueueUrl"]
    end = time.monotonic() + 20
    while time.monotonic() < end:
        received = sqs.receive_message(QueueUrl=url, VisibilityTimeout=0, MaxNumberOfMessages=10, WaitTimeSeconds=1)
        for message in received.get("Messages", []):
            if containing in message["Body"]:
                return url, message
    return url, None


def generate(world, **parameters):
    """Begins a generation; returns what the tool told."""
    return world.service.call("generate_thumbnail", **{"prompt": "A lighthouse in a storm", **parameters})


def picture(colour=(200, 40, 90), side=48):
    """A small PNG as a data URL."""
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes(colour) * side) * side
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(png).decode()


def expect_delivered(status):
    """Fails unless a generation is completed and its pictures are there."""
    expect_equal(status["status"], "completed", "the generation")
    for thumbnail in status["thumbnails"]:
        answer = fetch(urllib.request.Request(thumbnail["url"]))
        expect(answer.status == 200 and answer.body.startswith(b"\x89PNG"), f"no picture: {answer.status}")
        expect_equal(len(answer.body), thumbnail["sizeBytes"], "the picture's size")


def expect_refunded(world, before, status, code=None):
    """Fails unless a generation failed and cost nothing in the end."""
    expect_equal(status["status"], "failed", "the generation")
    expect_equal(status["refunded"], status["cost"], "what was refunded")
    expect_equal(world.service.balance(), before, "the balance")
    if code:
        expect_equal(status["thumbnails"][0]["error"]["code"], code, "why it failed")


def the_loop_completes_a_generation(world):
    begin = time.monotonic()
    made = generate(world, count=3)
    status = world.service.ended(made["generationId"], COMPLETED_SECONDS)
    took = time.monotonic() - begin
    expect_delivered(status)
    return f"three thumbnails after {took:.1f} s"


def the_sweep_sends_again_what_was_lost(world):
    with loop_not_fed(world):
        generation = generate(world)["generationId"]
        url, message = receive(world, "QueueUrl", generation)
        expect(message, "no message was sent")
        world.client("sqs").delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
    expect_delivered(world.service.ended(generation, SWEPT_SECONDS))


def a_dead_letter_with_attempts_left_is_dropped_and_what_nobody_can_read_stays(world):
    sqs = world.client("sqs")
    with loop_not_fed(world):
        generation = generate(world)["generationId"]
        for _ in range(3):
            expect(receive(world, "QueueUrl", generation)[1], "the message does not come back")
        # The fourth receive makes it a dead letter.
        sqs.receive_message(QueueUrl=receive(world, "QueueUrl", "nothing like it")[0])
        letters = sqs.get_queue_url(QueueName=world.outputs["DeadLetterQueueUrl"].rsplit("/", 1)[1])["QueueUrl"]
        sqs.send_message(QueueUrl=letters, MessageBody="nobody can read this")
    # The sweep sends another message.
    expect_delivered(world.service.ended(generation, SWEPT_SECONDS))
    end = time.monotonic() + SWEPT_SECONDS
    while receive(world, "DeadLetterQueueUrl", generation)[1]:
        expect(time.monotonic() < end, "the sweep does not drop the dead letter")
        time.sleep(5)
    _, left = receive(world, "DeadLetterQueueUrl", "nobody can read this")
    expect(left, "what nobody can read is gone")
    sqs.delete_message(QueueUrl=letters, ReceiptHandle=left["ReceiptHandle"])


def a_reference_that_is_gone_is_told_and_refunded(world):
    image = world.service.call("upload_image", imageUrl=picture())["imageId"]
    before = world.service.balance()
    with loop_not_fed(world):
        generation = generate(world, imageIds=[image])["generationId"]
        world.service.call("delete_image", imageId=image)
    expect_refunded(world, before, world.service.ended(generation, COMPLETED_SECONDS), "REFERENCE_MISSING")


def the_books_add_up(world):
    expect(world.tgctl.call("audit", "--org", world.organization)["ok"], "tgctl audit finds differences")


CHECKS = [
    the_loop_completes_a_generation,
    a_reference_that_is_gone_is_told_and_refunded,
    the_sweep_sends_again_what_was_lost,
    a_dead_letter_with_attempts_left_is_dropped_and_what_nobody_can_read_stays,
    the_books_add_up,
]
