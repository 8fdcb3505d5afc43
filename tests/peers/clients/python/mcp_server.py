"""A server made with the official SDK: over stdio, or over HTTP at PEER_PORT."""

import os
from typing import Annotated

from mcp.server.mcpserver import Context, Elicit, ElicitationResult, Image, MCPServer, Resolve
from mcp.server.mcpserver.exceptions import ToolError
from peer_tools import QUESTION, Answer, add_tools

server = MCPServer("peer")
add_tools(server, Context, Image, ToolError)


def question() -> Elicit[Answer]:
    return Elicit(QUESTION, Answer)


@server.tool()
async def ask(answer: Annotated[ElicitationResult[Answer], Resolve(question)]) -> str:
    """Ask the person."""
    return f"answer: {answer.action}"


if port := os.environ.get("PEER_PORT"):
    server.run("streamable-http", host="127.0.0.1", port=int(port))
else:
    server.run("stdio")
