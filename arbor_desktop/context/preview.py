"""The block that an AI sees at the start of a session, and why each memory is in or out (spec 4.3).

Reasons are bounded: a handful of each kind, never a walk over all memories.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.block_text import ALWAYS, Bullet, Packed, pack, with_past_tasks
from arbor_desktop.context.layers import (
    CONVERSATION,
    FLOORS,
    GLOBAL,
    LIMITS,
    PROMPT,
    Asked,
    Fitting,
    Layers,
    Place,
    select,
)
from arbor_desktop.context.model import Context, Excluded, Included
from arbor_desktop.context.queries import selection
from arbor_desktop.context.queries.selection import MemoryRow
from arbor_desktop.conversations.files import excluded_by
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.memories import checks
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Memory, Privacy, Status
from arbor_desktop.projects.gate import ABOUT_PERSON, TRIVIA, names_group
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.protocols import RuntimeLike
from arbor_desktop.text.escaping import quoted, shortened
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.words import storable, tokens_of

if TYPE_CHECKING:
    from arbor_desktop.database.connection import Connection

    PastTasks = Callable[[Connection, Asked], Sequence[str]]

log = logging.getLogger(__name__)

MOST = 200
OF_A_KIND = 25
"""Memories of one kind that are named first, so that one kind does not hide the others."""
_MOST_OFFERED = max(LIMITS.values())
LOOKED_THROUGH = {
    Privacy.ALWAYS_INCLUDE: _MOST_OFFERED + OF_A_KIND,
    Privacy.NORMAL: _MOST_OFFERED + 2 * OF_A_KIND,
    Privacy.SENSITIVE: OF_A_KIND,
    Privacy.NEVER_SHARE: OF_A_KIND,
}
"""Memories of a place that are examined, most recently used first; some of them are in the block."""
FOREIGN = 5
"""Memories of other projects that are named, if they would fit the prompt."""


class Contexts:
    """Layers of memories, packed into one block. `fitting` finds what fits a prompt, `past` lines on similar
    past tasks. `wake` restores memories that were archived while a project rested."""

    def __init__(
        self,
        runtime: RuntimeLike,
        fitting: Fitting,
        past: PastTasks = lambda conn, asked: [],
        wake: Callable[[str], object] = lambda project: None,
    ) -> None:
        self._rt = runtime
        self._wake = wake
        self._fitting = fitting
        self._past = past

    def get_context(
        self,
        *,
        project: str | None = None,
        branch: str | None = None,
        conversation: str | None = None,
        prompt: str | None = None,
        max_tokens: int | None = None,
        as_of: int | str | None = None,
        log_access: bool = True,
        explain: bool = True,
    ) -> Context:
        """Return the block for a new session, and why each memory is in or out.

        `as_of`: milliseconds or ISO 8601. `explain` False: without the memories that are in no layer.
        Nothing is shared with an ignored project; `stats["reason"]` is `ignored` then.
        Confidence and order are those of the UTC day, so that the same store gives the same text all day;
        only expired memories leave it at once.

        If the store can't be read, which is logged, the status is `error`, the text empty, and the message in
        `stats["error"]`: a tool must not fail because of its memory, nor take it for empty. Raises
        InvalidInput.
        """
        budget = self._rt.settings.get("context.max_tokens") if max_tokens is None else max_tokens
        if budget < 1:
            raise InvalidInput("max_tokens must be at least 1.", field="max_tokens")
        given = checks.moment(as_of, "as_of")
        moment = self._rt.clock() if given is None else given
        asked = Asked(
            None if project is None else storable(checks.project_path(project)),
            storable(branch) if branch else None,
            storable(conversation) if conversation else None,
            storable(prompt) if prompt else None,
            moment,
            moment - moment % DAY_MS,
        )
        if asked.project and excluded_by(asked.project, self._rt.settings.get("capture.excluded")):
            return Context("empty", "", 0, stats=_stats([]) | {"reason": "ignored"})
        if log_access and given is None and asked.project is not None:
            self._restore_rested(asked.project)
        try:
            layers, passed_over, past = self._rt.db.read(lambda conn: self._read(conn, asked, explain))
        except StorageError as error:
            log.error("The memory could not be read for a context: %s", error.message)
            return Context("error", "", 0, stats=_stats([]) | {"error": error.message})
        packed = with_past_tasks(pack(layers.offered, budget, layers.disputes), past, budget)
        excluded = unpacked(packed)
        excluded += passed_over[: MOST - len(excluded)]
        if log_access and packed.included:
            self._note_access([told.offered.memory.id for told in packed.included])
        return Context(
            "loaded" if packed.text else "empty",
            packed.text,
            packed.tokens,
            tuple(included(told) for told in packed.included),
            tuple(excluded),
            _stats([told.offered.memory for told in packed.included]),
        )

    def build_system_prompt(self, base_prompt: str, *, include_memory: bool = True, **options: Any) -> str:
        """Return `base_prompt`, byte for byte, with the block after it, unless that is empty or the memory
        can't be read. `options`: those of `get_context`."""
        text = self.get_context(**{"explain": False} | options).text if include_memory else ""
        if not text or not base_prompt:
            return base_prompt + text
        gap = "\n\n"[: 2 - min(2, len(base_prompt) - len(base_prompt.rstrip("\n")))]
        return f"{base_prompt}{gap}{text}"

    def _read(
        self, conn: Connection, asked: Asked, explain: bool
    ) -> tuple[Layers, list[Excluded], Sequence[str]]:
        policy = self._rt.policy
        layers = select(conn, asked, policy, self._fitting)
        past = self._past(conn, asked)
        if not explain:
            return layers, [], past
        return layers, _passed_over(conn, asked, layers, policy), past

    def passed_over(self, asked: Asked, layers: Layers) -> list[Excluded]:
        """Return the memories in no layer, with the reasons."""
        return self._rt.db.read(lambda conn: _passed_over(conn, asked, layers, self._rt.policy))

    def _restore_rested(self, project: str) -> None:
        """Restore memories that were archived while the project rested, if that is possible."""
        try:
            self._wake(project)
        except StorageError as error:
            log.warning("What was forgotten of a project could not be brought back: %s", error.message)

    def _note_access(self, ids: Sequence[str]) -> None:
        """Note what was shared, if possible; it reinforces nothing (spec 5.1)."""
        from arbor_desktop.memories.queries import memories  # a hook notes it in another way

        now = self._rt.clock()
        try:
            self._rt.db.write(lambda conn: memories.log_access(conn, ids, "conversation_start", now))
        except StorageError as error:
            log.warning("It could not be noted what was told: %s", error.message)


def included(told: Bullet) -> Included:
    """Return a memory of the block, with its place there."""
    offered = told.offered
    memory = offered.memory
    return Included(
        id=memory.id,
        layer=offered.layer,
        content=memory.shown_text,
        reason=offered.reason,
        type=memory.type,
        scope=memory.scope,
        privacy_level=memory.privacy_level,
        confidence=memory.current_confidence,
        tokens=offered.tokens,
        first_line=told.line,
        last_line=told.line,
        relevance=offered.relevance if offered.layer == PROMPT else None,
    )


def _stats(shown: Sequence[Memory]) -> dict[str, Any]:
    average = round(sum(one.current_confidence for one in shown) / len(shown), 4) if shown else None
    return {
        "total_loaded": len(shown),
        "by_scope": dict(Counter(one.scope.value for one in shown)),
        "by_type": dict(Counter(one.type.value for one in shown)),
        "avg_confidence": average,
    }


# -- why memories are not in the block --


def _passed_over(conn: Connection, asked: Asked, layers: Layers, policy: DecayPolicy) -> list[Excluded]:
    """Return the memories in no layer: those visible here, and those of other projects that would fit the
    prompt."""
    known = {one.memory.id for one in layers.offered} | {memory.id for memory, _ in layers.barred}
    found = [one for one in _here(conn, asked, layers.places, policy) if one.id not in known]
    barred = [left_out(memory, why.kind, why.reason) for memory, why in layers.barred[:MOST]]
    elsewhere = [
        left_out(memory, "other_project", f"Other project · {project_name(memory.scope_id or '')}")
        for memory in layers.foreign[:FOREIGN]
    ]
    named = barred + elsewhere
    return named + _bounded(found)[: max(0, MOST - len(named))]


def unpacked(packed: Packed) -> list[Excluded]:
    """Return the memories of a layer that are not in the block."""
    found = [
        left_out(one.memory, "over_budget", "Over budget", one.tokens)
        for one in sorted(packed.left_out, key=lambda one: one.order)
    ]
    for lost in sorted(packed.beaten, key=lambda one: one.offered.order):
        text = shortened(quoted(lost.winner.memory.shown_text), 80)
        why = Sentence("Conflicts with “{text}”, which takes priority", text=text)
        if lost.undecided:
            why = Sentence("Unresolved conflict with “{text}”", text=text)
        found.append(left_out(lost.offered.memory, "conflict", why, lost.offered.tokens))
    return found


def _here(conn: Connection, asked: Asked, places: Iterable[Place], policy: DecayPolicy) -> Iterator[Excluded]:
    for place in places:
        for status, privacy in product((Status.ACTIVE, Status.PENDING), Privacy):
            looked = LOOKED_THROUGH[privacy] if status is Status.ACTIVE else OF_A_KIND
            for row in selection.recently_used(
                conn, place.scope, place.scope_id, privacy,
                limit=looked, policy=policy, day=asked.day, status=status,
            ):  # fmt: skip
                kind, reason = _why(row, place, status, asked.moment)
                yield Excluded(
                    row.id, reason, kind, row.text, row.type, row.scope, row.scope_id, row.privacy,
                    row.confidence, _tokens(row.text),
                )  # fmt: skip


def _why(row: MemoryRow, place: Place, status: Status, moment: int) -> tuple[str, str]:
    if status is Status.PENDING:
        return "pending", "Needs review"
    if row.privacy is Privacy.NEVER_SHARE:
        return "never_share", "Never share"
    if row.expires_at is not None and row.expires_at <= moment:
        return "expired", "Expired"
    if place.group and not names_group(row.text, place.group):
        return "other_project", f"Other project · {project_name(place.scope_id or '')}"
    if row.branch not in (None, place.branch):
        return "other_branch", f"Other branch · {row.branch}"
    if row.privacy is Privacy.SENSITIVE:
        return "sensitive", "Sensitive: shared only when it matches your prompt"
    if place.layer == GLOBAL and row.privacy is Privacy.NORMAL and row.type in TRIVIA:
        return ABOUT_PERSON.kind, ABOUT_PERSON.reason
    if place.layer == PROMPT:
        return "no_project", "Said in a chat without a project: shared when your prompt is about it"
    if row.confidence < FLOORS[ALWAYS if row.privacy is Privacy.ALWAYS_INCLUDE else place.layer]:
        return "low_confidence", f"Low confidence · {row.confidence:.2f}"
    if place.layer == CONVERSATION:
        return "less_recent", "Older than others of this conversation"
    return "less_recent", "Used less recently than others"


def _bounded(found: Iterable[Excluded]) -> list[Excluded]:
    """Return `OF_A_KIND` of each kind, then the others."""
    counts: Counter[str] = Counter()
    kept: list[Excluded] = []
    more: list[Excluded] = []
    for one in found:
        counts[one.kind] += 1
        (kept if counts[one.kind] <= OF_A_KIND else more).append(one)
    return kept + more


def left_out(memory: Memory, kind: str, reason: str, tokens: int | None = None) -> Excluded:
    """Return a memory that is not in the block. `tokens`: of its line there, if it has one."""
    return Excluded(
        memory.id, reason, kind, memory.shown_text, memory.type, memory.scope, memory.scope_id,
        memory.privacy_level, memory.current_confidence,
        _tokens(memory.shown_text) if tokens is None else tokens,
    )  # fmt: skip


def _tokens(text: str) -> int:
    """Return the size of a bullet, apart from what escaping changes."""
    return tokens_of(f"- {text}\n")
