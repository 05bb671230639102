"""MemoryService and its parts: plain Python, no Qt."""

from arbor_desktop.service.memory_service import MemoryService

__all__ = ["MemoryService"]
