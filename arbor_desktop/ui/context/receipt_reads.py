"""What sessions of a project were told lately, and how that went; read elsewhere than on the GUI's thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arbor_desktop.context.model import DeliverySummary, Receipt, Use

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

_RECEIPTS, SESSIONS = 200, 20
"""Receipts that are read (a session has one for its start and for each prompt that brought something), and
sessions that are shown."""


@dataclass(frozen=True, slots=True)
class ToldSession:
    """One session, by all that it was told. `at`: when last. `arrived` None: not known."""

    tool: str
    at: int
    project: str | None
    branch: str | None
    conversation_id: str | None
    title: str
    memories: int
    tokens: int
    arrived: bool | None
    judged: bool
    used: int
    failed: int


@dataclass(frozen=True, slots=True)
class Told:
    """The latest sessions, the newest first. `project` None: of all projects. `off`: telling is switched off
    in the settings."""

    project: str | None
    sessions: tuple[ToldSession, ...]
    summary: DeliverySummary
    off: bool = False


def told(service: MemoryService, project: str | None) -> Told:
    """What is shown of a project."""
    groups: dict[tuple[str, str], list[Receipt]] = {}
    for receipt in service.latest_receipts(project, _RECEIPTS):
        groups.setdefault((receipt.tool, receipt.session_id), []).append(receipt)
    chosen = list(groups.values())[:SESSIONS]
    ids = {one.conversation_id for group in chosen for one in group if one.conversation_id}
    titles = {talk.id: talk.title for talk in service.conversations_by_id(sorted(ids))}
    sessions = tuple(_session(group, titles) for group in chosen)
    off = not service.settings.get("injection.enabled")
    return Told(project, sessions, service.delivery_summary(project), off)


def _session(group: Sequence[Receipt], titles: dict[str, str]) -> ToldSession:
    newest = group[0]
    conversation = next((one.conversation_id for one in group if one.conversation_id), None)
    became: dict[str, set[Use | None]] = {}
    for receipt in group:
        for one in receipt.delivered:
            became.setdefault(one.memory_id, set()).add(one.use)
    known = [one.arrived for one in group if one.arrived is not None]
    return ToldSession(
        newest.tool,
        newest.at,
        newest.project,
        newest.branch,
        conversation,
        titles.get(conversation or "", ""),
        len(became),
        sum(one.tokens for one in group),
        all(known) if known else None,
        any(one.judged_at is not None for one in group),
        sum(Use.USED in uses for uses in became.values()),
        sum(Use.FAILED in uses for uses in became.values()),
    )
