"""The runtime that all parts of the service share: handed in once, by MemoryService.open."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import field
from types import TracebackType
from typing import TYPE_CHECKING, Self

from arbor_desktop.clock import Clock
from arbor_desktop.conversations.files import excluded_by
from arbor_desktop.database.connection import Database
from arbor_desktop.ids import new_id
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.paths import Home
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.events import Changes, Events
from arbor_desktop.runtime.protocols import policy_of
from arbor_desktop.settings import Settings

if TYPE_CHECKING:
    from arbor_desktop.conversations.queries.captures import Owner
    from arbor_desktop.redaction.redactor import Screen

MANY = 500
"""More changed memories or conversations than this are announced as "all"."""
BUNCH_SECONDS = 1.0
REDACTED = "[redacted:"
"""The beginning of the placeholder for a secret."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """Paths, database, settings, clock and events."""

    home: Home
    db: Database
    settings: Settings
    clock: Clock
    events: Events
    own_actions: list[str] = field(default_factory=list, compare=False)
    """The ids of what the person did in this process."""

    @property
    def policy(self) -> DecayPolicy:
        return policy_of(self.settings)

    def by(self, actor: str, reason: str | None = None) -> Write:
        """Return a new action of `actor`, which is undone as one."""
        now = self.clock()
        write = Write(actor, new_id(now), now, self.policy, reason)
        if actor == "user":
            self.own_actions.append(write.action_id)
        return write

    def redact(self, text: str) -> str:
        """Return a text without secrets, in a form that can be stored."""
        return self._screen().clean([text])[0]

    def redact_path(self, path: str) -> str:
        """Return a path without secrets."""
        return self._screen().clean_path(path)

    def _screen(self) -> Screen:
        from arbor_desktop.redaction.redactor import screen  # the rules are read with the first text

        return screen(bool(self.settings.get("redaction.personal")))

    def is_excluded(self, path: str | None) -> bool:
        """Return whether a folder is excluded: nothing of it may be read, remembered or sent."""
        return path is not None and excluded_by(path, self.settings.get("capture.excluded")) is not None

    def announce(
        self,
        memories: tuple[str, ...] = (),
        conversations: tuple[str, ...] = (),
        *,
        all_conversations: bool = False,
        status: bool = False,
        sources: bool = False,
        conflicts: bool = False,
        maintenance: bool = False,
        projects: bool = False,
        meaning: bool = False,
        file_versions: bool = False,
    ) -> None:
        """Announce what changed to the subscribers of `events`."""
        many = len(memories) > MANY
        all_conversations = all_conversations or len(conversations) > MANY
        self.events.announce(
            Changes(
                () if many else memories,
                () if all_conversations else conversations,
                all_memories=many,
                all_conversations=all_conversations,
                status=status,
                sources=sources,
                conflicts=conflicts,
                maintenance=maintenance,
                projects=projects,
                meaning=meaning,
                file_versions=file_versions,
            )
        )


class BatchedAnnouncements:
    """Announces what a long step changes about once a second. A context manager: the rest is announced at its
    end, also after an error."""

    def __init__(self, runtime: Runtime, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._rt, self._monotonic = runtime, monotonic
        self._ids: dict[str, None] = {}
        self._announced_at = monotonic()

    def changed(self, ids: Iterable[str]) -> None:
        """Announce changed memories now, or with those of the next second."""
        self._ids.update(dict.fromkeys(ids))
        if self._monotonic() - self._announced_at >= BUNCH_SECONDS:
            self._announce()

    def _announce(self) -> None:
        self._announced_at = self._monotonic()
        ids, self._ids = tuple(self._ids), {}
        if ids:
            self._rt.announce(ids, status=True, conflicts=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._announce()


def this_process() -> Owner:
    """Return the identity of this process, for leases."""
    import psutil  # takes longer than most commands

    from arbor_desktop.conversations.queries.captures import Owner

    return Owner(os.getpid(), psutil.Process().create_time())


def is_alive(owner: Owner) -> bool:
    """Return whether this very process still runs: same id and start (ids are reused), and no zombie."""
    import psutil

    try:
        process = psutil.Process(owner.pid)
        start: float = process.create_time()
        return abs(start - owner.start) < 1.0 and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True


Alive = Callable[["Owner"], bool]
