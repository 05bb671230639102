"""Codex CLI, its editor extension and desktop app: rollouts below `$CODEX_HOME` (default `~/.codex`).

Seen in openai/codex:codex-rs/rollout/src/{recorder,policy}.rs, its mirror just-every/code, and in sessions of
versions 0.39 to 0.146:
- `sessions/YYYY/MM/DD/rollout-<local time>-<uuid>.jsonl`, appended to line by line; archiving moves the file
  to `archived_sessions/`, old ones become `.jsonl.zst`. Keys know neither place nor form, so none doubles.
- A line is `{timestamp, type, payload}` with the types session_meta, turn_context, event_msg, response_item,
  compacted, world_state. Until the middle of 2025 there was no envelope: the first line is `{id, timestamp,
  instructions, git}`, `{"record_type": "state"}` lines stand between the items.
- `history.jsonl` beside the sessions repeats the prompts and is not read.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import zstandard

from arbor_desktop.conversations.model import Role
from arbor_desktop.conversations.readers.base import MAX_LINE, Batch, Checkpoint, Damaged
from arbor_desktop.conversations.readers.codex_follow import CodexFollower
from arbor_desktop.conversations.readers.documents import document_checkpoint, is_unchanged
from arbor_desktop.conversations.readers.gathering import BATCH_CHARS, Gathering
from arbor_desktop.conversations.readers.growing import State, read_log
from arbor_desktop.conversations.readers.json_lines import mapping, objects, text
from arbor_desktop.conversations.readers.lines import CHUNK_BYTES

SOURCE = "codex"
SCOUT_BYTES = 1024 * 1024
"""How far ahead a new file is searched for the events in which its sides speak."""

MAX_FORKS = 16
"""So many forks of forks are followed to where their history was said."""

_ID = re.compile(r"[\w-]{8,64}")
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_HEAD = 64 * 1024
_TYPES = frozenset(("session_meta", "turn_context", "event_msg", "response_item", "compacted", "world_state"))
_LEGACY_TYPES = frozenset(
    ("message", "reasoning", "function_call", "function_call_output", "local_shell_call")
)
_PADDING = b" \t\r\n\x00"
_BOM = b"\xef\xbb\xbf"


class CodexReader:
    """Reads rollouts: growing ones from where it stopped, compressed ones whole."""

    source = SOURCE

    def __init__(
        self,
        *,
        batch_chars: int = BATCH_CHARS,
        chunk_bytes: int = CHUNK_BYTES,
        above: frozenset[str] = frozenset(),
    ) -> None:
        """`above`: the forks that are being read and need to know what this file holds."""
        self._above = above
        self._batch_chars = batch_chars
        self._chunk_bytes = chunk_bytes

    def recognises(self, path: Path, head: bytes) -> bool:
        """By the records in `head`, compressed or not."""
        if head.startswith(_ZSTD_MAGIC):
            head = _unpacked_head(head)
        lines = [line for line in head.removeprefix(_BOM).split(b"\n") if line.strip(_PADDING)]
        votes = [vote for line in lines[:50] if (vote := _looks_like_ours(line)) is not None]
        if votes:
            return sum(votes) * 2 > len(votes)
        # A first record longer than the head: it carries the instructions of the model.
        return bool(lines) and b'"type":"session_meta"' in lines[0] and b'"payload"' in lines[0]

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        with path.open("rb") as file:
            packed = file.read(len(_ZSTD_MAGIC)) == _ZSTD_MAGIC
        if packed:
            yield from self._read_packed(path, since)
            return
        yield from read_log(
            path, since, SOURCE, self._follow, batch_chars=self._batch_chars, chunk_bytes=self._chunk_bytes
        )

    def _follow(self, path: Path, state: State | None) -> CodexFollower:
        history = partial(_history, path, self._above)
        if state is not None:
            return CodexFollower(path, state, history=history)
        with path.open("rb") as file:
            return CodexFollower(path, None, _speaking(file.read(SCOUT_BYTES)), history)

    def _read_packed(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        if since is not None and is_unchanged(path, since):
            yield Batch(since)
            return
        checkpoint = document_checkpoint(path)
        restarted = since is not None
        out = Gathering(SOURCE)
        history = partial(_history, path, self._above)
        follower = CodexFollower(path, None, _speaking(_unpacked_start(path)), history)
        for offset, line in _unpacked_lines(path):
            if line is None:
                out.skipped += 1
            elif not follower.feed(line, offset, out):
                out.broken += 1
            if out.chars >= self._batch_chars:
                yield out.batch(document_checkpoint(path, finished=False), restarted=restarted)
                restarted = False
        yield out.batch(checkpoint, restarted=restarted)


def _history(fork: Path, above: frozenset[str], session: str) -> dict[str, str]:
    """The turns in the rollout of `session`, which `fork` was made of: key → the session it was said in.

    Empty where the rollout is gone, or can't be read. `above` are the sessions on the way here.
    """
    found = None if session in above or len(above) >= MAX_FORKS else _rollout_of(fork, session)
    if found is None:
        return {}
    reader = CodexReader(above=above | {session})
    try:
        return {
            turn.key: part.session_id
            for batch in reader.read(found, None)
            for part in batch.sessions
            if part.parent_session_id is None
            for turn in part.turns
        }
    except OSError:  # gone or half packed: the copies count as the fork's own
        return {}


def _rollout_of(fork: Path, session: str) -> Path | None:
    """The file of a session, beside the fork's or anywhere in the same home of Codex."""
    if not _ID.fullmatch(session):
        return None
    home = next((p.parent for p in fork.parents if p.name in ("sessions", "archived_sessions")), None)
    places = [(fork.parent, "")]
    if home is not None:
        places += [(home / "sessions", "*/*/*/"), (home / "archived_sessions", "")]
    for folder, below in places:
        for found in sorted(folder.glob(f"{below}rollout-*{session}.jsonl*")):
            if found != fork and found.name.endswith((".jsonl", ".jsonl.zst")):
                return found
    return None


def _speaking(start: bytes) -> frozenset[Role]:
    """Who speaks through events or completed items in the start of a file."""
    found: set[Role] = set()
    for line in start.split(b"\n"):
        if b'"event_msg"' not in line:
            continue
        for record in objects(line.strip(_PADDING)) or ():
            payload = mapping(record.get("payload"))
            kind = payload.get("type")
            if kind == "item_completed":
                kind = mapping(payload.get("item")).get("type")
            if record.get("type") != "event_msg":
                continue
            if kind in ("user_message", "UserMessage"):
                found.add(Role.USER)
            elif kind in ("agent_message", "AgentMessage"):
                found.add(Role.ASSISTANT)
    return frozenset(found)


def _looks_like_ours(line: bytes) -> bool | None:
    """A vote on one line; None where it can't be told."""
    found = objects(line.strip(_PADDING))
    if not found:
        return None
    record = found[0]
    if "payload" in record:
        return (
            text(record.get("type")) in _TYPES
            and isinstance(record["payload"], dict)
            and "timestamp" in record
        )
    if record.get("record_type") == "state":
        return True
    if "type" not in record:
        return isinstance(record.get("id"), str) and "timestamp" in record and "instructions" in record
    return None if text(record.get("type")) in _LEGACY_TYPES else False


def _unpacked_head(head: bytes) -> bytes:
    try:
        return zstandard.ZstdDecompressor().decompressobj().decompress(head)[:_HEAD]
    except zstandard.ZstdError:
        return b""


def _unpacked_start(path: Path) -> bytes:
    with _unpacked(path) as stream:
        return b"".join(islice(_chunks(stream), SCOUT_BYTES // CHUNK_BYTES or 1))[:SCOUT_BYTES]


def _unpacked(path: Path) -> Any:
    return zstandard.ZstdDecompressor().stream_reader(path.open("rb"), read_across_frames=True, closefd=True)


def _chunks(stream: Any) -> Iterator[bytes]:
    try:
        while chunk := stream.read(CHUNK_BYTES):
            yield chunk
    except zstandard.ZstdError as error:
        raise Damaged(f"The file can't be unpacked ({error}).") from error


def _unpacked_lines(path: Path) -> Iterator[tuple[int, bytes | None]]:
    """Lines with their offset in the unpacked text, without blank ones; None for one that is too long."""
    rest = io.BytesIO()
    offset, too_long = 0, False
    with _unpacked(path) as stream:
        for chunk in _chunks(stream):
            *ended, last = chunk.split(b"\n")
            for part in ended:
                length = rest.tell() + len(part) + 1
                yield from _line(offset, rest.getvalue() + part, too_long)
                offset, too_long = offset + length, False
                rest = io.BytesIO()
            rest.write(last)
            if rest.tell() > MAX_LINE:
                offset, too_long, rest = offset + rest.tell(), True, io.BytesIO()
    if rest.tell() or too_long:
        yield from _line(offset, rest.getvalue(), too_long)


def _line(offset: int, data: bytes, too_long: bool) -> Iterator[tuple[int, bytes | None]]:
    if too_long:
        yield offset, None
        return
    if offset == 0:
        data = data.removeprefix(_BOM)
    if data := data.strip(_PADDING):
        yield offset, data
