"""Agents of the OpenAI Agents SDK, over chat completions and over the Responses API, its default."""

from agents import (
    Agent,
    OpenAIChatCompletionsModel,
    OpenAIResponsesModel,
    Runner,
    function_tool,
    set_tracing_disabled,
)
from openai import AsyncOpenAI
from peer import API, GRANTED_KEY, KEY, MODEL, PEER, UNKNOWN_MODEL, WRONG_KEY, main, order
from pydantic import BaseModel

set_tracing_disabled(True)


class Plant(BaseModel):
    plant: str
    beds: int


@function_tool
def weather(place: str) -> str:
    """Weather of a place."""
    return f"21 degrees in {place}"


def agent(kind=OpenAIChatCompletionsModel, api_key=KEY, model=MODEL, **more):
    client = AsyncOpenAI(base_url=API, api_key=api_key)
    return Agent(name="Peer", model=kind(model=model, openai_client=client), **more)


async def ask(content, **more):
    output = (await Runner.run(agent(**more), content)).final_output
    return output.model_dump() if isinstance(output, Plant) else output


async def stream(**more):
    pieces = []
    result = Runner.run_streamed(agent(**more), "say one two three four")
    async for event in result.stream_events():
        if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
            pieces.append(event.data.delta)
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
