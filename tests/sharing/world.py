"""Made-up worlds: places, conversations, what is worth remembering, and what new sessions should see.

A world is a folder: `world.toml`, `sessions/NN.txt`, `things.toml` and `cases.toml`. What each holds is in
README.md beside them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

WORLDS = Path(__file__).resolve().parent / "worlds"
CHATS = ("chatgpt",)
"""Clients whose conversations belong to no folder."""
_TURN = re.compile(r"(?m)^(User|Assistant):\s")


@dataclass(frozen=True)
class Place:
    """A folder that somebody works in. `kind` is work or private; places of one client share a `group`.
    `chats`: no folder, but what chats without a project were about."""

    name: str
    kind: str
    branches: tuple[str, ...]
    files: dict[str, str]
    group: str = ""
    chats: bool = False


@dataclass(frozen=True)
class Session:
    """A conversation; `turns` are (role, text), `at` is its beginning as YYYY-MM-DDTHH:MM."""

    name: str
    place: str
    branch: str
    client: str
    at: str
    turns: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Thing:
    """Something that was said. A memory says it if it holds one alternative of each of `words` and none of
    `unless`."""

    id: str
    says: str
    said: tuple[str, ...]
    words: tuple[str, ...]
    scope: str
    unless: tuple[str, ...] = ()
    language: str = ""
    about: str = ""
    private: bool = False
    replaced_by: str = ""
    lasting: bool = True

    @cached_property
    def _patterns(self) -> tuple[list[re.Pattern[str]], list[re.Pattern[str]]]:
        return [_any(word) for word in self.words], [_any(word) for word in self.unless]

    def is_said_by(self, text: str) -> bool:
        """Say whether a memory's text says it."""
        wanted, barred = self._patterns
        return all(p.search(text) for p in wanted) and not any(p.search(text) for p in barred)


def _any(alternatives: str) -> re.Pattern[str]:
    words = "|".join(re.escape(word.strip()) for word in alternatives.split("|"))
    return re.compile(rf"(?<!\w)(?:{words})", re.IGNORECASE)


@dataclass(frozen=True)
class Case:
    """A new session. `labels` are must, may or must_not by the id of a thing."""

    id: str
    place: str
    branch: str
    labels: dict[str, str]
    start: str = ""
    prompt: str = ""
    form: str = "start"
    asked: frozenset[str] = frozenset()
    """What the prompt calls for beside what the session's start gives."""

    def labelled(self, label: str) -> set[str]:
        """Return the ids of the things with this label."""
        return {ident for ident, given in self.labels.items() if given == label}


@dataclass(frozen=True)
class World:
    """A whole world."""

    name: str
    places: dict[str, Place]
    sessions: tuple[Session, ...]
    things: dict[str, Thing]
    cases: tuple[Case, ...] = field(default=())


def load(folder: Path) -> World:
    """Read a world. Raises KeyError or ValueError where it is not as described."""
    sessions = tuple(_session(file) for file in sorted((folder / "sessions").glob("*.txt")))
    in_folders = {session.place for session in sessions if session.client not in CHATS}
    places = {one["name"]: _place(one, in_folders) for one in _toml(folder / "world.toml")["place"]}
    things = {one["id"]: _thing(one) for one in _toml(folder / "things.toml")["thing"]}
    cases: dict[str, Case] = {}
    for one in _toml(folder / "cases.toml")["case"]:
        cases[one["id"]] = _case(one, cases, places, things)
    return World(folder.name, places, sessions, things, tuple(cases.values()))


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _place(one: dict[str, Any], in_folders: Collection[str]) -> Place:
    return Place(
        one["name"], one["kind"], tuple(one["branches"]), one.get("files", {}), one.get("group", ""),
        one["name"] not in in_folders,
    )  # fmt: skip


def _thing(one: dict[str, Any]) -> Thing:
    lists = {name: tuple(one.get(name, ())) for name in ("said", "words", "unless")}
    return Thing(**(one | lists))


def _session(file: Path) -> Session:
    head, _, body = file.read_text(encoding="utf-8").partition("\n\n")
    about = dict(line.split(": ", 1) for line in head.splitlines())
    before, *parts = _TURN.split("\n" + body)
    if before.strip():
        raise ValueError(f"{file}: text before the first turn")
    turns = zip(map(str.lower, parts[::2]), map(str.strip, parts[1::2]), strict=True)
    return Session(file.stem, about["place"], about["branch"], about["client"], about["at"], tuple(turns))


def _case(
    one: dict[str, Any], known: dict[str, Case], places: dict[str, Place], things: dict[str, Thing]
) -> Case:
    own = {ident: label for label in ("must", "may", "must_not") for ident in one.get(label, ())}
    if "start" not in one:
        if places[one["place"]].chats:  # what a new chat will be about, nobody knows
            own = {
                ident: "may" if things[ident].scope == "place" and label == "must" else label
                for ident, label in own.items()
            }
        return Case(one["id"], one["place"], one["branch"], own)
    start = known[one["start"]]
    asked = frozenset(ident for ident in one.get("must", ()) if start.labels.get(ident) != "must")
    labels = start.labels | own
    return Case(one["id"], start.place, start.branch, labels, start.id, one["prompt"], one["form"], asked)
