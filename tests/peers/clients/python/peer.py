"""Prints one JSON line for each thing that a client tried."""

import asyncio
import json
import os
import sys
import urllib.parse
import urllib.request

API, MCP, SIGN_IN = os.environ.get("HUB_API", ""), os.environ.get("HUB_MCP", ""), os.environ.get("HUB_SIGN_IN", "")
MODEL, KEY, GRANTED_KEY = (os.environ.get(name, "") for name in ("HUB_MODEL", "HUB_KEY", "HUB_GRANTED_KEY"))
PEER = os.environ.get("PEER", "")
WRONG_KEY = f"sk-wrong-{PEER}"
UNKNOWN_MODEL = f"unknown-{PEER}"

TRY_TIMEOUT_S = 40


def order(verb, **arguments):
    """An order to the model of the Hub: `call echo {...}`."""
    return f"{verb} {json.dumps(arguments)}"


def open_browser(url):
    """The address to which the person's browser is sent after *Allow*."""
    query = urllib.parse.urlencode({"url": url})
    with urllib.request.urlopen(f"{os.environ['HUB_BROWSER']}/?{query}") as answer:
        return answer.read().decode()


async def attempt(name, run):
    """Run one try and print its result or its error."""
    try:
        line = {"try": name, "got": await asyncio.wait_for(run(), TRY_TIMEOUT_S)}
    except Exception as error:
        line = {"try": name, "error": describe(error)}
    print(json.dumps(line, default=str), flush=True)


def describe(error):
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    response = getattr(error, "response", None)
    status = getattr(error, "status_code", None) or getattr(response, "status_code", None)
    return {"type": type(error).__name__, "message": str(error)[:600], "status": status}


def main(tries):
    async def all_tries():
        for name, run in tries.items():
            await attempt(name, run)

    asyncio.run(all_tries())
    sys.stdout.flush()
    os._exit(0)  # libraries may keep threads that wait
