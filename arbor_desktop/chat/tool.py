"""The tool by which a model in a chat stores a memory itself: `arbor_store_memory` (spec 6.2). What may be
stored, and what becomes of it, is `agents/storage`'s to say."""

from __future__ import annotations

import logging
from collections.abc import Callable

from arbor_desktop.agents.storage import AgentStore, Fate, Importance, Kept, Place
from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.errors import ArborError, InvalidInput
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.models.model import Tool, ToolResult, ToolUse
from arbor_desktop.runtime.runtime import Runtime

__all__ = ["MOST", "NAME", "STORE_MEMORY", "Fate", "Kept", "Place", "StoreTool"]

log = logging.getLogger(__name__)

NAME = "arbor_store_memory"
MOST = 10
"""So many memories at most come of one answer."""

STORE_MEMORY = Tool(
    NAME,
    "Stores one lasting statement about the person, their team or their project, to be known in later "
    "conversations. Answers whether it was stored, was known already, or waits for the person's yes.",
    {
        "type": "object",
        "properties": {
            "content": {
                "type": "string",
                "description": "One whole sentence that can be understood alone, in the third person.",
            },
            "type": {"type": "string", "enum": [one.value for one in MemoryType]},
            "importance": {"type": "string", "enum": [one.value for one in Importance]},
        },
        "required": ["content", "type", "importance"],
        "additionalProperties": False,
    },
)


class StoreTool:
    """Carries out uses of the tool. `detector` finds what a new memory contradicts; `redacted` takes secrets
    out of a text."""

    def __init__(self, runtime: Runtime, detector: Detector, redacted: Callable[[str], str]) -> None:
        self._store = AgentStore(runtime, detector, redacted)

    def use(self, use: ToolUse, place: Place, room: int = MOST) -> tuple[ToolResult, Kept | None]:
        """What the model is told, and what was kept. `room`: so many more memories may come of it."""
        if use.name != NAME:
            return ToolResult(use.id, f"There is no tool {use.name}.", failed=True), None
        if room <= 0:
            return ToolResult(use.id, "Not stored: enough for one answer.", failed=True), None
        try:
            kept = self._store.store(use.input, place.project, "Stored by the model in a chat", place)
        except InvalidInput as error:
            return ToolResult(use.id, f"Not stored: {error.message}", failed=True), None
        except ArborError as error:
            log.warning("A memory that a model gave could not be stored: %s", error.message)
            return ToolResult(use.id, "Not stored: the memory could not be written.", failed=True), None
        return ToolResult(use.id, kept.words), kept
