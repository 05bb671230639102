"""The team as people and programs see it."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Any, NamedTuple

from arbor_desktop.clock import to_iso
from arbor_desktop.documents import document
from arbor_desktop.errors import ArborError
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence

VERSION = 1
"""Of the server's schema."""
_FIRST = "00000000-0000-0000-0000-000000000000"


class Position(NamedTuple):
    """A place in the order of changes: a transaction and a memory."""

    changed: int = 0
    id: str = _FIRST

    @classmethod
    def parse(cls, text: str) -> Position:
        changed, _, ident = text.partition(" ")
        return cls(int(changed), ident) if ident else cls()

    def __str__(self) -> str:
        return f"{self.changed} {self.id}"


class Role(StrEnum):
    OWNER = "owner"
    """Also invites and removes members, and sets roles."""
    MEMBER = "member"
    READER = "reader"
    """Shares nothing."""


class NotInTeam(ArborError):
    """There is no team here."""

    code = "NOT_IN_TEAM"


class Unreachable(ArborError):
    """The server does not respond: it is tried again."""

    code = "TEAM_UNREACHABLE"


class Refused(ArborError):
    """The server refuses this person, or is not the one that it claims to be."""

    code = "TEAM_REFUSED"


REMOVED = Sentence("You were removed from the team. To clear it from this computer: arbor team leave")
PROBLEMS = {
    "reader": Sentence("As a reader of the team you can't share."),
    "received": Sentence("Another member shared this memory."),
    "not_active": Sentence("Only active memories can be shared."),
    "no_project": Sentence("Only memories of a project can be shared. This one applies elsewhere, too."),
    "never_share": Sentence("It is marked “Never share”."),
    "sensitive": Sentence("It is sensitive."),
    "excluded": Sentence("Its project is ignored."),
    "private_project": Sentence("Its project is private."),
    "secret": Sentence("It contains a secret."),
    "too_long": Sentence("It is too long for the team."),
}
"""Why a memory can't be shared, by code."""


@dataclass(frozen=True, slots=True)
class Member:
    """`shares`: the number of memories that the team has of this member; `trusted`: by this person;
    `invited`: has not joined yet."""

    id: str
    name: str
    role: Role
    shares: int = 0
    last_change: int | None = None
    trusted: bool = False
    me: bool = False
    removed: bool = False
    invited: bool = False

    def to_dict(self) -> dict[str, Any]:
        return document(self, last_change=to_iso(self.last_change))


@dataclass(frozen=True, slots=True)
class SharedProject:
    """A project of the team. `path`: its folder here, or empty; `everything`: all that is new is shared;
    `shared`, `received`: numbers of own memories and of others'."""

    key: str
    name: str
    path: str
    everything: bool
    shared: int
    received: int

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class State:
    """The team as this installation knows it. `server`: the host; `waiting`: own changes to send;
    `received`: other members' memories here; `refused`: why the server refuses this person. `facts_active`,
    `trusted_active`: facts, and instructions of trusted authors, need no review."""

    joined: bool = False
    team: str = ""
    server: str = ""
    me: Member | None = None
    members: tuple[Member, ...] = ()
    waiting: int = 0
    received: int = 0
    reached_at: int | None = None
    unreachable_since: int | None = None
    refused: str = ""
    projects: tuple[SharedProject, ...] = ()
    facts_active: bool = True
    trusted_active: bool = True

    def to_dict(self) -> dict[str, Any]:
        return document(self, unreachable_since=to_iso(self.unreachable_since))


@dataclass(frozen=True, slots=True)
class Similar:
    """A memory of another member that says the same."""

    id: str
    author: str
    text: str

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Check:
    """What the others get of a memory. `problem`: a code of `PROBLEMS` if it can't be shared; `personal`: it
    names an e-mail address or telephone number. `quote`: the words that prove it, each with `text`, `at`
    (milliseconds) and `source`."""

    id: str
    text: str
    type: MemoryType
    project: str
    tags: tuple[str, ...] = ()
    quote: tuple[dict[str, Any], ...] = ()
    problem: str = ""
    personal: bool = False
    similar: Similar | None = None
    category: str = ""
    technology: str = ""
    branch: str = ""
    details: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return document(self, quote=quotes_as_json(self.quote))


@dataclass(frozen=True, slots=True)
class Shared:
    """A memory in the team. `mine`: this person shares it; `waiting`: it is not sent yet. `planted`: it looks
    like words that somebody planted to command an AI."""

    author: str
    author_id: str
    mine: bool
    trusted: bool
    shared_at: int
    waiting: bool = False
    planted: bool = False

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Report:
    """What an exchange with the server did. `problems`: for people."""

    sent: int = 0
    received: tuple[str, ...] = ()
    problems: tuple[str, ...] = field(default=())

    def to_dict(self) -> dict[str, Any]:
        return {"sent": self.sent, "received": len(self.received), "problems": list(self.problems)}


@dataclass(frozen=True, slots=True)
class Found:
    """A memory that a search on the server found."""

    id: str
    text: str
    type: str
    project: str
    author: str
    updated_at: int

    def to_dict(self) -> dict[str, Any]:
        return document(self)


def quotes_as_json(quotes: tuple[dict[str, Any], ...]) -> list[dict[str, Any]]:
    """Return quotes with their times in ISO 8601."""
    return [one | {"at": to_iso(one.get("at"))} for one in quotes]
