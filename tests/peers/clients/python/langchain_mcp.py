"""Tools of the Hub in LangChain, over its adapters, which build on version 1 of the official SDK."""

from contextlib import asynccontextmanager

from langchain_mcp_adapters.sessions import create_session
from langchain_mcp_adapters.tools import load_mcp_tools
from mcp.types import TextContent
from peer_mcp import result_of, tries_of


class Session:
    def __init__(self, session):
        self.session = session

    async def tools(self):
        return [tool.name for tool in await load_mcp_tools(self.session)]

    async def call(self, name, arguments, on_progress=None):
        tools = {tool.name: tool for tool in await load_mcp_tools(self.session)}
        if name not in tools:
            raise LookupError(f"the tool {name} is not listed")
        message = await tools[name].ainvoke({"type": "tool_call", "id": "1", "name": name, "args": arguments})
        blocks = message.content if isinstance(message.content, list) else [{"type": "text", "text": message.content}]
        text = [TextContent(type="text", text=block["text"]) for block in blocks if block["type"] == "text"]
        return {**result_of(text, message.status == "error"), "kinds": [block["type"] for block in blocks]}


@asynccontextmanager
async def connect(url, key):
    headers = {"Authorization": f"Bearer {key}"}
    async with create_session({"transport": "streamable_http", "url": url, "headers": headers}) as session:
        await session.initialize()
        yield Session(session)


# SDK 1.x does not notify the server when a call is cancelled.
tries_of(connect, has=())
