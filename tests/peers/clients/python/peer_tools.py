"""What the servers of this folder share."""

import asyncio
import base64
import os
from contextlib import asynccontextmanager

from pydantic import BaseModel

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)


class Sum(BaseModel):
    sum: int


class Answer(BaseModel):
    bed: str


QUESTION = "Which bed?"


@asynccontextmanager
async def record():
    """Record when a call starts, ends or is cancelled."""
    write("started")
    try:
        yield
    except asyncio.CancelledError:
        write("stopped")
        raise
    write("ended")


def write(line):
    with open(os.environ["PEER_LOG"], "a") as log:
        log.write(f"{line}\n")


def add_tools(server, Context, Image, ToolError):
    """The tools of every server. The classes are those of its library."""

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
