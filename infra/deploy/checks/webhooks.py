"""The events of a generation arrive at a receiver, signed. On AWS, a receiver would need a public address: the check
runs only on the emulator."""

import base64
import hashlib
import hmac
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from checks import Check, World
from checks.thumbnails import COMPLETED_SECONDS, generate
from failure import expect, expect_equal

# From the end of a generation to the delivery of its last event.
DELIVERED_SECONDS = 30


class Receiver:
    """A receiver of events on a port of its own."""

    def __init__(self) -> None:
        # The headers and the body of each event.
        seen: list[tuple[dict[str, str], bytes]] = []
        self.seen = seen

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                seen.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()


def signature(secret: str, headers: dict[str, str], body: bytes) -> str:
    """The signature of a delivery, as Standard Webhooks says."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = b".".join([headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body])
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def with_receiver(receiver: Receiver) -> list[Check]:
    """The checks of a deployment that may reach this receiver."""

    def the_events_of_a_generation_arrive_signed(world: World) -> None:
        answer = world.service.request("POST", "/api/v1/webhooks", {"url": f"http://{receiver.host}/"})
        expect_equal(answer.status, 200, "the status of creating a webhook")
        webhook = answer.json()["data"]
        made = generate(world, count=2)
        world.service.ended(made["generationId"], COMPLETED_SECONDS)
        end = time.monotonic() + DELIVERED_SECONDS
        while len(receiver.seen) < 3:
            expect(time.monotonic() < end, f"{len(receiver.seen)} of three events have arrived")
            time.sleep(0.2)
        for headers, body in receiver.seen:
            expect_equal(headers["webhook-signature"], signature(webhook["secret"], headers, body), "a signature")
        types = sorted(json.loads(body)["type"] for _, body in receiver.seen)
        expect_equal(types, ["generation.ended", "thumbnail.completed", "thumbnail.completed"], "the events")
        deleted = world.service.request("DELETE", f"/api/v1/webhooks/{webhook['webhookId']}")
        expect_equal(deleted.status, 200, "the status of deleting a webhook")

    return [the_events_of_a_generation_arrive_signed]
