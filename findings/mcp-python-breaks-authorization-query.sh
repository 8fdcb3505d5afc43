#!/bin/sh
# The official Python SDK appends "?" and its parameters to an authorization endpoint that has a query of its own, which RFC 6749,
# section 3.1, asks clients to keep: `…/authorize?tenant=a?response_type=code`. The server reads no parameter of the client.
# Prints the address; fails when the behaviour changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check mcp==2.3.0
cat > sign_in.py <<'END'
import asyncio
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

seen = []


class Server(BaseHTTPRequestHandler):
    def answer(self):
        origin = f"http://127.0.0.1:{self.server.server_port}"
        length = int(self.headers.get("content-length", 0))
        body = self.rfile.read(length)
        documents = {
            "/.well-known/oauth-protected-resource/mcp": {"resource": f"{origin}/mcp", "authorization_servers": [origin]},
            "/.well-known/oauth-authorization-server": {
                "issuer": origin,
                "authorization_endpoint": f"{origin}/authorize?tenant=a",
                "token_endpoint": f"{origin}/token",
                "registration_endpoint": f"{origin}/register",
                "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
            },
        }
        status, document = 404, {}
        if self.path in documents:
            status, document = 200, documents[self.path]
        elif self.path == "/register":
            status, document = 201, {**json.loads(body), "client_id": "c"}
        elif self.path == "/mcp":
            status = 401
        self.send_response(status)
        if status == 401:
            metadata = f"{origin}/.well-known/oauth-protected-resource/mcp"
            self.send_header("www-authenticate", f'Bearer resource_metadata="{metadata}"')
        text = json.dumps(document).encode()
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


class Memory:
    async def get_tokens(self):
        return None

    async def get_client_info(self):
        return None

    async def set_tokens(self, tokens):
        pass

    async def set_client_info(self, info):
        pass


async def redirect(url):
    seen.append(url)
    raise RuntimeError("enough seen")


async def callback():
    raise RuntimeError("never asked")


async def main(url):
    metadata = OAuthClientMetadata(client_name="x", redirect_uris=["http://127.0.0.1:9/callback"])
    auth = OAuthClientProvider(url, metadata, Memory(), redirect, callback)
    async with httpx2.AsyncClient(auth=auth) as http:
        async with Client(streamable_http_client(url, http_client=http)):
            pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
try:
    asyncio.run(main(f"http://127.0.0.1:{server.server_port}/mcp"))
except BaseException as error:
    print("ended with", type(error).__name__)
print("mcp", version("mcp"))
print("authorization page:", seen)
sys.exit(0 if seen and "?tenant=a?response_type=code" in seen[0] else 1)
END
venv/bin/python sign_in.py
