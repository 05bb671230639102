"""How an answer of a model looks on the wire of each service, whole and streamed.

Sources: platform.claude.com/docs/en/api/messages, platform.openai.com/docs/api-reference/responses and
/chat, ai.google.dev/api/generate-content.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.standin.said import Body, Say, event_bytes, events, message, tokens

_ids = itertools.count(1)
_CREATED = 1_790_000_000


@dataclass(frozen=True, slots=True)
class Dialect:
    """`whole` makes the answer, `streamed` cuts it into the events of a stream. `tools` are the names of the
    tools in a request, with their namespace where they have one."""

    name: str
    tools: Callable[[Body], list[str]]
    whole: Callable[[Body, Say], Body]
    streamed: Callable[[Body], Iterator[bytes]]


def dialect_of(path: str) -> Dialect | None:
    """The service that a path belongs to; None for a path that asks no model."""
    return next((one for ending, one in _DIALECTS.items() if re.search(ending, path)), None)


def texts(value: object) -> Iterator[str]:
    """All texts of a request, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def _id(prefix: str) -> str:
    return f"{prefix}{next(_ids):06d}"


def _usage(body: Body, say: Say) -> tuple[int, int, int]:
    """Tokens read, written, and both. Clients decide by them whether to shorten a conversation."""
    read, written = tokens(json.dumps(body)), tokens(say.text)
    return read, written, read + written


def _event(value: Body, name: str = "") -> bytes:
    return (f"event: {name}\n" if name else "").encode() + b"data: " + json.dumps(value).encode() + b"\n\n"


# -- Anthropic Messages --


def _messages(body: Body, say: Say) -> Body:
    return message(_id("msg_"), body["model"], say, json.dumps(body), [_id("toolu_") for _ in say.uses])


def _messages_stream(whole: Body) -> Iterator[bytes]:
    return map(event_bytes, events(whole))


# -- OpenAI Responses --


def _responses_tools(body: Body) -> list[str]:
    names = []
    for tool in body.get("tools") or ():
        if tool.get("type") == "namespace":
            names += [f"{tool['name']}/{inner['name']}" for inner in tool["tools"]]
        else:
            names.append(tool.get("name") or tool["type"])
    return names


def _responses(body: Body, say: Say) -> Body:
    output: list[Body] = []
    if say.text:
        content = [{"type": "output_text", "text": say.text, "annotations": []}]
        output.append(
            {
                "type": "message",
                "id": _id("msg_"),
                "role": "assistant",
                "status": "completed",
                "content": content,
            }
        )
    for full, given in say.uses:
        namespace, _, name = full.rpartition("/")
        use = {
            "type": "function_call", "id": _id("fc_"), "call_id": _id("call_"), "name": name,
            "arguments": json.dumps(given), "status": "completed",
        }  # fmt: skip
        output.append(use | ({"namespace": namespace} if namespace else {}))
    read, written, both = _usage(body, say)
    return {
        "id": _id("resp_"), "object": "response", "created_at": _CREATED, "model": body.get("model"),
        "status": "completed", "output": output,
        "usage": {
            "input_tokens": read, "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": written, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": both,
        },
    }  # fmt: skip


def _responses_stream(whole: Body) -> Iterator[bytes]:
    def event(kind: str, **fields: object) -> bytes:
        return _event({"type": kind, **fields}, kind)

    yield event("response.created", response={**whole, "status": "in_progress", "output": [], "usage": None})
    for index, item in enumerate(whole["output"]):
        begun = {**item, "status": "in_progress"} | ({"content": []} if "content" in item else {})
        yield event("response.output_item.added", output_index=index, item=begun)
        if "content" in item:
            yield event(
                "response.output_text.delta", item_id=item["id"], output_index=index, content_index=0,
                delta=item["content"][0]["text"],
            )  # fmt: skip
        yield event("response.output_item.done", output_index=index, item=item)
    yield event("response.completed", response=whole)


# -- OpenAI Chat Completions --


def _chat(body: Body, say: Say) -> Body:
    said: Body = {"role": "assistant", "content": say.text or None}
    if say.uses:
        said["tool_calls"] = [
            {
                "id": _id("call_"),
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(given)},
            }
            for name, given in say.uses
        ]
    read, written, both = _usage(body, say)
    return {
        "id": _id("chatcmpl-"), "object": "chat.completion", "created": _CREATED, "model": body.get("model"),
        "choices": [{"index": 0, "message": said, "finish_reason": "tool_calls" if say.uses else "stop"}],
        "usage": {"prompt_tokens": read, "completion_tokens": written, "total_tokens": both},
    }  # fmt: skip


def _chat_stream(whole: Body) -> Iterator[bytes]:
    (choice,) = whole["choices"]
    calls = [{**call, "index": index} for index, call in enumerate(choice["message"].get("tool_calls", ()))]
    said = {"role": "assistant", "content": choice["message"]["content"] or ""}
    chunk = {**whole, "object": "chat.completion.chunk", "usage": None}
    for delta, finish in (
        (said | ({"tool_calls": calls} if calls else {}), None),
        ({}, choice["finish_reason"]),
    ):
        yield _event(chunk | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
    yield _event(chunk | {"choices": [], "usage": whole["usage"]})
    yield b"data: [DONE]\n\n"


# -- Gemini generateContent --


def _gemini(body: Body, say: Say) -> Body:
    parts: list[Body] = [{"text": say.text}] if say.text else []
    parts += [{"functionCall": {"name": name, "args": given}} for name, given in say.uses]
    read, written, both = _usage(body, say)
    return {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": read, "candidatesTokenCount": written, "totalTokenCount": both},
        "modelVersion": "gemini-standin", "responseId": _id("r"),
    }  # fmt: skip


_DIALECTS = {
    r"/messages$": Dialect(
        "anthropic",
        lambda body: [tool["name"] for tool in body.get("tools") or ()],
        _messages,
        _messages_stream,
    ),
    r"/responses$": Dialect("responses", _responses_tools, _responses, _responses_stream),
    r"/chat/completions$": Dialect(
        "chat",
        lambda body: [tool["function"]["name"] for tool in body.get("tools") or () if "function" in tool],
        _chat,
        _chat_stream,
    ),
    r":(streamG|g)enerateContent$": Dialect(
        "gemini",
        lambda body: [
            one["name"] for tool in body.get("tools") or () for one in tool.get("functionDeclarations", ())
        ],
        _gemini,
        lambda whole: iter((_event(whole),)),
    ),
}
"""By the end of the path."""
