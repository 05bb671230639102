"""Plain transcripts: conversations in files of no particular program, in a folder of the person's choice.

JSON and JSON lines have messages or prompts, Markdown and text as `transcript_text` takes them:
- Messages: `{"role", "content"}` (OpenAI and Anthropic APIs, and most programs that keep their own history),
  `content` a text or a list of parts; in a list, as JSON lines, or as `{"messages": […]}`.
- Prompt lists: `{"content", "response": {"content"}}`, in a list or as `{branch: […]}`.

Asked last of all readers, and strict: only a file in which both the person and an assistant speak, in no
shape but the known ones, is a conversation. Its first 64 KB show which; all of it, where the first message is
longer. Turns have no ids; one is known by its words and by how often they were said before, so that a file
that is edited gives no turn twice.
"""

from __future__ import annotations

import hashlib
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import ijson  # type: ignore[import-untyped]

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import BatchBuilder, content_key
from arbor_desktop.conversations.readers.documents import DocumentReader, read_bytes, read_json, read_text
from arbor_desktop.conversations.readers.speech import Spoken, tool_call, tool_result
from arbor_desktop.conversations.readers.transcript_text import begins, talk_in
from arbor_desktop.conversations.readers.values import (
    BOM,
    PADDING,
    embedded,
    first_text,
    mapping,
    moment,
    objects,
    sequence,
    text,
)

SOURCE = "transcript"
TEXT_SUFFIXES = frozenset({".md", ".markdown", ".txt", ".text"})
LINES_SUFFIXES = frozenset({".jsonl", ".ndjson"})
_SUFFIXES = TEXT_SUFFIXES | LINES_SUFFIXES | {".json"}
HEAD_BYTES = 64 * 1024
_NO_TRANSCRIPTS = ("readme", "changelog", "license", "agents.md", "claude.md", "gemini.md", "memory.md")
"""What such files show of a conversation is an example."""
USER_ROLES = frozenset({"user", "human"})
ASSISTANT_ROLES = frozenset({"assistant", "ai", "model", "chatgpt", "claude"})
TOOL_ROLES = frozenset({"tool", "function"})
CONTEXT_ROLES = frozenset({"system", "developer"})
ROLES = USER_ROLES | ASSISTANT_ROLES | TOOL_ROLES | CONTEXT_ROLES
_TIMES = ("timestamp", "created_at", "createdAt", "create_time", "time", "date", "ts")
_TARGETS = ("command", "path", "file_path", "query", "url", "pattern")
_BOTH = {Role.USER, Role.ASSISTANT}
_MARKS = (b'"role"', b'"content"')
"""One of these is at the beginning of any message."""


@dataclass(slots=True)
class _Talk:
    """One conversation of a file."""

    name: str = ""
    """What tells it from the file's others."""
    said: list[tuple[Spoken, int]] = field(default_factory=list)
    """Turns with the byte offset or line at which they stand."""
    title: str = ""
    branch: str = ""
    cwd: str = ""
    model: str = ""


class TranscriptReader(DocumentReader):
    """Reads conversations with roles that no other reader knows."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        suffix, name = path.suffix.lower(), path.name.lower()
        if name.startswith(_NO_TRANSCRIPTS) or suffix not in _SUFFIXES:
            return False
        whole = len(head) < HEAD_BYTES
        roles = _roles(suffix, head.removeprefix(BOM), whole=whole)
        if roles is not None and roles != _BOTH and not whole:
            roles = _roles(suffix, read_bytes(path).removeprefix(BOM), whole=True)
        return roles == _BOTH

    def take(self, path: Path, out: BatchBuilder) -> Iterator[None]:
        written = path.stat().st_mtime_ns // 1_000_000
        for talk in _talks(path, out):
            yield
            _add(path, talk, written, out)


def _talks(path: Path, out: BatchBuilder) -> Iterable[_Talk]:
    suffix = path.suffix.lower()
    if suffix in LINES_SUFFIXES:
        return _line_talks(read_bytes(path), out)
    if suffix == ".json":
        return _document_talks(read_json(path))
    talk = _text_talk(read_text(path))
    return [talk] if talk else []


def _add(path: Path, talk: _Talk, written: int, out: BatchBuilder) -> None:
    """`written`: when the file was, in milliseconds; words without a time were said by then."""
    if not talk.said:
        return
    session = content_key(SOURCE, "", path.resolve(), talk.name).rpartition(":")[2]
    before: Counter[tuple[str, str, str]] = Counter()
    for said, line in talk.said:
        words = (said.role.value, said.kind.value, said.text.strip())
        key = content_key(SOURCE, session, *words, before[words])
        before[words] += 1
        out.say(session, key, said.role, said.text, kind=said.kind, at=said.at or written, line=line)
    out.about(
        session,
        title=talk.title,
        cwd=talk.cwd,
        branch=talk.branch,
        whole=True,
        model=talk.model or None,
    )


def _roles(suffix: str, data: bytes, *, whole: bool) -> set[Role] | None:
    """Return who speaks in `data`; None if it is no transcript. Unless it is `whole`, more may come."""
    if suffix == ".json":
        roles = _document_roles(data)
    elif suffix in TEXT_SUFFIXES:
        words = (data if whole else data[: data.rfind(b"\n") + 1] or data).decode("utf-8", "replace")
        if _text_talk(words) is not None:
            return _BOTH
        return set() if not whole and begins(words) else None
    else:
        roles = _line_roles(data if whole else data[: data.rfind(b"\n") + 1])
    return roles if roles or any(mark in data for mark in _MARKS) else None


def _text_talk(words: str) -> _Talk | None:
    found = talk_in(words)
    if found is None:
        return None
    said = []
    for turn in found.turns:
        kind = TurnKind.SAID if turn.role else TurnKind.INJECTED
        said.append((Spoken(turn.role or Role.USER, kind, turn.text, at=moment(turn.note)), turn.line))
    return _Talk(said=said, title=found.title)


def _line_roles(data: bytes) -> set[Role] | None:
    """Return who speaks in lines of messages, prompts or conversations; None where a line is none."""
    roles: set[Role] = set()
    for line in data.splitlines():
        if not line.strip(PADDING):
            continue
        records = objects(line.strip(PADDING))
        if not records:
            return None
        for record in records:
            said = _said(record)
            if said is None:
                return None
            roles |= {each.role for each in said if each.kind is TurnKind.SAID}
    return roles


def _said(record: Any) -> list[Spoken] | None:
    """Return what a record says; None where it is neither message nor prompt nor conversation."""
    if _is_message(record):
        return list(message_parts(record))
    if _is_prompt(record):
        return list(_prompt_parts(record))
    messages = sequence(mapping(record).get("messages"))
    if messages and all(map(_is_message, messages)):
        return list(chain.from_iterable(map(message_parts, messages)))
    return None


def _line_talks(data: bytes, out: BatchBuilder) -> Iterator[_Talk]:
    """Yield the conversation of all lines that are messages, and each line that is a conversation."""
    together = _Talk()
    offset = 0
    for line in data.removeprefix(BOM).splitlines(keepends=True):
        body, here = line.strip(PADDING), offset
        offset += len(line)
        if not body:
            continue
        records = objects(body)
        if records is None:
            out.broken += 1
            continue
        for record in records:
            said = _said(record)
            if said is None:
                out.unknown += 1
            elif "messages" in record and not _is_message(record):
                name = hashlib.blake2b(body, digest_size=8).hexdigest()
                yield _described(_Talk(name, [(each, here) for each in said]), record)
            else:
                together.said += [(each, here) for each in said]
    yield together


def _document_talks(value: Any) -> Iterator[_Talk]:
    """Yield a list of messages or prompts, `{"messages": […]}`, or each branch of `{branch: […]}`."""
    if isinstance(value, list):
        yield _Talk(said=_all_said(value))
        return
    document = mapping(value)
    if isinstance(document.get("messages"), list):
        yield _described(_Talk(said=_all_said(document["messages"])), document)
        return
    branches = document.get("branches") if isinstance(document.get("branches"), dict) else document
    for name, prompts in mapping(branches).items():
        records = sequence(prompts)
        if records and all(map(_is_prompt, records)):
            yield _described(_Talk(name, _all_said(records), branch=name), document)


def _all_said(records: list[Any]) -> list[tuple[Spoken, int]]:
    return [(said, number) for number, record in enumerate(records) for said in _said(record) or ()]


def _described(talk: _Talk, record: Any) -> _Talk:
    """`talk` with what the record around it says of it."""
    about = mapping(record)
    talk.title = first_text(about, ("title", "name"))
    talk.cwd = text(about.get("cwd"))
    talk.branch = talk.branch or text(about.get("branch"))
    talk.model = text(about.get("model"))
    return talk


def _document_roles(data: bytes) -> set[Role] | None:
    """Who speaks in the JSON that begins with `data`, and may be cut off anywhere; None where it is no list
    of messages or prompts."""
    roles: set[Role] = set()
    for place, record in _records(data.strip(PADDING).decode("utf-8", "replace").encode()):
        if place in ((), ("messages",)):
            if not (_is_message(record) or _is_prompt(record)):
                return None
        elif not _is_prompt(record):
            continue
        roles |= {said.role for said in _said(record) or () if said.kind is TurnKind.SAID}
    return roles


def _records(document: bytes) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the objects in the outermost lists of a JSON text that may end too early, with the list's
    keys."""
    keys: list[str] = []
    lists = depth = 0
    builder: ijson.ObjectBuilder | None = None
    try:
        for event, value in ijson.basic_parse(io.BytesIO(document)):
            if builder is not None:
                builder.event(event, value)
                depth += event in ("start_map", "start_array")
                depth -= event in ("end_map", "end_array")
                if not depth:
                    yield tuple(keys), builder.value
                    builder = None
            elif event == "start_map" and lists == 1:
                builder, depth = ijson.ObjectBuilder(), 1
                builder.event(event, value)
            elif event == "start_map":
                keys.append("")
            elif event == "end_map":
                keys.pop()
            elif event == "map_key":
                keys[-1] = value
            else:
                lists += event == "start_array"
                lists -= event == "end_array"
    except (ijson.JSONError, UnicodeDecodeError, ArithmeticError):  # it ends here, or is no JSON from here on
        return


# -- messages and prompts --


def message_parts(record: Mapping[str, Any]) -> Iterator[Spoken]:
    """Yield what a `{"role", "content"}` message says."""
    name = text(record.get("role")).lower()
    at = _time_of(record)
    role = Role.USER if name in USER_ROLES or name in CONTEXT_ROLES else Role.ASSISTANT
    for kind, words in _parts(record.get("content")):
        if name in TOOL_ROLES:
            ended = tool_result(words) if kind is TurnKind.SAID else words
            yield Spoken(Role.ASSISTANT, TurnKind.TOOL, ended, at=at)
        elif name in CONTEXT_ROLES:
            yield Spoken(Role.USER, TurnKind.INJECTED, words, at=at)
        elif name in ROLES:
            yield Spoken(Role.ASSISTANT if kind is TurnKind.TOOL else role, kind, words, at=at)
    for call in sequence(record.get("tool_calls")):
        function = mapping(mapping(call).get("function"))
        words = tool_call(text(function.get("name")), target_of(function.get("arguments")))
        yield Spoken(Role.ASSISTANT, TurnKind.TOOL, words, at=at)


def _prompt_parts(record: Mapping[str, Any]) -> Iterator[Spoken]:
    """Yield what a `{"content", "response": {"content"}}` prompt and its answer say."""
    answer = mapping(record.get("response"))
    at = _time_of(record)
    for kind, words in _parts(record.get("content")):
        yield Spoken(Role.ASSISTANT if kind is TurnKind.TOOL else Role.USER, kind, words, at=at)
    for kind, words in _parts(answer.get("content")):
        yield Spoken(Role.ASSISTANT, kind, words, at=_time_of(answer) or at)


def _is_message(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and text(value.get("role")).lower() in ROLES
        and isinstance(value.get("content"), str | list | None)
        and ("content" in value or "tool_calls" in value)
    )


def _is_prompt(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("content"), str | list)
        and isinstance(value.get("response"), dict)
        and isinstance(value["response"].get("content"), str | list)
    )


def _time_of(record: Mapping[str, Any]) -> int | None:
    """Return milliseconds, from whatever name a program gives to its time."""
    return next((at for name in _TIMES if (at := moment(record.get(name))) is not None), None)


def _parts(content: Any) -> Iterator[tuple[TurnKind, str]]:
    """Yield (kind, words) of a message's content; pictures, thinking and unknown parts say nothing."""
    if isinstance(content, str):
        yield TurnKind.SAID, content
        return
    words: list[str] = []
    for part in sequence(content):
        if isinstance(part, str):
            words.append(part)
            continue
        record = mapping(part)
        match record.get("type"):
            case "text" | "input_text" | "output_text" | None:
                words.append(text(record.get("text")))
                continue
            case "tool_use":
                found = tool_call(text(record.get("name")), target_of(record.get("input")))
            case "tool_result":
                output = "\n".join(part for _, part in _parts(record.get("content")))
                found = tool_result(output, failed=record.get("is_error") is True)
            case _:
                continue
        if joined := _joined(words):
            yield TurnKind.SAID, joined
        words = []
        yield TurnKind.TOOL, found
    if joined := _joined(words):
        yield TurnKind.SAID, joined


def _joined(words: list[str]) -> str:
    return "\n\n".join(part for part in words if part.strip())


def target_of(value: Any) -> str:
    """Return the argument of a tool call that says most, in one line's worth."""
    found = embedded(value)
    return first_text(mapping(found), _TARGETS) if found is not None else text(value)
