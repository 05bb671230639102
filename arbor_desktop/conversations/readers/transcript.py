"""Plain transcripts: conversations in files of no particular program, in a folder of the person's choice.

JSON and JSON lines have messages or prompts:
- Messages: `{"role", "content"}` (OpenAI and Anthropic APIs, and most programs that keep their own history),
  `content` a text or a list of parts; in a list, as JSON lines, or as `{"messages": […]}`.
- Prompt lists: `{"content", "response": {"content"}}`, in a list or as `{branch: […]}`.

Asked last of all readers, and strict: only a file in which both the person and an assistant speak, in no
shape but the known ones, is a conversation. Its first 64 KB show which; all of it, where the first message is
longer. Turns have no ids; one is known by its words and by how often they were said before, so that a file
that is edited gives no turn twice.

In Markdown and text, a word at the start of a line says who speaks, in one of these ways, to which a file
keeps:
- `User: …` and `Assistant: …` before the words, also `**User:** …` or `**User**: …`;
- a line with nothing else: `**User**`, `You said:`, `##### ChatGPT said:`;
- a heading: `## User`, `### Assistant:`, `#### You (2024-05-01 10:00)`;
- a time before it: `[2024-05-01 10:00] User: …`.

Only the words for the two roles count: two people talking ("Anna: … Ben: …") are no conversation with an
assistant. A file keeps to one word for each role, so that "Claude: " in an answer is no new turn. A speaker
in a code block is an example.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import ijson  # type: ignore[import-untyped]

from arbor_desktop.conversations.model import HEAD_BYTES, Role, TurnKind
from arbor_desktop.conversations.readers.base import (
    BatchBuilder,
    DocumentReader,
    content_key,
    read_bytes,
    read_json,
    read_text,
)
from arbor_desktop.conversations.readers.values import (
    BOM,
    PADDING,
    Spoken,
    decoded,
    embedded,
    first_text,
    in_utf8,
    mapping,
    mappings,
    moment,
    objects,
    sequence,
    text,
    tool_call,
    tool_result,
)

SOURCE = "transcript"
TEXT_SUFFIXES = frozenset({".md", ".markdown", ".txt", ".text"})
LINES_SUFFIXES = frozenset({".jsonl", ".ndjson"})
_SUFFIXES = TEXT_SUFFIXES | LINES_SUFFIXES | {".json"}
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

MAX_PREAMBLE = 12
"""Lines with words that may stand before the first turn: a title, a date, a link."""
MIN_WORDS = 3
"""Fewer words of the person in all the file are the fields of a form, no conversation."""

_USER = "user|human|you|me"
_CLAUDE = r"claude(?: \d[\w.]*)?(?: (?:opus|sonnet|haiku))?(?: \d[\w.]*)?"
_ASSISTANT = rf"assistant|ai|{_CLAUDE}|chatgpt(?: \d[\w.-]*)?|gpt-[\w.]+|gemini|copilot"
_WORD = rf"(?:[^\w\s#*:`<>\[\]|/\\-]{{1,3}} )?(?P<who>{_USER}|{_ASSISTANT}|system)"
"""The word, perhaps behind a little picture."""
_NOTE = r"(?: *\((?P<note>[^()]*)\))?"
_USER_WORDS = frozenset(_USER.split("|"))
_STYLES = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "colon": rf"{_WORD}:(?:[ \t]+(?P<rest>.*))?$",
        "stamped colon": rf"\[(?P<note>[\d][^\[\]]{{3,40}})\] {_WORD}:(?:[ \t]+(?P<rest>.*))?$",
        "bold colon": rf"(?:\*\*|__){_WORD}{_NOTE}(?::(?:\*\*|__)|(?:\*\*|__):)(?:[ \t]*(?P<rest>.*))?$",
        "bold": rf"(?:\*\*|__){_WORD}{_NOTE}(?:\*\*|__)$",
        "said": rf"(?:#{{1,6}} +)?(?:\*\*)?{_WORD} said:(?:\*\*)?$",
        "heading": rf"(?P<level>#{{1,6}}) +(?:\*\*)?{_WORD}:?(?:\*\*)?:?{_NOTE}$",
    }.items()
}
_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})(?P<info>.*)$")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$")
_BULLET = re.compile(r"\s*(?:[-*+•]|\d+[.)])\s")


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
        roles = _roles(suffix, in_utf8(head).removeprefix(BOM), whole=whole)
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
    for said, line in talk.said:
        out.say_words(session, said.role, said.kind, said.text, at=said.at or written, line=line)
    out.about(session, title=talk.title, cwd=talk.cwd, branch=talk.branch, whole=True, model=talk.model)


def _roles(suffix: str, data: bytes, *, whole: bool) -> set[Role] | None:
    """Return who speaks in `data`; None if it is no transcript. Unless it is `whole`, more may come."""
    if suffix == ".json":
        roles = _document_roles(data)
    elif suffix in TEXT_SUFFIXES:
        words = decoded(data if whole else data[: data.rfind(b"\n") + 1] or data)
        if _text_talk(words) is not None:
            return _BOTH
        return set() if not whole and _begins(words) else None
    else:
        roles = _line_roles(data if whole else data[: data.rfind(b"\n") + 1])
    return roles if roles or any(mark in data for mark in _MARKS) else None


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
    messages = sequence(record, "messages")
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
    talk.cwd = text(about, "cwd")
    talk.branch = talk.branch or text(about, "branch")
    talk.model = text(about, "model")
    return talk


def _document_roles(data: bytes) -> set[Role] | None:
    """Who speaks in the JSON that begins with `data`, and may be cut off anywhere; None where it is no list
    of messages or prompts."""
    roles: set[Role] = set()
    for place, record in _records(decoded(data.strip(PADDING)).encode()):
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
    name = text(record, "role").lower()
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
    for call in mappings(record, "tool_calls"):
        yield called(call)._replace(at=at)


def called(call: Mapping[str, Any]) -> Spoken:
    """Return what a `{"function": {"name", "arguments"}}` call says."""
    function = mapping(call, "function")
    words = tool_call(text(function, "name"), target_of(function.get("arguments")))
    return Spoken(Role.ASSISTANT, TurnKind.TOOL, words)


def _prompt_parts(record: Mapping[str, Any]) -> Iterator[Spoken]:
    """Yield what a `{"content", "response": {"content"}}` prompt and its answer say."""
    answer = mapping(record, "response")
    at = _time_of(record)
    for kind, words in _parts(record.get("content")):
        yield Spoken(Role.ASSISTANT if kind is TurnKind.TOOL else Role.USER, kind, words, at=at)
    for kind, words in _parts(answer.get("content")):
        yield Spoken(Role.ASSISTANT, kind, words, at=_time_of(answer) or at)


def _is_message(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and text(value, "role").lower() in ROLES
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
    return next((at for name in _TIMES if (at := moment(record, name)) is not None), None)


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
                words.append(text(record, "text"))
                continue
            case "tool_use":
                found = tool_call(text(record, "name"), target_of(record.get("input")))
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


# -- text --


class _Speakers:
    """Which lines of this file begin a turn: settled by the first ones."""

    def __init__(self) -> None:
        self._style = self._level = ""
        self._words: dict[Role, str] = {}

    def begins(self, line: str) -> tuple[Role | None, str, str] | None:
        """(who speaks, the first words, the note) where the line begins a turn."""
        for style in [self._style] if self._style else list(_STYLES):
            found = _STYLES[style].match(line.rstrip())
            if found:
                break
        else:
            return None
        groups = found.groupdict()
        level, word = groups.get("level") or "", groups["who"]
        if self._style and level != self._level:
            return None
        role = _role_of(word)
        if role is None and self._words:  # "System: Ubuntu" in a question
            return None
        if role is not None and self._words.setdefault(role, word) != word:
            return None
        self._style, self._level = style, level
        return role, groups.get("rest") or "", groups.get("note") or ""


def _begins(text: str) -> bool:
    """Return whether a turn begins where the first one of a conversation does."""
    speakers, preamble = _Speakers(), 0
    lines = text.split("\n")
    for line in lines[_after_front_matter(lines) :]:
        if speakers.begins(line):
            return True
        preamble += bool(line.strip())
        if preamble > MAX_PREAMBLE:
            break
    return False


def _text_talk(text: str) -> _Talk | None:
    """Return the conversation that `text` is; None where it is something else."""
    lines = text.replace("\r\n", "\n").split("\n")
    turns: list[tuple[Role | None, int, str, list[str]]] = []
    speakers = _Speakers()
    start = _after_front_matter(lines)
    code = _code_lines(lines)
    preamble: list[str] = []
    for number in range(start, len(lines)):
        line = lines[number]
        begun = None if number in code else speakers.begins(line)
        if begun:
            role, first, note = begun
            turns.append((role, number, note, [first]))
        elif turns:
            turns[-1][3].append(line)
        elif line.strip():
            preamble.append(line)
            if len(preamble) > MAX_PREAMBLE:
                return None
    said = []
    for role, number, note, held in turns:
        while held and (not held[-1].strip() or _RULE.match(held[-1])):
            held.pop()
        kind = TurnKind.SAID if role else TurnKind.INJECTED  # a system prompt
        said.append((Spoken(role or Role.USER, kind, "\n".join(held).strip(), at=moment(note)), number))
    return _Talk(said=said, title=_title(lines[:start], preamble)) if _is_talk(said) else None


def _is_talk(turns: list[tuple[Spoken, int]]) -> bool:
    said = [turn for turn, _ in turns if turn.kind is TurnKind.SAID]
    prompts = [turn.text for turn in said if turn.role is Role.USER]
    if not prompts or len(prompts) == len(said) or sum(len(words.split()) for words in prompts) < MIN_WORDS:
        return False
    # A note about the two ("## User", then a list) looks the same, but nobody speaks in lists only.
    return not all(_BULLET.match(line) for words in prompts for line in words.splitlines() if line.strip())


def _role_of(word: str) -> Role | None:
    word = word.lower()
    if word == "system":
        return None
    return Role.USER if word in _USER_WORDS else Role.ASSISTANT


def _after_front_matter(lines: list[str]) -> int:
    if lines and lines[0].rstrip() == "---":
        for number in range(1, min(len(lines), 100)):
            if lines[number].rstrip() == "---":
                return number + 1
    return 0


def _title(front: list[str], preamble: list[str]) -> str:
    for line in front:
        name, _, value = line.partition(":")
        if name.strip().lower() == "title":
            return value.strip().strip("\"'")
    for line in preamble:
        if line.startswith("# "):
            return line[2:].strip()
    return ""


def _code_lines(lines: list[str]) -> set[int]:
    """Return the lines inside code blocks; a block that is never closed is none."""
    inside: set[int] = set()
    mark, start = "", 0
    for number, line in enumerate(lines):
        found = _FENCE.match(line)
        if not found:
            continue
        if not mark:
            mark, start = found["mark"], number
        elif found["mark"].startswith(mark) and not found["info"].strip():
            inside.update(range(start, number + 1))
            mark = ""
    return inside
