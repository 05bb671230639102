"""What capturing a file would bring, with nothing stored (`capture --dry-run`)."""

from __future__ import annotations

import functools
from pathlib import Path

from arbor_desktop.capture.intake import is_own, printable, why
from arbor_desktop.capture.memorization import HEADLESS, TRIVIAL, gate
from arbor_desktop.capture.model import CaptureRow
from arbor_desktop.conversations.exclusions import excluded_by
from arbor_desktop.conversations.model import ConversationStatus, Turn
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.conversations.readers.companions import holder
from arbor_desktop.extraction.model import Excerpt
from arbor_desktop.extraction.work import NotAConversation, ReadRequest, Worker, WorkerDied, WorkerFailed
from arbor_desktop.projects.queries import worktrees
from arbor_desktop.projects.root import project_root
from arbor_desktop.runtime.runtime import Runtime


def preview(
    runtime: Runtime, worker: Worker, path: Path, source: str | None, project: str | None
) -> list[CaptureRow]:
    """A row for each conversation in the file; turns that were captured before do not count."""
    path = holder(path)
    here = printable(str(path))
    patterns = runtime.settings.get("capture.excluded")
    if here != str(path):
        return [
            CaptureRow(here, source, status="error", reason="unreadable", error="Its name is not valid text.")
        ]
    if excluded_by(here, patterns) or is_own(runtime, here):
        return [CaptureRow(here, source, status="skipped", reason="excluded")]
    apart = runtime.db.read(worktrees.apart)
    sessions: dict[str, list[Turn]] = {}
    places: dict[str, str | None] = {}
    headless: set[str] = set()
    left_out = False
    try:
        if not path.is_file():  # reading a pipe or a device might wait for ever
            return [CaptureRow(here, source, status="skipped", reason="not a file")]
        for batch in worker.read(ReadRequest(here, None, source, runtime.settings.get("redaction.personal"))):
            for part in batch.sessions:
                source = part.source
                if part.extra.get("arbor_internal"):
                    continue
                place = project or project_root(part.cwd, apart)
                if any(p and excluded_by(p, patterns) for p in (part.cwd, place)):
                    left_out = True
                    continue
                session = part.parent_session_id or part.session_id
                places[session] = places.get(session) or place
                if part.headless:
                    headless.add(session)
                turns = sessions.setdefault(session, [])
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
        return [CaptureRow(here, source, status="error", reason="unreadable", error=why(error))]
    except (WorkerDied, WorkerFailed) as error:
        return [CaptureRow(here, source, status="error", reason="unreadable", error=str(error))]
    rows = []
    for session, turns in sessions.items():
        count = len(turns)
        status, reason = gate(turns, 0, HEADLESS if session in headless else None)
        if not turns:
            rows.append(CaptureRow(here, source, None, "skipped", "nothing new"))
            continue
        items = []
        if status is ConversationStatus.MEMORIZED or reason == TRIVIAL:
            items = worker.extract(Excerpt(session, source or "", tuple(turns), places[session]))
        if status is ConversationStatus.MEMORIZED or items:
            rows.append(CaptureRow(here, source, None, "success", "dry run", count, count, len(items)))
        else:
            rows.append(CaptureRow(here, source, None, status.value, reason, count, count))
    if left_out and not rows:
        return [CaptureRow(here, source, status="skipped", reason="excluded")]
    return rows or [CaptureRow(here, source, status="empty", reason="nothing was said")]
