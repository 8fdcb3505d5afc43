"""The official OpenAI client, with its defaults."""

import json

from openai import AsyncOpenAI
from peer import API, GRANTED_KEY, KEY, MODEL, PEER, UNKNOWN_MODEL, WRONG_KEY, main, order
from pydantic import BaseModel

hub = AsyncOpenAI(base_url=API, api_key=KEY)
WEATHER = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}


class Plant(BaseModel):
    plant: str
    beds: int


async def ask(content, client=hub, model=MODEL, **more):
    answer = await client.chat.completions.create(model=model, messages=[{"role": "user", "content": content}], **more)
    return answer.choices[0].message.content


async def models():
    return [model.id async for model in hub.models.list()]


async def stream():
    pieces = []
    messages = [{"role": "user", "content": "say one two three four"}]
    async for chunk in await hub.chat.completions.create(model=MODEL, messages=messages, stream=True):
        if chunk.choices and chunk.choices[0].delta.content:
            pieces.append(chunk.choices[0].delta.content)
    return {"text": "".join(pieces), "pieces": len(pieces)}


async def own_tool():
    tools = [{"type": "function", "function": {"name": "weather", "parameters": WEATHER}}]
    messages = [{"role": "user", "content": order("call weather", place="Oslo")}]
    answer = await hub.chat.completions.create(model=MODEL, messages=messages, tools=tools)
    asked = answer.choices[0].message
    place = json.loads(asked.tool_calls[0].function.arguments)["place"]
    messages += [asked, {"role": "tool", "tool_call_id": asked.tool_calls[0].id, "content": f"21 degrees in {place}"}]
    answer = await hub.chat.completions.create(model=MODEL, messages=messages, tools=tools)
    return answer.choices[0].message.content


async def structured():
    messages = [{"role": "user", "content": "plant"}]
    answer = await hub.chat.completions.parse(model=MODEL, messages=messages, response_format=Plant)
    return answer.choices[0].message.parsed.model_dump()


async def cancel():
    messages = [{"role": "user", "content": order("call slow", id=f"{PEER}-cancel")}]
    stream = await hub.chat.completions.create(model=MODEL, messages=messages, stream=True)
    async for chunk in stream:
        if (chunk.model_extra or {}).get("svc", {}).get("type") == "tool":
            break
    await stream.close()


async def respond(content, **more):
    return (await hub.responses.create(model=MODEL, input=content, **more)).output_text


async def responses_stream():
    pieces = []
    async for event in await hub.responses.create(model=MODEL, input="say one two three four", stream=True):
        if event.type == "response.output_text.delta":
            pieces.append(event.delta)
    return {"text": "".join(pieces), "pieces": len(pieces)}


async def responses_own_tool():
    tools = [{"type": "function", "name": "weather", "parameters": WEATHER, "strict": False}]
    items = [{"role": "user", "content": order("call weather", place="Oslo")}]
    answer = await hub.responses.create(model=MODEL, input=items, tools=tools)
    call = next(item for item in answer.output if item.type == "function_call")
    output = f"21 degrees in {json.loads(call.arguments)['place']}"
    items += [*answer.output, {"type": "function_call_output", "call_id": call.call_id, "output": output}]
    return (await hub.responses.create(model=MODEL, input=items, tools=tools)).output_text


async def responses_structured():
    answer = await hub.responses.parse(model=MODEL, input="plant", text_format=Plant)
    return answer.output_parsed.model_dump()


main(
    {
        "models": models,
        "chat": lambda: ask("say Good morning"),
        "stream": stream,
        "tool": lambda: ask(order("call echo", text="fern")),
        "own-tool": own_tool,
        "structured": structured,
        "file": lambda: ask("call save {}"),
        "failing-tool": lambda: ask("call failing {}"),
        "cancel": cancel,
        "wrong-key": lambda: ask("say hi", AsyncOpenAI(base_url=API, api_key=WRONG_KEY)),
        "unknown-model": lambda: ask("say hi", model=UNKNOWN_MODEL),
        "model-fails": lambda: ask(f"fail {PEER}-fails"),
        "tool-then-fails": lambda: ask(order("call-then-fail count", id=f"{PEER}-count")),
        "refused": lambda: ask(order("call open_gate", id=f"{PEER}-refused")),
        "granted": lambda: ask(
            order("call open_gate", id=f"{PEER}-granted"), AsyncOpenAI(base_url=API, api_key=GRANTED_KEY)
        ),
        "responses": lambda: respond("say Good morning"),
        "responses-stream": responses_stream,
        "responses-tool": lambda: respond(order("call echo", text="fern")),
        "responses-own-tool": responses_own_tool,
        "responses-structured": responses_structured,
    }
)
