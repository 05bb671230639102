"""The messages of a Gemini CLI recording: told once each, replaced, taken back.

Facts: google-gemini/gemini-cli:packages/core/src/services/chatRecordingService.ts. A message is written again
under its id when its tools finish; `$set.messages` is what the model is given from then on (after a
compression it is a summary and copies under new ids), not what was said, so it takes nothing away.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.gathering import Gathering, content_key
from arbor_desktop.conversations.readers.gemini_place import HashedFolder, in_folder, told_folder
from arbor_desktop.conversations.readers.gemini_speaker import (
    Piece,
    call_pieces,
    edited_path,
    loose_call_pieces,
    model_pieces,
    notice_piece,
    output_of,
    paths_of,
    texts,
    user_pieces,
)
from arbor_desktop.conversations.readers.json_lines import mapping, moment, number, sequence, text

NOTICE_TYPES = ("info", "error", "warning")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


@dataclass(slots=True)
class Entry:
    """A message that was told."""

    words: list[str] = field(default_factory=list)
    """Keys of the turns that change when its text does."""
    tools: list[str] = field(default_factory=list)
    tokens: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class About:
    """What is known of the session that a recording holds."""

    session: str
    parent: str | None = None
    cwd: str | None = None
    prompted: bool = False
    named: bool = False

    @property
    def holder(self) -> str:
        """The session that the turns belong to."""
        return self.parent or self.session


class Thread:
    """The messages told so far, in order. `models` are the types under which the model speaks."""

    def __init__(self, source: str, about: About, models: tuple[str, ...] = ("gemini", "model")) -> None:
        self.about = about
        self.entries: OrderedDict[str, Entry] = OrderedDict()
        self._source = source
        self._models = models
        self._copies: dict[str, str] = {}
        self._words: dict[tuple[str, str], str] = {}
        self._calls: set[str] = set()
        self._hashed = HashedFolder("")

    def project_hash(self, value: str) -> None:
        if value and not self.about.cwd:
            self._hashed = HashedFolder(value)

    def take(self, message: Mapping[str, Any], place: int, out: Gathering, *, line: int = 0) -> bool:
        """Tells a message, or what is new in it. `place` is its number in its list, for one without an id.
        False where it is of no known type."""
        pieces = self._pieces(message)
        if pieces is None:
            return False
        ident = text(message.get("id"))
        base = self._key(ident, place, pieces)
        entry = self.entries.setdefault(ident or base, Entry())
        self._learn(message, pieces, out)
        at, about = moment(message.get("timestamp")), self.about
        words: list[str] = []
        for piece in pieces:
            key = f"{base}:{piece.name}"
            if piece.kind is TurnKind.TOOL:
                entry.tools += [] if key in entry.tools else [key]
            else:
                key = f"{key}:{_digest(piece.text)}"
                words.append(key)
                self._words.setdefault((piece.role.value, _digest(piece.text)), ident or base)
            kind = TurnKind.SUBAGENT if about.parent else piece.kind
            out.say(about.holder, key, piece.role, piece.text, kind=kind, at=at, line=line, cwd=about.cwd)
        out.unsay(about.holder, [key for key in entry.words if key not in words])
        entry.words = words
        self._count(message, entry, out)
        self._about(message, pieces, out)
        return True

    def take_context(self, messages: Any, out: Gathering, *, line: int = 0) -> None:
        """What the model is given from now on: mostly copies of what was told, and what programs add."""
        for place, item in enumerate(sequence(messages)):
            message = mapping(item)
            ident = text(message.get("id"))
            if not ident or ident in self.entries or ident in self._copies:
                continue
            pieces = self._pieces(message) or []
            before = [
                self._words.get((piece.role.value, _digest(piece.text)))
                for piece in pieces
                if piece.kind is not TurnKind.TOOL
            ]
            if original := next((name for name in before if name), None):
                self._copies[ident] = original
            elif before:
                self.take(_without_tools(message), place, out, line=line)

    def rewind(self, ident: str, out: Gathering) -> bool:
        """Takes back the message and all after it. False where it was never told."""
        ident = self._copies.get(ident, ident)
        if ident not in self.entries:
            return False
        while True:
            name, entry = self.entries.popitem()
            out.unsay(self.about.holder, [*entry.words, *entry.tools])
            self._words = {words: at for words, at in self._words.items() if at != name}
            if name == ident:
                return True

    def _pieces(self, message: Mapping[str, Any]) -> list[Piece] | None:
        kind, content = text(message.get("type")), message.get("content")
        if content is None:
            content = message.get("parts")
        if kind == "user":
            pieces = user_pieces(texts(content))
            if shown := texts(message.get("displayContent")):
                # The words as they were typed; what programs put beside them is in the content alone.
                typed = [piece for piece in user_pieces(shown) if piece.kind is not TurnKind.INJECTED]
                pieces = [piece for piece in pieces if piece.kind is TurnKind.INJECTED] + typed
            return [*pieces, *loose_call_pieces(content, self._calls)]
        if kind in NOTICE_TYPES:
            return notice_piece(content)
        if kind not in self._models:
            return None
        calls = [mapping(call) for call in sequence(message.get("toolCalls"))]
        self._calls.update(text(call.get("id")) for call in calls)
        found = model_pieces(content)
        for place, call in enumerate(calls):
            found += call_pieces(call, place) if call else []
        return found + loose_call_pieces(content, self._calls)

    def _key(self, ident: str, place: int, pieces: list[Piece]) -> str:
        if _UUID.fullmatch(ident):
            return f"{self._source}:{ident}"
        if ident:
            return f"{self._source}:{self.about.session}:{ident}"
        return content_key(self._source, self.about.session, place, *(piece.text for piece in pieces[:1]))

    def _learn(self, message: Mapping[str, Any], pieces: list[Piece], out: Gathering) -> None:
        """The folder and the edited files."""
        calls = [mapping(call) for call in sequence(message.get("toolCalls"))]
        for call in calls:
            if not self.about.cwd:
                self.about.cwd = self._hashed.among(paths_of(call), output_of(call))
            out.edited(self.about.holder, in_folder(edited_path(call), self.about.cwd))
        if not self.about.cwd:
            told = (told_folder(piece.text) for piece in pieces if piece.kind is TurnKind.INJECTED)
            self.about.cwd = next((folder for folder in told if folder), None)

    def _count(self, message: Mapping[str, Any], entry: Entry, out: Gathering) -> None:
        """Tokens of an answer, as billed without its caches; a message written again counts once."""
        tokens = mapping(message.get("tokens"))
        came = max(0, number(tokens.get("input")) - number(tokens.get("cached")))
        now = (came, number(tokens.get("output")) + number(tokens.get("thoughts")))
        new = max(0, now[0] - entry.tokens[0]), max(0, now[1] - entry.tokens[1])
        entry.tokens = (max(now[0], entry.tokens[0]), max(now[1], entry.tokens[1]))
        if any(new):
            out.tokens(self.about.holder, *new)

    def _about(self, message: Mapping[str, Any], pieces: list[Piece], out: Gathering) -> None:
        about = self.about
        if about.parent:
            out.about(about.holder, parent=about.parent)
            return
        out.about(about.session, cwd=about.cwd, model=text(message.get("model")) or None)
        said = next(
            (piece for piece in pieces if (piece.role, piece.kind) == (Role.USER, TurnKind.SAID)), None
        )
        if said and not about.prompted:
            about.prompted = True
            if not about.named:
                out.about(about.session, title=said.text)


def _without_tools(message: Mapping[str, Any]) -> Mapping[str, Any]:
    content = message.get("content")
    if isinstance(content, list):
        content = [part for part in content if isinstance(part, str) or text(mapping(part).get("text"))]
    return {**message, "content": content, "toolCalls": []}


def _digest(words: str) -> str:
    return hashlib.blake2b(words.encode("utf-8", "replace"), digest_size=6).hexdigest()
