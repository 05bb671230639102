"""A model's judgement of new memories beside existing ones: new, known, fuller, newer, or a contradiction.

Before anything is stored (spec 3.5), outside of any transaction, the model gets one question for all new
items of a conversation (several where there are very many). Its judgements are applied in the commit, with
another look at every neighbour, as far as the rules of trust allow. If it can't be asked or its answer is of
no use, the rules decide, as without a model.

Nothing sensitive and nothing that is never shared takes part, neither as a new item nor as a neighbour. No
model overrules a person: their words stay as they typed, edited or pinned them; an assistant's conclusion
replaces nothing a person said; and what awaits review changes nothing active. A text that the model wrote
must contain all that its two sources say, and nothing else. A judgement that may not be applied, or whose
neighbour changed since, is left to the rules; nothing is dropped.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts import model_questions as questions
from arbor_desktop.conflicts.detection import Detector, Timeline, as_memory
from arbor_desktop.conflicts.model import Verdict
from arbor_desktop.conflicts.model_questions import PAIR_RULE, Action, Item, Known
from arbor_desktop.conflicts.queries import conflicts, merges
from arbor_desktop.conflicts.suggestion import can_meet
from arbor_desktop.database.connection import Connection
from arbor_desktop.llm.client import ModelClient
from arbor_desktop.llm.model import ModelFailed, Usage
from arbor_desktop.llm.structured import LONGEST, OPEN_TO_MODELS, ask_structured
from arbor_desktop.memories.model import LIVING, Memory, Scope, Source, Status
from arbor_desktop.memories.queries import memories, relations
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text import support
from arbor_desktop.text.sentence import Sentence

log = logging.getLogger(__name__)

NEIGHBOURS = 5
"""Neighbours shown for each new item."""
MOST_ITEMS, MOST_CHARACTERS = 20, 40_000
"""Limits of one question."""
SAME_MATTER = 0.5
"""Share of the shorter text's words that the other must have to replace it without asking."""
KNOWN = Sentence("The model judged that this was already saved, in other words")
JOINED = Sentence("The model joined what was known with what was said now")
REPLACED = Sentence("The model judged that something said later replaced it")


@dataclass(frozen=True, slots=True)
class Judged:
    """The model's judgement of one new item. `seen`: the neighbour as it was shown to the model."""

    action: Action
    seen: Memory
    text: str = ""
    topic: str = ""
    values: tuple[str, str] = ("", "")
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Judgements:
    """`by_item`: judgements by the place of the item; none for ADD and for what was not asked. `failed`: why
    not all was asked, or no answer was of use."""

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


class ModelJudgement:
    def __init__(self, runtime: Runtime, model: ModelClient, detector: Detector) -> None:
        self._rt = runtime
        self._model = model
        self._detector = detector

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
        """Ask about the items (by their places) that have neighbours and that the rules do not recognize.

        Never raises because of the model. Not to be called in a transaction.
        """
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
            ask = questions.item_question(
                items,
                [Known(memory.content, _place(memory)) for memory in known],
                conversation=conversation,
                project=project,
            )
            read = partial(questions.read_judgements, items=items)
            try:
                answer = ask_structured(self._model, ask, read, backend=backend)
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
        """Return whether the rules find a contradiction where the model sees the same or parts of one."""
        one = action in (Action.NOOP, Action.MERGE)
        return one and self._detector.disagree(seen, as_memory(new, seen.created_at))

    def _cases(self, conn: Connection, some: Mapping[int, NewMemory], by: Write) -> list[_Case]:
        cases = []
        for place, new in some.items():
            if not self._may_be_shown(new) or duplicates.find(conn, new, by) is not None:
                continue
            near = self._near(conn, new, by)
            if near:
                cases.append(_Case(place, new, near))
        return cases

    def _near(self, conn: Connection, new: NewMemory, by: Write) -> tuple[Memory, ...]:
        as_it_would_be = as_memory(new, by.now)
        found = self._detector.nearest(conn, as_it_would_be, by)
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
        return one.scope is not Scope.PROJECT or not self._rt.is_excluded(one.scope_id)


def _parts(cases: Sequence[_Case]) -> list[list[_Case]]:
    """Split cases into questions."""
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
    """Name where a memory applies, without a path."""
    if one.scope is Scope.GLOBAL:
        return "everywhere"
    where = "in this conversation" if one.scope is Scope.CONVERSATION else "in this project"
    return f"{where}, on branch {one.branch}" if one.branch else where


class Way(StrEnum):
    """How a judgement is applied: the rules decide; the item is `known` or `joined` with the neighbour; it is
    stored and `replaces` the neighbour; it is stored and `disputes` it."""

    RULES = "rules"
    KNOWN = "known"
    JOINED = "joined"
    REPLACES = "replaces"
    DISPUTES = "disputes"


def way(
    conn: Connection, judged: Judged, new: NewMemory, turn_at: int, by: Write
) -> tuple[Way, Memory | None]:
    """Decide how to apply a judgement, with the neighbour as it is now."""
    memory = _now(conn, judged.seen, by)
    if memory is None or new.privacy_level not in OPEN_TO_MODELS:
        return Way.RULES, None
    if judged.action is Action.NOOP:
        return (Way.KNOWN if _says_it(memory, new) else Way.RULES), memory
    if judged.action is Action.MERGE:
        return (Way.JOINED if _may_join(conn, memory, judged.text, new) else Way.RULES), memory
    if judged.action is Action.UPDATE:
        return _update(conn, memory, new, turn_at), memory
    return (Way.DISPUTES if judged.action is Action.CONFLICT else Way.RULES), memory


def _now(conn: Connection, seen: Memory, by: Write) -> Memory | None:
    """Return the neighbour, if it is still as it was shown to the model."""
    found = memories.get_many(conn, [seen.id], by.policy, by.now)
    same = ("content", "status", "privacy_level", "scope", "scope_id", "branch", "expires_at", "needs_review")
    if not found or any(getattr(found[0], name) != getattr(seen, name) for name in same):
        return None
    return found[0]


def _in_its_place(memory: Memory, new: NewMemory) -> bool:
    mine = (new.scope, new.scope_id, new.branch, new.expires_at)
    return mine == (memory.scope, memory.scope_id, memory.branch, memory.expires_at) and not memory.condition


def _says_it(memory: Memory, new: NewMemory) -> bool:
    """Return whether keeping only the neighbour loses nothing.

    It must apply there too, and have every name, number, negation and limit of the new one, and half of its
    other words. A memory that awaits review does not become certain by a model's judgement.
    """
    if memory.status is Status.PENDING and new.status is Status.ACTIVE:
        return False
    everywhere = memory.scope is Scope.GLOBAL and new.branch is None and new.expires_at is None
    holds = _in_its_place(memory, new) or (everywhere and memory.expires_at is None and not memory.condition)
    if not holds or support.missing(memory.content, new.content, least=SAME_MATTER):
        return False
    return support.conditions(memory.content) <= support.conditions(new.content)


def _is_anybodys(conn: Connection, memory: Memory, new: NewMemory) -> bool:
    """Return whether the neighbour may be reworded: nobody confirmed its words, and no decision is open."""
    open_ones = memory.conflict_ids or memory.needs_review
    return not open_ones and memory.confirmed_at is None and duplicates.may_reword(conn, memory, new)


def _may_join(conn: Connection, memory: Memory, text: str, new: NewMemory) -> bool:
    """Return whether texts may be joined. Only once: a text made of three sources could not be taken
    apart."""
    alike = (memory.type, memory.source, memory.status) == (new.type, new.source, new.status)
    if not alike or not _in_its_place(memory, new) or not _is_anybodys(conn, memory, new):
        return False
    if merges.was_joined(conn, memory.id):
        return False
    both = (memory.content, new.content)
    return not support.unsupported(text, both) and not any(support.missing(text, one) for one in both)


def _update(conn: Connection, memory: Memory, new: NewMemory, turn_at: int) -> Way:
    alike = support.overlap(memory.content, new.content)
    if not alike or not _in_its_place(memory, new) or memory.status is not Status.ACTIVE:
        return Way.RULES
    later = Timeline.of(conn, [memory]).at(memory) < turn_at
    plain = alike >= SAME_MATTER and later and new.status is Status.ACTIVE
    if plain and _is_anybodys(conn, memory, new):
        return Way.REPLACES
    return Way.DISPUTES


def know(conn: Connection, target: Memory, new: NewMemory, by: Write, conversation: str) -> None:
    """Raise the neighbour's confidence; the new words go to its history."""
    worth = max(target.current_confidence, min(new.confidence, _most(target, new)))
    confidence = min(1.0, worth + memories.REINFORCEMENT)
    fields = {"confidence": round(confidence, 6), "reinforced_at": by.now}
    merges.take_in(conn, target, fields, replace(by, reason=KNOWN), new.content, conversation)


def _most(target: Memory, new: NewMemory) -> float:
    """Return how much certainty the new memory lends: an assistant's conclusion lends none to a person's."""
    lends = new.source is Source.USER_STATED or target.source is not Source.USER_STATED
    return 1.0 if lends else 0.0


def join(conn: Connection, target: Memory, text: str, new: NewMemory, by: Write, conversation: str) -> None:
    """Give the neighbour the joined text."""
    worded = replace(new, content=text)
    fields = duplicates.combined(target, worded, by) | duplicates.wording(worded)
    why = replace(by, reason=JOINED)
    merges.take_in(conn, target, fields, why, text, conversation, joined=new.content)


def replace_old(conn: Connection, target: Memory, new_id: str, by: Write) -> None:
    """Supersede the neighbour by the new memory; it can be restored."""
    memories.change(
        conn,
        target.row,
        {"status": Status.SUPERSEDED},
        replace(by, reason=REPLACED),
        "superseded",
        touch=False,
    )
    relations.connect(conn, conflicts.SUPERSEDES, [(new_id, target.id)])


def verdict(judged: Judged) -> Verdict:
    """Return the judgement in the form of the contradiction judge."""
    update = judged.action is Action.UPDATE
    reason = judged.reason or "The newer memory says how it is now, and the older one disagrees."
    return Verdict(
        PAIR_RULE.format(questions.item_version()), judged.topic, judged.values, reason, replaces=update
    )
