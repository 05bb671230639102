"""Secrets that redaction removed: kinds and places, never the secrets themselves, nor anything about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arbor_desktop.redaction.kinds import advice_on
from arbor_desktop.text.sentence import Sentence

CONVERSATION, MEMORY, BACKUP, FILE = "conversation", "memory", "backup", "file"
NAME, OTHER = "name", "other"
"""Where a secret was; `NAME`: in that of a folder or project; `OTHER`: in another record of the memory
file."""
SAVED, PURGED, NEVER_SAVED = "saved", "purged", "never_saved"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place: `id` of the conversation or memory, or the name of the file; `number` of the turn, 0 if it is
    none; its time, if it has one."""

    where: str
    id: str
    number: int = 0
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A secret that was stored: its first place, how many places have it, and those in conversations,
    memories and backups: (id, number of the turn). `hidden`: the ids of those whose title or project has a
    secret, in a way that the rules don't see."""

    kind: str
    spot: Spot
    copies: int
    places: tuple[tuple[str, int], ...] = ()
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RemovedSecret:
    """A secret by kind and place. `title` and `project` of the conversation or memory, without secrets;
    the title "" if that is gone, or can't be shown; `copies`: how many were stored, 0 if it never was;
    `number`: by which `Secrets.purge` knows one that is still stored."""

    kind: str
    spot: Spot
    title: str
    project: str | None
    at: int
    copies: int = 0
    purged_at: int | None = None
    number: int | None = None
    places: tuple[tuple[str, int], ...] = ()
    project_name: str = ""

    @property
    def can_be_purged(self) -> bool:
        """Return whether a purge removes it: what is in names of folders and projects stays."""
        return self.state == SAVED and self.spot.where != NAME

    @property
    def state(self) -> str:
        return PURGED if self.purged_at is not None else SAVED if self.copies else NEVER_SAVED


@dataclass(frozen=True, slots=True)
class RemovedSecrets:
    """Secrets that are still stored, then the others, the newest first. `more`: there are others;
    `looked_at`: when everything was searched last, with so many `conversations`."""

    secrets: tuple[RemovedSecret, ...]
    more: bool = False
    looked_at: int | None = None
    conversations: int = 0

    @property
    def saved(self) -> tuple[RemovedSecret, ...]:
        """Return those that a purge removes."""
        return tuple(one for one in self.secrets if one.can_be_purged)


@dataclass(frozen=True, slots=True)
class PurgeReport:
    """What a purge did. `kept`: secrets that are still in names, or in files that are no text; `values`:
    replaced in the memory file; `indexed`: of them, turns and memories, which were indexed again;
    `backups`: written again, of `all_backups`; `unreadable`: backups that can't be read; `files`: others
    in Arbor's folder that were changed; `left`: files there that still have a secret; `outside`: files of
    AI tools that have one."""

    purged: tuple[RemovedSecret, ...] = ()
    values: int = 0
    indexed: int = 0
    backups: int = 0
    all_backups: int = 0
    unreadable: tuple[str, ...] = ()
    files: int = 0
    left: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    kept: tuple[RemovedSecret, ...] = ()


def place_of(one: RemovedSecret) -> str:
    """Return the name of the place of a secret: the title of a conversation, the text of a memory, or what
    else it is."""
    if one.title and one.spot.where in (CONVERSATION, MEMORY):
        return one.title
    if one.spot.where == BACKUP:
        return Sentence("Backup {name}", name=one.spot.id)
    if one.spot.where == FILE:
        return Sentence("File {name}", name=one.spot.id)
    names = {
        CONVERSATION: Sentence("A conversation"),
        MEMORY: Sentence("A memory or its history"),
        NAME: Sentence("Name of a folder or project"),
    }
    return names.get(one.spot.where, Sentence("Another record in the memory file"))


def backups_with(secrets: Iterable[RemovedSecret]) -> int:
    """Return how many backups have any of the secrets."""
    return len({name for one in secrets for name, _ in one.places if name.endswith(".db")})


def to_change(report: PurgeReport) -> list[tuple[RemovedSecret, Sentence]]:
    """Return the secrets that should be changed, and how."""
    advised = ((one, advice_on(one.kind)) for one in (*report.purged, *report.kept))
    return [(one, advice) for one, advice in advised if advice is not None]
