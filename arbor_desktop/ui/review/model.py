"""What waits for review, as the page lists it. No Qt here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arbor_desktop.editing.model import GroupKind, Nearest, ReviewGroup, ReviewItem
from arbor_desktop.memories.confidence import is_certain
from arbor_desktop.memories.model import HistoryEntry, Memory, Proposal, ProposalAction, Source
from arbor_desktop.team.model import Shared
from arbor_desktop.ui.memory.excerpts import Excerpt, excerpt
from arbor_desktop.ui.memory.history_words import field_changes

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


@dataclass(frozen=True, slots=True)
class ProposalItem:
    """One proposal to decide on. `memory` is what it would change, as it is now."""

    proposal: Proposal
    memory: Memory

    @property
    def id(self) -> str:
        return self.proposal.id

    @property
    def deletes(self) -> bool:
        return self.proposal.action is ProposalAction.DELETE

    @property
    def before(self) -> str:
        """The words of the memory."""
        return str(self.proposal.before.get("content", self.proposal.content))

    @property
    def after(self) -> str:
        """The words that it would have; of one that is to be deleted those that it has."""
        return str(self.proposal.fields.get("content", self.before))

    def changes(self) -> list[tuple[str, str, str]]:
        """(field, before, after) of everything but the words, as people call it."""
        one = self.proposal
        before, after = dict(one.before), dict(one.fields)
        return field_changes(HistoryEntry(0, one.at, "agent", "edited", before, after, None, ""))


Waiting = ReviewItem | ProposalItem
"""What is decided on by a card."""


def proposals(service: MemoryService) -> tuple[ProposalItem, ...]:
    """Those that wait, the oldest first."""
    found = service.proposals()
    known = {memory.id: memory for memory in service.get_many([one.memory_id for one in found])}
    return tuple(ProposalItem(one, known[one.memory_id]) for one in found if one.memory_id in known)


def reject_proposals(service: MemoryService, ids: list[str]) -> None:
    for ident in ids:
        service.reject_proposal(ident)


def reopen_proposals(service: MemoryService, ids: list[str]) -> None:
    for ident in ids:
        service.reopen_proposal(ident)


@dataclass(frozen=True, slots=True)
class Listing:
    """All that waits. `threshold` and `by_itself`: from which confidence on all can be accepted at once, and
    whether that is done without asking. `mode`: what goes to review at all. `team`: its name; `shared`: who
    shared what is from the team, by id."""

    groups: tuple[ReviewGroup, ...]
    threshold: float
    by_itself: bool
    mode: str
    proposals: tuple[ProposalItem, ...] = ()
    team: str = ""
    shared: Mapping[str, Shared] = field(default_factory=dict)

    def count(self, gone: frozenset[str] = frozenset()) -> Counts:
        """Without those that were just decided."""
        new = talks = outdated = certain = touching = team = 0
        for group in self.groups:
            left = [item for item in group.items if item.id not in gone]
            if group.kind is GroupKind.OUTDATED:
                outdated += len(left)
                continue
            if group.kind is GroupKind.TEAM:
                team += len(left)
                continue
            new += len(left)
            talks += bool(left) and group.conversation is not None
            sure = [item for item in left if is_certain(item.confidence, self.threshold)]
            touching += sum(item.conflict is not None for item in sure)
            certain += sum(item.conflict is None for item in sure)
        proposed = sum(item.id not in gone for item in self.proposals)
        return Counts(new, talks, outdated, certain, touching, proposed, team)


@dataclass(frozen=True, slots=True)
class Counts:
    """New memories, the conversations they come from, marked outdated; those as certain as the threshold that
    can be accepted at once, and as certain ones that contradict or update another; and what agents propose
    and the team shared, of which none is ever certain."""

    new: int = 0
    talks: int = 0
    outdated: int = 0
    certain: int = 0
    touching: int = 0
    proposed: int = 0
    team: int = 0

    @property
    def any(self) -> bool:
        return bool(self.new or self.outdated or self.proposed or self.team)


def listing(service: MemoryService) -> Listing:
    settings = service.settings
    groups = tuple(service.review_groups())
    from_team = [item.id for group in groups for item in group.items if item.source is Source.TEAM]
    return Listing(
        groups,
        settings.get("review.accept_from"),
        settings.get("review.accept_certain"),
        settings.get("review.mode"),
        proposals(service),
        service.team.state().team if from_team else "",
        service.team.of(from_team) if from_team else {},
    )


@dataclass(frozen=True, slots=True)
class Detail:
    """One memory in full, for the pane. `excerpt`: one of the `places` it comes from, by its number `place`;
    `marked`: when and why it was marked outdated."""

    memory: Memory
    excerpt: Excerpt | None
    place: int
    places: int
    nearest: Nearest | None
    marked: HistoryEntry | None
    projects: tuple[str, ...]
    shared: Shared | None = None
    quotes: tuple[dict[str, Any], ...] = ()
    """The words that another member shared with it."""


def detail(service: MemoryService, memory_id: str, place: int = 0) -> Detail:
    """Raises NotFound for a memory that is gone meanwhile."""
    memory = service.get(memory_id, count=False)  # read again after each change
    place = max(min(place, len(memory.evidence) - 1), 0)
    marked = None
    if memory.needs_review:
        told = (one for one in reversed(service.history(memory_id)) if (one.after or {}).get("needs_review"))
        marked = next(told, None)
    return Detail(
        memory,
        excerpt(service, memory.evidence[place]) if memory.evidence else None,
        place,
        len(memory.evidence),
        service.review_nearest(memory_id),
        marked,
        tuple(service.projects()),
        service.team.of([memory_id]).get(memory_id) if memory.source is Source.TEAM else None,
        tuple(service.team.quote(memory_id)) if memory.source is Source.TEAM else (),
    )
