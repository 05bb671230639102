"""What agents propose to change, and what the person decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbor_desktop.core.memory import Memory
from arbor_desktop.core.proposals import Proposal
from arbor_desktop.service.memories import Memories
from arbor_desktop.service.runtime import Runtime


class Proposals:
    def __init__(self, runtime: Runtime, memories: Memories) -> None:
        self._rt = runtime
        self._memories = memories

    def propose_edit(
        self, memory_id: str, fields: Mapping[str, Any], *, client: str = "", reason: str = ""
    ) -> Proposal:
        """Notes an edit to be decided; nothing changes. Raises NotFound, InvalidInput."""
        raise NotImplementedError

    def propose_deletion(self, memory_id: str, *, client: str = "", reason: str = "") -> Proposal:
        raise NotImplementedError

    def open(self) -> list[Proposal]:
        """Those that wait, the oldest first."""
        raise NotImplementedError

    def accept(self, proposal_id: str) -> Memory:
        """Does what was proposed, as the person's own deed, which undo takes back."""
        raise NotImplementedError

    def reject(self, proposal_id: str) -> None:
        raise NotImplementedError
