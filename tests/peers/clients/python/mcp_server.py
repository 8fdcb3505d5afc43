"""A server made with the official SDK: over stdio, or over HTTP at PEER_PORT."""

import asyncio
import os

from mcp.server.mcpserver import Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from peer_tools import PIXEL, Answer, Sum, record

server = MCPServer("peer")


@server.tool()
def greet(name: str) -> str:
    """Greet a person."""
    return f"Hello {name}"


@server.tool()
def add(a: int, b: int) -> Sum:
    """Add two numbers."""
    return Sum(sum=a + b)


@server.tool()
def fail() -> str:
    """Fail."""
    raise ToolError("The well is dry")


@server.tool()
def picture() -> Image:
    """Draw a picture."""
    return Image(data=PIXEL, format="png")


@server.tool()
async def steps(ctx: Context) -> str:
    """Report progress."""
    for done in range(1, 4):
        await ctx.report_progress(done, 3)
    return "three steps"


@server.tool()
async def wait() -> str:
    """Wait for some seconds."""
    async with record():
        await asyncio.sleep(10)
    return "waited"


@server.tool()
async def ask(ctx: Context) -> str:
    """Ask the person."""
    answer = await ctx.elicit("Which bed?", Answer)
    return f"answer: {answer.action}"


if port := os.environ.get("PEER_PORT"):
    server.run("streamable-http", host="127.0.0.1", port=int(port))
else:
    server.run("stdio")
