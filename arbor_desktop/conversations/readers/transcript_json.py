"""Conversations as JSON lists of messages, whoever wrote them: what is said in them, and by whom.

- Messages: `{"role", "content"}` (OpenAI and Anthropic APIs, and most programs that keep their own history),
  `content` a text or a list of parts; in a list, as JSON lines, or as `{"messages": […]}`.
- Prompt lists: `{"content", "response": {"content"}}`, in a list or as `{branch: […]}`.

Pure functions that never raise for what they are given.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers import json_lines
from arbor_desktop.conversations.readers.speech import tool_call, tool_result

USER_ROLES = frozenset({"user", "human"})
ASSISTANT_ROLES = frozenset({"assistant", "ai", "model", "chatgpt", "claude"})
TOOL_ROLES = frozenset({"tool", "function"})
CONTEXT_ROLES = frozenset({"system", "developer"})
ROLES = USER_ROLES | ASSISTANT_ROLES | TOOL_ROLES | CONTEXT_ROLES
_TIMES = ("timestamp", "created_at", "createdAt", "create_time", "time", "date", "ts")
_TARGETS = ("command", "path", "file_path", "query", "url", "pattern")


@dataclass(frozen=True, slots=True)
class Said:
    """One thing in a message."""

    role: Role
    kind: TurnKind
    text: str
    at: int | None = None


def message(record: Mapping[str, Any]) -> Iterator[Said]:
    """What a `{"role", "content"}` message says."""
    name = json_lines.text(record.get("role")).lower()
    at = time_of(record)
    role = Role.USER if name in USER_ROLES or name in CONTEXT_ROLES else Role.ASSISTANT
    for kind, text in _parts(record.get("content")):
        if name in TOOL_ROLES:
            yield Said(
                Role.ASSISTANT, TurnKind.TOOL, tool_result(text) if kind is TurnKind.SAID else text, at
            )
        elif name in CONTEXT_ROLES:
            yield Said(Role.USER, TurnKind.INJECTED, text, at)
        elif name in ROLES:
            yield Said(Role.ASSISTANT if kind is TurnKind.TOOL else role, kind, text, at)
    for call in json_lines.sequence(record.get("tool_calls")):
        function = json_lines.mapping(json_lines.mapping(call).get("function"))
        text = tool_call(json_lines.text(function.get("name")), target_of(function.get("arguments")))
        yield Said(Role.ASSISTANT, TurnKind.TOOL, text, at)


def prompt(record: Mapping[str, Any]) -> Iterator[Said]:
    """What a `{"content", "response": {"content"}}` prompt and its answer say."""
    answer = json_lines.mapping(record.get("response"))
    at = time_of(record)
    for kind, text in _parts(record.get("content")):
        yield Said(Role.ASSISTANT if kind is TurnKind.TOOL else Role.USER, kind, text, at)
    for kind, text in _parts(answer.get("content")):
        yield Said(Role.ASSISTANT, kind, text, time_of(answer) or at)


def is_message(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and json_lines.text(value.get("role")).lower() in ROLES
        and isinstance(value.get("content"), str | list | None)
        and ("content" in value or "tool_calls" in value)
    )


def is_prompt(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("content"), str | list)
        and isinstance(value.get("response"), dict)
        and isinstance(value["response"].get("content"), str | list)
    )


def time_of(record: Mapping[str, Any]) -> int | None:
    """Milliseconds, from whatever name a program gives to its time."""
    return next((at for name in _TIMES if (at := json_lines.moment(record.get(name))) is not None), None)


def _parts(content: Any) -> Iterator[tuple[TurnKind, str]]:
    """(kind, text) of a message's content; pictures, thinking and unknown parts say nothing."""
    if isinstance(content, str):
        yield TurnKind.SAID, content
        return
    words: list[str] = []
    for part in json_lines.sequence(content):
        if isinstance(part, str):
            words.append(part)
            continue
        record = json_lines.mapping(part)
        match record.get("type"):
            case "text" | "input_text" | "output_text" | None:
                words.append(json_lines.text(record.get("text")))
                continue
            case "tool_use":
                found = tool_call(json_lines.text(record.get("name")), target_of(record.get("input")))
            case "tool_result":
                output = "\n".join(text for _, text in _parts(record.get("content")))
                found = tool_result(output, failed=record.get("is_error") is True)
            case _:
                continue
        if text := "\n\n".join(word for word in words if word.strip()):
            yield TurnKind.SAID, text
        words = []
        yield TurnKind.TOOL, found
    if text := "\n\n".join(word for word in words if word.strip()):
        yield TurnKind.SAID, text


def target_of(value: Any) -> str:
    """What a tool was called with, in one line's worth: the argument that says most."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return json_lines.text(value)
    arguments = json_lines.mapping(value)
    return next((text for name in _TARGETS if (text := json_lines.text(arguments.get(name)))), "")
