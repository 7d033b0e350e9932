"""MiniStack: an emulator of AWS in one process, which runs the functions' executables and enforces IAM."""

import contextlib
import http.client
import json
import os
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self

from botocore.client import BaseClient

from failure import Failure
from tools import ROOT, WORK, emulator_python, environment

HERE = Path(__file__).resolve().parent

HOST = "127.0.0.1"
# The path prefix of all APIs; an API's id and stage follow.
API_PATH = "/_aws/execute-api/"
# MiniStack imports many modules, which takes long on a busy machine.
START_SECONDS = 60
# Headers of one connection, which a proxy does not forward.
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}
# The status, the headers and the body of a response.
Answer = tuple[int, list[tuple[str, str]], bytes]


class Front(BaseHTTPRequestHandler):
    """A proxy that marks every request as received over TLS, as the front of a real endpoint does.

    The bucket refuses other requests. The Host header is not changed, because it is a part of the signature.
    """

    protocol_version = "HTTP/1.1"
    # The port of the emulator, which a subclass sets.
    upstream: int
    # Answers preflights of the API after it was deployed.
    preflight: Callable[[str, Message], Answer] | None = None

    def do_OPTIONS(self) -> None:
        if self.preflight and self.path.startswith(API_PATH):
            self.answer(*self.preflight(self.path, self.headers))
        else:
            self.forward()

    def forward(self) -> None:
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

    def answer(self, status: int, headers: Iterable[tuple[str, str]], body: bytes, length: str | None = None) -> None:
        """Sends a response with the length of its body, or with the length that its body would have."""
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in HOP_BY_HOP:
                self.send_header(name, value)
        self.send_header("Content-Length", length or str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def read_chunks(self) -> bytes:
        """Reads a body with chunked encoding."""
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = forward

    def log_message(self, *_: object) -> None:
        """Does nothing, because the emulator has its own log."""


class Emulator:
    """A running MiniStack, on free ports of 127.0.0.1."""

    def __init__(self) -> None:
        port = free_port()

        class FrontOfThis(Front):
            upstream = port

        self.port = port
        self.handler = FrontOfThis
        self.front = ThreadingHTTPServer((HOST, 0), self.handler)
        self.front.daemon_threads = True
        self.endpoint = f"http://{HOST}:{self.front.server_port}"
        # The URL at which requests count as plain text.
        self.plain_endpoint = f"http://{HOST}:{self.port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self.front.serve_forever, daemon=True).start()
        WORK.mkdir(parents=True, exist_ok=True)
        self.log = (WORK / "emulator.log").open("w", encoding="utf-8")
        self.state = tempfile.TemporaryDirectory(prefix="deploy-test-")
        variables = environment(
            AUTH="true",
            AWS_ACCESS_KEY_ID="test",
            AWS_SECRET_ACCESS_KEY="test",  # noqa: S106 - the emulator accepts every secret
            AWS_SESSION_TOKEN=None,
            AWS_PROFILE=None,
            AWS_REGION="us-east-1",
            AWS_DEFAULT_REGION="us-east-1",
            # The functions inherit these variables.
            AWS_ENDPOINT_URL=self.endpoint,
            BIND_HOST=HOST,
            GATEWAY_PORT=str(self.port),
            EDGE_PORT=str(self.port),
            IOT_MTLS_ENABLED="0",
            SFTP_ENABLED="0",
            TMPDIR=self.state.name,
        )
        self.process = subprocess.Popen(
            [emulator_python(), str(HERE / "start_ministack.py")],
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

    def __exit__(self, *_: object) -> None:
        self.stop()

    def base_url(self, api: str) -> str:
        """The URL of an API. The host name in the stack's outputs resolves only inside of the emulator."""
        return f"{self.endpoint}{API_PATH}{api}/$default"

    def hand_preflights_to(self, client: BaseClient, function: str) -> None:
        """Forwards preflights to a function, as API Gateway does for an API without a CORS configuration. The
        emulator's gateway would answer them itself."""

        def preflight(path: str, headers: Message) -> Answer:
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

    def wait(self) -> None:
        """Waits until it listens."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError), socket.create_connection((HOST, self.port), timeout=1):
                return
            time.sleep(0.2)
        path = os.path.relpath(self.log.name, ROOT)
        raise Failure(f"MiniStack did not start; its log is {path}")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.front.shutdown()
        self.log.close()
        self.state.cleanup()


def free_port() -> int:
    """A port on which nothing listens now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]
