"""Hearing an answer of the Messages API as it comes (https://platform.claude.com/docs/en/build-with-claude/streaming)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx2
from anthropic.types import Message

from arbor_desktop.models.anthropic.answers import answer_of, message_from, usage_of
from arbor_desktop.models.anthropic.errors import CUT, Garbled, by_status, retry_after
from arbor_desktop.models.model import Access, Answer, ModelFailed, Tell, Trouble, Usage

MAX_CHARS = 4_000_000
"""No answer is longer; a server that goes on for ever is left."""
GARBLED = (AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What the SDK raises where an answer is not of the protocol's shape."""


class Unheard(Exception):
    """Whoever listens failed, not the service."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def told_to(tell: Tell | None, text: str) -> None:
    if tell is None or not text:
        return
    try:
        tell(text)
    except Exception as error:
        raise Unheard(error) from error


class Heard:
    """What was heard of a streamed answer so far."""

    def __init__(self) -> None:
        self._message: Any = None
        self._ended = False
        self._any = False
        self._chars = 0

    async def events(self, stream: Any) -> AsyncIterator[str]:
        """The text in each event, "" for others. Raises Garbled, and what the SDK raises."""
        events = aiter(stream)
        while True:
            try:
                event = await anext(events, None)
            except GARBLED as error:
                raise Garbled(type(error).__name__) from error
            if event is None:
                return
            self._any = True
            kind = getattr(event, "type", "")
            if kind == "message_start":
                self._message = stream.current_message_snapshot
            self._ended = self._ended or kind == "message_stop"
            text = event.text if kind == "text" else ""
            self._chars += _size(event) if kind == "content_block_delta" else 1
            if self._chars > MAX_CHARS:
                raise Garbled("no end")
            yield text

    @property
    def usage(self) -> Usage:
        return usage_of(self._message)

    def answer(self) -> Answer:
        """Raises ModelFailed where the stream broke off, Garbled where there was none."""
        if self._message is None and self._any:
            raise Garbled("no message")
        if self._message is None or not (self._ended or self._message.stop_reason):
            raise ModelFailed(CUT, Trouble.NETWORK, detail="answer cut off", usage=self.usage)
        return answer_of(self._message)


def _size(event: Any) -> int:
    """Characters of a piece of an answer: of its words, or of what it thinks or wants of a tool."""
    delta = getattr(event, "delta", None)
    pieces = (getattr(delta, name, None) for name in ("text", "thinking", "partial_json"))
    return sum(len(piece) for piece in pieces if isinstance(piece, str)) or 1


async def whole(response: httpx2.Response, kind: str, access: Access) -> Message:
    """The message of a server that did not stream. Raises Garbled, and ModelFailed for an error."""
    data = bytearray()
    async for chunk in response.aiter_bytes():
        data += chunk
        if len(data) > MAX_CHARS:
            raise Garbled("no end")
    if kind.startswith("text/html"):
        raise Garbled("a page", page=True)
    try:
        body = json.loads(data)
    except ValueError as error:
        raise Garbled("not JSON") from error
    if not isinstance(body, dict):
        raise Garbled("no message")
    if "error" in body:
        raise by_status(response.status_code, body, access, retry_after(response.headers))
    return message_from(body)
