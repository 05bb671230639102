"""GitHub Copilot in Visual Studio: OpenTelemetry spans that the extension writes as it goes.

`%LOCALAPPDATA%\\Temp\\VSGitHubCopilotLogs\\traces\\*_VSGitHubCopilot_traces.jsonl`, and in Visual Studio 2026
a file a conversation below `copilot-chat/<id>/sessions/`. A line is an OTLP export:
`{"resourceSpans": [{"scopeSpans": [{"spans": [{traceId, spanId, name, startTimeUnixNano, attributes}]}]}]}`.
Seen in sample traces of version 18.6 and in kenn-io/agentsview:internal/parser/visualstudio_copilot.go.
- `gen_ai.conversation.id` is the session; one file holds several, and one session may go on in the next file.
- A `chat` span is one call of the model. `gen_ai.input.messages` repeats the conversation up to it, so its
  last user message is the prompt of this turn; `gen_ai.output.messages` is the answer. Both are JSON in
  a text, `[{role, parts: [{type, content}]}]`. Where they are not recorded, only the calls of tools are.
- An `execute_tool` span has the tool's name, arguments and result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import content_key
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog
from arbor_desktop.conversations.readers.values import (
    at,
    cut_tags,
    embedded,
    first_text,
    mapping,
    mappings,
    number,
    sequence,
    text,
    tool_call,
    tool_result,
)

_SERVICE = "vs-copilot"
_CLIENT = "Microsoft.VisualStudio"
_MARKS = (b'"resourceSpans"', b'"gen_ai.')
_CONTEXT_TAGS = (
    "context",
    "attachments",
    "editorContext",
    "reminder",
    "reminderInstructions",
    "system-reminder",
)
_EDITORS = frozenset(("create_file", "edit_file", "replace_string_in_file", "insert_edit_into_file"))
_RESULT_NAMES = ("content", "text", "output", "result", "value", "message")
_PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+?)\s*$", re.MULTILINE)
_PATH_NAMES = ("path", "filePath", "file_path", "filename", "file")


class _Log(JsonLog):
    """Keeps nothing: every span says all there is to know of it."""

    def take(self, record: Mapping[str, Any]) -> None:
        if "resourceSpans" not in record:
            self.out.unknown += 1
        for resource in sequence(record, "resourceSpans"):
            for span in _spans(resource):
                self._span(span)

    def _span(self, span: Mapping[str, Any]) -> None:
        known = _attributes(span.get("attributes"))
        self.session = text(known, "gen_ai.conversation.id")
        if not self.session:
            return
        self._begun, self._ended = _time(span, "startTimeUnixNano"), _time(span, "endTimeUnixNano")
        operation, name = text(known, "gen_ai.operation.name"), text(span, "name")
        model = first_text(known, ("gen_ai.response.model", "gen_ai.request.model"))
        self.out.about(self.session, model=model, mode=text(known, "copilot_chat.mode"))
        if operation == "chat" or name.startswith("chat "):
            self._chat(span, known)
        elif operation == "execute_tool" or "gen_ai.tool.name" in known:
            self._tool(span, known)

    def _chat(self, span: Mapping[str, Any], known: Mapping[str, Any]) -> None:
        prompt, number_of_prompts = _last_prompt(known.get("gen_ai.input.messages"))
        if prompt:
            by_program = text(known, "copilot_chat.initiator_type") not in ("", "user")
            request = text(known, "copilot_chat.root_request_id")
            place = (request,) if request else (number_of_prompts, prompt)
            self._add(Role.USER, TurnKind.INJECTED if by_program else TurnKind.SAID, prompt, "prompt", *place)
        answer = "\n\n".join(_texts(known.get("gen_ai.output.messages"), "assistant"))
        trace, ident = text(span, "traceId"), text(span, "spanId")
        self._add(Role.ASSISTANT, TurnKind.SAID, answer, "answer", trace, ident, "" if ident else answer)
        used = (known.get("gen_ai.usage.input_tokens"), known.get("gen_ai.usage.output_tokens"))
        self.out.tokens(self.session, _count(used[0]), _count(used[1]))

    def _tool(self, span: Mapping[str, Any], known: Mapping[str, Any]) -> None:
        name = text(known, "gen_ai.tool.name")
        arguments = mapping(embedded(known.get("gen_ai.tool.call.arguments")))
        ident = text(known, "gen_ai.tool.call.id") or text(span, "spanId")
        edited = _edited(name, arguments)
        asked = tool_call(name, _target(arguments) or "\n".join(edited))
        self._add(Role.ASSISTANT, TurnKind.TOOL, asked, "call", ident, "" if ident else asked)
        if "gen_ai.tool.call.result" in known:
            failed = "error.type" in known or number(span, "status", "code") == 2
            told = tool_result(_output(known["gen_ai.tool.call.result"]), failed=failed)
            self._add(Role.USER, TurnKind.TOOL, told, "result", ident, "" if ident else told)
        for path in edited:
            self.out.edited(self.session, path)

    def _add(self, role: Role, kind: TurnKind, words: str, what: str, *place: object) -> None:
        self.at = self._begun if what in ("prompt", "call") else self._ended or self._begun
        self.add(role, kind, words, content_key(self.source, self.session, what, *place))


class VisualStudioCopilotReader(JsonLinesReader):
    """Reads trace files, whole or from where it stopped."""

    source = "visual-studio-copilot"
    log = _Log

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        """Return whether a span names the service; traces of other programs look the same but for it."""
        if not all(mark in head for mark in _MARKS):
            return False
        if any(_is_ours(resource) for r in records for resource in sequence(r, "resourceSpans")):
            return True
        # A first line longer than the head: the service is named at its beginning.
        named = f'"{_SERVICE}"'.encode() in head or _CLIENT.encode() in head
        return head.startswith(b'{"resourceSpans"') and named and b"\n" not in head


def _is_ours(resource: Any) -> bool:
    named = _attributes(at(resource, "resource", "attributes"))
    if named.get("service.name") == _SERVICE:
        return True
    return any(
        text(_attributes(span.get("attributes")), "copilot_chat.client_id").startswith(_CLIENT)
        for span in _spans(resource)
    )


def _spans(resource: Any) -> Iterator[Mapping[str, Any]]:
    for scope in sequence(resource, "scopeSpans"):
        yield from (mapping(span) for span in sequence(scope, "spans"))


def _edited(name: str, arguments: Mapping[str, Any]) -> list[str]:
    if name in _EDITORS:
        return [first_text(arguments, _PATH_NAMES)]
    if name == "apply_patch":
        return _PATCHED.findall(text(arguments, "patch"))
    return []


def _attributes(attributes: Any) -> dict[str, Any]:
    found = {}
    for attribute in sequence(attributes):
        name, value = text(attribute, "key"), mapping(attribute, "value")
        if name and value:
            found[name] = next(iter(value.values()))
    return found


def _time(span: Mapping[str, Any], name: str) -> int | None:
    """Return milliseconds of a time in nanoseconds, which is written as text."""
    nanoseconds = _count(span.get(name))
    return nanoseconds // 1_000_000 or None


def _count(value: Any) -> int:
    """Return a whole number, written as such or as text (OTLP writes 64-bit numbers as text)."""
    if isinstance(value, str) and value.isdecimal() and len(value) < 20:
        return int(value)
    return max(0, number(value))


def _messages(raw: Any) -> list[Mapping[str, Any]]:
    return mappings(embedded(raw))


def _parts(message: Mapping[str, Any]) -> list[str]:
    parts = mappings(message, "parts")
    return [text(part, "content") for part in parts if text(part, "type") in ("", "text")]


def _texts(raw: Any, role: str) -> list[str]:
    return [
        words.strip()
        for message in _messages(raw)
        if message.get("role") == role
        for words in _parts(message)
        if words.strip()
    ]


def _last_prompt(raw: Any) -> tuple[str, int]:
    """Return the last prompt, and how many there were: those before are of earlier turns."""
    prompts = ["\n".join(_parts(message)) for message in _messages(raw) if message.get("role") == "user"]
    prompts = [words for words in prompts if words.strip()]
    if not prompts:
        return "", 0
    return cut_tags(prompts[-1], _CONTEXT_TAGS)[0].strip(), len(prompts)


def _target(arguments: Mapping[str, Any]) -> str:
    queries = ", ".join(text(query) for query in sequence(arguments, "queries"))
    return first_text(arguments, ("command", *_PATH_NAMES, "query", "pattern", "explanation")) or queries


def _output(raw: Any) -> str:
    """Return the words of a result: text, or JSON that holds them under some name."""
    words = text(raw)
    decoded = embedded(words) if words.lstrip().startswith(("{", "[", '"')) else None
    return _inner_text(decoded, 0) or words


def _inner_text(value: Any, depth: int) -> str:
    if isinstance(value, str):
        return value
    if depth > 8:
        return ""
    if isinstance(value, list):
        return "\n".join(filter(None, (_inner_text(item, depth + 1) for item in value)))
    known = {name.lower(): item for name, item in mapping(value).items()}
    inner = (known[name] for name in _RESULT_NAMES if name in known)
    return next((found for item in inner if (found := _inner_text(item, depth + 1))), "")
