"""What every MCP client of Python tries, in terms of one small connection that each program makes of its library."""

import asyncio
import threading
import time
import urllib.request

from peer import GRANTED_KEY, KEY, MCP, PEER, WRONG_KEY, main, open_browser

START_S = 2.5
SLOW_S = 6  # a client that closed before the slow tool ends would end the call anyway


def result_of(content, is_error=False):
    """The result of a call: its text, the types of its blocks, and whether it failed."""
    texts = [block.text for block in content if block.type == "text"]
    return {"text": "\n".join(texts), "kinds": [block.type for block in content], "is_error": bool(is_error)}


def follow_in_browser(url):
    """Press *Allow* in the browser and let it follow the redirect to the port that the client opens."""

    def follow():
        target = open_browser(url)
        for _ in range(100):
            try:
                return urllib.request.urlopen(target).read()
            except OSError:
                time.sleep(0.1)

    threading.Thread(target=follow, daemon=True).start()
    return True


def tries_of(connect, sign_in=None, has=("progress", "cancel", "prompts", "resources")):
    """`connect(url, key)` is a context manager whose value has `tools`, `call`, `prompts` and `resources`."""

    async def call(name, key=KEY, **arguments):
        async with connect(MCP, key) as session:
            return await session.call(name, arguments)

    async def tools():
        async with connect(MCP, KEY) as session:
            return await session.tools()

    async def progress():
        seen = []
        async with connect(MCP, KEY) as session:
            await session.call("steps", {}, seen.append)
        return seen

    async def cancel():
        async with connect(MCP, KEY) as session:
            running = asyncio.create_task(session.call("slow", {"id": f"{PEER}-cancel"}))
            await asyncio.sleep(START_S)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await asyncio.sleep(SLOW_S)

    async def prompts():
        async with connect(MCP, KEY) as session:
            return await session.prompts()

    async def resources():
        async with connect(MCP, KEY) as session:
            return await session.resources()

    async def signed_in():
        async with sign_in() as session:
            return await session.call("echo", {"text": "fern"})

    tries = {
        "tools": tools,
        "call": lambda: call("echo", text="fern"),
        "failing-tool": lambda: call("failing"),
        "unknown-tool": lambda: call("no_such_tool"),
        "file": lambda: call("save"),
        "picture": lambda: call("draw"),
        "progress": progress,
        "cancel": cancel,
        "prompts": prompts,
        "resources": resources,
        "refused": lambda: call("open_gate", id=f"{PEER}-refused"),
        "granted": lambda: call("open_gate", key=GRANTED_KEY, id=f"{PEER}-granted"),
        "wrong-key": lambda: call("echo", key=WRONG_KEY, text="fern"),
        "sign-in": signed_in,
    }
    left_out = {"progress", "cancel", "prompts", "resources"} - set(has) | ({"sign-in"} if sign_in is None else set())
    main({name: run for name, run in tries.items() if name not in left_out})
