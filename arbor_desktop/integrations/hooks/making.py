"""Putting together what lies nowhere ready: imported only then, as it takes far longer than looking it up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop.context.queries import prepared
from arbor_desktop.context.session_blocks import HookRuntime, SessionBlocks, new_making
from arbor_desktop.errors import ArborError
from arbor_desktop.integrations.hooks import place
from arbor_desktop.memories.queries import lifecycle
from arbor_desktop.settings import Settings

if TYPE_CHECKING:
    from arbor_desktop.database.connection import Connection


def telling(conn: Connection, home: str, now: int) -> SessionBlocks:
    """What composes what a session is told, on an open file."""
    settings = _settings(home)
    if settings.get("search.vectors") == "off":
        return SessionBlocks(HookRuntime(conn, settings, now))
    from arbor_desktop.search import similarity_client

    return SessionBlocks(HookRuntime(conn, settings, now), cache(partial(similarity_client.ask, home)))


def block(
    conn: Connection, home: str, project: str | None, branch: str | None, conversation: str | None, now: int
) -> tuple[prepared.Prepared, Callable[[], None] | None]:
    """The block, and what keeps it for the next session, unless something changed meanwhile."""
    key, number = (project or "", branch or ""), new_making()
    settings = _settings(home)
    begun = _begun(conn, lambda c: prepared.begin(c, *key, number, now))
    if begun and project:
        _wake(conn, home, project, now)
    made = SessionBlocks(HookRuntime(conn, settings, now)).at_start(project, branch, now, conversation)
    if not begun or conversation is not None:
        return made, None
    until, stamp = prepared.ends(conn, now), prepared.stamp(settings.stored)
    return made, lambda: prepared.keep(
        conn, *key, number, made, day=now - now % 86_400_000, until=until, settings=stamp
    )


def _settings(home: str) -> Settings:
    return Settings(Path(home, place.SETTINGS))


def _begun(conn: Connection, begin: Callable[[Connection], None]) -> bool:
    """Whether there was room to say that a block is being made; told it is in any case."""
    try:
        prepared.transaction(conn, begin)
    except prepared.Failed:
        return False
    return True


def _wake(conn: Connection, home: str, project: str, now: int) -> None:
    """Work goes on in a project: what was forgotten while it rested is back, as with `get_context`. If it
    can't be brought back, the rest is told all the same."""
    if not lifecycle.forgotten_at_rest(conn, project, now):
        return
    from arbor_desktop.service import MemoryService  # once a month and project

    try:
        with MemoryService.open(home) as service:
            service.upkeep.lifecycle.wake(project)
    except ArborError:
        return
