"""LangChain's ChatOpenAI, and an agent with a tool of its own."""

from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from peer import API, GRANTED_KEY, KEY, MODEL, PEER, UNKNOWN_MODEL, WRONG_KEY, main, order
from pydantic import BaseModel


class Plant(BaseModel):
    """A plant."""

    plant: str
    beds: int


@tool
def weather(place: str) -> str:
    """Weather of a place."""
    return f"21 degrees in {place}"


def hub(api_key=KEY, model=MODEL, **more):
    return ChatOpenAI(base_url=API, api_key=api_key, model=model, **more)


async def ask(content, **more):
    return (await hub(**more).ainvoke(content)).content


async def stream():
    pieces = [piece.content async for piece in hub().astream("say one two three four") if piece.content]
    return {"text": "".join(pieces), "pieces": len(pieces)}


async def own_tool(**more):
    agent = create_agent(hub(**more), tools=[weather])
    answer = await agent.ainvoke({"messages": [("user", order("call weather", place="Oslo"))]})
    message = answer["messages"][-1]
    return message.text if isinstance(message.text, str) else message.text()


async def structured():
    return (await hub().with_structured_output(Plant).ainvoke("plant")).model_dump()


async def responses():
    message = await hub(use_responses_api=True).ainvoke("say Good morning")
    return "".join(block.get("text", "") for block in message.content)


main(
    {
        "chat": lambda: ask("say Good morning"),
        "stream": stream,
        "tool": lambda: ask(order("call echo", text="fern")),
        "own-tool": own_tool,
        "structured": structured,
        "file": lambda: ask("call save {}"),
        "failing-tool": lambda: ask("call failing {}"),
        "wrong-key": lambda: ask("say hi", api_key=WRONG_KEY),
        "unknown-model": lambda: ask("say hi", model=UNKNOWN_MODEL),
        "model-fails": lambda: ask(f"fail {PEER}-fails"),
        "tool-then-fails": lambda: ask(order("call-then-fail count", id=f"{PEER}-count")),
        "refused": lambda: ask(order("call open_gate", id=f"{PEER}-refused")),
        "granted": lambda: ask(order("call open_gate", id=f"{PEER}-granted"), api_key=GRANTED_KEY),
        "responses": responses,
        "responses-own-tool": lambda: own_tool(use_responses_api=True),
    }
)
