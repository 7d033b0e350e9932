"""Loads all tools over MCP as frameworks for agents do, and converts their schemas as the frameworks do for a model.

No model is called. A schema that a framework cannot convert raises an exception here.
"""

import asyncio
import sys

from agents import Agent, Tool
from agents.mcp import MCPServerStreamableHttp, MCPUtil
from agents.run_context import RunContextWrapper
from google.genai._mcp_utils import mcp_to_gemini_tools
from langchain_google_genai._function_utils import convert_to_genai_function_declarations
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.sessions import StreamableHttpConnection

# The number of tools of the service.
TOOLS = 21


async def langchain(url: str, headers: dict[str, str]) -> None:
    """LangChain's adapters of MCP, and its conversion for Gemini."""
    connection = StreamableHttpConnection(transport="streamable_http", url=url, headers=headers)
    tools = await MultiServerMCPClient({"thumbnails": connection}).get_tools()
    assert len(tools) == TOOLS, len(tools)
    converted = convert_to_genai_function_declarations(tools)
    declared = sum(len(tool.function_declarations or []) for tool in converted)
    assert declared == TOOLS, declared
    get_credits = next(tool for tool in tools if tool.name == "get_credits")
    answer = await get_credits.ainvoke({})
    assert "balance" in str(answer), answer


async def openai_agents(url: str, headers: dict[str, str]) -> None:
    """OpenAI's SDK for agents, with and without strict schemas; and google-genai's conversion of the same tools."""
    async with MCPServerStreamableHttp(params={"url": url, "headers": headers}) as server:
        listed = await server.list_tools()
        assert len(listed) == TOOLS, len(listed)
        agent: Agent[None] = Agent(name="thumbnails")
        for is_strict in (False, True):
            context = RunContextWrapper(context=None)
            tools: list[Tool] = await MCPUtil.get_function_tools(server, is_strict, context, agent)
            assert len(tools) == TOOLS, len(tools)
        converted = mcp_to_gemini_tools(listed)
        declared = sum(len(tool.function_declarations or []) for tool in converted)
        assert declared == TOOLS, declared


async def main(base_url: str, key: str) -> None:
    url, headers = f"{base_url}/mcp", {"Authorization": f"Bearer {key}"}
    await langchain(url, headers)
    await openai_agents(url, headers)
    print(f"LangChain, google-genai and OpenAI's agents load {TOOLS} tools")


asyncio.run(main(*sys.argv[1:]))
