"""A client of the service."""

import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

from failure import Failure, expect

TOOLS = "/api/v1/tools"
QUOTES = "/api/v1/quotes"
MCP = "/mcp"
# The longest wait of a status call.
WAIT_SECONDS = 20


@dataclass(frozen=True)
class Answer:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> dict[str, Any]:
        """The body as JSON."""
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise Failure(f"status {self.status} with a body that is not JSON: {self.body[:200]!r}") from error


class Service:
    """The service at a base URL, called with a key."""

    def __init__(self, base_url: str, key: str | None = None) -> None:
        self.base_url = base_url.rstrip("/")
        self.key = key

    def request(self, method: str, path: str, body: dict[str, Any] | bytes | None = None, **headers: str) -> Answer:
        """Sends any request, with `body` as JSON."""
        headers = {"Content-Type": "application/json", **headers}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        return fetch(urllib.request.Request(self.base_url + path, data, headers, method=method))

    def call(self, tool: str, **parameters: Any) -> dict[str, Any]:
        """The output of a tool; an error is a Failure."""
        answer = self.request("POST", f"{TOOLS}/{tool}", parameters)
        body = answer.json()
        expect(answer.status == 200 and body.get("success"), f"{tool} answered {answer.status}: {body}")
        return body["data"]

    def balance(self) -> float:
        """The organization's balance."""
        return self.call("get_credits")["balance"]

    def ended(self, generation: str, seconds: float) -> dict[str, Any]:
        """The status of a generation after it has ended; a Failure if it does not end in this time."""
        end = time.monotonic() + seconds
        while True:
            wait = max(0, min(WAIT_SECONDS, int(end - time.monotonic())))
            status = self.call("get_generation_status", generationId=generation, waitSeconds=wait)
            if status["pending"] + status["processing"] == 0:
                return status
            expect(time.monotonic() < end, f"the generation {generation} is {status['status']} after {seconds} s")
            time.sleep(1)


def fetch(request: urllib.request.Request) -> Answer:
    """Sends a request and returns the response, also when its status is an error."""
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return Answer(response.status, dict(response.headers), response.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, dict(error.headers), error.read())
    except OSError as error:
        raise Failure(f"{request.full_url.split('?')[0]} cannot be reached: {error}") from error
