"""Past tasks like one that is asked for, with what they came to (spec 5.6)."""

from __future__ import annotations

from arbor_desktop.core.errors import InvalidInput
from arbor_desktop.core.project import SimilarTask
from arbor_desktop.core.similarity import similarity
from arbor_desktop.service import checks
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import past_tasks
from arbor_desktop.store.database import Connection
from arbor_desktop.store.past_tasks import Past

MOST = 5
SIMILAR_FROM = 0.7


class SimilarTasks:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def find_similar_tasks(
        self, task: str, project: str | None = None, limit: int = MOST
    ) -> list[SimilarTask]:
        """Tasks of past sessions that are more than `SIMILAR_FROM` like this one, the most similar first; of
        all projects, or of one. At most `MOST`, whatever the limit. Raises InvalidInput for no task."""
        if not task.strip():
            raise InvalidInput("A task needs words.", field="task")
        if limit < 1:
            raise InvalidInput("limit must be at least 1.", field="limit")
        where = None if project is None else checks.project_path(project)
        return self._rt.db.read(lambda c: self._found(c, task, where, min(limit, MOST)))

    def _found(self, conn: Connection, task: str, project: str | None, limit: int) -> list[SimilarTask]:
        scored = [(similarity(task, one.task), one) for one in past_tasks.all_of(conn, project)]
        near = [(score, one) for score, one in scored if score > SIMILAR_FROM]
        near.sort(key=lambda found: (-found[0], -(found[1].at or 0), found[1].row))
        return [_told(conn, score, one) for score, one in near[:limit]]


def _told(conn: Connection, score: float, one: Past) -> SimilarTask:
    outcome = past_tasks.outcome_of(conn, one.row)
    return SimilarTask(
        one.conversation_id, one.task, score, outcome.type, outcome.status, outcome.complexity, one.project,
        one.at, outcome.files, past_tasks.learnings_of(conn, one.row), outcome.checks,
    )  # fmt: skip
