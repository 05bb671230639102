"""What a model says, or what happens in its place, and how both look on the wire."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Body = dict[str, Any]
ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    504: "timeout_error",
    529: "overloaded_error",
}


@dataclass(frozen=True, slots=True)
class Say:
    """What the model says. `uses` are (name, input) of tools that it wants."""

    text: str = ""
    stop: str = "end_turn"
    uses: tuple[tuple[str, Body], ...] = ()
    output_tokens: int | None = None
    cache_read: int = 0
    cache_written: int = 0
    anyway: bool = False
    """Said also where it does not fit the schema that was asked for, as a server does that ignores it."""
    thinking: str = ""


@dataclass(frozen=True, slots=True)
class Fail:
    """An error in place of an answer."""

    status: int
    message: str = "It failed."
    kind: str | None = None
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def error(self) -> Body:
        kind = self.kind or ERRORS.get(self.status, ERRORS[500 if self.status >= 500 else 400])
        return {"type": "error", "error": {"type": kind, "message": self.message}, "request_id": "req_1"}


@dataclass(frozen=True, slots=True)
class Break:
    """A stream that goes wrong after so many events. `how`: `cut` (it ends, as if all had been said), `reset`
    (the connection is torn down), `stall` (nothing more comes), `error` (an event of `kind` says so),
    `garbage` (what comes is no event of the protocol). `drip`: all is right, but each byte comes alone."""

    how: str = "cut"
    after: int = 3
    text: str = "Half an answer that"
    kind: str = "overloaded_error"


@dataclass(frozen=True, slots=True)
class Raw:
    """Any answer at all. `length`: what the header claims, where that is not true."""

    data: bytes = b""
    status: int = 200
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()
    length: int | None = None


Answered = Say | Fail | Break | Raw


def message(ident: str, model: str, say: Say, asked: str, uses: list[str]) -> Body:
    """The message of the API that says it. `uses`: an id for each use of a tool."""
    content: list[Body] = []
    if say.thinking:
        content.append({"type": "thinking", "thinking": say.thinking, "signature": "c2lnbmVk"})
    if say.text:
        content.append({"type": "text", "text": say.text})
    for use, (name, given) in zip(uses, say.uses, strict=True):
        content.append({"type": "tool_use", "id": use, "name": name, "input": given})
    return {
        "id": ident,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": "tool_use" if say.uses and say.stop == "end_turn" else say.stop,
        "stop_sequence": None,
        "usage": {
            "input_tokens": max(0, tokens(asked) - say.cache_read - say.cache_written),
            "output_tokens": say.output_tokens or tokens(say.text),
            "cache_read_input_tokens": say.cache_read,
            "cache_creation_input_tokens": say.cache_written,
        },
    }


def events(message: Body) -> Iterator[Body]:
    """A message as the events of a stream."""
    usage = message["usage"]
    begun = {**message, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    yield {"type": "message_start", "message": begun}
    for index, block in enumerate(message["content"]):
        empty = {
            "text": {"text": ""},
            "thinking": {"thinking": "", "signature": ""},
            "tool_use": {"input": {}},
        }
        start = {**block, **empty[block["type"]]}
        yield {"type": "content_block_start", "index": index, "content_block": start}
        for delta in _deltas(block):
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "ping"}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None},
        "usage": {"output_tokens": usage["output_tokens"]},
    }
    yield {"type": "message_stop"}


def _deltas(block: Body) -> Iterator[Body]:
    if block["type"] == "text":
        for word in _pieces(block["text"]):
            yield {"type": "text_delta", "text": word}
    elif block["type"] == "thinking":
        yield {"type": "thinking_delta", "thinking": block["thinking"]}
        yield {"type": "signature_delta", "signature": block["signature"]}
    else:
        yield {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}


def _pieces(text: str) -> list[str]:
    """Words with the white space after them."""
    return [word + " " for word in text.split(" ")[:-1]] + text.split(" ")[-1:]


def tokens(text: str) -> int:
    return max(1, len(text) // 4)


def event_bytes(event: Body) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
