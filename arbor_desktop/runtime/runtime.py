"""What all parts of the service share: handed in once, by MemoryService.open."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from arbor_desktop.clock import Clock
from arbor_desktop.conversations.queries.captures import Owner
from arbor_desktop.database.connection import Database
from arbor_desktop.ids import new_id
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.paths import Home
from arbor_desktop.runtime.events import Changes, Events
from arbor_desktop.runtime.ground import policy_of
from arbor_desktop.settings import Settings

MANY = 500
"""More changed memories or conversations than this are announced as "all"."""


@dataclass(frozen=True, slots=True)
class Runtime:
    home: Home
    db: Database
    settings: Settings
    clock: Clock
    events: Events

    @property
    def policy(self) -> DecayPolicy:
        return policy_of(self.settings)

    def by(self, actor: str, reason: str | None = None) -> Write:
        """A new action of `actor`, undone as one."""
        now = self.clock()
        return Write(actor, new_id(now), now, self.policy, reason)

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
    ) -> None:
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
            )
        )


def this_process() -> Owner:
    import psutil  # takes longer than most commands

    return Owner(os.getpid(), psutil.Process().create_time())


def is_alive(owner: Owner) -> bool:
    """Whether the very process still runs: same id and same start (ids are reused), and no zombie."""
    import psutil

    try:
        process = psutil.Process(owner.pid)
        start: float = process.create_time()
        return abs(start - owner.start) < 1.0 and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True


Alive = Callable[[Owner], bool]
