"""What capturing a file would bring, with nothing stored (`capture --dry-run`)."""

from __future__ import annotations

import functools
from pathlib import Path

from arbor_desktop.core.conversation import Role, Turn, TurnKind
from arbor_desktop.core.results import CaptureRow
from arbor_desktop.extract.base import Excerpt
from arbor_desktop.service.exclusions import excluded_by
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.service.work import NotAConversation, ReadRequest, Worker
from arbor_desktop.store import conversations


def preview(
    runtime: Runtime, worker: Worker, path: Path, source: str | None, project: str | None
) -> list[CaptureRow]:
    """A row for each conversation in the file; turns that were captured before do not count."""
    here = str(path)
    if excluded_by(here, runtime.settings.get("capture.excluded")):
        return [CaptureRow(here, source, status="skipped", reason="excluded")]
    sessions: dict[str, list[Turn]] = {}
    try:
        for batch in worker.read(ReadRequest(here, None, source)):
            for part in batch.sessions:
                source = part.source
                turns = sessions.setdefault(part.parent_session_id or part.session_id, [])
                keys = [turn.key for turn in part.turns]
                known = runtime.db.read(functools.partial(conversations.known_keys, keys=keys))
                fresh = [turn for turn in part.turns if turn.key not in known]
                turns.extend(
                    Turn(number, t.role, t.kind, t.text, t.at, t.key, t.unsaid)
                    for number, t in enumerate(fresh, len(turns) + 1)
                )
    except NotAConversation:
        return [CaptureRow(here, source, status="skipped", reason="not a conversation")]
    except OSError as error:
        why = error.strerror or str(error)
        return [CaptureRow(here, source, status="error", reason="unreadable", error=why)]
    rows = []
    for session, turns in sessions.items():
        said = any(t.kind is TurnKind.SAID and t.role is Role.USER for t in turns)
        items = worker.extract(Excerpt(session, source or "", tuple(turns), project)) if said else []
        status, reason = ("success", "dry run") if said else ("skipped", "nothing new")
        rows.append(CaptureRow(here, source, None, status, reason, len(turns), len(turns), len(items)))
    return rows or [CaptureRow(here, source, status="empty", reason="nothing was said")]
