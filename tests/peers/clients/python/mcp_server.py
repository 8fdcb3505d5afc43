"""A server made with the official SDK: over stdio, or over HTTP at PEER_PORT."""

import os

from mcp.server.mcpserver import Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from peer_tools import add_tools

server = MCPServer("peer")
add_tools(server, Context, Image, ToolError)

if port := os.environ.get("PEER_PORT"):
    server.run("streamable-http", host="127.0.0.1", port=int(port))
else:
    server.run("stdio")
