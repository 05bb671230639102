"""Is it working? What sessions were told, whether it arrived and was used, and how each tool's hook does."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context import health
from arbor_desktop.context.queries import hook_state, receipts
from arbor_desktop.context.queries.hook_state import Begun, HookState
from arbor_desktop.context.receipt import DeliverySummary, HookHealth, Receipt, ToldFigures
from arbor_desktop.context.use_operation import Uses
from arbor_desktop.conversations.exclusions import excluded_by
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories import checks
from arbor_desktop.runtime.runtime import Runtime

SUMMARY_DAYS = 30


class Receipts:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def of_conversation(self, conversation_id: str) -> list[Receipt]:
        """What one session was told, the oldest first."""
        return self._rt.db.read(lambda c: receipts.of_conversation(c, conversation_id))

    def figures(self, conversations: Sequence[str]) -> dict[str, ToldFigures]:
        """In short, of those of the conversations that were told anything."""
        return self._rt.db.read(lambda c: receipts.figures(c, conversations))

    def latest(self, project: str | None = None, limit: int = 20) -> list[Receipt]:
        """The latest receipts, of one project or of all, the newest first."""
        path = None if project is None else checks.project_path(project)
        return self._rt.db.read(lambda c: receipts.latest(c, path, limit))

    def summary(self, project: str | None = None) -> DeliverySummary:
        """How the last thirty days went."""
        path = None if project is None else checks.project_path(project)
        since = self._rt.clock() - SUMMARY_DAYS * DAY_MS
        return self._rt.db.read(lambda c: receipts.summary(c, since, path))

    def health(self, installed: Collection[str]) -> list[HookHealth]:
        """How the hooks of the `installed` integrations do, in the order given."""
        now = self._rt.clock()

        def read(conn: Connection) -> list[HookHealth]:
            known = hook_state.states(conn, list(installed))
            return [
                health.health(tool, known.get(tool), self._begun(conn, tool, known.get(tool)), now)
                for tool in installed
            ]

        return self._rt.db.read(read)

    def installed(self, tool: str, on: bool) -> None:
        """Notes that the hooks of an integration were set up or mended (`on`), or taken away."""
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            if on:
                hook_state.installed(conn, tool, now)
            else:
                hook_state.removed(conn, tool)

        self._rt.db.write(write)
        self._rt.announce(status=True)

    def not_used(self, conversation_id: str, memory_id: str) -> None:
        """The person says that a memory was not used in a session after all: what was counted is taken off
        again, and it is not judged there any more. Raises NotFound."""
        Uses(self._rt).take_back(conversation_id, memory_id)

    def _begun(self, conn: Connection, tool: str, state: HookState | None) -> list[Begun]:
        """The sessions that should have called the hook; in what is excluded it need not."""
        since = health.quiet_since(state)
        if since is None:
            return []
        patterns = self._rt.settings.get("capture.excluded")
        return [
            one
            for one in hook_state.begun_since(conn, tool, since)
            if one.project is None or not excluded_by(one.project, patterns)
        ]
