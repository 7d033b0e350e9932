"""Makes a thumbnail with the official MCP client for Python, in both eras of the protocol."""

import asyncio
import base64
import sys
import uuid
from typing import Any, cast

import httpx2
import jsonschema  # type: ignore[import-untyped]
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, ImageContent, RequestParamsMeta, ResourceLink, Tool

TOOLS = 21


def size_of_jpeg(picture: bytes) -> tuple[int, int]:
    """The width and height that the frame header of a JPEG file has."""
    assert picture[:2] == b"\xff\xd8", "the preview is not a JPEG file"
    position = 2
    while True:
        marker, length = picture[position + 1], int.from_bytes(picture[position + 2 : position + 4])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = picture[position + 5 : position + 7], picture[position + 7 : position + 9]
            return int.from_bytes(width), int.from_bytes(height)
        position += 2 + length


async def call(
    client: Client, tools: dict[str, Tool], name: str, arguments: dict[str, Any], **meta: str
) -> CallToolResult:
    """Calls a tool, and validates the structured output against the tool's schema."""
    result = await client.call_tool(name, arguments, meta=cast(RequestParamsMeta, meta) if meta else None)
    assert isinstance(result, CallToolResult) and not result.is_error, result
    jsonschema.validate(result.structured_content, tools[name].output_schema or {})
    return result


async def make(base_url: str, key: str, mode: str) -> None:
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=60)
    async with http, Client(streamable_http_client(f"{base_url}/mcp", http_client=http), mode=mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert len(tools) == TOOLS, list(tools)
        arguments = {"prompt": "A red bicycle on a beach", "title": "Ride on", "count": 2}
        once = str(uuid.uuid4())
        made = (await call(client, tools, "generate_thumbnail", arguments, idempotencyKey=once)).structured_content
        replay = (await call(client, tools, "generate_thumbnail", arguments, idempotencyKey=once)).structured_content
        assert made == replay, "the call was not replayed"
        wait = {"generationId": made["generationId"], "waitSeconds": 20}
        while True:
            status = await call(client, tools, "get_generation_status", wait)
            if status.structured_content["status"] not in ("pending", "processing"):
                break
        assert status.structured_content["status"] == "completed", status
        previews = [item for item in status.content if isinstance(item, ImageContent)]
        links = [item for item in status.content if isinstance(item, ResourceLink)]
        assert len(previews) == 2, "there is not one preview for each thumbnail"
        for preview in previews:
            picture = base64.b64decode(preview.data, validate=True)
            width, height = size_of_jpeg(picture)
            assert max(width, height) <= 480 and len(picture) <= 60_000, (width, height, len(picture))
        # An older revision of the protocol has no links.
        assert len(links) >= 2 or client.protocol_version == "2025-03-26"
        refused = await client.call_tool("get_image", {"imageId": "img_x"})
        assert isinstance(refused, CallToolResult) and refused.is_error
        print(f"MCP, Python, {client.protocol_version}: {len(tools)} tools, {len(previews)} previews")


async def main(base_url: str, key: str) -> None:
    for mode in ("auto", "legacy"):
        await make(base_url, key, mode)


asyncio.run(main(*sys.argv[1:]))
