"""The service as a caller sees it."""

import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass

from failure import Failure, expect

TOOLS = "/api/v1/tools"
# A status call waits so long at the most.
WAIT_SECONDS = 20


@dataclass(frozen=True)
class Answer:
    """What came back for a request."""

    status: int
    headers: dict
    body: bytes

    def json(self):
        """The body, which is to be JSON."""
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise Failure(f"status {self.status} with a body that is no JSON: {self.body[:200]!r}") from error


class Service:
    """The service at a base URL, called with a key."""

    def __init__(self, base_url, key=None):
        self.base_url = base_url.rstrip("/")
        self.key = key

    def request(self, method, path, body=None, **headers):
        """Any request; `body` is sent as JSON."""
        headers = {"Content-Type": "application/json", **headers}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        return fetch(urllib.request.Request(self.base_url + path, data, headers, method=method))

    def call(self, tool, **parameters):
        """What a tool answers; anything but a success is a Failure."""
        answer = self.request("POST", f"{TOOLS}/{tool}", parameters)
        body = answer.json()
        expect(answer.status == 200 and body.get("success"), f"{tool} answered {answer.status}: {body}")
        return body["data"]

    def balance(self):
        """What the organization has."""
        return self.call("get_credits")["balance"]

    def ended(self, generation, seconds):
        """The status of a generation once it has ended; a Failure when it does not within this time."""
        end = time.monotonic() + seconds
        while True:
            wait = max(0, min(WAIT_SECONDS, int(end - time.monotonic())))
            status = self.call("get_generation_status", generationId=generation, waitSeconds=wait)
            if status["pending"] + status["processing"] == 0:
                return status
            expect(time.monotonic() < end, f"the generation {generation} is {status['status']} after {seconds} s")
            time.sleep(1)


def fetch(request):
    """The answer to a request, whatever its status."""
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return Answer(response.status, dict(response.headers), response.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, dict(error.headers), error.read())
    except OSError as error:
        raise Failure(f"{request.full_url.split('?')[0]} cannot be reached: {error}") from error
