"""Which memories an AI might be told here, layer by layer (spec 4.3). Reads only."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from arbor_desktop.core.confidence import DecayPolicy
from arbor_desktop.core.effective import winner
from arbor_desktop.core.filters import MemoryFilter
from arbor_desktop.core.hits import Hit
from arbor_desktop.core.memory import Memory, Privacy, Scope
from arbor_desktop.core.packing import ALWAYS, Dispute, Offered
from arbor_desktop.core.relevance import Cut
from arbor_desktop.store import briefs, contexts, search
from arbor_desktop.store.briefs import Brief

if TYPE_CHECKING:
    from arbor_desktop.store.database import Connection

GLOBAL, PROJECT, CONVERSATION, PROMPT = 2, 3, 4, 5
"""The layers after `ALWAYS`."""
LIMITS = {ALWAYS: 20, GLOBAL: 30, PROJECT: 20, CONVERSATION: 10, PROMPT: 10}
FLOORS = {ALWAYS: 0.1, GLOBAL: 0.5, PROJECT: 0.3, CONVERSATION: 0.2}
"""The least confidence of the day. What fits the prompt needs none."""
LOOKED_AT = 40
"""So many of those that fit the prompt best are looked at: some hold elsewhere or are in an earlier layer."""
TELLABLE = (Privacy.ALWAYS_INCLUDE, Privacy.NORMAL, Privacy.SENSITIVE)


class Fitting(Protocol):
    """Finds what fits a prompt among the memories that a filter leaves: the best `limit`, the most relevant
    first, and the cut that says where in them, or in some of them, what is relevant ends.

    Relevance (`Hit.components.relevance`, 0 to 1) and order must not depend on how often a memory was told.
    """

    def __call__(
        self, conn: Connection, prompt: str, wanted: MemoryFilter, *, limit: int, now: int
    ) -> tuple[Sequence[Hit], Cut]: ...


@dataclass(frozen=True, slots=True)
class Asked:
    """What a context is asked for. `day` is the start of the UTC day of `moment` (milliseconds)."""

    project: str | None
    branch: str | None
    conversation: str | None
    prompt: str | None
    moment: int
    day: int


@dataclass(frozen=True, slots=True)
class Place:
    """A place whose memories are visible here. `branch`: the one of whose own memories may be told; `reason`
    says to the person, and `where` to an AI, where a memory of it holds."""

    layer: int
    scope: Scope
    scope_id: str | None
    branch: str | None
    reason: str
    where: str


@dataclass(frozen=True, slots=True)
class Layers:
    """What may be told here, which of it is in conflict, and the places it was looked for in. `foreign` are
    memories of other projects that fit the prompt, the best first; `outdated` are called so by the person,
    and not told until they were looked at."""

    places: tuple[Place, ...]
    offered: tuple[Offered, ...]
    disputes: tuple[Dispute, ...]
    foreign: tuple[Memory, ...]
    outdated: tuple[Memory, ...] = ()


def visible(conn: Connection, asked: Asked) -> tuple[Place, ...]:
    """Global, this project, the folders above it that are projects too, and this conversation."""
    places = [Place(GLOBAL, Scope.GLOBAL, None, asked.branch, "Global", "everywhere")]
    if asked.project:
        places.append(
            Place(PROJECT, Scope.PROJECT, asked.project, asked.branch, "This project", "this project")
        )
        for path in contexts.projects_among(conn, folders_above(asked.project)):
            name = project_name(path)
            # The parent's branches are its own, whatever they are called.
            places.append(
                Place(PROJECT, Scope.PROJECT, path, None, f"Parent project {name}", f"project {name}")
            )
    if asked.conversation:
        places.append(
            Place(
                CONVERSATION, Scope.CONVERSATION, asked.conversation, asked.branch, "This conversation",
                "this conversation",
            )
        )  # fmt: skip
    return tuple(places)


def project_name(path: str) -> str:
    """The last part of a project's path."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path


def folders_above(path: str) -> list[str]:
    """The folders above a project, the nearest first; neither a root nor the home folder, which are nobody's
    project."""
    separators = "/\\" if path[1:2] == ":" else "/"
    home = os.path.expanduser("~")  # noqa: PTH111 - unlike Path.home() it never fails
    found = []
    while cut := max(path.rfind(separator) for separator in separators) + 1:
        path = path[: cut - 1]
        if path.rstrip(separators) and not path.endswith(":") and path != home:
            found.append(path)
    return found


def disputes_among(
    conn: Connection, ids: Sequence[str], project: str | None, policy: DecayPolicy, now: int
) -> tuple[Dispute, ...]:
    """The open conflicts among these memories, and who counts in each for now, as seen from `project`."""
    found = contexts.open_conflicts(conn, ids)
    if not found:
        return ()
    from arbor_desktop.store import memories  # conflicts are rare

    stack = contexts.stack(conn, project) if project else frozenset()
    disputed = list({ident: None for one in found for ident in one.members})
    known = {memory.id: memory for memory in memories.get_many(conn, disputed, policy, now)}
    disputes = []
    for one in found:
        best = one.replacing or winner((known[ident] for ident in one.members), now, stack).id
        disputes.append(Dispute(best, tuple(ident for ident in one.members if ident != best)))
    return tuple(disputes)


def _relevant(hits: Sequence[Hit], cut: Cut) -> list[Hit]:
    return list(hits[: cut.count([hit.components.relevance for hit in hits])])


class Layering:
    """Chooses, layer by layer, each without what an earlier one has."""

    def __init__(self, conn: Connection, asked: Asked, policy: DecayPolicy, fitting: Fitting) -> None:
        self._conn = conn
        self._asked = asked
        self._policy = policy
        self._fitting = fitting
        self._places = visible(conn, asked)
        self._by_scope = {(place.scope, place.scope_id): place for place in self._places}

    def chosen(self) -> Layers:
        by_layer = {ALWAYS: self._tellable(ALWAYS, self._places, Privacy.ALWAYS_INCLUDE)}
        for layer in (GLOBAL, PROJECT, CONVERSATION):
            places = [place for place in self._places if place.layer == layer]
            by_layer[layer] = self._tellable(layer, places, Privacy.NORMAL)
        here, elsewhere = self._of_prompt({brief.id for some in by_layer.values() for brief in some})
        fitting = {hit.memory.id: hit for hit in here}
        rows = [brief.row for some in by_layer.values() for brief in some]
        loaded = dict(search.memories_of_rows(self._conn, rows, self._policy, self._asked.day))
        offered: dict[str, Offered] = {}
        for layer, some in sorted(by_layer.items()):
            for brief in some:
                memory = loaded[brief.row]
                offered.setdefault(memory.id, self._offered(memory, layer, fitting.get(memory.id)))
        new = [hit for ident, hit in fitting.items() if ident not in offered]
        for hit in new[: LIMITS[PROMPT]]:
            offered[hit.memory.id] = self._offered(hit.memory, PROMPT, hit)
        foreign = tuple(hit.memory for hit in elsewhere)
        gone = contexts.outdated(self._conn, list(offered))
        outdated = tuple(offered.pop(ident).memory for ident in sorted(gone))
        day = self._asked.day
        disputes = disputes_among(self._conn, list(offered), self._asked.project, self._policy, day)
        return Layers(self._places, tuple(offered.values()), disputes, foreign, outdated)

    def _tellable(self, layer: int, places: Sequence[Place], privacy: Privacy) -> list[Brief]:
        newest_first = layer == CONVERSATION
        found = [
            brief
            for place in places
            for brief in briefs.tellable(
                self._conn, place.scope, place.scope_id, privacy,
                branch=place.branch, floor=FLOORS[layer], limit=LIMITS[layer], policy=self._policy,
                day=self._asked.day, moment=self._asked.moment, newest_first=newest_first,
            )
        ]  # fmt: skip
        found.sort(key=lambda brief: (-(brief.created if newest_first else brief.used), brief.id))
        return found[: LIMITS[layer]]

    def _of_prompt(self, in_layers: Collection[str]) -> tuple[list[Hit], list[Hit]]:
        """What is relevant to the prompt here, and in other projects, the best first: each as if there were
        nothing else, so that no other project decides what is told in this one. Of what is here enough for a
        layer without those `in_layers`, as far as there is any."""
        if not self._asked.prompt:
            return [], []
        anywhere = MemoryFilter(privacy=TELLABLE, valid_at=self._asked.moment)
        hits, cut = self._search(anywhere)
        visible = [hit for hit in hits if self._is_visible(hit.memory)]
        foreign = [hit for hit in hits if self._is_foreign(hit.memory)]
        here = _relevant(visible, cut)
        new = sum(hit.memory.id not in in_layers for hit in here)
        if len(hits) == LOOKED_AT and len(here) == len(visible) and new < LIMITS[PROMPT]:
            # What holds elsewhere took the places, and there may be more.
            places = tuple((place.scope, place.scope_id) for place in self._places)
            branches = tuple({None: 0, self._asked.branch: 0})
            hits, cut = self._search(replace(anywhere, places=places, branches=branches))
            here = _relevant([hit for hit in hits if self._is_visible(hit.memory)], cut)
        return here, _relevant(foreign, cut)

    def _search(self, wanted: MemoryFilter) -> tuple[list[Hit], Cut]:
        prompt = self._asked.prompt or ""
        hits, cut = self._fitting(self._conn, prompt, wanted, limit=LOOKED_AT, now=self._asked.day)
        return sorted(hits, key=lambda hit: (-hit.components.relevance, hit.memory.id)), cut

    def _is_visible(self, memory: Memory) -> bool:
        place = self._place(memory)
        return place is not None and memory.branch in (None, place.branch)

    def _is_foreign(self, memory: Memory) -> bool:
        """Whether it is of another project, and of a kind that may be named."""
        of_project = memory.scope is Scope.PROJECT and self._place(memory) is None
        return of_project and memory.privacy_level is not Privacy.SENSITIVE

    def _offered(self, memory: Memory, layer: int, hit: Hit | None) -> Offered:
        place = self._place(memory)
        assert place is not None
        relevance = hit.components.relevance if hit else None
        own_branch = memory.branch is not None and memory.scope is Scope.PROJECT
        reason = "This branch" if own_branch else place.reason
        if layer == ALWAYS:
            reason = "Always included"
        if layer == PROMPT and relevance is not None:
            reason = f"Matches the prompt · {relevance:.2f}"
        return Offered(memory, layer, reason, relevance, "this branch" if own_branch else place.where)

    def _place(self, memory: Memory) -> Place | None:
        return self._by_scope.get((memory.scope, memory.scope_id))
