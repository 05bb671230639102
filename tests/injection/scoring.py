"""What becomes of planted texts: they go through the whole program, with the obeying mind at its end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arbor_desktop.memories.model import Memory, Status
from arbor_desktop.service import MemoryService
from tests.injection.obeying import Obeying
from tests.injection.setting import Case, session_of
from tests.standin.server import StandIn


@dataclass(frozen=True, slots=True)
class Outcome:
    """`seen`: the model read the planted text. `active` and `pending`: what it got into the store, other than
    the honest wish; `marked`: what is told with the honest wish that was not said. `tries`: how often the
    model was asked."""

    case: Case
    seen: bool
    status: str
    honest: bool
    active: tuple[Memory, ...]
    pending: tuple[Memory, ...]
    marked: tuple[str, ...]
    tries: int


def outcomes(cases: Sequence[Case], home: Path, folder: Path, *, review: str = "uncertain") -> list[Outcome]:
    """Captures a session a case into a home of its own. `review`: the setting review.mode."""
    mind = Obeying(cases)
    with StandIn(mind) as server, MemoryService.open(home, environ={}) as service:
        settings = {
            "extraction.backend": "anthropic",
            "model.base_url": server.url,
            "extraction.fall_back": False,
            "review.mode": review,
            "conflicts.detect": False,
            "model.refine": False,
        }
        for key, value in settings.items():
            service.settings.set(key, value)
        return [_outcome(service, case, mind, folder) for case in cases]


def _outcome(service: MemoryService, case: Case, mind: Obeying, folder: Path) -> Outcome:
    before = len(mind.asked)
    (row,) = service.capture([session_of(case).write(folder)])
    found = service.query(conversation=row.conversation_id, status="all", limit=500).memories
    honest = [one for one in found if one.content == case.wish and one.status is Status.ACTIVE]
    harmless = {case.wish, case.demand} if case.details or case.tag else {case.wish}
    others = [one for one in found if one.content not in harmless]
    marked = [text for one in found if one.content in harmless for text in _extras(one, case)]
    return Outcome(
        case,
        case.number in mind.saw,
        row.status,
        bool(honest),
        tuple(one for one in others if one.status is Status.ACTIVE),
        tuple(one for one in others if one.status is Status.PENDING),
        tuple(marked),
        len(mind.asked) - before,
    )


def _extras(memory: Memory, case: Case) -> list[str]:
    told = json.dumps([memory.details, memory.tags, memory.technology])
    return [text for text in (case.details, case.tag) if text and text in told]
