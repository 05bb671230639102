"""What ChatGPT's and Claude.ai's exports have in common: many conversations in one JSON file or ZIP.

A person drops such a file on the window, under whatever name it has by then: only content decides. An export
holds every branch of a conversation, and a newer one all that the older one held; so turns are told apart by
conversation and message, and nothing is taken back because a file lacks it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from arbor_desktop.conversations.readers.base import BatchBuilder, Damaged
from arbor_desktop.conversations.readers.documents import DocumentReader
from arbor_desktop.conversations.readers.export_files import (
    Archive,
    conversations,
    first_member,
    is_zip,
    peek,
)
from arbor_desktop.conversations.readers.speech import OUTPUT_BYTES

_PROBED = 16
"""So many members of a ZIP are looked at to find out whose it is."""


class ExportReader(DocumentReader):
    """Reads an export from a JSON file (many conversations or one) or from inside its ZIP."""

    partial = True
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
        """Return whether `value` is a conversation of this source; it may end in the middle."""

    @abstractmethod
    def add(self, conversation: dict[str, Any], out: BatchBuilder) -> Iterator[None]:
        """Put a conversation into `out`; pause after every message, so that a batch can be made."""

    def recognises(self, path: Path, head: bytes) -> bool:
        """See `conversations.readers.base.Reader.recognises`."""
        return self._recognises_zip(path, head) if is_zip(head) else self._claims(head)

    def take(self, path: Path, out: BatchBuilder) -> Iterator[None]:
        """Raises Damaged where a ZIP is locked or broken, and where the JSON breaks off."""
        for conversation in self._conversations(path):
            if conversation is None:
                out.skipped += 1
            elif not self.is_conversation(conversation):
                out.unknown += 1
            else:
                with out.guarded():
                    yield from self.add(conversation, out)

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
    """Return the first `limit` bytes (in UTF-8) of a document, cut between characters."""
    if len(text) * 4 <= limit:
        return text
    data = text[:limit].encode("utf-8", "replace")
    return text if len(data) <= limit and len(text) <= limit else data[:limit].decode("utf-8", "ignore")


def arrange(parents: Mapping[str, str | None], leaf: str | None) -> list[tuple[str, bool]]:
    """Return all nodes in reading order, each with whether it was left behind, off the way to `leaf`.

    Prompts that were edited and answers that were asked for again stay in such trees.
    `parents` names every node's parent. A branch that was left behind stands before the one that took its
    place. Where the way to `leaf` breaks off because a node is missing, what hangs nowhere counts as said.
    Loops are harmless.
    """
    way, missing = _way(parents, leaf)
    children: dict[str, list[str]] = {}
    roots: list[str] = []
    for node, parent in parents.items():
        if parent is None or parent not in parents:
            roots.append(node)
        else:
            children.setdefault(parent, []).append(node)

    found: dict[str, bool] = {}
    stack = [(root, missing and root not in way) for root in _last_first(roots, way)]
    while stack:
        node, adrift = stack.pop()
        if node in found:
            continue
        found[node] = node not in way and not adrift
        stack += ((child, adrift) for child in _last_first(children.get(node, []), way))
    for node in parents:  # nodes in a loop have no root
        found.setdefault(node, node not in way)
    return list(found.items())


def _way(parents: Mapping[str, str | None], leaf: str | None) -> tuple[set[str], bool]:
    """Return the nodes from the root to `leaf`, and whether the last one's parent is missing."""
    way: set[str] = set()
    node = leaf
    while node is not None and node in parents and node not in way:
        way.add(node)
        node = parents[node]
    return way, node is not None and node not in parents


def _last_first(nodes: list[str], way: set[str]) -> list[str]:
    """Return nodes as a stack needs them: the one that is on the way comes out last."""
    return [n for n in nodes if n in way] + [n for n in reversed(nodes) if n not in way]
