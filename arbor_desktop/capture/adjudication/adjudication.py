"""What a model found, held against what is known: new, known, fuller, newer, or a contradiction (spec 3.5).

The model is asked before anything is stored, outside of any transaction, in one question for all new items of
a conversation (in several where there are very many). What it says is applied in the commit, by `applying`,
which looks at every neighbour once more. Where it can't be asked, or answers nothing of use, all is decided
by the rules, as without a model.

Nothing sensitive and nothing that is never shared takes part: neither as a new item nor as a neighbour.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from arbor_desktop.conflicts import adjudication, merging
from arbor_desktop.conflicts.adjudication import Action, Item, Known
from arbor_desktop.conflicts.detection import Comparing
from arbor_desktop.conflicts.visibility import LIVING, as_memory, can_meet
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import Memory, Scope
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.models.corrected import corrected
from arbor_desktop.models.door import Model
from arbor_desktop.models.housework import LONGEST, OPEN_TO_MODELS, is_excluded
from arbor_desktop.models.model import ModelFailed, Usage
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

NEIGHBOURS = 5
"""So many are shown for each new item."""
MOST_ITEMS, MOST_CHARACTERS = 20, 40_000
"""In one question."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the model said of one new item. `seen`: the neighbour as the model was shown it."""

    action: Action
    seen: Memory
    text: str = ""
    topic: str = ""
    values: tuple[str, str] = ("", "")
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Judgements:
    """`by_item`: what was said, by the place of the item; ADD, and what was not
    asked, has no entry. `failed`: why not all was asked, or nothing of use was answered."""

    by_item: Mapping[int, Judged] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    failed: str | None = None


@dataclass(frozen=True, slots=True)
class _Case:
    place: int
    new: NewMemory
    near: tuple[Memory, ...]

    @property
    def size(self) -> int:
        return len(self.new.content) + sum(len(memory.content) for memory in self.near)


class Adjudicating:
    def __init__(self, runtime: Runtime, model: Model, comparing: Comparing) -> None:
        self._rt = runtime
        self._model = model
        self._comparing = comparing

    @property
    def wanted(self) -> bool:
        return bool(self._rt.settings.get("model.refine"))

    def judge(
        self,
        some: Mapping[int, NewMemory],
        backend: str | None = None,
        *,
        conversation: str | None = None,
        project: str | None = None,
    ) -> Judgements:
        """Asks about those of the items, given by their places, that have neighbours and that the rules do
        not know already. Never raises because of the model. Not to be called in a transaction."""
        by = self._rt.by("capture")
        cases = self._rt.db.read(lambda conn: self._cases(conn, some, by))
        found: dict[int, Judged] = {}
        usage, cost, failed = Usage(), 0.0, None
        for part in _parts(cases):
            known = list({memory.id: memory for case in part for memory in case.near}.values())
            places = {memory.id: place for place, memory in enumerate(known)}
            items = [
                Item(case.new.content, _place(case.new), tuple(places[memory.id] for memory in case.near))
                for case in part
            ]
            ask = adjudication.question(
                items,
                [Known(memory.content, _place(memory)) for memory in known],
                conversation=conversation,
                project=project,
            )
            read = partial(adjudication.read, items=items)
            try:
                answer = corrected(self._model, ask, read, backend=backend)
            except ModelFailed as error:
                log.info("What is new is judged by the rules: %s", error.message)
                usage, failed = usage + error.usage, error.message
                break
            usage, cost = usage + answer.usage, cost + answer.cost
            for case, one in zip(part, answer.value, strict=True):
                if one.known is not None and not self._is_wrong(one.action, known[one.known], case.new):
                    found[case.place] = Judged(
                        one.action, known[one.known], one.text, one.topic, one.values, one.reason
                    )
        return Judgements(found, usage, cost, failed)

    def _is_wrong(self, action: Action, seen: Memory, new: NewMemory) -> bool:
        """Whether the rules know better: what contradicts each other is neither known nor one."""
        one = action in (Action.NOOP, Action.MERGE)
        return one and self._comparing.disagree(seen, as_memory(new, seen.created_at))

    def _cases(self, conn: Connection, some: Mapping[int, NewMemory], by: Write) -> list[_Case]:
        cases = []
        for place, new in some.items():
            if not self._may_be_shown(new) or merging.held(conn, new) is not None:
                continue
            near = self._near(conn, new, by)
            if near:
                cases.append(_Case(place, new, near))
        return cases

    def _near(self, conn: Connection, new: NewMemory, by: Write) -> tuple[Memory, ...]:
        as_it_would_be = as_memory(new, by.now)
        found = self._comparing.nearest(conn, as_it_would_be, by)
        return tuple(
            other
            for other in found
            if other.status in LIVING
            and self._may_be_shown(other)
            and can_meet(as_it_would_be, other, by.now)
        )[:NEIGHBOURS]

    def _may_be_shown(self, one: Memory | NewMemory) -> bool:
        if one.privacy_level not in OPEN_TO_MODELS or len(one.content) > LONGEST:
            return False
        return one.scope is not Scope.PROJECT or not is_excluded(self._rt, one.scope_id)


def _parts(cases: Sequence[_Case]) -> list[list[_Case]]:
    """What is asked at once."""
    parts: list[list[_Case]] = []
    size = 0
    for case in cases:
        if not parts or len(parts[-1]) >= MOST_ITEMS or size + case.size > MOST_CHARACTERS:
            parts.append([])
            size = 0
        parts[-1].append(case)
        size += case.size
    return parts


def _place(one: Memory | NewMemory) -> str:
    """Where it holds, without telling a path."""
    if one.scope is Scope.GLOBAL:
        return "everywhere"
    where = "in this conversation" if one.scope is Scope.CONVERSATION else "in this project"
    return f"{where}, on branch {one.branch}" if one.branch else where
