"""Is it working? What sessions were told, whether it arrived and was used, and how each tool's hook does."""

from __future__ import annotations

from collections.abc import Collection

from arbor_desktop.core.delivery import DeliverySummary, HookHealth, Receipt
from arbor_desktop.service import checks
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import receipts


class Receipts:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def of_conversation(self, conversation_id: str) -> list[Receipt]:
        """What one session was told, the oldest first."""
        return self._rt.db.read(lambda c: receipts.of_conversation(c, conversation_id))

    def latest(self, project: str | None = None, limit: int = 20) -> list[Receipt]:
        """The latest receipts, of one project or of all, the newest first."""
        path = None if project is None else checks.project_path(project)
        return self._rt.db.read(lambda c: receipts.latest(c, path, limit))

    def summary(self, project: str | None = None) -> DeliverySummary:
        """How the last thirty days went."""
        raise NotImplementedError

    def health(self, installed: Collection[str]) -> list[HookHealth]:
        """How the hooks of the `installed` integrations do."""
        raise NotImplementedError
