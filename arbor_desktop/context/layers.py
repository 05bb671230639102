"""Selection of the memories that an AI may see here, layer by layer (spec 4.3). Reads only."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Protocol

from arbor_desktop import resources
from arbor_desktop.conflicts.suggestion import winner
from arbor_desktop.context.block_text import ALWAYS, Dispute, Offered, binding
from arbor_desktop.context.queries import selection
from arbor_desktop.context.queries.selection import MemoryRow
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Memory, MemoryFilter, Privacy, Scope, Source
from arbor_desktop.memories.queries import search, sharing
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.gate import (
    ABOUT_PERSON,
    PRIVATE,
    WORK,
    Barred,
    Gate,
    Here,
    Stacks,
    names_group,
    names_of,
)
from arbor_desktop.projects.names import project_name
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.search.model import Hit
from arbor_desktop.text.escaping import quoted, shortened
from arbor_desktop.text.ranking import Cut
from arbor_desktop.text.sentence import Sentence

if TYPE_CHECKING:
    from arbor_desktop.database.connection import Connection

GLOBAL, PROJECT, CONVERSATION, PROMPT = 2, 3, 4, 5
"""The layers after `ALWAYS`."""
LIMITS = {ALWAYS: 20, GLOBAL: 300, PROJECT: 300, CONVERSATION: 10, PROMPT: 10}
"""Memories that are considered, most recently used or said first; the budget decides how many are shared."""
FLOORS = {ALWAYS: 0.1, GLOBAL: 0.5, PROJECT: 0.3, CONVERSATION: 0.2}
"""The minimum confidence of the day; none for what fits the prompt."""
LOOKED_AT = 40
"""The best matches of the prompt that are considered; some apply elsewhere or are in an earlier layer."""
CERTAIN = 0.8
"""If a side of an open conflict has less confidence, the other one counts."""
PROBABLE = 0.7
"""The confidence from which a person's statement bars the older one that it says it replaces."""
PRIVATE_RELEVANCE = 0.45
"""The relevance that something private needs for a prompt in a work project."""
GROUP_RELEVANCE = 1.3
"""Times the usual relevance that a prompt needs for what applies in another project of the group."""
ENOUGH = 12_000
"""Characters of a place's memories that are chosen from; the budget is smaller."""
PERSONAL_SHARE, MOST_PERSONAL = 0.7, 3
"""The share of the usual relevance needed when people ask about themselves, or in a private project, and how
many such memories are added at most."""
SHAREABLE = (Privacy.ALWAYS_INCLUDE, Privacy.NORMAL, Privacy.SENSITIVE)


class Fitting(Protocol):
    """Finds the memories within a filter that fit a prompt: the best `limit`, most relevant first, and the
    cut after the relevant ones.

    Relevance (`Hit.components.relevance`, 0 to 1) and order must not depend on how often a memory was shared.
    """

    def __call__(
        self,
        conn: Connection,
        prompt: str,
        wanted: MemoryFilter,
        *,
        limit: int,
        now: int,
        share: float = 1.0,
    ) -> tuple[Sequence[Hit], Cut]: ...


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for a context. `day`: the start of the UTC day of `moment` (milliseconds)."""

    project: str | None
    branch: str | None
    conversation: str | None
    prompt: str | None
    moment: int
    day: int


@dataclass(frozen=True, slots=True)
class Place:
    """A place whose memories are visible here. `branch`: the branch whose memories may be shared. `reason`
    and `where`: the place in words, for people and for an AI. `group`: only memories that name it are
    visible."""

    layer: int
    scope: Scope
    scope_id: str | None
    branch: str | None
    reason: str
    where: str
    group: str = ""

    def shows(self, memory: Memory) -> bool:
        """Return whether a memory of this place is visible here."""
        named = not self.group or names_group(memory.content, self.group)
        return named and memory.branch in (None, self.branch)


@dataclass(frozen=True, slots=True)
class Layers:
    """The memories that may be shared (`offered`), conflicts among them, and the visible places. `foreign`:
    memories of other projects that fit the prompt, best first. `barred`: memories visible here, but not for
    this session."""

    places: tuple[Place, ...]
    offered: tuple[Offered, ...]
    disputes: tuple[Dispute, ...]
    foreign: tuple[Memory, ...]
    barred: tuple[tuple[Memory, Barred], ...] = ()


def visible(conn: Connection, asked: Asked) -> tuple[Place, ...]:
    """Return the visible places: global, this project, the projects above it and of its group, those that are
    not known (of chats: only for a prompt), and this conversation."""
    places = [Place(GLOBAL, Scope.GLOBAL, None, asked.branch, "Global", "everywhere")]
    if asked.project:
        places.append(
            Place(PROJECT, Scope.PROJECT, asked.project, asked.branch, "This project", "this project")
        )
        for path in sharing.projects_among(conn, folders_above(asked.project)):
            name = project_name(path)
            # The parent's branches are its own, whatever they are called.
            places.append(
                Place(
                    PROJECT,
                    Scope.PROJECT,
                    path,
                    None,
                    Sentence("Parent project {name}", name=name),
                    f"project {name}",
                )
            )
        kinds = projects.kinds(conn)
        group = kinds.get(asked.project, ("", ""))[1]
        for path in sorted(path for path, (_, of) in kinds.items() if group and of == group):
            if path not in {place.scope_id for place in places}:
                name = project_name(path)
                places.append(
                    Place(
                        PROJECT,
                        Scope.PROJECT,
                        path,
                        None,
                        Sentence("All projects in {group}", group=group),
                        f"project {name}",
                        group,
                    )
                )
    places.append(Place(PROMPT, Scope.PROJECT, None, None, "A project that is not known", "some project"))
    if asked.conversation:
        places.append(
            Place(
                CONVERSATION, Scope.CONVERSATION, asked.conversation, asked.branch, "This conversation",
                "this conversation",
            )
        )  # fmt: skip
    return tuple(places)


def folders_above(path: str) -> list[str]:
    """Return the folders above a project, nearest first, without the root and the home folder."""
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
    """Return the open conflicts among these memories. If a side is uncertain, the winner as seen from
    `project` counts; else none does."""
    found = sharing.open_conflicts(conn, ids)
    if not found:
        return ()
    from arbor_desktop.memories.queries import memories  # conflicts are rare

    stack = sharing.stack(conn, project) if project else frozenset()
    disputed = list({ident: None for members in found for ident in members})
    known = {memory.id: memory for memory in memories.get_many(conn, disputed, policy, now)}
    disputes = []
    for members in found:
        sides = [known[ident] for ident in members]
        best = winner(sides, now, stack).id
        undecided = all(side.current_confidence >= CERTAIN for side in sides)
        losers = tuple(ident for ident in members if ident != best)
        disputes.append(Dispute(best, losers, undecided))
    return tuple(disputes)


@cache
def _stacks() -> Stacks:
    return Stacks.from_toml(resources.read_text("stacks.toml"))


def gate_of(conn: Connection, project: str | None, prompt: str | None = None) -> Gate:
    """Return the gate of a session in `project`."""
    kinds = projects.kinds(conn)
    kind, group = kinds.get(project or "", (WORK, ""))
    own = {path for path, (_, of) in kinds.items() if group and of == group} | {project}
    others = [path for path in {*projects.paths(conn), *kinds} - own if not _is_above(path, project)]
    groups = {of for _, of in kinds.values()} - {group}
    names = names_of(others, groups) - names_of([project], ()) if project else frozenset[str]()
    stack = sharing.known_stack(conn, project) if project else None
    private = {path for path, (of_kind, _) in kinds.items() if of_kind == PRIVATE}
    return Gate(_stacks(), Here(stack, kind, names, project), private, prompt)


def _is_above(path: str, project: str | None) -> bool:
    return project is not None and project.startswith(path.rstrip("/\\") + "/")


def _most_binding(found: Sequence[MemoryRow]) -> list[MemoryRow]:
    """Return the memories to choose from: of very many, the most binding and certain."""
    ranked = sorted(found, key=lambda one: (-binding(one.type, one.category) - one.confidence, one.id))
    size = 0
    kept = []
    for one in ranked:
        size += len(one.text)
        kept.append(one)
        if size > ENOUGH:
            break
    return kept


def _relevant(hits: Sequence[Hit], cut: Cut) -> list[Hit]:
    return list(hits[: cut.count([hit.components.relevance for hit in hits])])


def select(conn: Connection, asked: Asked, policy: DecayPolicy, fitting: Fitting) -> Layers:
    """Select memories layer by layer, each without those of an earlier one."""
    return _Selection(conn, asked, policy, fitting).layers()


class _Selection:
    def __init__(self, conn: Connection, asked: Asked, policy: DecayPolicy, fitting: Fitting) -> None:
        self._conn = conn
        self._asked = asked
        self._policy = policy
        self._fitting = fitting
        self._places = visible(conn, asked)
        self._gate = gate_of(conn, asked.project, asked.prompt)
        self._by_scope = {(place.scope, place.scope_id): place for place in self._places}

    def layers(self) -> Layers:
        by_layer = {ALWAYS: self._shareable(ALWAYS, self._places, Privacy.ALWAYS_INCLUDE)}
        levels = (Privacy.NORMAL, Privacy.SENSITIVE) if self._gate.in_private else (Privacy.NORMAL,)
        for layer in (GLOBAL, PROJECT, CONVERSATION):
            places = [place for place in self._places if place.layer == layer]
            by_layer[layer] = self._shareable(layer, places, *levels)
        rows = [row.row for some in by_layer.values() for row in some]
        loaded = {
            memory.row: memory
            for memory in search.memories_of_rows(self._conn, rows, self._policy, self._asked.day)
        }
        offered: dict[str, Offered] = {}
        barred: dict[str, tuple[Memory, Barred]] = {}
        for layer, some in sorted(by_layer.items()):
            for memory in (loaded[row.row] for row in some):
                if not self._is_visible(memory):
                    continue
                why = self._gate.barred(memory) or self._kept_private(memory, layer)
                if why is None:
                    offered.setdefault(memory.id, self._offered(memory, layer, None))
                elif why.asked:
                    reason = "Your prompt names its technology"
                    offered.setdefault(memory.id, self._called_for(memory, reason))
                elif why is ABOUT_PERSON and self._gate.who_am_i and not self._gate.private(memory):
                    reason = "Your prompt asks about you"
                    offered.setdefault(memory.id, self._called_for(memory, reason))
                elif layer != GLOBAL or why is not ABOUT_PERSON:  # the preview says so itself
                    barred.setdefault(memory.id, (memory, why))
        here, elsewhere = self._of_prompt(offered)
        for hit in here:
            if hit.memory.id in offered:
                offered[hit.memory.id] = self._offered(hit.memory, offered[hit.memory.id].layer, hit)
        new = [hit for hit in here if hit.memory.id not in offered]
        for hit in new[: LIMITS[PROMPT]]:
            offered[hit.memory.id] = self._offered(hit.memory, PROMPT, hit)
        foreign = tuple(hit.memory for hit in elsewhere)
        for ident in sorted(sharing.outdated(self._conn, list(offered))):
            barred[ident] = offered.pop(ident).memory, Barred("outdated", "Marked as outdated")
        for ident, newer in sorted(sharing.replaced(self._conn, list(offered), PROBABLE).items()):
            why = Barred("replaced", Sentence("Replaced by “{text}”", text=shortened(quoted(newer), 80)))
            barred[ident] = offered.pop(ident).memory, why
        day = self._asked.day
        disputes = disputes_among(self._conn, list(offered), self._asked.project, self._policy, day)
        left = tuple(one for ident, one in barred.items() if ident not in offered)
        return Layers(self._places, tuple(offered.values()), disputes, foreign, left)

    def _kept_private(self, memory: Memory, layer: int) -> Barred | None:
        """Return why a private memory is not shared here without a prompt, unless it is pinned."""
        if layer == ALWAYS or not self._gate.private(memory):
            return None
        return Barred("sensitive", "Private: shared only when your prompt asks")

    def _shareable(self, layer: int, places: Sequence[Place], *levels: Privacy) -> list[MemoryRow]:
        newest_first = layer == CONVERSATION
        found = [
            row
            for place, privacy in product(places, levels)
            for row in selection.shareable(
                self._conn, place.scope, place.scope_id, privacy,
                branch=place.branch, floor=FLOORS[layer], limit=LIMITS[layer], policy=self._policy,
                day=self._asked.day, moment=self._asked.moment, newest_first=newest_first,
            )
        ]  # fmt: skip
        found.sort(key=lambda row: (-(row.created if newest_first else row.used), row.id))
        found = found[: LIMITS[layer]]
        return found if layer in (ALWAYS, CONVERSATION) else _most_binding(found)

    def _of_prompt(self, in_layers: Collection[str]) -> tuple[list[Hit], list[Hit]]:
        """Return what is relevant to the prompt here, and in other projects, best first. Each is cut as if
        there were nothing else, so that other projects don't change what is shared here. Of what is here,
        enough to fill a layer without those `in_layers`, if there are enough."""
        if not self._asked.prompt:
            return [], []
        anywhere = MemoryFilter(privacy=SHAREABLE, valid_at=self._asked.moment)
        hits, cut = self._search(anywhere)
        visible = [hit for hit in hits if self._answers(hit, cut)]
        foreign = [hit for hit in hits if self._is_foreign(hit.memory)]
        here = _relevant(visible, cut)
        new = sum(hit.memory.id not in in_layers for hit in here)
        if len(hits) == LOOKED_AT and len(here) == len(visible) and new < LIMITS[PROMPT]:
            # Matches of other places may have taken the places of some from here.
            places = tuple((place.scope, place.scope_id) for place in self._places)
            branches = tuple({None: 0, self._asked.branch: 0})
            hits, cut = self._search(replace(anywhere, places=places, branches=branches))
            visible = [hit for hit in hits if self._answers(hit, cut)]
            here = _relevant(visible, cut)
        return here + self._personal(visible[len(here) :]), _relevant(foreign, cut)

    def _personal(self, hits: Sequence[Hit]) -> list[Hit]:
        """Return less relevant memories about the person, if they ask about themselves or in a private
        project."""
        if not (self._gate.in_private or self._gate.about_oneself):
            return []
        gate = self._gate
        personal = [
            one for one in hits if gate.barred(one.memory) is ABOUT_PERSON or gate.private(one.memory)
        ]
        return personal[:MOST_PERSONAL]

    def _search(self, wanted: MemoryFilter) -> tuple[list[Hit], Cut]:
        prompt = self._asked.prompt or ""
        personal = self._gate.in_private or self._gate.about_oneself
        share = PERSONAL_SHARE if personal else 1.0
        hits, cut = self._fitting(
            self._conn, prompt, wanted, limit=LOOKED_AT, now=self._asked.day, share=share
        )
        return sorted(hits, key=lambda hit: (-hit.components.relevance, hit.memory.id)), cut

    def _answers(self, hit: Hit, cut: Cut) -> bool:
        """Return whether a memory that fits the prompt may answer it here."""
        seen = self._is_visible(hit.memory) or self._of_group(hit, cut)
        if not seen or self._gate.barred(hit.memory, answers=True) is not None:
            return False
        if self._gate.in_private or not self._gate.private(hit.memory):
            return True
        asks = self._gate.about_oneself and self._asked.project is not None
        return asks and hit.components.relevance >= max(PRIVATE_RELEVANCE, cut.floor)

    def _of_group(self, hit: Hit, cut: Cut) -> bool:
        """Return whether a memory of another project of the group clearly answers the prompt."""
        memory, place = hit.memory, self._place(hit.memory)
        if place is None or not place.group or memory.branch or memory.privacy_level is Privacy.SENSITIVE:
            return False
        if self._gate.of_private_project(memory):
            return False
        return hit.components.relevance >= GROUP_RELEVANCE * cut.floor

    def _called_for(self, memory: Memory, reason: str) -> Offered:
        place = self._place(memory)
        assert place is not None
        return Offered(memory, PROMPT, reason, PRIVATE_RELEVANCE, place.where)

    def _is_visible(self, memory: Memory) -> bool:
        place = self._place(memory)
        return place is not None and place.shows(memory)

    def _is_foreign(self, memory: Memory) -> bool:
        """Return whether a memory is of another project, and may be named."""
        of_project = memory.scope is Scope.PROJECT and self._place(memory) is None
        return of_project and memory.privacy_level is not Privacy.SENSITIVE

    def _offered(self, memory: Memory, layer: int, hit: Hit | None) -> Offered:
        place = self._place(memory)
        assert place is not None
        relevance = hit.components.relevance if hit else None
        own_branch = memory.branch is not None and memory.scope is Scope.PROJECT
        reason = "This branch" if own_branch else place.reason
        if memory.source is Source.TEAM and (shared := sharing.shared_by(self._conn, memory.id)):
            reason = Sentence("Shared by {name} in {team}", name=shared[0], team=shared[1])
        if layer == ALWAYS:
            reason = "Always included"
        if layer == PROMPT and relevance is not None:
            reason = f"Matches the prompt · {relevance:.2f}"
        return Offered(memory, layer, reason, relevance, "this branch" if own_branch else place.where)

    def _place(self, memory: Memory) -> Place | None:
        return self._by_scope.get((memory.scope, memory.scope_id))
