"""The records of a Claude Code session file, decoded without what is never used.

There is no official schema; the fields are those seen in session files of versions 1.0 to 2.1. Everything not
named here (structured tool results, signatures, images, progress data) is skipped by the decoder and never
becomes an object, which is what makes reading fast: about 98 % of a file is not conversation.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar, get_args

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

SILENT_TYPES = frozenset(
    (
        "system",
        "progress",
        "file-history-snapshot",
        "file-history-delta",
        "last-prompt",
        "permission-mode",
        "mode",
        "pr-link",
        "frame-link",
        "worktree-state",
        "relocated",
        "bridge-session",
        "saved_hook_context",
        "started",
        "result",
    )
)
"""Known records that say nothing a person said."""

TITLE_TYPES = ("summary", "ai-title", "agent-name", "custom-title")
"""Records that name a session, the later the better."""

SPEAKING_TYPES = frozenset(("user", "assistant", "attachment", "queue-operation", *TITLE_TYPES))


_NO_JSON = Raw(b"null")


class Block(Struct, gc=False):
    """One content block: text, tool_use or tool_result; thinking and images keep their type alone."""

    type: str | None = None
    id: str | None = None
    text: str | None = None
    name: str | None = None
    is_error: bool | None = None
    input: Raw = _NO_JSON
    content: Raw = _NO_JSON


Content = str | list[Block | str] | None


class ToolInput(Struct, gc=False):
    """The inputs of a tool call that say what it touched."""

    command: str | None = None
    file_path: str | None = None
    notebook_path: str | None = None
    absolute_path: str | None = None
    path: str | None = None


class Usage(Struct, gc=False):
    """Tokens of one model answer, as billed without its caches."""

    input_tokens: int | None = None
    output_tokens: int | None = None


class Message(Struct, gc=False):
    """What went to or came from the model."""

    id: str | None = None
    role: str | None = None
    model: str | None = None
    content: Content = None
    usage: Usage | None = None


class Attachment(Struct, gc=False):
    """Of interest are `queued_command`, a prompt typed while the assistant was working, and what hooks
    answered (`hook_success`, `hook_additional_context`, …), whose content the model got."""

    type: str | None = None
    prompt: Content = None
    content: Raw = _NO_JSON
    hook_event: str | None = msgspec.field(name="hookEvent", default=None)


class Origin(Struct, gc=False):
    """Who made a user record, in newer versions: `human`, `task-notification`, …"""

    kind: str | None = None


class Record(Struct, gc=False, rename="camel"):
    """One line of a session file."""

    type: str | None = None
    subtype: str | None = None
    uuid: str | None = None
    parent_uuid: str | UnsetType | None = UNSET
    session_id: str | None = None
    timestamp: str | float | None = None
    cwd: str | None = None
    git_branch: str | None = None
    version: str | None = None
    entrypoint: str | None = None
    prompt_source: str | None = None
    agent_id: str | None = None
    is_sidechain: bool | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    is_visible_in_transcript_only: bool | None = None
    is_api_error_message: bool | None = None
    origin: Origin | str | None = None
    message: Message | str | None = None
    content: Content = None
    operation: str | None = None
    attachment: Attachment | None = None
    summary: str | None = None
    leaf_uuid: str | None = None
    custom_title: str | None = None
    ai_title: str | None = None
    agent_name: str | None = None


class Decoded(Struct):
    """What one line held: mostly one record."""

    records: list[Record]
    broken: int = 0
    """Parts that are not JSON."""
    foreign: int = 0
    """JSON that is no object."""


_Kind = TypeVar("_Kind", bound=Struct)

_decode_record = msgspec.json.Decoder(Record).decode
_decode_input = msgspec.json.Decoder(ToolInput).decode
_decode_result = msgspec.json.Decoder(str | list[Block | str] | None).decode
_scanner = json.JSONDecoder()
_RECORD_STARTS = ('{"parentUuid"', '{"type"', '{"uuid"', '{"sessionId"')
_MAX_RESTARTS = 8


def decode_line(data: bytes) -> Decoded:
    """Decodes one line. Never raises: damage is counted in the answer."""
    try:
        found = Decoded([_decode_record(data)])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        found = _decode_damaged(data)
    for record in found.records:
        if record.type is None and record.session_id and isinstance(record.message, Message):
            record.type = record.message.role  # tools that keep only what was billed leave the type out
    return found


def tool_target(block: Block) -> tuple[str, str]:
    """The command a tool call ran, and the file it touched ("" where there is none)."""
    try:
        found = _decode_input(block.input)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        found = _lenient(ToolInput, _plain(block.input))
    return (
        found.command or "",
        found.file_path or found.notebook_path or found.absolute_path or found.path or "",
    )


def hook_texts(attachment: Attachment) -> list[str]:
    """What a hook's answer gave to the model: a text, or a text of each hook."""
    found = _plain(attachment.content)
    given = found if isinstance(found, list) else [found]
    return [text for text in given if isinstance(text, str)]


def result_text(block: Block) -> str:
    """The text of a tool's result; images and the like are left out."""
    try:
        found = _decode_result(block.content)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _nested_result(_plain(block.content))
    return "\n".join(texts(found))


def _nested_result(value: Any) -> str:
    """The output in a result as iFlow writes it: `{responseParts: {functionResponse: {response}}}`."""
    for name in ("responseParts", "functionResponse", "response"):
        value = value[0] if isinstance(value, list) and value else value
        value = value.get(name, value) if isinstance(value, dict) else None
    output = (value.get("output") or value.get("error")) if isinstance(value, dict) else None
    return output if isinstance(output, str) else ""


def texts(content: Content) -> list[str]:
    """The text blocks of a message's content, in order."""
    if content is None:
        return []
    if isinstance(content, str):
        return [content]
    return [
        part if isinstance(part, str) else part.text or ""
        for part in content
        if isinstance(part, str) or part.type == "text"
    ]


def _decode_damaged(data: bytes) -> Decoded:
    """Invalid UTF-8, lone surrogates, records glued together, a torn record in front, fields of odd types."""
    text = data.decode("utf-8", "replace")
    found = Decoded([])
    position = restarts = 0
    torn = False
    while position < len(text):
        try:
            value, position = _scanner.raw_decode(text, position)
        except (ValueError, RecursionError):
            found.broken += 1
            position = _next_record(text, position + 1)
            restarts += 1
            torn = True
            if position < 0 or restarts > _MAX_RESTARTS:
                break
            continue
        if not isinstance(value, dict):
            found.foreign += 1
        elif not torn or "sessionId" in value:
            # After a tear, `{"type"` may be the inside of another record: only whole ones name their session.
            found.records.append(_convert(value))
        while position < len(text) and text[position] in " \t\r\x00,":
            position += 1
    return found


def _next_record(text: str, position: int) -> int:
    return min((at for start in _RECORD_STARTS if (at := text.find(start, position)) >= 0), default=-1)


def _convert(value: dict[str, Any]) -> Record:
    # Lone surrogates can be neither encoded nor stored: they become question marks here.
    clean = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    try:
        return _decode_record(clean)
    except (msgspec.MsgspecError, RecursionError):
        return _lenient(Record, json.loads(clean))


def _plain(raw: Raw) -> Any:
    try:
        return json.loads(bytes(raw))
    except (ValueError, RecursionError):
        return None


def _lenient(kind: type[_Kind], value: Any) -> _Kind:
    """Keeps the fields that have the type we know, whatever became of the others."""
    kept: dict[str, Any] = {}
    if isinstance(value, dict):
        for field in msgspec.structs.fields(kind):
            if field.encode_name in value:
                found = _lenient_value(field.type, value[field.encode_name])
                if found is not None:
                    kept[field.name] = found
                elif value[field.encode_name] is None and field.name == "parent_uuid":
                    kept[field.name] = None
    return kind(**kept)


def _lenient_value(expected: Any, value: Any) -> Any:
    if expected is Raw:
        return Raw(json.dumps(value).encode())
    try:
        return msgspec.convert(value, expected)
    except msgspec.ValidationError:
        pass  # a part of it may still be of use
    if isinstance(value, list) and expected is Content:
        return [part if isinstance(part, str) else _lenient(Block, part) for part in value]
    if isinstance(value, dict):
        for choice in get_args(expected):
            if isinstance(choice, type) and issubclass(choice, Struct):
                return _lenient(choice, value)
    return None
