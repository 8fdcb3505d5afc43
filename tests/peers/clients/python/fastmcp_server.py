"""A server made with FastMCP: over stdio, or over HTTP at PEER_PORT."""

import os

from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.utilities.types import Image
from peer_tools import add_tools

server = FastMCP("peer")
add_tools(server, Context, Image, ToolError)

if port := os.environ.get("PEER_PORT"):
    server.run("http", show_banner=False, host="127.0.0.1", port=int(port))
else:
    server.run("stdio", show_banner=False)
