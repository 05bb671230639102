"""What a careful person would want remembered, by hand: snippets of our own, and conversations of the corpus.

A snippet's text is our own; a label of a corpus conversation names only the file and the turn.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, Turn, TurnKind

FOLDER = Path(__file__).parent
SNIPPETS = FOLDER / "snippets"
CORPUS_LABELS = FOLDER / "corpus.toml"


@dataclass(frozen=True)
class Expectation:
    """One memory that should be found. `optional`: it counts neither way."""

    turn: int
    must: tuple[str, ...]
    must_not: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    scope: str | None = None
    optional: bool = False

    @classmethod
    def read(cls, entry: dict[str, Any]) -> Expectation:
        return cls(
            turn=entry["turn"],
            must=tuple(piece.lower() for piece in entry.get("must", ())),
            must_not=tuple(piece.lower() for piece in entry.get("must_not", ())),
            types=tuple(entry.get("type", ())),
            categories=tuple(entry.get("category", ())),
            scope=entry.get("scope"),
            optional=entry.get("optional", False),
        )


@dataclass(frozen=True)
class Snippet:
    """A short conversation with what it should leave; nothing, for a trap."""

    name: str
    turns: tuple[Turn, ...]
    expected: tuple[Expectation, ...]
    project: str | None = None


@dataclass(frozen=True)
class Labelled:
    """A conversation of the corpus, with what it should leave. `turns`: how many it had when labelled."""

    file: str
    session: str
    turns: int
    expected: tuple[Expectation, ...] = field(default=())


def snippet_sets() -> dict[str, list[Snippet]]:
    """The sets by name; those whose name begins with `blind` are not looked at while rules are written."""
    return {path.stem: list(_snippets(path)) for path in sorted(SNIPPETS.glob("*.toml"))}


def _snippets(path: Path) -> Iterator[Snippet]:
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("snippet", ()):
        turns = tuple(
            Turn(number, Role(role), TurnKind.SAID, text)
            for number, (role, text) in enumerate(entry["turns"], start=1)
        )
        expected = tuple(Expectation.read(e) for e in entry.get("expect", ()))
        yield Snippet(entry["name"], turns, expected, entry.get("project"))


def corpus_labels() -> list[Labelled]:
    if not CORPUS_LABELS.exists():
        return []
    entries = tomllib.loads(CORPUS_LABELS.read_text(encoding="utf-8")).get("conversation", ())
    return [
        Labelled(
            entry["file"],
            entry["session"],
            entry["turns"],
            tuple(Expectation.read(e) for e in entry.get("expect", ())),
        )
        for entry in entries
    ]
