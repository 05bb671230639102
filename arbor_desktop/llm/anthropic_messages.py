"""Messages of Anthropic's protocol: requests without the features that a server does not understand, and
answers, whole or streamed.

Anthropic's models: `claude-haiku-5-5` thinks by default, which costs time and money and adds nothing where an
answer of a fixed shape is wanted, so it is turned off. How that is asked for differs by model
(https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting): most take `disabled`,
Sonnet 5.5 `between_tools`, Opus 5.5 and Fable always think and take a low `effort`. A model that does not
know one way says so with a 400, and the next is tried. Thinking blocks would also have to be sent back with
the use of a tool, which is not done here. No temperature is sent: newer models refuse one.

The fixed part of a prompt is marked for the service's cache. Below a size that differs by model (512 to 4,096
tokens) the service silently ignores the mark and charges as usual.

Other servers that speak the protocol know parts of it (docs.ollama.com/api/anthropic-compatibility,
lmstudio.ai/docs/developer/anthropic-compat, docs.litellm.ai/docs/anthropic_unified): Ollama and LM Studio
document no structured output, cache or batches, LiteLLM passes them on to models that have them. Most ignore
what they don't know; some answer 400 or 422. Their answers leave things out, so nothing is taken for granted.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import httpx2
from anthropic.types import Message as Reply

from arbor_desktop.llm.anthropic_errors import CUT, Malformed, by_status, parsed, retry_after
from arbor_desktop.llm.model import (
    Access,
    Answer,
    Ask,
    Message,
    ModelFailed,
    OnText,
    Stop,
    ToolUse,
    Trouble,
    Usage,
    is_own,
)

KEYLESS = "none"
"""The key for a server that needs none: the SDK sends nothing without one."""
QUIET: tuple[dict[str, Any], ...] = (
    {"thinking": {"type": "disabled"}},
    {"thinking": {"type": "between_tools"}},
    {"output_config": {"effort": "low"}},
    {},
)
"""Ways to ask for little thinking; each is tried where a model refuses the one before."""
ALWAYS_THINKS = 2
"""Index into QUIET from which on the model thinks, and its thoughts count as output."""
ROOM_TO_THINK = 8192
"""Tokens added for that."""
_SCHEMA_WORDS = ("output_config", "output_format", "json_schema", "structured", "schema")
_NOT_UNDERSTOOD = (400, 422, 501)


@dataclass(frozen=True, slots=True)
class Features:
    """The parts of the protocol that a server understands. `schema`: a JSON Schema for the answer; `blocks`:
    the system prompt as a list with a mark for the cache; `quiet`: index into QUIET."""

    schema: bool = True
    blocks: bool = True
    quiet: int = 0

    def without(self, other: Features) -> Features:
        """Return the features that both have."""
        return Features(
            self.schema and other.schema, self.blocks and other.blocks, max(self.quiet, other.quiet)
        )


def simpler(features: Features, status: int, body: object, ask: Ask, access: Access) -> Features | None:
    """Return the features to try next after a server refused a question; None for no more to try."""
    if status not in _NOT_UNDERSTOOD or by_status(status, body, access).trouble is not Trouble.BAD_REQUEST:
        return None
    text = parsed(body)[1].casefold()
    drops_schema = ask.schema is not None and features.schema
    if is_own(access.base_url):
        if ("thinking" in text or "effort" in text) and features.quiet + 1 < len(QUIET):
            return replace(features, quiet=features.quiet + 1)
        if drops_schema and any(word in text for word in _SCHEMA_WORDS):
            return replace(features, schema=False)
        return None
    drops_blocks = features.blocks and bool(ask.system or ask.context)
    if drops_blocks and ("cache_control" in text or "system" in text):
        return replace(features, blocks=False)
    if drops_schema:
        return replace(features, schema=False)
    return replace(features, blocks=False) if drops_blocks else None


def request_of(ask: Ask, access: Access, features: Features) -> dict[str, Any]:
    """Return the SDK's arguments for a question."""
    quiet = QUIET[features.quiet] if is_own(access.base_url) else {}
    thinks = is_own(access.base_url) and features.quiet >= ALWAYS_THINKS
    request: dict[str, Any] = {
        "model": access.model,
        "max_tokens": ask.max_tokens + (ROOM_TO_THINK if thinks else 0),
        "messages": [
            {"role": one.role, "content": blocks} for one in ask.messages if (blocks := _blocks(one))
        ],
    }
    if system := _system(ask, features):
        request["system"] = system
    config = dict(quiet.get("output_config", {}))
    if ask.schema is not None and features.schema:
        config["format"] = {"type": "json_schema", "schema": ask.schema}
    if config:
        request["output_config"] = config
    if "thinking" in quiet:
        request["thinking"] = quiet["thinking"]
    if ask.tools:
        request["tools"] = [
            {"name": tool.name, "description": tool.description, "input_schema": tool.schema}
            for tool in ask.tools
        ]
    return request


def _system(ask: Ask, features: Features) -> list[dict[str, Any]] | str:
    parts = [_plain(ask.system), _plain(ask.context)]
    if ask.schema is not None and not features.schema:
        parts.append(
            "Answer with JSON alone, without any other text, of this JSON Schema:\n"
            + json.dumps(ask.schema, ensure_ascii=False)
        )
    if not features.blocks:
        return "\n\n".join(part for part in parts if part.strip())
    blocks: list[dict[str, Any]] = [{"type": "text", "text": part} for part in parts if part.strip()]
    if ask.system.strip():
        blocks[0]["cache_control"] = {"type": "ephemeral"}
    return blocks


def _blocks(message: Message) -> list[dict[str, Any]]:
    """Return the blocks of a message: results first, as the service wants it, and no blank text."""
    blocks: list[dict[str, Any]] = [
        {
            "type": "tool_result",
            "tool_use_id": one.use_id,
            "content": _plain(one.text),
            "is_error": one.failed,
        }
        for one in message.results
    ]
    if message.text.strip():
        blocks.append({"type": "text", "text": _plain(message.text)})
    blocks += [
        {"type": "tool_use", "id": one.id, "name": one.name, "input": one.input} for one in message.uses
    ]
    return blocks


def _plain(text: str) -> str:
    """Replace lone surrogates, which UTF-8 can't encode, with question marks."""
    return text.encode(errors="replace").decode()


# -- answers --

LONGEST_NAME = 200
MAX_CHARS = 4_000_000
"""Upper bound of an answer: a server that goes on for ever is left."""
MALFORMED = (AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""Errors that the SDK raises where an answer does not have the protocol's shape."""
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
    return Usage.reported(lambda name: getattr(usage, name, None))


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


async def whole_message(response: httpx2.Response, kind: str, access: Access) -> Reply:
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
    return Reply.construct(**body)
