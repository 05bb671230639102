"""Plain transcripts: conversations in files of no particular program, in a folder of the person's choice.

JSON and JSON lines as `transcript_json` takes them, Markdown and text as `transcript_text` does. Asked last
of all readers, and strict: only a file in which both the person and an assistant speak, in no shape but the
known ones, is a conversation. Its first 64 KB show which; all of it, where the first message is longer. Turns
have no ids; one is known by its words and by how often they were said before, so that a file that is edited
gives no turn twice.
"""

from __future__ import annotations

import hashlib
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import ijson  # type: ignore[import-untyped]

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers import json_lines, transcript_json
from arbor_desktop.conversations.readers.base import Batch, Checkpoint
from arbor_desktop.conversations.readers.documents import (
    document_checkpoint,
    is_unchanged,
    read_bytes,
    read_json,
)
from arbor_desktop.conversations.readers.gathering import BATCH_CHARS, Gathering, content_key
from arbor_desktop.conversations.readers.transcript_json import Said
from arbor_desktop.conversations.readers.transcript_text import begins, talk_in

SOURCE = "transcript"
TEXT_SUFFIXES = frozenset({".md", ".markdown", ".txt", ".text"})
LINES_SUFFIXES = frozenset({".jsonl", ".ndjson"})
_SUFFIXES = TEXT_SUFFIXES | LINES_SUFFIXES | {".json"}
HEAD_BYTES = 64 * 1024
_NO_TRANSCRIPTS = ("readme", "changelog", "license", "agents.md", "claude.md", "gemini.md", "memory.md")
"""What such files show of a conversation is an example."""
_BOM = b"\xef\xbb\xbf"
_BOTH = {Role.USER, Role.ASSISTANT}
_MARKS = (b'"role"', b'"content"')
"""One of these is at the beginning of any message."""


@dataclass(slots=True)
class _Talk:
    """One conversation of a file."""

    name: str = ""
    """What tells it from the file's others."""
    said: list[tuple[Said, int]] = field(default_factory=list)
    """Turns with the byte offset or line at which they stand."""
    title: str = ""
    branch: str = ""
    cwd: str = ""
    model: str = ""


class TranscriptReader:
    """Reads conversations with roles that no other reader knows."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        suffix, name = path.suffix.lower(), path.name.lower()
        if name.startswith(_NO_TRANSCRIPTS) or suffix not in _SUFFIXES:
            return False
        whole = len(head) < HEAD_BYTES
        roles = _roles(suffix, head.removeprefix(_BOM), whole=whole)
        if roles is not None and roles != _BOTH and not whole:
            roles = _roles(suffix, read_bytes(path).removeprefix(_BOM), whole=True)
        return roles == _BOTH

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        if since is not None and is_unchanged(path, since):
            yield Batch(since)
            return
        finished = document_checkpoint(path)
        out = Gathering(SOURCE)
        for talk in _talks(path, out):
            if out.chars >= BATCH_CHARS:
                yield out.batch(document_checkpoint(path, finished=False))
            _gather(path, talk, finished.mtime_ns // 1_000_000, out)
        yield out.batch(finished)


def _talks(path: Path, out: Gathering) -> Iterable[_Talk]:
    suffix = path.suffix.lower()
    if suffix in LINES_SUFFIXES:
        return _line_talks(read_bytes(path), out)
    if suffix == ".json":
        return _document_talks(read_json(path))
    talk = _text_talks(read_bytes(path).removeprefix(_BOM).replace(b"\x00", b"").decode("utf-8", "replace"))
    return [talk] if talk else []


def _gather(path: Path, talk: _Talk, written: int, out: Gathering) -> None:
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
    """Who speaks in `data`; None where it is no transcript. Unless it is `whole`, more may come."""
    if suffix == ".json":
        roles = _document_roles(data)
    elif suffix in TEXT_SUFFIXES:
        text = (data if whole else data[: data.rfind(b"\n") + 1] or data).decode("utf-8", "replace")
        if _text_talks(text) is not None:
            return _BOTH
        return set() if not whole and begins(text) else None
    else:
        roles = _line_roles(data if whole else data[: data.rfind(b"\n") + 1])
    return roles if roles or any(mark in data for mark in _MARKS) else None


def _text_talks(text: str) -> _Talk | None:
    found = talk_in(text)
    if found is None:
        return None
    said = []
    for turn in found.turns:
        kind = TurnKind.SAID if turn.role else TurnKind.INJECTED
        said.append((Said(turn.role or Role.USER, kind, turn.text, json_lines.moment(turn.note)), turn.line))
    return _Talk(said=said, title=found.title)


def _line_roles(data: bytes) -> set[Role] | None:
    """Who speaks in lines that are messages, prompts or whole conversations; None where a line is not."""
    roles: set[Role] = set()
    for line in data.splitlines():
        if not line.strip(b" \t\r\n\x00"):
            continue
        records = json_lines.objects(line.strip(b" \t\r\n\x00"))
        if not records:
            return None
        for record in records:
            said = _said(record)
            if said is None:
                return None
            roles |= {each.role for each in said if each.kind is TurnKind.SAID}
    return roles


def _said(record: Any) -> list[Said] | None:
    """What a record says; None where it is neither message nor prompt nor conversation."""
    if transcript_json.is_message(record):
        return list(transcript_json.message(record))
    if transcript_json.is_prompt(record):
        return list(transcript_json.prompt(record))
    messages = json_lines.sequence(json_lines.mapping(record).get("messages"))
    if messages and all(map(transcript_json.is_message, messages)):
        return list(chain.from_iterable(map(transcript_json.message, messages)))
    return None


def _line_talks(data: bytes, out: Gathering) -> Iterator[_Talk]:
    """Lines that are messages are one conversation; each line that is a conversation is one of its own."""
    together = _Talk()
    offset = 0
    for line in data.removeprefix(_BOM).splitlines(keepends=True):
        body, here = line.strip(b" \t\r\n\x00"), offset
        offset += len(line)
        if not body:
            continue
        records = json_lines.objects(body)
        if records is None:
            out.broken += 1
            continue
        for record in records:
            said = _said(record)
            if said is None:
                out.unknown += 1
            elif "messages" in record and not transcript_json.is_message(record):
                name = hashlib.blake2b(body, digest_size=8).hexdigest()
                yield _described(_Talk(name, [(each, here) for each in said]), record)
            else:
                together.said += [(each, here) for each in said]
    yield together


def _document_talks(value: Any) -> Iterator[_Talk]:
    """A list of messages or prompts; `{"messages": […]}`, or `{branch: […]}`, one conversation a branch."""
    if isinstance(value, list):
        yield _Talk(said=_all_said(value))
        return
    document = json_lines.mapping(value)
    if isinstance(document.get("messages"), list):
        yield _described(_Talk(said=_all_said(document["messages"])), document)
        return
    branches = document.get("branches") if isinstance(document.get("branches"), dict) else document
    for name, prompts in json_lines.mapping(branches).items():
        records = json_lines.sequence(prompts)
        if records and all(map(transcript_json.is_prompt, records)):
            yield _described(_Talk(name, _all_said(records), branch=name), document)


def _all_said(records: list[Any]) -> list[tuple[Said, int]]:
    return [(said, number) for number, record in enumerate(records) for said in _said(record) or ()]


def _described(talk: _Talk, record: Any) -> _Talk:
    """`talk` with what the record around it says of it."""
    about = json_lines.mapping(record)
    talk.title = json_lines.text(about.get("title")) or json_lines.text(about.get("name"))
    talk.cwd = json_lines.text(about.get("cwd"))
    talk.branch = talk.branch or json_lines.text(about.get("branch"))
    talk.model = json_lines.text(about.get("model"))
    return talk


def _document_roles(data: bytes) -> set[Role] | None:
    """Who speaks in the JSON that begins with `data`, and may be cut off anywhere; None where it is no list
    of messages or prompts."""
    roles: set[Role] = set()
    for place, record in _records(data.strip(b" \t\r\n\x00").decode("utf-8", "replace")):
        if place in ((), ("messages",)):
            if not (transcript_json.is_message(record) or transcript_json.is_prompt(record)):
                return None
        elif not transcript_json.is_prompt(record):
            continue
        roles |= {said.role for said in _said(record) or () if said.kind is TurnKind.SAID}
    return roles


def _records(text: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The objects in the outermost lists of a JSON text that may end too early, each with its list's keys."""
    keys: list[str] = []
    lists = depth = 0
    builder: ijson.ObjectBuilder | None = None
    try:
        for event, value in ijson.basic_parse(io.BytesIO(text.encode("utf-8", "replace"))):
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
