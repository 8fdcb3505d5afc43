#!/bin/sh
# LangChain's MCP adapters turn a `resource_link` of a tool's result into a file block with an address. ChatOpenAI refuses such a block
# in the next request, so an agent ends after each tool that links a file. The protocol allows `resource_link` since 2025-06-18.
# Prints the error; fails when the behaviour changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check langchain-mcp-adapters==0.3.2 langchain-openai==1.7.4 mcp==1.30.0
cat > server.py <<'END'
from mcp.server.fastmcp import FastMCP
from mcp.types import ResourceLink, TextContent

server = FastMCP("files")


@server.tool()
def save() -> list[TextContent | ResourceLink]:
    """Save a file."""
    link = ResourceLink(type="resource_link", uri="https://example.com/notes.txt", name="notes.txt", mimeType="text/plain")
    return [TextContent(type="text", text="saved"), link]


server.run()
END
cat > agent.py <<'END'
import asyncio
import sys
from importlib.metadata import version

from langchain_core.messages import AIMessage, HumanMessage
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_openai import ChatOpenAI


async def main():
    servers = {"files": {"transport": "stdio", "command": sys.executable, "args": ["server.py"]}}
    (save,) = await MultiServerMCPClient(servers).get_tools()
    call = {"type": "tool_call", "id": "1", "name": "save", "args": {}}
    result = await save.ainvoke(call)
    print("the result:", result.content)
    model = ChatOpenAI(model="m", api_key="k", base_url="http://127.0.0.1:9/v1", max_retries=0)
    messages = [HumanMessage("save"), AIMessage("", tool_calls=[call]), result]
    try:
        await model.ainvoke(messages)
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
        return "does not support file URLs" in str(error)


for name in ("langchain-mcp-adapters", "langchain-openai", "mcp"):
    print(name, version(name))
sys.exit(0 if asyncio.run(main()) else 1)
END
venv/bin/python agent.py
