"""Cursor: transcripts of its agents; the databases of its editor and of its command line are read beside.

`~/.cursor/projects/<folder>/agent-transcripts/<id>.jsonl` or `<id>/<id>.jsonl`, of sub-agents in
`<id>/subagents/`: lines `{role, message: {content: [text | thinking | tool_use]}}`, appended to, without
times. Older versions write `<id>.txt`: blocks that begin with a line `user:` or `assistant:`, in which
`[Thinking]`, `[Tool call] name` and `[Tool result]` head indented text
(kenn-io/agentsview:internal/parser/cursor.go).

Times are the file's own: what is new in a file was said when it was written; of what was there before, only
the first and the last turn have one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint, Damaged
from arbor_desktop.conversations.readers.cursor_database import is_cursor, read_database
from arbor_desktop.conversations.readers.cursor_place import Place, place_of
from arbor_desktop.conversations.readers.cursor_speaker import (
    SOURCE,
    Voice,
    called,
    said_by_assistant,
    said_by_user,
)
from arbor_desktop.conversations.readers.cursor_store import is_store, read_store
from arbor_desktop.conversations.readers.documents import (
    document_checkpoint,
    is_database,
    is_unchanged,
    read_bytes,
)
from arbor_desktop.conversations.readers.gathering import Gathering
from arbor_desktop.conversations.readers.growing import State, read_log
from arbor_desktop.conversations.readers.json_lines import mapping, objects, sequence, text

_FOREIGN = frozenset(("uuid", "sessionId", "session_id", "timestamp", "id", "parentId", "payload"))
"""Fields at the top of a line that Cursor does not write, but others with `role` and `message` do."""
_TEXT_HEADS = ("[Thinking]", "[Tool call]", "[Tool result]")
_STOPPED = frozenset(("aborted", "cancelled", "canceled", "interrupted"))


class CursorReader:
    """Reads an agent's transcript, or the editor's database."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        if is_database(head):
            try:
                return is_cursor(path) or is_store(path)
            except Damaged:  # locked or broken: whose it is, only its place can tell
                return path.name in ("state.vscdb", "store.db") and "cursor" in str(path).lower()
        head = head.removeprefix(b"\xef\xbb\xbf")
        return _is_text(path, head) if head.lstrip().startswith(b"user:") else _is_lines(head)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        with path.open("rb") as file:
            head = file.read(64)
        if is_database(head):
            return read_store(path, since) if path.name == "store.db" else read_database(path, since)
        if head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"user:"):
            return _read_text(path, since)
        return _last_timed(read_log(path, since, SOURCE, _Lines), path)


def _is_lines(head: bytes) -> bool:
    """Whether most of the first lines are Cursor's; those of other sources have more at their top."""
    votes = []
    for line in [line for line in head.split(b"\n") if line.strip(b" \r\0")][:20]:
        for record in objects(line.strip(b" \r\0")) or ():
            if "role" in record or "message" in record:
                content = mapping(record.get("message")).get("content")
                votes.append(
                    record.get("role") in ("user", "assistant")
                    and isinstance(content, list | str)
                    and "type" not in record
                    and _FOREIGN.isdisjoint(record)
                )
    return bool(votes) and sum(votes) * 2 > len(votes)


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
    """Gives the last turn of all the file's time."""
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


def _introduce(place: Place, out: Gathering) -> None:
    out.about(
        place.session,
        cwd=None if place.subagent else place.cwd,
        parent=place.parent,
        headless=place.subagent and not place.parent,
    )


class _Lines:
    """Follows the lines of a transcript."""

    def __init__(self, path: Path, state: State | None) -> None:
        self._place = place_of(path)
        self._at: int | None = _mtime(path)
        self._goes_on = state is not None
        counts = {
            key: count
            for key, count in mapping((state or {}).get("counts")).items()
            if isinstance(count, int)
        }
        self._voice = Voice(self._place.session, counts, subagent=self._place.subagent)
        self._introduced = False

    def save(self) -> State:
        return {"counts": self._voice.save()}

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        records = objects(data)
        if records is None:
            return False
        if not self._introduced:
            _introduce(self._place, out)
            self._introduced = True
        for record in records:
            self._take(record, offset, out)
        return True

    def _take(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        role = record.get("role")
        if role not in ("user", "assistant"):
            if record.get("type") != "turn_ended":
                out.unknown += 1
            elif text(record.get("status")) in _STOPPED:
                self._voice.say(out, Role.USER, TurnKind.INTERRUPT, "Interrupted", at=self._at, line=offset)
            return
        content = mapping(record.get("message")).get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else sequence(content)
        before = out.chars
        for block in blocks:
            self._voice.block(out, Role(role), mapping(block), at=self._at, line=offset, cwd=self._place.cwd)
        self._timed(before, out)

    def _timed(self, before: int, out: Gathering) -> None:
        if out.chars > before and not self._goes_on:
            self._at = None  # when the others of an old file were said, nobody knows


# -- the older text --


def _read_text(path: Path, since: Checkpoint | None) -> Iterator[Batch]:
    if since is not None and is_unchanged(path, since):
        yield Batch(since)
        return
    checkpoint = document_checkpoint(path)
    place, out = place_of(path), Gathering(SOURCE)
    voice = Voice(place.session, subagent=place.subagent)
    lines = read_bytes(path).removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").splitlines()
    _introduce(place, out)
    out.about(place.session, whole=not place.subagent)
    at: int | None = _mtime(path)
    for role, block in _blocks(lines):
        before = out.chars
        for kind, words in said_by_user("\n".join(block)) if role is Role.USER else _answered(block):
            voice.say(out, role, kind, words, at=at, cwd=place.cwd)
        if out.chars > before and since is None:
            at = None
    yield from _last_timed(iter([out.batch(checkpoint)]), path)


def _blocks(lines: list[str]) -> Iterator[tuple[Role, list[str]]]:
    """What each side said in its turn. Inside a prompt's wrapper a line `assistant:` is the person's."""
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
    """An answer's words and tool calls; thinking is dropped, as are results, which are files' contents."""
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
