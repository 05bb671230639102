"""GitHub Copilot in Visual Studio: OpenTelemetry spans that the extension writes as it goes.

`%LOCALAPPDATA%\\Temp\\VSGitHubCopilotLogs\\traces\\*_VSGitHubCopilot_traces.jsonl`, and in Visual Studio 2026
a file a conversation below `copilot-chat/<id>/sessions/`. A line is an OTLP export:
`{"resourceSpans": [{"scopeSpans": [{"spans": [{traceId, spanId, name, startTimeUnixNano, attributes}]}]}]}`.
Seen in sample traces of version 18.6 and in kenn-io/agentsview:internal/parser/visualstudio_copilot.go.
- `gen_ai.conversation.id` is the session; one file holds several, and one session may go on in the next file.
- A `chat` span is one call of the model. `gen_ai.input.messages` repeats the conversation up to it, so its
  last user message is the prompt of this turn; `gen_ai.output.messages` is the answer. Both are JSON in
  a text, `[{role, parts: [{type, content}]}]`. Where they are not recorded, only the tools are told of.
- An `execute_tool` span has the tool's name, arguments and result.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint
from arbor_desktop.conversations.readers.gathering import BATCH_CHARS, Gathering, content_key
from arbor_desktop.conversations.readers.growing import State, read_log
from arbor_desktop.conversations.readers.json_lines import mapping, number, objects, sequence, text
from arbor_desktop.conversations.readers.lines import CHUNK_BYTES
from arbor_desktop.conversations.readers.speech import cut_spans, tool_call, tool_result

SOURCE = "visual-studio-copilot"

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


class VisualStudioCopilotReader:
    """Reads trace files, whole or from where it stopped."""

    source = SOURCE

    def __init__(self, *, batch_chars: int = BATCH_CHARS, chunk_bytes: int = CHUNK_BYTES) -> None:
        self._batch_chars = batch_chars
        self._chunk_bytes = chunk_bytes

    def recognises(self, path: Path, head: bytes) -> bool:
        """By the service that is named in the spans; traces of other programs look the same but for it."""
        if not all(mark in head for mark in _MARKS):
            return False
        lines = head.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        for line in lines[:50]:
            for record in objects(line.strip(b" \t\r\n\x00")) or []:
                if any(_is_ours(resource) for resource in sequence(record.get("resourceSpans"))):
                    return True
        # A first line longer than the head: the service is named at its beginning.
        return (
            len(lines) == 1 and lines[0].lstrip().startswith(b'{"resourceSpans"') and _names_service(lines[0])
        )

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        yield from read_log(
            path, since, SOURCE, _Follower, batch_chars=self._batch_chars, chunk_bytes=self._chunk_bytes
        )


def _is_ours(resource: Any) -> bool:
    named = _attributes(mapping(mapping(resource).get("resource")).get("attributes"))
    if named.get("service.name") == _SERVICE:
        return True
    return any(
        text(_attributes(span.get("attributes")).get("copilot_chat.client_id")).startswith(_CLIENT)
        for span in _spans(resource)
    )


def _names_service(line: bytes) -> bool:
    return f'"{_SERVICE}"'.encode() in line or _CLIENT.encode() in line


def _spans(resource: Any) -> Iterator[Mapping[str, Any]]:
    for scope in sequence(mapping(resource).get("scopeSpans")):
        yield from (mapping(span) for span in sequence(mapping(scope).get("spans")))


class _Follower:
    """Keeps nothing: every span says all there is to know of it."""

    def __init__(self, path: Path, state: State | None) -> None:
        self._line = 0

    def save(self) -> State:
        return {}

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        found = objects(data)
        if found is None:
            return False
        self._line = offset
        for record in found:
            if "resourceSpans" not in record:
                out.unknown += 1
            for resource in sequence(record.get("resourceSpans")):
                for span in _spans(resource):
                    self._span(span, out)
        return True

    def _span(self, span: Mapping[str, Any], out: Gathering) -> None:
        known = _attributes(span.get("attributes"))
        session = text(known.get("gen_ai.conversation.id"))
        if not session:
            return
        operation, name = text(known.get("gen_ai.operation.name")), text(span.get("name"))
        model = text(known.get("gen_ai.response.model")) or text(known.get("gen_ai.request.model"))
        out.about(session, model=model or None, mode=text(known.get("copilot_chat.mode")) or None)
        if operation == "chat" or name.startswith("chat "):
            self._chat(session, span, known, out)
        elif operation == "execute_tool" or "gen_ai.tool.name" in known:
            self._tool(session, span, known, out)

    def _chat(self, session: str, span: Mapping[str, Any], known: Mapping[str, Any], out: Gathering) -> None:
        begun, ended = _time(span, "startTimeUnixNano"), _time(span, "endTimeUnixNano")
        prompt, number_of_prompts = _last_prompt(known.get("gen_ai.input.messages"))
        if prompt:
            request = text(known.get("copilot_chat.root_request_id"))
            place = (request,) if request else (number_of_prompts, prompt)
            key = content_key(SOURCE, session, "prompt", *place)
            kind = TurnKind.SAID
            if text(known.get("copilot_chat.initiator_type")) not in ("", "user"):
                kind = TurnKind.INJECTED
            out.say(session, key, Role.USER, prompt, kind=kind, at=begun, line=self._line)
        answer = "\n\n".join(_texts(known.get("gen_ai.output.messages"), "assistant"))
        ident = text(span.get("spanId"))
        key = content_key(
            SOURCE, session, "answer", text(span.get("traceId")), ident, "" if ident else answer
        )
        out.say(session, key, Role.ASSISTANT, answer, at=ended or begun, line=self._line)
        used = (known.get("gen_ai.usage.input_tokens"), known.get("gen_ai.usage.output_tokens"))
        out.tokens(session, _count(used[0]), _count(used[1]))

    def _tool(self, session: str, span: Mapping[str, Any], known: Mapping[str, Any], out: Gathering) -> None:
        name, arguments = (
            text(known.get("gen_ai.tool.name")),
            _decoded(known.get("gen_ai.tool.call.arguments")),
        )
        ident = text(known.get("gen_ai.tool.call.id")) or text(span.get("spanId"))
        begun, ended = _time(span, "startTimeUnixNano"), _time(span, "endTimeUnixNano")
        asked = tool_call(name, _target(arguments) or "\n".join(_edited(name, arguments)))
        key = content_key(SOURCE, session, "call", ident, "" if ident else asked)
        out.say(session, key, Role.ASSISTANT, asked, kind=TurnKind.TOOL, at=begun, line=self._line)
        if "gen_ai.tool.call.result" in known:
            output = _output(known.get("gen_ai.tool.call.result"))
            failed = "error.type" in known or number(mapping(span.get("status")).get("code")) == 2
            told = tool_result(output, failed=failed)
            key = content_key(SOURCE, session, "result", ident, "" if ident else told)
            out.say(session, key, Role.USER, told, kind=TurnKind.TOOL, at=ended or begun, line=self._line)
        for path in _edited(name, arguments):
            out.edited(session, path)


def _edited(name: str, arguments: Mapping[str, Any]) -> list[str]:
    if name in _EDITORS:
        return [path for path in (text(arguments.get(given)) for given in _PATH_NAMES) if path][:1]
    if name == "apply_patch":
        return _PATCHED.findall(text(arguments.get("patch")))
    return []


def _attributes(attributes: Any) -> dict[str, Any]:
    found = {}
    for attribute in sequence(attributes):
        name, value = text(mapping(attribute).get("key")), mapping(mapping(attribute).get("value"))
        if name and value:
            found[name] = next(iter(value.values()))
    return found


def _time(span: Mapping[str, Any], name: str) -> int | None:
    """Milliseconds of a time in nanoseconds, which is written as text."""
    nanoseconds = _count(span.get(name))
    return nanoseconds // 1_000_000 or None


def _count(value: Any) -> int:
    """A whole number, as such or as text (OTLP writes 64-bit numbers as text)."""
    if isinstance(value, str) and value.isdecimal() and len(value) < 20:
        return int(value)
    return max(0, number(value))


def _decoded(raw: Any) -> Mapping[str, Any]:
    return mapping(_json(raw)) if isinstance(raw, str) else mapping(raw)


def _json(raw: str) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def _messages(raw: Any) -> list[Mapping[str, Any]]:
    return [mapping(message) for message in sequence(_json(raw) if isinstance(raw, str) else raw)]


def _parts(message: Mapping[str, Any]) -> list[str]:
    parts = [mapping(part) for part in sequence(message.get("parts"))]
    return [text(part.get("content")) for part in parts if text(part.get("type")) in ("", "text")]


def _texts(raw: Any, role: str) -> list[str]:
    return [
        words.strip()
        for message in _messages(raw)
        if message.get("role") == role
        for words in _parts(message)
        if words.strip()
    ]


def _last_prompt(raw: Any) -> tuple[str, int]:
    """What the person typed last, and how many prompts there were: those before are of earlier turns."""
    prompts = ["\n".join(_parts(message)) for message in _messages(raw) if message.get("role") == "user"]
    prompts = [words for words in prompts if words.strip()]
    if not prompts:
        return "", 0
    words = prompts[-1]
    for tag in _CONTEXT_TAGS:
        words, _ = cut_spans(words, tag)
    return words.strip(), len(prompts)


def _target(arguments: Mapping[str, Any]) -> str:
    for name in ("command", *_PATH_NAMES, "query", "pattern", "explanation"):
        if found := text(arguments.get(name)):
            return found
    return ", ".join(text(query) for query in sequence(arguments.get("queries")))


def _output(raw: Any) -> str:
    """The words of a result: text, or JSON that holds them under some name."""
    words = text(raw)
    decoded = _json(words) if words.lstrip().startswith(("{", "[", '"')) else None
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
