"""Agents of Pydantic AI, over chat completions and over the Responses API, which its `openai:` prefix means."""

from peer import API, GRANTED_KEY, KEY, MODEL, PEER, UNKNOWN_MODEL, WRONG_KEY, main, order
from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider


class Plant(BaseModel):
    plant: str
    beds: int


def weather(place: str) -> str:
    """Weather of a place."""
    return f"21 degrees in {place}"


def agent(kind=OpenAIChatModel, api_key=KEY, model=MODEL, **more):
    return Agent(kind(model, provider=OpenAIProvider(base_url=API, api_key=api_key)), **more)


async def ask(content, **more):
    output = (await agent(**more).run(content)).output
    return output.model_dump() if isinstance(output, Plant) else output


async def stream(**more):
    pieces = []
    async with agent(**more).run_stream("say one two three four") as result:
        async for piece in result.stream_text(delta=True, debounce_by=None):
            pieces.append(piece)
    return {"text": "".join(pieces), "pieces": len(pieces)}


WEATHER = order("call weather", place="Oslo")
RESPONSES = {"kind": OpenAIResponsesModel}

main(
    {
        "chat": lambda: ask("say Good morning"),
        "stream": stream,
        "tool": lambda: ask(order("call echo", text="fern")),
        "own-tool": lambda: ask(WEATHER, tools=[weather]),
        "structured": lambda: ask("plant", output_type=Plant),
        "file": lambda: ask("call save {}"),
        "failing-tool": lambda: ask("call failing {}"),
        "wrong-key": lambda: ask("say hi", api_key=WRONG_KEY),
        "unknown-model": lambda: ask("say hi", model=UNKNOWN_MODEL),
        "model-fails": lambda: ask(f"fail {PEER}-fails"),
        "tool-then-fails": lambda: ask(order("call-then-fail count", id=f"{PEER}-count")),
        "refused": lambda: ask(order("call open_gate", id=f"{PEER}-refused")),
        "granted": lambda: ask(order("call open_gate", id=f"{PEER}-granted"), api_key=GRANTED_KEY),
        "responses": lambda: ask("say Good morning", **RESPONSES),
        "responses-stream": lambda: stream(**RESPONSES),
        "responses-tool": lambda: ask(order("call echo", text="fern"), **RESPONSES),
        "responses-own-tool": lambda: ask(WEATHER, tools=[weather], **RESPONSES),
        "responses-structured": lambda: ask("plant", output_type=Plant, **RESPONSES),
    }
)
