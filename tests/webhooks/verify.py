"""Verifies the requests that the suites have logged with the reference library of Standard Webhooks.

Usage: verify.py LOG. Every request must be accepted with one of its secrets, and refused with one byte changed, with
another secret, and five minutes later.
"""

import base64
import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import standardwebhooks.webhooks as library

OTHER = "whsec_" + base64.b64encode(bytes(32)).decode()


def accepts(secret: str, request: dict[str, Any], body: str, later: timedelta = timedelta()) -> bool:
    """Whether the library accepts the request with this secret and body, this long after it was signed."""
    now = datetime.fromtimestamp(int(request["timestamp"]), UTC) + later
    headers = {
        "webhook-id": request["id"],
        "webhook-timestamp": request["timestamp"],
        "webhook-signature": request["signature"],
    }
    with mock.patch.object(library, "datetime", wraps=datetime) as clock:
        clock.now.return_value = now
        try:
            library.Webhook(secret).verify(body, headers)
        except library.WebhookVerificationError:
            return False
    return True


def main() -> None:
    with Path(sys.argv[1]).open(encoding="utf-8") as log:
        requests = [json.loads(line) for line in log]
    with_two = 0
    for request in requests:
        secrets, body = request["secrets"], request["body"]
        accepted = [secret for secret in secrets if accepts(secret, request, body)]
        assert accepted, f"no secret verifies {request['id']}"
        with_two += len(accepted) == 2
        changed = body[:-1] + ("]" if body[-1] == "}" else "}")
        late = timedelta(minutes=5, seconds=1)
        for secret in accepted:
            assert not accepts(secret, request, changed), f"a changed body of {request['id']} is accepted"
            assert not accepts(secret, request, body, late), f"{request['id']} is accepted five minutes later"
        assert not accepts(OTHER, request, body), f"another secret verifies {request['id']}"
    assert requests and with_two, f"{len(requests)} requests, {with_two} of them signed with two secrets"
    print(f"{len(requests)} requests verified in Python, {with_two} of them signed with two secrets")


main()
