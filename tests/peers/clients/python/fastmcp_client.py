"""FastMCP's client, with its defaults and its own sign-in."""

import webbrowser
from contextlib import asynccontextmanager

from fastmcp import Client
from peer import SIGN_IN
from peer_mcp import follow_in_browser, result_of, tries_of

webbrowser.open = follow_in_browser


class Session:
    def __init__(self, client):
        self.client = client

    async def tools(self):
        return [tool.name for tool in await self.client.list_tools()]

    async def call(self, name, arguments, on_progress=None):
        async def progress(done, total, message):
            on_progress(done)

        handler = progress if on_progress else None
        result = await self.client.call_tool(name, arguments, progress_handler=handler, raise_on_error=False)
        return result_of(result.content, result.is_error)

    async def prompts(self):
        names = [prompt.name for prompt in await self.client.list_prompts()]
        return {"names": names, "text": (await self.client.get_prompt(names[0])).messages[0].content.text}

    async def resources(self):
        uris = [str(resource.uri) for resource in await self.client.list_resources()]
        return {"uris": uris, "text": (await self.client.read_resource(uris[0]))[0].text}


@asynccontextmanager
async def connect(url, key):
    async with Client(url, auth=key) as client:
        yield Session(client)


tries_of(connect, lambda: connect(SIGN_IN, "oauth"))
