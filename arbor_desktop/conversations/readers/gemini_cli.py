"""Gemini CLI: recordings in `~/.gemini/tmp/<slug or hash>/chats/session-*.jsonl`, older ones `.json`.

Facts: google-gemini/gemini-cli:packages/core/src/services/chatRecordingService.ts and chatRecordingTypes.ts.
The newer form is a log: a line of metadata, then messages (an id that comes again replaces its message),
`{"$set": …}` and `{"$rewindTo": id}`. The older form is one document that is rewritten whole; some tools keep
it under a name that ends in `.jsonl`. When an old session is resumed its `X.json` is copied to `X.jsonl`:
session and messages keep their ids, so nothing is told twice. Sub-agents write to
`chats/<session that started them>/<own session>.jsonl`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.readers.base import Batch, Checkpoint, Damaged
from arbor_desktop.conversations.readers.documents import document_checkpoint, is_unchanged, read_json
from arbor_desktop.conversations.readers.gathering import Gathering
from arbor_desktop.conversations.readers.gemini_place import registered_folder
from arbor_desktop.conversations.readers.gemini_thread import About, Entry, Thread
from arbor_desktop.conversations.readers.growing import State, read_log
from arbor_desktop.conversations.readers.json_lines import mapping, objects, sequence, text
from arbor_desktop.conversations.readers.recall import replay

SOURCE = "gemini-cli"
MODEL_TYPES = ("gemini", "model")

_HEAD_BYTES = 64 * 1024
_REMEMBERED = 16
"""So many of the last messages are kept with a checkpoint: only they are written again."""
_OPENING = re.compile(
    rb'\{\s*"(?:sessionId|projectHash|startTime|lastUpdated|messages|kind|summary|directories|meta)"\s*:'
)
_SESSION, _PROJECT = re.compile(rb'"sessionId"\s*:\s*"'), re.compile(rb'"projectHash"\s*:\s*"')
_MESSAGES = re.compile(rb'"messages"\s*:\s*\[')
_MODEL_MESSAGE = re.compile(rb'"type"\s*:\s*"(?:gemini|qwen|user|info|error|warning)"')
_QWEN_MESSAGE = re.compile(rb'"type"\s*:\s*"qwen"')


class GeminiCliReader:
    """Reads recordings of both forms."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        """By the metadata that opens a recording; an empty file by its place."""
        head = head.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n\x00")
        if not head:
            placed = ".gemini" in path.parts and "chats" in path.parts
            return placed and path.suffix in (".json", ".jsonl")
        return is_recording(head) and not made_by_qwen(path, head)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        if is_document(path):
            yield from read_document(path, since, SOURCE, MODEL_TYPES)
        else:
            yield from read_log(path, since, SOURCE, _Follower)


def is_recording(head: bytes) -> bool:
    """Whether a file that begins with `head` opens with the metadata of a recording."""
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n\x00")
    if not _OPENING.match(head) or not _SESSION.search(head):
        return False
    if _PROJECT.search(head):
        return True
    # Sorted by a tool, a long document says only at its end which project it is of.
    return len(head) >= _HEAD_BYTES - 4 and bool(_MESSAGES.search(head) and _MODEL_MESSAGE.search(head))


def made_by_qwen(path: Path, head: bytes) -> bool:
    """Whether a recording is of Qwen Code, which at first kept the same documents."""
    return ".qwen" in path.parts or _QWEN_MESSAGE.search(head) is not None


def is_document(path: Path) -> bool:
    """Whether the file is one JSON value, not a log: by its name, or because its first line is not whole."""
    if path.suffix == ".json":
        return True
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    first, newline, _ = head.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n\x00").partition(b"\n")
    return bool(newline) and first.strip() == b"{"


def read_document(
    path: Path, since: Checkpoint | None, source: str, models: tuple[str, ...]
) -> Iterator[Batch]:
    """Reads a recording that is rewritten whole."""
    if since is not None and is_unchanged(path, since):
        yield Batch(since)
        return
    checkpoint = document_checkpoint(path)
    found = read_json(path)
    if not isinstance(found, dict):
        raise Damaged("The file is no recording of a session.")
    out = Gathering(source)
    about = about_file(path, found)
    thread = Thread(source, about, models)
    thread.project_hash(text(found.get("projectHash")))
    for place, message in enumerate(sequence(found.get("messages"))):
        with out.guarded():
            if not thread.take(mapping(message), place, out):
                out.unknown += 1
    describe(about, found, out)
    out.about(about.holder, parent=about.parent, whole=True)
    yield out.batch(checkpoint, restarted=since is not None)


def about_file(path: Path, metadata: Mapping[str, Any]) -> About:
    """What the metadata and the place of a recording tell of its session."""
    about = About(text(metadata.get("sessionId")) or path.stem, cwd=registered_folder(path))
    if path.parent.parent.name == "chats" and metadata.get("kind") != "main":
        about.parent = path.parent.name
    return about


def describe(about: About, metadata: Mapping[str, Any], out: Gathering) -> None:
    """Takes over what metadata say of the session: its summary names it."""
    if about.parent:
        return
    summary = text(metadata.get("summary")).strip()
    about.named |= bool(summary)
    # A sub-agent's recording that lies beside the others does not say who started it.
    out.about(about.session, title=summary, cwd=about.cwd, headless=metadata.get("kind") == "subagent")


class _Follower:
    """Follows a log of messages."""

    def __init__(self, path: Path, state: State | None) -> None:
        self._path = path
        saved = mapping(state)
        self._whole = state is None
        self._kind = text(saved.get("kind"))
        about = about_file(path, {"sessionId": saved.get("session"), "kind": self._kind})
        about.prompted, about.named = bool(saved.get("prompted")), bool(saved.get("named"))
        about.cwd = about.cwd or text(saved.get("cwd")) or None
        self._hash = text(saved.get("hash"))
        self._thread = self._new_thread(about)
        for ident, *kept in sequence(saved.get("last")):
            words, tools, tokens = kept
            self._thread.entries[ident] = Entry(words, tools, (tokens[0], tokens[1]))

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        found = objects(data)
        for record in found or ():
            self._take(record, offset, out)
        return found is not None

    def save(self) -> State:
        about, last = self._thread.about, list(self._thread.entries.items())[-_REMEMBERED:]
        return {
            "session": about.session,
            "kind": self._kind,
            "prompted": about.prompted,
            "named": about.named,
            "cwd": about.cwd,
            "hash": self._hash,
            "last": [[ident, entry.words, entry.tools, entry.tokens] for ident, entry in last],
        }

    def _new_thread(self, about: About) -> Thread:
        thread = Thread(SOURCE, about, MODEL_TYPES)
        thread.project_hash(self._hash)
        return thread

    def _take(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        if isinstance(record.get("$rewindTo"), str):
            self._recall(offset)
            out.unknown += not self._thread.rewind(record["$rewindTo"], out)
        elif isinstance(record.get("$set"), dict):
            self._set(record["$set"], offset, out)
        elif isinstance(record.get("id"), str) and "type" in record:
            out.unknown += not self._thread.take(record, offset, out, line=offset)
        elif isinstance(record.get("sessionId"), str):
            self._begin(record, offset, out)
        else:
            out.unknown += 1

    def _begin(self, metadata: Mapping[str, Any], offset: int, out: Gathering) -> None:
        about = self._thread.about
        about.session = text(metadata.get("sessionId")) or about.session
        self._kind = text(metadata.get("kind")) or self._kind
        if self._kind == "main":
            about.parent = None
        self._set({**metadata, "messages": None}, offset, out)
        for place, message in enumerate(sequence(metadata.get("messages"))):
            out.unknown += not self._thread.take(mapping(message), place, out, line=offset)

    def _set(self, changes: Mapping[str, Any], offset: int, out: Gathering) -> None:
        self._hash = text(changes.get("projectHash")) or self._hash
        self._thread.project_hash(text(changes.get("projectHash")))
        describe(self._thread.about, changes, out)
        if sequence(changes.get("messages")):
            self._recall(offset)
            self._thread.take_context(changes["messages"], out, line=offset)

    def _recall(self, stop: int) -> None:
        """Reads again what comes before byte `stop`, to know all messages and not only the last."""
        if self._whole:
            return
        again = _Follower(self._path, None)
        replay(self._path, stop, again, SOURCE)
        again._thread.about = self._thread.about
        self._thread, self._whole = again._thread, True
