"""Ids as people give them: whole, or a beginning that only one has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.text.words import storable

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

WHOLE, SHORTEST = 36, 8
"""Characters of an id, and of the shortest beginning that is looked up."""
EVERY = 100_000


def memory(service: MemoryService, given: str) -> str:
    """The id meant by `given`. Raises InvalidInput where several begin so, NotFound where it is too short;
    what no id begins with is answered as it is, for the service to say that there is no such memory."""
    return _completed([given], lambda: service.find_ids(status="all"))[0]


def memories(service: MemoryService, given: Iterable[str]) -> list[str]:
    """As `memory`, for several; the same one twice is answered once."""
    return _completed(given, lambda: service.find_ids(status="all"))


def to_review(service: MemoryService, given: Iterable[str]) -> list[str]:
    """As `memories`, for what waits for a decision: memories, and proposals of agents."""
    return _completed(
        given, lambda: [*service.find_ids(status="all"), *(one.id for one in service.proposals())]
    )


def conversation(service: MemoryService, given: str) -> str:
    """As `memory`, for a conversation."""
    return conversations(service, [given])[0]


def conversations(service: MemoryService, given: Iterable[str]) -> list[str]:
    """As `memories`, for conversations."""
    return _completed(given, lambda: [one.id for one in service.conversations(limit=EVERY).conversations])


def conflict(service: MemoryService, given: str) -> str:
    """As `memory`, for a conflict, decided or not."""
    known = service.list_conflicts
    return _completed([given], lambda: [one.id for one in known(include_resolved=True, up_to_date=False)])[0]


def _completed(given: Iterable[str], known: Callable[[], list[str]]) -> list[str]:
    every: list[str] | None = None
    found: dict[str, None] = {}
    for text in given:
        start = storable(text).strip().lower()
        if not start or len(start) >= WHOLE:
            found[start] = None
            continue
        every = known() if every is None else every
        fitting = [ident for ident in every if ident.startswith(start)]
        if fitting and len(start) < SHORTEST:
            raise NotFound(f"{start} is too short: give at least the first {SHORTEST} characters of the id.")
        if len(fitting) > 1:
            raise InvalidInput(
                f"{len(fitting)} ids begin with {start}, such as {fitting[0]} and {fitting[1]}; give more.",
                ids=fitting[:10],
            )
        found[fitting[0] if fitting else start] = None
    return list(found)
