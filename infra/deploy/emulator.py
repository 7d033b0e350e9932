"""MiniStack: an emulator of AWS in one process, which runs the functions' own binaries and enforces IAM."""

import contextlib
import http.client
import json
import os
import socket
import subprocess
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from failure import Failure
from tools import ROOT, WORK, emulator_python, environment

HOST = "127.0.0.1"
# Where the emulator has all APIs; their id and stage follow.
API_PATH = "/_aws/execute-api/"
# It imports a lot; a busy machine takes its time.
START_SECONDS = 60
# Headers of one connection, which a front does not pass on.
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class Front(BaseHTTPRequestHandler):
    """Says of every request that it came over TLS, as the front of a real endpoint does: the bucket takes no other.

    The Host header stays, because requests are signed with it.
    """

    protocol_version = "HTTP/1.1"
    upstream = None
    # Answers a preflight of the API, once that is deployed.
    preflight = None

    def do_OPTIONS(self):
        if self.preflight and self.path.startswith(API_PATH):
            self.answer(*self.preflight(self.path, self.headers))
        else:
            self.forward()

    def forward(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            body = self.read_chunks()
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP_BY_HOP}
        headers |= {"X-Forwarded-Proto": "https", "Content-Length": str(len(body))}
        connection = http.client.HTTPConnection(HOST, self.upstream, timeout=300)
        try:
            connection.request(self.command, self.path, body, headers)
            response = connection.getresponse()
            answer = response.read()
        except OSError:
            self.close_connection = True
            return
        finally:
            connection.close()
        length = response.getheader("Content-Length") if self.command == "HEAD" else None
        self.answer(response.status, response.getheaders(), answer, length)

    def answer(self, status, headers, body, length=None):
        """Sends an answer, and with it the length of its body, or the one that a body would have."""
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in HOP_BY_HOP:
                self.send_header(name, value)
        self.send_header("Content-Length", length or str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def read_chunks(self):
        """A body of which the length is not told before."""
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = forward

    def log_message(self, *_):
        """The emulator has a log of its own."""


class Emulator:
    """MiniStack while it runs, on free ports of 127.0.0.1."""

    def __init__(self):
        self.port = free_port()
        self.handler = type("FrontOfThis", (Front,), {"upstream": self.port})
        self.front = ThreadingHTTPServer((HOST, 0), self.handler)
        self.front.daemon_threads = True
        self.endpoint = f"http://{HOST}:{self.front.server_port}"
        # Where requests count as plain text.
        self.plain_endpoint = f"http://{HOST}:{self.port}"
        self.process = None

    def __enter__(self):
        threading.Thread(target=self.front.serve_forever, daemon=True).start()
        WORK.mkdir(parents=True, exist_ok=True)
        self.log = open(WORK / "emulator.log", "w", encoding="utf-8")
        self.state = tempfile.TemporaryDirectory(prefix="deploy-test-")
        variables = environment(
            AUTH="true",
            AWS_ACCESS_KEY_ID="test",
            AWS_SECRET_ACCESS_KEY="test",
            AWS_SESSION_TOKEN=None,
            AWS_PROFILE=None,
            AWS_REGION="us-east-1",
            AWS_DEFAULT_REGION="us-east-1",
            # Functions inherit it.
            AWS_ENDPOINT_URL=self.endpoint,
            BIND_HOST=HOST,
            GATEWAY_PORT=str(self.port),
            EDGE_PORT=str(self.port),
            IOT_MTLS_ENABLED="0",
            SFTP_ENABLED="0",
            TMPDIR=self.state.name,
        )
        self.process = subprocess.Popen(
            [emulator_python(), "-m", "ministack"],
            cwd=self.state.name,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )
        try:
            self.wait()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def base_url(self, api):
        """Where an API is. The name that it has in the stack's outputs is known to the emulator alone."""
        return f"{self.endpoint}{API_PATH}{api}/$default"

    def hand_preflights_to(self, client, function):
        """Has a function answer preflights, as API Gateway does where the API has no CORS of its own. The emulator's
        gateway answers them itself."""

        def preflight(path, headers):
            event = {
                "version": "2.0",
                "routeKey": "$default",
                "rawPath": "/" + path.removeprefix(API_PATH).split("/", 2)[2],
                "rawQueryString": "",
                "headers": {name.lower(): value for name, value in headers.items()},
                "requestContext": {"http": {"method": "OPTIONS", "path": path}, "stage": "$default"},
                "isBase64Encoded": False,
            }
            invoked = client.invoke(FunctionName=function, Payload=json.dumps(event))
            answer = json.loads(invoked["Payload"].read())
            return answer["statusCode"], list(answer["headers"].items()), (answer.get("body") or "").encode()

        self.handler.preflight = staticmethod(preflight)

    def wait(self):
        """Returns once it listens."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError), socket.create_connection((HOST, self.port), timeout=1):
                return
            time.sleep(0.2)
        path = os.path.relpath(self.log.name, ROOT)
        raise Failure(f"MiniStack did not start; what it printed is in {path}")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.front.shutdown()
        self.log.close()
        self.state.cleanup()


def free_port():
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]
