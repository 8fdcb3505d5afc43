"""Tools of the Hub in the OpenAI Agents SDK. It gives a call five seconds by default, so the time is set."""

from contextlib import asynccontextmanager

from agents.mcp import MCPServerStreamableHttp
from peer_mcp import result_of, tries_of

CALL_TIMEOUT_S = 60


class Session:
    def __init__(self, server):
        self.server = server

    async def tools(self):
        return [tool.name for tool in await self.server.list_tools()]

    async def call(self, name, arguments, on_progress=None):
        result = await self.server.call_tool(name, arguments)
        return result_of(result.content, getattr(result, "is_error", None) or getattr(result, "isError", False))


@asynccontextmanager
async def connect(url, key):
    params = {"url": url, "headers": {"Authorization": f"Bearer {key}"}}
    async with MCPServerStreamableHttp(params, client_session_timeout_seconds=CALL_TIMEOUT_S) as server:
        yield Session(server)


tries_of(connect, has=("cancel",))
