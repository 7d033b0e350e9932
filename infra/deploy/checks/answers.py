"""Requests to the deployed functions through the deployed gateway."""

import gzip
import re
import subprocess

from checks import World
from checks.client import MCP, TOOLS, Answer
from failure import Failure, expect, expect_equal
from tgctl import BINARY
from tools import ROOT


def every_tool_answers(world: World) -> str:
    service = world.service
    command = [str(BINARY), "smoke", "--base-url", service.base_url]
    done = subprocess.run(
        command,
        env={**world.tgctl.variables, "TGCTL_KEY": service.key},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    if done.returncode != 0:
        raise Failure(f"tgctl smoke:\n{done.stdout}{done.stderr}")
    return f"{len(done.stdout.split(' ok ')) - 1} steps"


def expect_error(answer: Answer, status: int, code: str) -> None:
    """Fails unless a response has our envelope with this error."""
    expect_equal(answer.status, status, "the status")
    body = answer.json()
    expect_equal(body.get("success"), False, "`success`")
    expect_equal(body.get("code"), code, "the error's code")
    expect(any(name.lower() == "x-request-id" for name in answer.headers), "the response has no X-Request-Id")


def models_are_those_of_the_parameter(world: World) -> None:
    answer = world.service.request("GET", TOOLS)
    models = answer.json()["models"]
    expect_equal([model["id"] for model in models], ["composer", "spare"], "the models")
    expect_equal([model["default"] for model in models], [True, False], "the default")
    expect_equal(models[0]["fallbacks"], ["spare"], "the fallbacks")
    generation = world.service.call("generate_thumbnail", prompt="A lighthouse", model="spare")["generationId"]
    thumbnail = world.service.ended(generation, 60)["thumbnails"][0]
    expect_equal(thumbnail["reproducibility"]["model"], "spare", "the model of the thumbnail")


def the_console_is_served_compressed(world: World) -> None:
    """A compressed body is binary: the function sends it as base64, and API Gateway decodes it."""
    service = world.service
    compressed = {"Accept": "text/html", "Accept-Encoding": "gzip"}
    pages = [service.request("GET", path, None, **compressed) for path in ("/console", "/")]
    for page in pages:
        expect_equal(page.status, 200, "the status of the console")
        headers = {name.lower(): value for name, value in page.headers.items()}
        expect_equal(headers.get("content-encoding"), "gzip", "the encoding of the console")
        expect("unsafe" not in headers["content-security-policy"], "the policy of the console permits unsafe code")
    text = gzip.decompress(pages[0].body).decode()
    script = re.search(r'src="(/console/[^"]+)"', text).group(1)
    module = service.request("GET", script, None, **compressed)
    expect(gzip.decompress(module.body).startswith(b"//"), "the console's first module is not JavaScript")


def unknown_routes_get_our_envelope(world: World) -> None:
    service = world.service
    for method, path in (
        ("GET", "/"),
        ("POST", "/api/v1/nothing"),
        ("POST", f"{TOOLS}/make_coffee"),
        ("GET", f"{TOOLS}/list_images"),
        ("POST", f"{TOOLS}/get_credits/more"),
        ("DELETE", TOOLS),
    ):
        expect_error(service.request(method, path, {}), 404, "NOT_FOUND")


def a_call_without_a_key_is_refused(world: World) -> None:
    stranger = type(world.service)(world.service.base_url)
    expect_error(stranger.request("GET", TOOLS), 401, "UNAUTHORIZED")
    expect_error(stranger.request("POST", f"{TOOLS}/get_credits", {}), 401, "UNAUTHORIZED")


def credits_can_be_read_by_get(world: World) -> None:
    answer = world.service.request("GET", f"{TOOLS}/get_credits")
    expect_equal(answer.status, 200, "the status")


def preflights_are_answered_by_the_service(world: World) -> None:
    preflight = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
    answer = world.service.request("OPTIONS", f"{TOOLS}/get_credits", None, **preflight)
    expect_equal(answer.status, 204, "the status")


def a_body_that_is_too_large_is_refused(world: World) -> str:
    def megabytes(count: float) -> bytes:
        return b'{"name":"' + b"a" * int(count * 1_000_000) + b'"}'

    path = f"{TOOLS}/upload_image"
    expect_error(world.service.request("POST", path, megabytes(5.6)), 400, "VALIDATION_ERROR")
    # The gateway refuses a body above Lambda's limit with a message of its own.
    answer = world.service.request("POST", path, megabytes(7))
    expect(answer.status in (400, 413), f"a body of 7 MB gets the status {answer.status}")
    return f"7 MB: {answer.status}"


def mcp_is_answered_in_both_eras(world: World) -> str:
    service = world.service
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"}
    answer = service.request("POST", MCP, message, **headers)
    expect_equal(answer.status, 200, "the status")
    listed = [tool["name"] for tool in answer.json()["result"]["tools"]]
    expect_equal(listed, [tool["name"] for tool in service.request("GET", TOOLS).json()["tools"]], "the tools")
    call = {"name": "generate_thumbnail", "arguments": {"prompt": "A lighthouse"}}
    message = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}
    result = service.request("POST", MCP, message).json()["result"]
    expect_equal(result["isError"], False, "`isError`")
    ended = service.ended(result["structuredContent"]["generationId"], 60)
    expect_equal(ended["status"], "completed", "the generation")
    answer = service.request("GET", MCP)
    expect_error(answer, 405, "NOT_FOUND")
    stranger = type(service)(service.base_url)
    expect_error(stranger.request("POST", MCP, message), 401, "UNAUTHORIZED")
    return f"{len(listed)} tools"


CHECKS = [
    every_tool_answers,
    mcp_is_answered_in_both_eras,
    models_are_those_of_the_parameter,
    the_console_is_served_compressed,
    unknown_routes_get_our_envelope,
    a_call_without_a_key_is_refused,
    credits_can_be_read_by_get,
    preflights_are_answered_by_the_service,
    a_body_that_is_too_large_is_refused,
]
