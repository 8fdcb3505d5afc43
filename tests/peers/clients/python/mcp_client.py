"""The official MCP client: of the newest revision, or as PEER_MODE=legacy says, by the initialize handshake."""

import os
from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from peer import SIGN_IN, open_browser
from peer_mcp import result_of, tries_of


class Session:
    def __init__(self, client):
        self.client = client

    async def tools(self):
        return [tool.name for tool in (await self.client.list_tools()).tools]

    async def call(self, name, arguments, on_progress=None):
        async def progress(done, total, message):
            on_progress(done)

        result = await self.client.call_tool(name, arguments, progress_callback=progress if on_progress else None)
        return result_of(result.content, result.is_error)

    async def prompts(self):
        names = [prompt.name for prompt in (await self.client.list_prompts()).prompts]
        return {"names": names, "text": (await self.client.get_prompt(names[0])).messages[0].content.text}

    async def resources(self):
        uris = [str(resource.uri) for resource in (await self.client.list_resources()).resources]
        return {"uris": uris, "text": (await self.client.read_resource(uris[0])).contents[0].text}


@asynccontextmanager
async def open_client(url, **more):
    async with httpx2.AsyncClient(timeout=30, **more) as http:
        mode = os.environ.get("PEER_MODE", "auto")
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            yield Session(client)


class Memory:
    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


def sign_in():
    answer = {}

    async def redirect(url):
        query = parse_qs(urlsplit(open_browser(url)).query)
        answer.update({name: values[0] for name, values in query.items()})

    async def callback():
        return AuthorizationCodeResult(code=answer["code"], state=answer.get("state"), iss=answer.get("iss"))

    metadata = OAuthClientMetadata(client_name="Peer", redirect_uris=["http://127.0.0.1:33418/callback"])
    auth = OAuthClientProvider(SIGN_IN, metadata, Memory(), redirect, callback)
    return open_client(SIGN_IN, auth=auth)


tries_of(lambda url, key: open_client(url, headers={"Authorization": f"Bearer {key}"}), sign_in)
