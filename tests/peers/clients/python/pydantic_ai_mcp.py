"""Tools of the Hub in Pydantic AI: an agent whose model is the Hub's too calls them."""

from contextlib import asynccontextmanager

from peer import API, KEY, MODEL, order
from peer_mcp import tries_of
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider


class Session:
    def __init__(self, toolset):
        self.toolset = toolset

    async def tools(self):
        return [tool.name for tool in await self.toolset.list_tools()]

    async def call(self, name, arguments, on_progress=None):
        if name not in await self.tools():
            raise LookupError(f"the tool {name} is not listed")
        result = await self.toolset.direct_call_tool(name, arguments)
        return {"text": str(result), "kinds": [type(result).__name__], "is_error": False}


@asynccontextmanager
async def connect(url, key):
    async with MCPToolset(url, headers={"Authorization": f"Bearer {key}"}) as toolset:
        yield Session(toolset)


tries_of(connect, has=("cancel",))
