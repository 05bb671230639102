"""MemoryService and its parts: plain Python, no Qt.

MemoryService is imported when it is asked for: a hook needs a few of the parts alone, and pays for every
millisecond.
"""

TYPE_CHECKING = False  # as in `typing`, which takes a while to import
if TYPE_CHECKING:
    from arbor_desktop.service.memory_service import MemoryService as MemoryService


def __getattr__(name: str) -> object:
    if name != "MemoryService":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from arbor_desktop.service.memory_service import MemoryService

    return MemoryService
