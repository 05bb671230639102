"""Past tasks similar to a task, with their outcome (spec 5.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arbor_desktop.clock import to_iso
from arbor_desktop.context.layers import Asked
from arbor_desktop.conversations.files import excluded_by
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.queries import PastTask
from arbor_desktop.runtime.protocols import RuntimeLike
from arbor_desktop.text.escaping import quoted, shortened

if TYPE_CHECKING:
    from arbor_desktop.database.connection import Connection
    from arbor_desktop.projects.model import SimilarTask

MOST = 5
SIMILAR_FROM = 0.7
MOST_TOLD = 2
"""Similar tasks in a block for an AI."""
_TASK_CHARS = 120
_FILE_CHARS = 60
_INNER = str.maketrans("“”", '""')


class SimilarTasks:
    def __init__(self, runtime: RuntimeLike) -> None:
        self._rt = runtime

    def find_similar_tasks(
        self, task: str, project: str | None = None, limit: int = MOST
    ) -> list[SimilarTask]:
        """Return tasks of past sessions with a similarity above `SIMILAR_FROM`, most similar first, of all
        projects or of one; at most `MOST`. Raises InvalidInput for an empty task."""
        if not task.strip():
            raise InvalidInput("A task needs words.", field="task")
        if limit < 1:
            raise InvalidInput("limit must be at least 1.", field="limit")
        where = None if project is None else checks.project_path(project)
        most = min(limit, MOST)
        return self._rt.db.read(lambda c: self._near(c, task, projects.past_tasks(c, where), most))

    def lines(self, conn: Connection, asked: Asked) -> list[str]:
        """Return a line on each past task similar to the prompt, for an AI.

        Only tasks of this project (without one: of sessions without any) before the requested day, and not of
        the session itself or of sessions with private memories.
        """
        if not asked.prompt or not self._rt.settings.get("context.similar_tasks"):
            return []
        past = projects.shareable_tasks(conn, asked.project, before=asked.day, but=asked.conversation)
        return [_line(one) for one in self._near(conn, asked.prompt, past, MOST_TOLD)]

    def _near(self, conn: Connection, task: str, past: Sequence[PastTask], limit: int) -> list[SimilarTask]:
        if not past:
            return []
        from arbor_desktop.projects.task_likeness import Task  # slow to import

        asked = Task(task)
        patterns = self._rt.settings.get("capture.excluded")
        near = [
            (score, one)
            for one in past
            if asked.may_be_like(one.task)
            and (score := asked.like(Task(one.task))) > SIMILAR_FROM
            and not (one.project and excluded_by(one.project, patterns))
        ]
        near.sort(key=lambda found: (-found[0], -(found[1].at or 0), found[1].row))
        return [_told(conn, score, one) for score, one in near[:limit]]


def _line(one: SimilarTask) -> str:
    """Return `On 2026-10-02: “Fix the export” → success, pytest passed; changed src/export.py`."""
    at = to_iso(one.at)
    day = f"On {at[:10]}: " if at else ""
    ended = ", ".join(dict.fromkeys([*([] if one.status == "unknown" else [one.status]), *one.checks[:2]]))
    files = ", ".join(shortened(quoted(name), _FILE_CHARS) for name in one.files[:3])
    more = f" and {len(one.files) - 3} more" if len(one.files) > 3 else ""
    told = f"{day}“{shortened(quoted(one.task), _TASK_CHARS).translate(_INNER)}”"
    told += f" → {quoted(ended)}" if ended else ""
    return told + (f"; changed {files}{more}" if files else "")


def _told(conn: Connection, score: float, one: PastTask) -> SimilarTask:
    from arbor_desktop.projects.model import SimilarTask

    outcome = projects.task_outcome(conn, one.row)
    return SimilarTask(
        one.conversation_id, one.task, score, outcome.type, outcome.status, outcome.complexity, one.project,
        one.at, outcome.files, projects.learnings_of(conn, one.row), outcome.checks,
    )  # fmt: skip
