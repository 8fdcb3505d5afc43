"""A server made with FastMCP: over stdio, or over HTTP at PEER_PORT."""

import os

from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.utilities.types import Image
from mcp_types import ElicitRequest, ElicitRequestFormParams, InputRequiredResult
from peer_tools import QUESTION, Answer, add_tools

server = FastMCP("peer")
add_tools(server, Context, Image, ToolError)


@server.tool()
async def ask(ctx: Context) -> str | InputRequiredResult:
    """Ask the person: by a result since revision 2026-07-28, by a request before."""
    if responses := ctx.input_responses:
        return f"answer: {responses['bed'].action}"
    if ctx.request_context.protocol_version < "2026-07-28":
        answer = await ctx.elicit(QUESTION, Answer)
        return f"answer: {answer.action}"
    schema = {"type": "object", "properties": {"bed": {"type": "string"}}}
    form = ElicitRequestFormParams(message=QUESTION, requested_schema=schema)
    return InputRequiredResult(input_requests={"bed": ElicitRequest(params=form)})


if port := os.environ.get("PEER_PORT"):
    server.run("http", show_banner=False, host="127.0.0.1", port=int(port))
else:
    server.run("stdio", show_banner=False)
