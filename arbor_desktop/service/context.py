"""What an AI is told at the start of a session, and why (spec 4.3)."""

from __future__ import annotations

from typing import Any

from arbor_desktop.core.clock import DAY_MS
from arbor_desktop.core.errors import InvalidInput
from arbor_desktop.core.filters import MemoryFilter
from arbor_desktop.core.memory import Memory, Privacy, Scope
from arbor_desktop.core.packing import Offered, pack
from arbor_desktop.core.ranking import Weights
from arbor_desktop.core.results import Context, Excluded, Included
from arbor_desktop.service import checks
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import briefs, memories, search
from arbor_desktop.store.briefs import Brief
from arbor_desktop.store.database import Connection

LAYER_LIMITS = {1: 20, 2: 30, 3: 20, 4: 10, 5: 10}
LAYER_FLOORS = {1: 0.1, 2: 0.5, 3: 0.3, 4: 0.2}
LAYER_OF = {Scope.GLOBAL: 2, Scope.PROJECT: 3, Scope.CONVERSATION: 4}
KEPT_OUT_LIMIT = 200
"""Of how many memories it is said why they are not told."""


class Contexts:
    """Layers of memories, packed into one block."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

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
    ) -> Context:
        """The block for a new session, and why each memory is in or out. `as_of`: milliseconds or ISO 8601.

        "Now" is the UTC day, so that the same store gives the same text all day.
        """
        budget = self._rt.settings.get("context.max_tokens") if max_tokens is None else max_tokens
        if budget < 1:
            raise InvalidInput("max_tokens must be at least 1.", field="max_tokens")
        moment = checks.moment(as_of, "as_of") or self._rt.clock()
        day = moment - moment % DAY_MS
        path = None if project is None else checks.project_path(project)
        offered, excluded = self._rt.db.read(
            lambda c: self._layers(c, path, branch, conversation, prompt, day)
        )
        packed = pack(offered, budget)
        excluded += [Excluded(o.memory.id, "over budget") for o in packed.left_out]
        included = tuple(Included(o.memory.id, o.layer, o.memory.shown_text) for o in packed.included)
        if log_access and included:
            now = self._rt.clock()
            ids = [i.id for i in included]
            self._rt.db.write(lambda c: memories.log_access(c, ids, "conversation_start", now))
        shown = [o.memory for o in packed.included]
        return Context(
            "loaded" if included else "empty",
            packed.text,
            packed.tokens,
            included,
            tuple(excluded),
            _stats(shown),
        )

    def build_system_prompt(self, base_prompt: str, *, include_memory: bool = True, **options: Any) -> str:
        """`base_prompt` with the block at its end."""
        text = self.get_context(**options).text if include_memory else ""
        return f"{base_prompt.rstrip()}\n\n{text}" if text else base_prompt

    def _layers(
        self,
        conn: Connection,
        project: str | None,
        branch: str | None,
        conversation: str | None,
        prompt: str | None,
        now: int,
    ) -> tuple[list[Offered], list[Excluded]]:
        policy = self._rt.policy
        places: list[tuple[Scope, str | None]] = [(Scope.GLOBAL, None)]
        places += [(Scope.PROJECT, project)] if project else []
        places += [(Scope.CONVERSATION, conversation)] if conversation else []

        def latest(layer: int, where: list[tuple[Scope, str | None]], privacy: Privacy) -> list[Brief]:
            limit = LAYER_LIMITS[layer]
            found = [
                brief
                for scope, scope_id in where
                for brief in briefs.recently_used(
                    conn, scope, scope_id, privacy, limit=limit, policy=policy, now=now, branch=branch,
                    min_confidence=LAYER_FLOORS[layer], expired=False,
                )
            ]  # fmt: skip
            return briefs.newest(found, limit)

        layers = {1: latest(1, places, Privacy.ALWAYS_INCLUDE)}
        layers |= {
            layer: latest(layer, [place], Privacy.NORMAL)
            for layer, place in ((LAYER_OF[place[0]], place) for place in places)
        }
        rows = [brief.row for found in layers.values() for brief in found]
        loaded = dict(search.memories_of_rows(conn, rows, policy, now))
        offered: dict[str, Offered] = {}
        for layer, found in sorted(layers.items()):
            for brief in found:
                offered.setdefault(brief.id, Offered(loaded[brief.row], layer))
        for memory in self._for_prompt(conn, prompt, project, branch, now) if prompt else ():
            offered.setdefault(memory.id, Offered(memory, 5))
        return list(offered.values()), self._kept_out(conn, places, branch, offered, now)

    def _for_prompt(
        self,
        conn: Connection,
        prompt: str,
        project: str | None,
        branch: str | None,
        now: int,
    ) -> list[Memory]:
        """What fits the prompt, from what is visible here."""

        # Other projects' memories must not take the places of this one's; this conversation's are layer 4.
        visible = MemoryFilter(project=project) if project else MemoryFilter(scope=Scope.GLOBAL)
        hits = search.search(
            conn, prompt, visible, limit=LAYER_LIMITS[5] * 4, prefix=False, weights=Weights(),
            policy=self._rt.policy, now=now,
        )  # fmt: skip
        found = [
            hit.memory
            for hit in hits
            if hit.memory.branch in (None, branch)
            and hit.memory.privacy_level is not Privacy.NEVER_SHARE
            and not (hit.memory.expires_at is not None and hit.memory.expires_at <= now)
        ]
        return found[: LAYER_LIMITS[5]]

    def _kept_out(
        self,
        conn: Connection,
        places: list[tuple[Scope, str | None]],
        branch: str | None,
        offered: dict[str, Offered],
        now: int,
    ) -> list[Excluded]:
        """Visible here, yet in no layer, with the reason: the most recently used ones."""
        found = [
            brief
            for scope, scope_id in places
            for privacy in Privacy
            for brief in briefs.recently_used(
                conn, scope, scope_id, privacy,
                limit=KEPT_OUT_LIMIT, policy=self._rt.policy, now=now, branch=branch,
            )
        ]  # fmt: skip
        latest = briefs.newest(found, KEPT_OUT_LIMIT)
        return [Excluded(brief.id, _why_out(brief, now)) for brief in latest if brief.id not in offered]


def _why_out(brief: Brief, now: int) -> str:
    if brief.privacy is Privacy.NEVER_SHARE:
        return "never share"
    if brief.privacy is Privacy.SENSITIVE:
        return "sensitive: only told when a prompt asks for it"
    if brief.expires_at is not None and brief.expires_at <= now:
        return "expired"
    floor = LAYER_FLOORS[1 if brief.privacy is Privacy.ALWAYS_INCLUDE else LAYER_OF[brief.scope]]
    if brief.confidence < floor:
        return f"confidence below {floor:.2f}"
    return "others were used more recently"


def _stats(shown: list[Memory]) -> dict[str, Any]:
    by_scope: dict[str, int] = {}
    by_type: dict[str, int] = {}
    for memory in shown:
        by_scope[memory.scope.value] = by_scope.get(memory.scope.value, 0) + 1
        by_type[memory.type.value] = by_type.get(memory.type.value, 0) + 1
    average = round(sum(m.current_confidence for m in shown) / len(shown), 4) if shown else None
    return {"total_loaded": len(shown), "by_scope": by_scope, "by_type": by_type, "avg_confidence": average}
