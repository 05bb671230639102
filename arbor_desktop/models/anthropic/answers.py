"""Reading what the Messages API answers. Servers that speak it only in part leave things out, so nothing is
taken for granted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from anthropic.types import Message

from arbor_desktop.models.anthropic.errors import Garbled
from arbor_desktop.models.model import Answer, Stop, ToolUse, Usage

_STOPS = {
    "end_turn": Stop.END,
    "stop_sequence": Stop.END,
    "max_tokens": Stop.LENGTH,
    "model_context_window_exceeded": Stop.LENGTH,
    "pause_turn": Stop.LENGTH,
    "tool_use": Stop.TOOL,
    "refusal": Stop.REFUSED,
}
"""A paused turn has not ended; it comes with tools of the service alone, which are not used here."""
MOST_TOKENS = 100_000_000
"""No call has more: a server of one's own may tell anything, and sums of it must stay numbers."""
LONGEST_NAME = 200


def answer_of(message: Any, *, batch: bool = False) -> Answer:
    """Raises Garbled."""
    content = getattr(message, "content", None)
    if not isinstance(content, list):
        raise Garbled("no content")
    stop = _STOPS.get(getattr(message, "stop_reason", None) or "end_turn", Stop.END)
    texts = [block.text for block in content if _kind(block) == "text" and isinstance(block.text, str)]
    # A cut answer may hold half a use of a tool, which must not be run.
    used = [] if stop is Stop.LENGTH else [block for block in content if _kind(block) == "tool_use"]
    model = getattr(message, "model", None)
    return Answer(
        "".join(texts),
        usage_of(message),
        name_of(model) if isinstance(model, str) else "",
        stop,
        tuple(map(_use, used)),
        batch=batch,
    )


def usage_of(message: Any) -> Usage:
    """What a message cost, also one that has only begun."""
    usage = getattr(message, "usage", None)
    names = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    counts = [getattr(usage, name, None) for name in names]
    return Usage(
        *(min(count, MOST_TOKENS) if isinstance(count, int) and count > 0 else 0 for count in counts)
    )


def name_of(text: str) -> str:
    """A model's name as it may be shown and kept: one line of at most LONGEST_NAME characters."""
    return "".join(sign if sign.isprintable() else " " for sign in text[:LONGEST_NAME]).strip()


def message_from(body: Mapping[str, Any]) -> Message:
    """A whole message, as a server sends it that does not stream. Raises Garbled."""
    if not isinstance(body.get("content"), list):
        raise Garbled("no message")
    return Message.construct(**body)


def _kind(block: Any) -> str:
    return str(getattr(block, "type", ""))


def _use(block: Any) -> ToolUse:
    given = getattr(block, "input", None)
    if not isinstance(given, dict) or not isinstance(block.name, str):
        raise Garbled("a use of a tool without its input")
    return ToolUse(str(block.id), block.name, dict(given))
