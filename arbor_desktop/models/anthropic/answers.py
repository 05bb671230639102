"""Answers of the Messages API, whole or streamed
(https://platform.claude.com/docs/en/build-with-claude/streaming).

Servers that speak it only in part leave things out, so nothing is taken for granted.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx2
from anthropic.types import Message

from arbor_desktop.models.anthropic.errors import CUT, Malformed, by_status, retry_after
from arbor_desktop.models.model import Access, Answer, ModelFailed, OnText, Stop, ToolUse, Trouble, Usage

MOST_TOKENS = 100_000_000
"""Upper bound of a token count: a server may report anything, and sums must stay numbers."""
LONGEST_NAME = 200
MAX_CHARS = 4_000_000
"""Upper bound of an answer: a server that goes on for ever is left."""
MALFORMED = (AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What the SDK raises where an answer is not of the protocol's shape."""
_STOPS = {
    "end_turn": Stop.END,
    "stop_sequence": Stop.END,
    "max_tokens": Stop.LENGTH,
    "model_context_window_exceeded": Stop.LENGTH,
    "pause_turn": Stop.LENGTH,  # comes with the service's own tools alone, which are not used here
    "tool_use": Stop.TOOL,
    "refusal": Stop.REFUSED,
}


def answer_of(message: Any, *, batch: bool = False) -> Answer:
    """Return the answer in a message. Raises Malformed."""
    content = getattr(message, "content", None)
    if not isinstance(content, list):
        raise Malformed("no content")
    stop = _STOPS.get(getattr(message, "stop_reason", None) or "end_turn", Stop.END)
    texts = [block.text for block in content if _kind(block) == "text" and isinstance(block.text, str)]
    # A cut answer may have half a use of a tool, which must not be run.
    uses = [] if stop is Stop.LENGTH else [_use(block) for block in content if _kind(block) == "tool_use"]
    model = getattr(message, "model", None)
    used = name_of(model) if isinstance(model, str) else ""
    return Answer("".join(texts), usage_of(message), used, stop, tuple(uses), batch=batch)


def usage_of(message: Any) -> Usage:
    """Return the usage of a message, also of one that has only begun."""
    usage = getattr(message, "usage", None)
    names = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    counts = [getattr(usage, name, None) for name in names]
    return Usage(
        *(min(count, MOST_TOKENS) if isinstance(count, int) and count > 0 else 0 for count in counts)
    )


def name_of(text: str) -> str:
    """Return a model's name as it may be shown and stored: one line of at most LONGEST_NAME characters."""
    return "".join(sign if sign.isprintable() else " " for sign in text[:LONGEST_NAME]).strip()


def _kind(block: Any) -> str:
    return str(getattr(block, "type", ""))


def _use(block: Any) -> ToolUse:
    given = getattr(block, "input", None)
    if not isinstance(given, dict) or not isinstance(block.name, str):
        raise Malformed("a use of a tool without its input")
    return ToolUse(str(block.id), block.name, dict(given))


class ListenerFailed(Exception):
    """The caller's listener failed, not the service."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def notify(on_text: OnText | None, text: str) -> None:
    """Hand a piece of text to the listener. Raises ListenerFailed."""
    if on_text is None or not text:
        return
    try:
        on_text(text)
    except Exception as error:
        raise ListenerFailed(error) from error


class StreamReader:
    """Reads a streamed answer."""

    def __init__(self) -> None:
        self._message: Any = None
        self._ended = False
        self._any = False
        self._chars = 0

    async def texts(self, stream: Any) -> AsyncIterator[str]:
        """Yield the text of each event, "" for others. Raises Malformed, and what the SDK raises."""
        events = aiter(stream)
        while True:
            try:
                event = await anext(events, None)
            except MALFORMED as error:
                raise Malformed(type(error).__name__) from error
            if event is None:
                return
            self._any = True
            kind = _kind(event)
            if kind == "message_start":
                self._message = stream.current_message_snapshot
            self._ended = self._ended or kind == "message_stop"
            delta = getattr(event, "delta", None) if kind == "content_block_delta" else None
            pieces = (getattr(delta, name, None) for name in ("text", "thinking", "partial_json"))
            self._chars += sum(len(piece) for piece in pieces if isinstance(piece, str)) or 1
            if self._chars > MAX_CHARS:
                raise Malformed("no end")
            yield event.text if kind == "text" else ""

    @property
    def usage(self) -> Usage:
        return usage_of(self._message)

    def answer(self) -> Answer:
        """Return the answer. Raises ModelFailed where the stream broke off, Malformed where there was
        none."""
        if self._message is None and self._any:
            raise Malformed("no message")
        if self._message is None or not (self._ended or self._message.stop_reason):
            raise ModelFailed(CUT, Trouble.NETWORK, detail="answer cut off", usage=self.usage)
        return answer_of(self._message)


async def whole_message(response: httpx2.Response, kind: str, access: Access) -> Message:
    """Return the message of a server that did not stream. Raises Malformed, and ModelFailed for an error."""
    data = bytearray()
    async for chunk in response.aiter_bytes():
        data += chunk
        if len(data) > MAX_CHARS:
            raise Malformed("no end")
    if kind.startswith("text/html"):
        raise Malformed("a page", page=True)
    try:
        body = json.loads(data)
    except ValueError as error:
        raise Malformed("not JSON") from error
    if isinstance(body, dict) and "error" in body:
        raise by_status(response.status_code, body, access, retry_after(response.headers))
    if not isinstance(body, dict) or not isinstance(body.get("content"), list):
        raise Malformed("no message")
    return Message.construct(**body)
