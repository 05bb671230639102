"""What an AI is told at the start of a session, and why (spec 4.3)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context import left_out
from arbor_desktop.context.layers import PROMPT, Asked, Fitting, Layering, Layers
from arbor_desktop.context.model import Context, Excluded, Included
from arbor_desktop.context.packing import Told, pack, with_past_tasks
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Memory
from arbor_desktop.runtime.protocols import RuntimeLike
from arbor_desktop.text.words import storable

if TYPE_CHECKING:
    from arbor_desktop.database.connection import Connection

    PastTasks = Callable[[Connection, Asked], Sequence[str]]

log = logging.getLogger(__name__)


class Contexts:
    """Layers of memories, packed into one block. `fitting` finds what fits a prompt, `past` what is told of
    past tasks like it. `wake` brings back what was forgotten while a project rested."""

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
        """The block for a new session, and why each memory is in or out. `as_of`: milliseconds or ISO 8601.

        Confidence and order are those of the UTC day, so that the same store gives the same text all day;
        only what expires leaves it at its very moment. `explain` False spares looking for what is in no
        layer.

        A store that can't be read answers status `error`, an empty text, and its message in `stats["error"]`,
        logged besides: a tool must not fail because of its memory, and nobody should take that for an empty
        one. Raises InvalidInput for options that make no sense.
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
        if log_access and given is None and asked.project is not None:
            self._work_goes_on(asked.project)
        try:
            layers, passed_over, past = self._rt.db.read(lambda conn: self._read(conn, asked, explain))
        except StorageError as error:
            log.error("The memory could not be read for a context: %s", error.message)
            return Context("error", "", 0, stats=_stats([]) | {"error": error.message})
        packed = with_past_tasks(pack(layers.offered, budget, layers.disputes), past, budget)
        excluded = left_out.unpacked(packed)
        excluded += passed_over[: left_out.MOST - len(excluded)]
        if log_access and packed.included:
            self._log([told.offered.memory.id for told in packed.included])
        return Context(
            "loaded" if packed.text else "empty",
            packed.text,
            packed.tokens,
            tuple(_included(told) for told in packed.included),
            tuple(excluded),
            _stats([told.offered.memory for told in packed.included]),
        )

    def build_system_prompt(self, base_prompt: str, *, include_memory: bool = True, **options: Any) -> str:
        """`base_prompt`, byte for byte, and the block after it. Nothing is added where there is nothing to
        tell or the memory can't be read. `options` are those of `get_context`."""
        text = self.get_context(**{"explain": False} | options).text if include_memory else ""
        if not text or not base_prompt:
            return base_prompt + text
        gap = "\n\n"[: 2 - min(2, len(base_prompt) - len(base_prompt.rstrip("\n")))]
        return f"{base_prompt}{gap}{text}"

    def _read(
        self, conn: Connection, asked: Asked, explain: bool
    ) -> tuple[Layers, list[Excluded], Sequence[str]]:
        policy = self._rt.policy
        layers = Layering(conn, asked, policy, self._fitting).chosen()
        past = self._past(conn, asked)
        if not explain:
            return layers, [], past
        return layers, left_out.passed_over(conn, asked, layers, policy), past

    def _work_goes_on(self, project: str) -> None:
        """If what rested can't be brought back, the rest is told all the same."""
        try:
            self._wake(project)
        except StorageError as error:
            log.warning("What was forgotten of a project could not be brought back: %s", error.message)

    def _log(self, ids: Sequence[str]) -> None:
        """Notes what was told, which reinforces nothing (spec 5.1). If it can't, it is told all the same."""
        from arbor_desktop.memories.queries import memories  # a hook notes it in another way

        now = self._rt.clock()
        try:
            self._rt.db.write(lambda conn: memories.log_access(conn, ids, "conversation_start", now))
        except StorageError as error:
            log.warning("It could not be noted what was told: %s", error.message)


def _included(told: Told) -> Included:
    offered = told.offered
    memory = offered.memory
    return Included(
        id=memory.id,
        layer=offered.layer,
        content=memory.shown_text,
        reason=offered.reason,
        type=memory.type,
        scope=memory.scope,
        privacy=memory.privacy_level,
        confidence=memory.current_confidence,
        tokens=offered.tokens,
        first_line=told.line,
        last_line=told.line,
        relevance=offered.relevance if offered.layer == PROMPT else None,
    )


def _stats(shown: Sequence[Memory]) -> dict[str, Any]:
    by_scope: dict[str, int] = {}
    by_type: dict[str, int] = {}
    for memory in shown:
        by_scope[memory.scope.value] = by_scope.get(memory.scope.value, 0) + 1
        by_type[memory.type.value] = by_type.get(memory.type.value, 0) + 1
    average = round(sum(m.current_confidence for m in shown) / len(shown), 4) if shown else None
    return {"total_loaded": len(shown), "by_scope": by_scope, "by_type": by_type, "avg_confidence": average}
