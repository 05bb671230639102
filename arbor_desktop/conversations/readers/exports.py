"""What ChatGPT's and Claude.ai's exports have in common: many conversations in one JSON file or ZIP.

A person drops such a file on the window, under whatever name it has by then: only content decides. An export
holds every branch of a conversation, and a newer one all that the older one held; so turns are told apart by
conversation and message, and nothing is taken back because a file lacks it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint, Damaged
from arbor_desktop.conversations.readers.documents import document_checkpoint, is_unchanged
from arbor_desktop.conversations.readers.exports_stream import conversations, peek
from arbor_desktop.conversations.readers.exports_zip import Archive, first_member, is_zip
from arbor_desktop.conversations.readers.gathering import BATCH_CHARS, Gathering
from arbor_desktop.conversations.readers.speech import OUTPUT_BYTES

_PROBED = 16
"""So many members of a ZIP are looked at to find out whose it is."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """One turn of a message; `suffix` tells it from the message's others."""

    role: Role
    kind: TurnKind
    text: str
    suffix: str = ""


class ExportReader(ABC):
    """Reads an export from a JSON file (many conversations or one) or from inside its ZIP."""

    source: ClassVar[str]
    marks: ClassVar[tuple[bytes, ...]]
    """Every file of this source has one of these in its head: a cheap first look."""
    skip: ClassVar[frozenset[str]]
    """Members of which no list or object is needed."""
    beside: ClassVar[frozenset[str]]
    """What lies beside the conversations in a ZIP: tells whose it is when it is locked."""
    alone: ClassVar[bool]
    """Whether the conversations may also be in a ZIP by themselves."""

    @abstractmethod
    def is_conversation(self, value: dict[str, Any]) -> bool:
        """Whether `value` is a conversation of this source; it may end in the middle."""

    @abstractmethod
    def tell(self, conversation: dict[str, Any], out: Gathering) -> Iterator[None]:
        """Puts a conversation into `out`; pauses after every message, so that a batch can be made."""

    def recognises(self, path: Path, head: bytes) -> bool:
        return self._recognises_zip(path, head) if is_zip(head) else self._claims(head)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """Raises Damaged where a ZIP is locked or broken, and where the JSON breaks off: then everything
        before that place was given."""
        if since is not None and is_unchanged(path, since):
            yield Batch(since)
            return
        finished, unfinished = document_checkpoint(path), document_checkpoint(path, finished=False)
        out = Gathering(self.source)
        try:
            for conversation in self._conversations(path):
                if conversation is None:
                    out.skipped += 1
                elif not self.is_conversation(conversation):
                    out.unknown += 1
                else:
                    with out.guarded():
                        for _ in self.tell(conversation, out):
                            if out.chars >= BATCH_CHARS:
                                yield out.batch(unfinished)
        except Damaged:
            yield out.batch(unfinished)
            raise
        yield out.batch(finished)

    def _conversations(self, path: Path) -> Iterator[dict[str, Any] | None]:
        with path.open("rb") as file:
            if not is_zip(file.read(4)):
                file.seek(0)
                yield from conversations(file, self.skip)
                return
        with Archive(path) as archive:
            for member in archive.json_members():
                if self._claims(archive.head(member)):
                    with archive.open(member) as opened:
                        yield from conversations(opened, self.skip)

    def _claims(self, head: bytes) -> bool:
        return any(mark in head for mark in self.marks) and any(
            self.is_conversation(value) for value in peek(head)
        )

    def _recognises_zip(self, path: Path, head: bytes) -> bool:
        try:
            with Archive(path) as archive:
                members = archive.json_members()
                if any(archive.is_locked(member) for member in members):
                    return self._claims_names(archive.names())
                return any(self._claims(archive.head(member)) for member in members[:_PROBED])
        except Damaged:  # reading it will say so, if what can be seen of it is of this source
            return self._claims(first_member(head))

    def _claims_names(self, names: frozenset[str]) -> bool:
        if not any(name.startswith("conversations") and name.endswith(".json") for name in names):
            return False
        return bool(names & self.beside) or (self.alone and len(names) == 1)


def opening(text: str, limit: int = OUTPUT_BYTES) -> str:
    """The first `limit` bytes (in UTF-8) of a document, cut between characters."""
    if len(text) * 4 <= limit:
        return text
    data = text[:limit].encode("utf-8", "replace")
    return text if len(data) <= limit and len(text) <= limit else data[:limit].decode("utf-8", "ignore")
