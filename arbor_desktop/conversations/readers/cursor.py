"""Cursor: transcripts of its agents; for the databases of its editor and of its command line see
`cursor_database`.

`~/.cursor/projects/<folder>/agent-transcripts/<id>.jsonl` or `<id>/<id>.jsonl`, of sub-agents in
`<id>/subagents/`: lines `{role, message: {content: [text | thinking | tool_use]}}`, appended to, without
times. Older versions write `<id>.txt`: blocks that begin with a line `user:` or `assistant:`, in which
`[Thinking]`, `[Tool call] name` and `[Tool result]` head indented text
(kenn-io/agentsview:internal/parser/cursor.go).

Times are the file's own: what is new in a file was said when it was written; of what was there before, only
the first and the last turn have one.

The folder's name in `projects` is the path with every sign between words made a dash, which cannot be undone
without looking which folders there are. For agents of the command line `chats/<hash>/<id>/meta.json` says it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, BatchBuilder, Checkpoint, Damaged
from arbor_desktop.conversations.readers.cursor_database import (
    SOURCE,
    EditorReader,
    StoreReader,
    Voice,
    called,
    said_by_assistant,
    said_by_user,
)
from arbor_desktop.conversations.readers.databases import is_database
from arbor_desktop.conversations.readers.documents import DocumentReader, read_bytes, read_json
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog
from arbor_desktop.conversations.readers.lines import LogFile
from arbor_desktop.conversations.readers.values import BOM, mapping, sequence, text

_FOREIGN = frozenset(("uuid", "sessionId", "session_id", "timestamp", "id", "parentId", "payload"))
"""Fields at the top of a line that Cursor does not write, but others with `role` and `message` do."""
_TEXT_HEADS = ("[Thinking]", "[Tool call]", "[Tool result]")
_STOPPED = frozenset(("aborted", "cancelled", "canceled", "interrupted"))
MAX_LOOKS = 400
"""So many folders are looked into to find the one a name stands for."""
_ID = re.compile(r"\w[\w-]*")


class _Lines(JsonLog):
    """The lines of a transcript."""

    saved = ("counts",)

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        self._place, self._written = place_of(path), _mtime(path)
        self._voice = Voice(self._place.session, self.out, self._place.subagent, self._place.cwd)
        self._introduced = False

    @property
    def counts(self) -> dict[str, int]:
        """How often short words were said, by their keys."""
        return self._voice.counts

    @counts.setter
    def counts(self, counts: dict[str, int]) -> None:
        self._voice.counts = counts

    def begin(self, file: LogFile, start: int) -> None:
        self._voice.at = self._written

    def take(self, record: Mapping[str, Any]) -> None:
        voice, role = self._voice, record.get("role")
        voice.line = self.line
        if not self._introduced:
            _introduce(self._place, self.out)
            self._introduced = True
        if role not in ("user", "assistant"):
            if record.get("type") != "turn_ended":
                self.out.unknown += 1
            elif text(record.get("status")) in _STOPPED:
                voice.say(Role.USER, TurnKind.INTERRUPT, "Interrupted")
            return
        content = mapping(record.get("message")).get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else sequence(content)
        before = self.out.chars
        for block in blocks:
            voice.block(Role(role), mapping(block))
        if self.out.chars > before and self.complete:
            voice.at = None  # when the others of an old file were said, nobody knows


class _TextReader(DocumentReader):
    """Reads the transcripts of older versions."""

    source = SOURCE

    def __init__(self, since: Checkpoint | None) -> None:
        self._since = since

    def take(self, path: Path, out: BatchBuilder) -> None:
        place = place_of(path)
        voice = Voice(place.session, out, place.subagent, place.cwd)
        _introduce(place, out)
        out.about(place.session, whole=not place.subagent)
        voice.at = _mtime(path)
        lines = read_bytes(path).removeprefix(BOM).decode("utf-8", "replace").splitlines()
        for role, block in _blocks(lines):
            before = out.chars
            for kind, words in said_by_user("\n".join(block)) if role is Role.USER else _answered(block):
                voice.say(role, kind, words)
            if out.chars > before and self._since is None:
                voice.at = None


class CursorReader(JsonLinesReader):
    """Reads an agent's transcript, or a database."""

    source = SOURCE
    log = _Lines
    head_lines = 20

    def recognises(self, path: Path, head: bytes) -> bool:
        if is_database(head):
            try:
                return EditorReader().recognises(path, head) or StoreReader().recognises(path, head)
            except Damaged:  # locked or broken: whose it is, only its place can tell
                return path.name == "store.db" and "cursor" in str(path).lower()
        head = head.removeprefix(BOM)
        if head.lstrip().startswith(b"user:"):
            return _is_text(path, head)
        return super().recognises(path, head)

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        """Return whether most first lines are Cursor's; those of others have more at their top."""
        messages = [record for record in records if "role" in record or "message" in record]
        ours = [
            record
            for record in messages
            if record.get("role") in ("user", "assistant")
            and isinstance(mapping(record.get("message")).get("content"), list | str)
            and "type" not in record
            and _FOREIGN.isdisjoint(record)
        ]
        return len(ours) * 2 > len(messages)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        with path.open("rb") as file:
            head = file.read(64)
        if is_database(head):
            reader = StoreReader() if path.name == "store.db" else EditorReader()
            return reader.read(path, since)
        if head.removeprefix(BOM).lstrip().startswith(b"user:"):
            return _last_timed(_TextReader(since).read(path, since), path)
        return _last_timed(super().read(path, since), path)


def _is_text(path: Path, head: bytes) -> bool:
    lines = [line.strip() for line in head.split(b"\n") if line.strip()]
    return (
        path.suffix == ".txt"
        and lines[0] == b"user:"
        and (lines[1:2] == [b"<user_query>"] or "agent-transcripts" in path.parts)
    )


def _mtime(path: Path) -> int:
    return path.stat().st_mtime_ns // 1_000_000


def _last_timed(batches: Iterator[Batch], path: Path) -> Iterator[Batch]:
    """Give the last turn of all the file's time."""
    at, held = _mtime(path), None
    for batch in batches:
        if held is not None:
            yield held
        held = batch
    if held is None:
        return
    parts = [part for part in held.sessions if part.turns]
    if parts:
        last = parts[-1]
        timed = replace(last, turns=(*last.turns[:-1], replace(last.turns[-1], at=at)))
        held = replace(held, sessions=tuple(timed if part is last else part for part in held.sessions))
    yield held


def _introduce(place: Place, out: BatchBuilder) -> None:
    """Note what the transcript's place says of the session."""
    out.about(
        place.session,
        cwd=None if place.subagent else place.cwd,
        parent=place.parent,
        headless=place.subagent and not place.parent,
    )


# -- the older text --


def _blocks(lines: list[str]) -> Iterator[tuple[Role, list[str]]]:
    """Yield what each side said. Inside a prompt's wrapper a line `assistant:` is the person's."""
    role: Role | None = None
    block: list[str] = []
    quoted = False
    for line in lines:
        bare = line.strip()
        if bare in ("user:", "assistant:") and line == line.lstrip() and not quoted:
            if role is not None:
                yield role, block
            role, block = Role(bare[:-1]), []
            continue
        if role is Role.USER:
            quoted = (quoted or bare.startswith("<user_query>")) and not bare.endswith("</user_query>")
        block.append(line)
    if role is not None:
        yield role, block


def _answered(lines: list[str]) -> Iterator[tuple[TurnKind, str]]:
    """Yield an answer's words and tool calls, without thinking and results, which are files' contents."""
    words: list[str] = []
    hidden = False
    for line in lines:
        if line.startswith(_TEXT_HEADS):
            yield TurnKind.SAID, said_by_assistant("\n".join(words))
            words, hidden = [], True
            if line.startswith("[Tool call]"):
                yield TurnKind.TOOL, called(line.removeprefix("[Tool call]"), {})
        elif not (hidden and (not line.strip() or line[0] in " \t")):
            hidden = False
            words.append(line)
    yield TurnKind.SAID, said_by_assistant("\n".join(words))


# -- where a transcript lies --


@dataclass(frozen=True, slots=True)
class Place:
    """What a transcript's path says. `parent`: the session whose sub-agent this is, where the path tells."""

    session: str
    parent: str | None = None
    subagent: bool = False
    cwd: str | None = None


def place_of(path: Path) -> Place:
    """Look at the path, and at the folders it may stand for."""
    subagent = "subagents" in path.parts
    parent = None
    if subagent:
        above = path.parts[path.parts.index("subagents") - 1]
        parent = above if above != "agent-transcripts" else None
    return Place(path.stem, parent, subagent, _folder(path, parent or path.stem))


def _folder(path: Path, session: str) -> str | None:
    if "agent-transcripts" not in path.parts:
        return None
    project = Path(*path.parts[: path.parts.index("agent-transcripts")])
    if _ID.fullmatch(session):
        for meta in project.parent.parent.glob(f"chats/*/{session}/meta.json"):
            try:
                if cwd := text(mapping(read_json(meta)).get("cwd")):
                    return cwd
            except OSError:
                continue
    return folder_named(project.name)


def folder_named(name: str, root: Path | None = None) -> str | None:
    """Return the folder whose path was made the name `name`; None where no folder fits it."""
    looks = [MAX_LOOKS]
    drive = re.match(r"([A-Za-z])-(?=.)", name) if os.name == "nt" else None
    start = root or Path(f"{drive[1]}:/" if drive else "/")
    return next(_fitting(start, name[2:] if drive else name, looks), None)


def _fitting(folder: Path, rest: str, looks: list[int]) -> Iterator[str]:
    if looks[0] <= 0:
        return
    looks[0] -= 1
    try:
        with os.scandir(folder) as entries:
            named = [(_dashed(entry.name), entry.name) for entry in entries if entry.is_dir()]
    except OSError:
        return
    for dashed, name in sorted(named, key=lambda pair: -len(pair[0])):
        if dashed and dashed == rest:
            yield str(folder / name)
        elif dashed and rest.startswith(f"{dashed}-"):
            yield from _fitting(folder / name, rest[len(dashed) + 1 :], looks)


def _dashed(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
